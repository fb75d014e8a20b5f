"""Boards, their bridges and a real broker, as docs/together.md has it set up."""

import asyncio
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress

import aiomqtt
import pytest

from mosquitto import Mosquitto, free_port, running
from rabbitmq import Cluster, cluster
from together.home import Home
from tourelle.buttons import OK, UNDO
from tourelle.games import opening
from tourelle_host.errors import UserError
from tourelle_host.together import broker as brokers
from tourelle_host.together import guests
from tourelle_host.together import invitation as invitations
from tourelle_host.together.accounts import Accounts
from tourelle_host.together.left import Left
from tourelle_host.together.table import new, topic

pytestmark = pytest.mark.needs_mosquitto
USERS = ("anna", "ben", "cleo", "dora")


@pytest.fixture(scope="module")
def mosquitto():
    with running(*USERS) as made:
        yield made


@pytest.fixture(scope="module")
def nodes():
    with cluster(*USERS) as made:
        yield made


@pytest.fixture(params=["mosquitto", pytest.param("nodes", marks=pytest.mark.needs_cluster)])
def broker(request):
    """One broker, or three nodes that act as one."""
    return request.getfixturevalue(request.param)


@asynccontextmanager
async def homes(
    broker: Mosquitto | Cluster, *users: str, grid: str = "avalam"
) -> AsyncIterator[list[Home]]:
    made = [Home(broker.broker(user), broker.authority, grid) for user in users]
    try:
        yield made
    finally:
        for home in made:
            await home.leave()


async def met(anna: Home, ben: Home):
    """Anna has laid a table, and Ben has joined; gives the invitation."""
    (invitation,) = await anna.open_table(new("anna", opening("avalam"), "01"), 0, "Anna")
    await ben.join(invitation, "Bén 🎲 <script>")
    await ben.until(lambda: anna.told("joined") and ben.plays)
    return invitation


async def equal(*all_of_them: Home, log: tuple[str, ...]) -> None:
    """Each board's flash has this log."""
    for home in all_of_them:
        await home.until(lambda: home.log == log)  # noqa: B023


def test_two_boards_play_and_an_invitation_is_for_one(broker):
    async def playing():
        async with homes(broker, "anna", "ben", "cleo") as (anna, ben, cleo):
            invitation = await met(anna, ben)
            anna.step("c9-d9")
            await equal(anna, ben, log=("c9-d9",))
            ben.step("e4-e3")
            await equal(anna, ben, log=("c9-d9", "e4-e3"))
            assert anna.bridge.names == ben.bridge.names == ["Anna", "Bén 🎲 <script>"]
            with pytest.raises(UserError, match="used already"):
                await cleo.join(invitation, "Cleo")
            with pytest.raises(UserError, match="your own"):
                await anna.join(invitation, "Anna")

    asyncio.run(playing())


def test_a_guest_invited_to_a_table_that_is_gone_waits_and_is_told_so(broker):
    async def waiting():
        where = broker.broker("anna")
        old = invitations.Invitation(where, "anna-mkjihgfedcba", "avalam", 1, invitations.token())
        async with homes(broker, "ben") as (ben,):
            ben.table.send("new avalam")
            joining = asyncio.create_task(ben.join(old, "Ben"))
            await ben.until(lambda: ben.told("joining") or joining.done())
            assert ben.told("joining") == ["waiting for anna's board"]
            ben.table.send("move c9-d9")
            assert ben.table.core.session.play.step_count == 1
            joining.cancel()
            with suppress(asyncio.CancelledError):
                await joining

    asyncio.run(waiting())


