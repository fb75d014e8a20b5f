"""Boards, their bridges and a real broker, as docs/together.md has it set up."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiomqtt
import pytest

from mosquitto import Mosquitto, free_port, running
from together.home import Home
from tourelle.buttons import OK, UNDO
from tourelle.games import opening
from tourelle_host.errors import UserError
from tourelle_host.together import broker as brokers
from tourelle_host.together.table import new, topic

pytestmark = pytest.mark.needs_mosquitto


@pytest.fixture(scope="module")
def broker():
    with running("anna", "ben", "cleo") as made:
        yield made


@asynccontextmanager
async def homes(broker: Mosquitto, *users: str, grid: str = "avalam") -> AsyncIterator[list[Home]]:
    made = [Home(broker.broker(user), broker.authority, grid) for user in users]
    try:
        yield made
    finally:
        for home in made:
            await home.leave()


async def met(anna: Home, ben: Home):
    """Anna has laid a table, and Ben has joined; gives the invitation."""
    (invitation,) = await anna.lay(new("anna", opening("avalam"), "01"), 0, "Anna")
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


def test_a_take_back_is_asked_at_the_other_board_and_agreed_by_ok(broker):
    async def playing():
        async with homes(broker, "anna", "ben") as (anna, ben):
            await met(anna, ben)
            anna.step("c9-d9")
            await equal(anna, ben, log=("c9-d9",))
            await anna.until(lambda: not anna.bridge.decider.away)
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


@pytest.mark.deep
def test_three_play_cabale(broker):
    async def playing():
        async with homes(broker, "anna", "ben", "cleo", grid="hex") as (anna, ben, cleo):
            position = opening("cabale", {"players": "3"})
            table = new("anna", position, "012")
            first, second = await anna.lay(table, 0, "Anna")
            await ben.join(first, "Ben")
            await cleo.join(second, "Cleo")
            log: tuple[str, ...] = ()
            for _ in range(9):
                home = (anna, ben, cleo)[position.turn]
                step = next(iter(position.legal_moves()))
                text = position.move_text(step)
                position.push(step)
                await home.until(lambda: home.plays)  # noqa: B023
                home.step(text)
                log += (text,)
                await equal(anna, ben, cleo, log=log)

    asyncio.run(playing())


def test_nobody_writes_for_another_and_nobody_is_anonymous(broker):
    async def writing():
        there = topic("anna-abcdefghijkm", "anna", "record")
        async with brokers.client(broker.broker("cleo"), authority=broker.authority) as client:
            await client.subscribe("tourelle/1/#", qos=1)
            await client.publish(there, b"forged", qos=1)
            own = topic("anna-abcdefghijkm", "cleo", "record")
            await client.publish(own, b"own", qos=1)
            async for message in client.messages:
                if not message.retain:
                    assert message.topic.value == own
                    return

    asyncio.run(writing())
    for who in (broker.broker("cleo", "wrong"), broker.broker("")._replace(password="")):
        with pytest.raises(aiomqtt.MqttError) as refused:
            asyncio.run(_enter(who, broker.authority))
        assert "does not" in brokers.sentence(who, refused.value)


def test_what_is_wrong_with_a_broker_is_a_sentence(broker):
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


def test_it_goes_over_a_websocket_too(broker):
    where = broker.broker("anna")._replace(scheme="ws", port=broker.web, path="/mqtt")
    asyncio.run(_enter(where, None))


async def _enter(where, authority):
    async with brokers.client(where, authority=authority):
        pass