def test_a_take_back_is_asked_at_the_other_board_and_agreed_by_ok(broker):
    async def playing():
        async with homes(broker, "anna", "ben") as (anna, ben):
            await met(anna, ben)
            anna.step("c9-d9")
            await equal(anna, ben, log=("c9-d9",))
            await anna.until(lambda: anna.bridge.decider.away[1] < 0)
            anna.table.press(UNDO)
            await ben.until(lambda: ben.table.lit("proposed") == set(ben.table.cells.names))
            assert ben.told("offer") == ["Anna offers: to take steps back"]
            ben.table.press(OK)
            await equal(anna, ben, log=("c9-d9", "=undo 0"))
            anna.table.core.session.seats.players.offer("resign")
            anna.table.press(OK)
            await equal(anna, ben, log=("c9-d9", "=undo 0", "=lost 0"))
            assert ben.told("result") == ["Anna lost"]

    asyncio.run(playing())


@pytest.mark.needs_cluster
def test_a_node_of_a_cluster_is_killed_in_mid_game(nodes):
    users = ("anna", "ben", "cleo")
    assert [nodes.node(user) for user in users] == [0, 1, 2]

    async def playing():
        async with homes(nodes, *users, grid="hex") as there:
            position = opening("cabale", {"players": "3"})
            first = await there[0].open_table(new("anna", position, "012"), 0, "Anna")
            for home, invitation in zip(there[1:], first, strict=True):
                await home.join(invitation, home.broker.user)
            log: tuple[str, ...] = ()
            for number in range(9):
                home = there[position.turn]
                step = next(iter(position.legal_moves()))
                text = position.move_text(step)
                position.push(step)
                await home.until(lambda: home.plays)  # noqa: B023
                if number == 4:
                    nodes.kill_node(1)
                home.step(text)
                log += (text,)
                await equal(*there, log=log)
            for home in there:
                await home.until(lambda: not home.bridge.decider.gone())  # noqa: B023
            assert len(there[1].told("network")) > 1  # it has gone to another one

    asyncio.run(playing())
    nodes.start()


@pytest.mark.deep
@pytest.mark.parametrize(
    "sides",
    ("012", "0123", "001", "010"),
    ids=("three", "four", "two at one board", "two at one board, between them one elsewhere"),
)
def test_cabale_is_played_elsewhere_by(broker, sides):
    users = ("anna", "ben", "cleo", "dora")[: max(map(int, sides)) + 1]

    async def playing():
        async with homes(broker, *users, grid="hex") as there:
            position = opening("cabale", {"players": str(len(sides))})
            invitations = await there[0].open_table(new("anna", position, sides), 0, "Anna")
            for home, invitation in zip(there[1:], invitations, strict=True):
                await home.join(invitation, home.broker.user)
            log: tuple[str, ...] = ()
            for _ in range(9):
                home = there[int(sides[position.turn])]
                step = next(iter(position.legal_moves()))
                text = position.move_text(step)
                position.push(step)
                await home.until(lambda: home.plays)  # noqa: B023
                home.step(text)
                log += (text,)
                await equal(*there, log=log)

    asyncio.run(playing())


def test_a_rematch_is_agreed_by_ok_at_both_boards_and_swaps_sides(broker):
    async def playing():
        async with homes(broker, "anna", "ben") as (anna, ben):
            await met(anna, ben)
            first = anna.bridge.table
            anna.table.core.session.seats.players.offer("resign")
            anna.table.press(OK)
            await equal(anna, ben, log=("=lost 0",))
            await anna.until(lambda: not anna.deaf)
            await ben.until(lambda: not ben.deaf)
            anna.table.press(OK)
            await ben.until(lambda: ben.table.lit("proposed") == set(ben.table.cells.names))
            await ben.until(lambda: ben.told("offer")[-1:] == ["Anna offers: another game"])
            ben.table.press(OK)
            await anna.until(lambda: anna.told("next") and anna.bridge.table != first)
            await ben.until(lambda: ben.told("next") and ben.bridge.table != first)
            table = anna.bridge.table
            assert ben.bridge.table == table and table.name != first.name
            assert (table.start, first.sides, table.sides) == (first.start, "01", "10")
            ben.step("c9-d9")
            await equal(anna, ben, log=("c9-d9",))
            anna.step("e4-e3")
            await equal(anna, ben, log=("c9-d9", "e4-e3"))

    asyncio.run(playing())


def test_a_claim_of_a_player_who_left_is_repeated_until_the_other_has_heard_it(broker, tmp_path):
    async def playing():
        accounts = Accounts(tmp_path)
        async with Left(accounts, broker.authority) as left, homes(broker, "anna", "ben") as both:
            anna, ben = both
            anna.left = left
            table = new("anna", opening("avalam"), "10", wait=1)  # Ben begins
            (invitation,) = await anna.open_table(table, 0, "Anna")
            await ben.join(invitation, "Ben")
            await ben.until(lambda: anna.told("joined") and ben.plays)
            await anna.until(lambda: 1 in anna.bridge.decider.heard)
            await ben.stop()
            await anna.until(lambda: anna.bridge.decider.away.get(1, 0) >= 1)
            anna.bridge.feed(("claim",))
            assert anna.bridge.claims
            anna.table.send("new avalam")
            await anna.until(lambda: anna.told("left"))
            assert list(accounts.left()) == [table.name]
            ben.go_on()
            await ben.until(lambda: ben.told("result"))
            assert ben.told("result") == ["Ben lost"]
            await ben.until(lambda: not accounts.left())

    asyncio.run(playing())


def test_a_player_unknown_to_the_broker_plays_as_a_guest_of_the_invitation(mosquitto):
    async def playing():
        async with homes(mosquitto, "anna") as (anna,):
            where = mosquitto.broker("anna")
            passwords = mosquitto.folder / "passwords"
            (invitation,) = await anna.open_table(
                new("anna", opening("avalam"), "01"),
                0,
                "Anna",
                lambda count: guests.invite(passwords, where, count),
            )
            read = invitations.read(invitations.write(invitation))
            assert read.broker.user.startswith("guest-") and read.broker.password
            assert read.broker.password not in passwords.read_text()
            dora = Home(read.broker, mosquitto.authority)
            await dora.join(read, "Dora")
            await anna.until(lambda: anna.told("joined") == ["Dora has joined"])
            anna.step("c9-d9")
            await equal(anna, dora, log=("c9-d9",))
            await dora.leave()

    asyncio.run(playing())


@pytest.mark.parametrize(
    ("kind", "sentence"), (("absent", "cannot be written"), ("no broker's", "has to read"))
)
def test_a_guest_who_cannot_be_let_in_is_told_in_a_sentence(kind, sentence, tmp_path):
    passwords = tmp_path / "passwords"
    if kind != "absent":
        passwords.touch()
    somewhere = brokers.read("mqtts://anna:secret@broker.example")
    with pytest.raises(UserError, match=sentence):
        guests.invite(passwords, somewhere, 1)


def test_nobody_writes_for_another_and_nobody_is_anonymous(broker):
    async def writing():
        there = topic("anna-abcdefghijkm", "anna", "record")
        own = topic("anna-abcdefghijkm", "cleo", "record")
        where = broker.broker("cleo"), None, broker.authority
        async with brokers.client(*where) as listening:
            await listening.subscribe("tourelle/1/#", qos=1)
            with suppress(aiomqtt.MqttError):  # a broker may hang up
                async with brokers.client(*where) as forging:
                    await forging.publish(there, b"forged", qos=1)
            async with brokers.client(*where) as client:
                await client.publish(own, b"own", qos=1)
            async for message in listening.messages:
                if not message.retain:
                    assert message.topic.value == own
                    return

    asyncio.run(writing())
    for who in (broker.broker("cleo", "wrong"), broker.broker("")._replace(password="")):
        with pytest.raises(aiomqtt.MqttError) as refused:
            asyncio.run(_enter(who, broker.authority))
        assert "does not" in brokers.sentence(who, refused.value)


def test_what_is_wrong_with_a_broker_is_told_in_a_sentence(broker):
    cases = (
        (broker.broker("anna"), None, "cannot prove"),
        (broker.broker("anna")._replace(port=free_port()), None, "does not answer"),
        (broker.broker("anna")._replace(scheme="mqtt"), None, "does not"),
        (broker.broker("anna")._replace(port=broker.web), None, "does not speak TLS"),
    )
    for where, authority, words in cases:
        with pytest.raises((aiomqtt.MqttError, OSError)) as why:
            asyncio.run(_enter(where, authority))
        assert words in brokers.sentence(where, why.value)


@contextmanager
def listener(answer: bytes) -> Iterator[int]:
    """A port that answers whoever connects with this, and hangs up."""

    def hang_up() -> None:
        with suppress(OSError):
            while True:
                caller, _ = bound.accept()
                with caller:
                    caller.recv(1)
                    caller.sendall(answer)

    with socket.create_server(("127.0.0.1", 0)) as bound:
        thread = threading.Thread(target=hang_up, daemon=True)
        thread.start()
        yield bound.getsockname()[1]
        bound.shutdown(socket.SHUT_RDWR)
    thread.join()


# Where a connection that breaks is not noticed, the patience for an answer is waited for.
@pytest.mark.parametrize("scheme", (pytest.param("mqtt", marks=pytest.mark.deep), "mqtts", "ws"))
@pytest.mark.parametrize("answer", (b"", b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\x20\x02\x00"))
def test_a_hang_up_in_mid_handshake_and_what_is_no_broker_are_told_in_a_sentence(scheme, answer):
    with listener(answer) as port:
        where = brokers.Broker(scheme, "localhost", port, "/mqtt", "anna", "x")
        with pytest.raises((aiomqtt.MqttError, OSError, ValueError)) as why:
            asyncio.run(_enter(where, None))
    told = brokers.sentence(where, why.value)
    assert told.startswith(f"the broker localhost:{port} does not ") and "\n" not in told


def test_a_flood_by_a_stranger_and_what_has_no_sense_stop_no_game(broker):
    async def playing():
        async with homes(broker, "anna", "ben") as (anna, ben):
            await met(anna, ben)
            table = anna.bridge.table.name
            where = broker.broker("cleo")
            async with brokers.client(where, authority=broker.authority) as client:
                for what in ("record", "here", "table", "join", "ask", "x"):
                    for payload in (b"[" * 60_000, b'{"a": 1}', b""):
                        await client.publish(topic(table, "cleo", what), payload, qos=1)
                with suppress(aiomqtt.MqttError):  # what is too long, the broker does not take
                    await client.publish(topic(table, "cleo", "record"), b"x" * 10_000_000, qos=0)
            anna.step("c9-d9")
            await equal(anna, ben, log=("c9-d9",))
            assert anna.bridge.users == ben.bridge.users == ["anna", "ben"]

    asyncio.run(playing())


def test_it_goes_over_a_websocket_too(broker):
    where = broker.broker("anna")._replace(scheme="ws", port=broker.web, path="/mqtt")
    asyncio.run(_enter(where, None))


# The last one: all nodes of a cluster that were killed at once take minutes to come back.
def test_what_was_played_without_a_network_comes_when_it_is_back(broker):
    async def playing():
        async with homes(broker, "anna", "ben") as (anna, ben):
            await met(anna, ben)
            broker.kill()
            await anna.until(lambda: len(anna.told("network")) > 1)
            anna.step("c9-d9")
            await anna.until(lambda: anna.log == ("c9-d9",))
            await anna.stop()
            anna.power_cut()
            ben.power_cut()
            broker.start()
            anna.go_on()
            await equal(anna, ben, log=("c9-d9",))
            ben.step("e4-e3")
            await equal(anna, ben, log=("c9-d9", "e4-e3"))

    asyncio.run(playing())


async def _enter(where, authority):
    async with brokers.client(where, authority=authority):
        pass
