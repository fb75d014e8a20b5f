"""What comes from the network, or from who types an invitation: nothing of it is a crash."""

import asyncio
import contextlib
import gc
import json
import zlib
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import aiomqtt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience import PATIENCE_S
from tourelle_host.club import spectator
from tourelle_host.club.archive import Archive
from tourelle_host.club.wall import Wall
from tourelle_host.errors import UserError
from tourelle_host.server.carrier import Carrier
from tourelle_host.together import bridge as bridges
from tourelle_host.together import broker as brokers
from tourelle_host.together import invitation as invitations
from tourelle_host.together import sitting, wire
from tourelle_host.together import table as tables
from tourelle_host.together.bridge import Bridge, proof, read_join
from tourelle_host.together.desk import Desk
from tourelle_host.together.log import mark
from tourelle_host.together.record import Record
from tourelle_host.together.table import parse_topic, topic

TABLE = "anna-abcdefghijkm"


def bridge() -> Bridge:
    """Anna's bridge, at a table with Ben."""
    desk = Desk()
    desk.notes = {
        "table": TABLE,
        "game": "01 120 avalam",
        "me": "anna 0",
        "users": "anna,ben",
        "seat": "1.5",
        "run": "1",
        "holders": "0.0,0.0",
    }
    made = Bridge(desk, lambda line: None, brokers.read("mqtt://anna@h"), lambda *said: None)
    made.feed(("connected",))
    made.feed(("echo",))
    return made


def record(**changes) -> Record:
    """A record that Ben publishes, with these changes."""
    log = ("c9-d9",)
    told = Record(1, 1, 9, 1, 1, "01 120 avalam", ((1, 5), (1, 9)), log, (), None, None)
    return told._replace(**changes)


def said(told: Record) -> Bridge:
    """Anna's bridge, after Ben has said this."""
    made = bridge()
    made.receive(topic(TABLE, "ben", "record"), wire.write(told), False)
    return made


def test_a_record_is_read_as_it_was_written():
    entries = (("undo", mark(("c9-d9",)), 0), ("draw", mark(()), None), ("resign", mark(()), 1))
    for told in (record(), record(entries=entries, claim=(mark(()), 1), verdict=(3, 0))):
        assert wire.read(wire.write(told)) == told


def test_a_whole_game_is_a_message_of_less_than_2_kb():
    log = tuple("c9-d9" for _ in range(60))
    assert len(wire.write(record(log=log))) < 2048


@pytest.mark.parametrize(
    "changes",
    (
        {"log": ("c9-c9",)},
        {"log": ("=undo 9",)},
        {"log": ("",)},
        {"log": ("c9-d9", "c9-d9")},
        {"game": "01 120 cabale"},
        {"player": 0},
        {"player": 7},
        {"holders": ((1, 5),)},
        {"log": ("c9-d9",) * 4001},
        {"number": 2**53},
        {"run": -1},
        {"generation": 10**30},
        {"holders": ((1, 5), (0, 2**60))},
    ),
)
def test_a_record_that_breaks_a_rule_changes_nothing(changes):
    assert said(record(**changes)).decider.best.log == ()


def test_a_record_from_another_than_its_player_changes_nothing():
    made = bridge()
    for user in ("cleo", "anna"):
        made.receive(topic(TABLE, user, "record"), wire.write(record()), False)
    made.receive(topic("anna-mkjihgfedcba", "ben", "record"), wire.write(record()), False)
    assert made.decider.best.log == ()
    assert said(record()).decider.best.log == ()  # a step of Anna's that her board never kept


def test_numbers_from_the_future_keep_nobody_from_being_heard_later():
    made = said(record(run=2**52, number=2**52, log=()))
    assert made.decider.heard[1][0][2:] == (2**52, 2**52)
    made.receive(topic(TABLE, "ben", "record"), wire.write(record(log=())), False)
    assert made.decider.heard[1][0][2:] == (2**52, 2**52)  # an older one counts no more
    again = record(generation=2, log=(), holders=((1, 5), (2, 9)))
    made.receive(topic(TABLE, "ben", "record"), wire.write(again), False)
    assert made.decider.heard[1][0][0] == 2  # but taking the seat over does


def test_a_future_run_on_ones_own_topic_is_overtaken_and_answered():
    made = bridge()
    told = record(player=0, device=5, generation=1, run=900, log=())
    made.receive(topic(TABLE, "anna", "record"), wire.write(told), True)
    assert made.decider.run > 900


def test_a_failure_while_time_passes_ends_the_bridge_and_is_raised(monkeypatch):
    made = bridge()
    monkeypatch.setattr(bridges, "_TICK_S", 0)
    monkeypatch.setattr(brokers, "client", lambda *_: contextlib.nullcontext(_Silence()))

    def fail(event):
        if event[0] == "passed":
            raise ZeroDivisionError("a fault in what time does")
        return []

    monkeypatch.setattr(made.decider, "decide", fail)
    made.hear("@noted run 1")
    with pytest.raises(ZeroDivisionError):
        asyncio.run(asyncio.wait_for(made.run(), 10))


def _bridge(monkeypatch, hear):
    made = bridge()
    made.hear("@noted run 1")
    monkeypatch.setattr(made, "receive", hear)
    return made.run()


def _club(monkeypatch, hear):
    wall = Wall(Archive(Path("/there is no such folder")), Carrier(), print)
    monkeypatch.setattr(wall, "receive", hear)
    return spectator.follow(wall, brokers.read("mqtt://wall@h"), None)


@pytest.mark.parametrize("start", (_bridge, _club))
def test_a_message_on_which_the_listener_fails_is_told_and_the_next_one_heard(
    start, monkeypatch, capsys
):
    faults = [ValueError("a fault")]

    def hear(*message):
        if faults:
            raise faults.pop()
        listening[0].cancel()

    async def listen():
        listening.append(asyncio.create_task(start(monkeypatch, hear)))
        await asyncio.wait(listening, timeout=PATIENCE_S)

    listening: list[asyncio.Task] = []
    monkeypatch.setattr(brokers, "client", lambda *_: contextlib.nullcontext(_Chatter()))
    asyncio.run(listen())
    assert listening[0].cancelled()
    assert capsys.readouterr().err == "a message from the broker failed (ValueError: a fault)\n"


class _Silence:
    """A connection on which nothing is ever said."""

    async def subscribe(self, *_, **__): ...

    async def publish(self, *_, **__): ...

    @property
    async def messages(self):
        await asyncio.get_running_loop().create_future()
        yield


class _Chatter(_Silence):
    """A connection on which two messages come."""

    @property
    async def messages(self):
        for _ in range(2):
            yield aiomqtt.Message(topic(TABLE, "ben", "ask"), b"x", 1, False, 1, None)
        await asyncio.get_running_loop().create_future()


def test_a_player_is_called_what_was_written_and_nothing_is_run():
    made = bridge()
    announced = wire.Announced(
        "01 120 avalam", ("anna", "ben"), ("<script>alert(1)</script>", "\x1b[2J")
    )
    assert wire.read_announced(wire.write_announced(announced)) == announced._replace(
        names=("<script>alert(1)</script>", "[2J")
    )
    assert made.names == ["anna", "ben"]


@pytest.mark.parametrize(
    ("changes", "words"),
    (
        ({"t": "no table"}, "not the name of a table"),
        ({"b": "http://x"}, "not a broker's address"),
        ({"p": "x"}, "another version"),
        ({"k": None}, "another version"),
    ),
)
def test_an_invitation_of_another_version_is_refused_in_a_sentence(changes, words):
    told: dict = {"b": "mqtt://h", "t": TABLE, "g": "avalam", "p": "1", "k": "x"} | changes
    text = urlencode({name: value for name, value in told.items() if value is not None})
    with pytest.raises(UserError, match=words):
        invitations.read(f"tourelle://join?{text}&c={zlib.crc32(text.encode()):08x}")


@pytest.mark.parametrize(
    "changes", ({"verdict": (0, 2)}, {"claim": (mark(()), 9)}, {"verdict": (0, 9)})
)
def test_nobody_who_does_not_play_is_said_to_have_lost(changes):
    made = said(record(log=(), **changes))
    assert made.decider.result() == "" and not made.decider.heard


@pytest.mark.parametrize("line", ("@kept 1 00000001", "@kept x"))
def test_a_garbled_line_of_the_board_has_it_read_again_once_or_twice(line):
    desk = Desk()
    desk.greet()
    for each in ("@log 0 c9-d9", "@log 1 none", line):
        desk.hear(each)
    desk.take()
    for asked in range(2):
        assert desk.hear("@log 0 c9-d9") == []
        events = desk.hear("@log 1 none")
        assert bool(events) == bool(asked)
    assert events == [("board", ("c9-d9",)), ("kept", *mark(("c9-d9",)))]
    assert desk.take().count("table log 0") == 1


def test_what_is_shown_for_an_invitation_may_be_anything():
    made = bridge()
    made.users[1] = ""
    made.desk.notes["invite"] = "1=token"
    for shown in ("ü", "", proof("another", "ben"), proof("token", "cleo")):
        made.receive(topic(TABLE, "ben", "join"), json.dumps([1, shown, "Ben"]).encode(), False)
    assert made.users[1] == ""
    made.receive(
        topic(TABLE, "ben", "join"), json.dumps([1, proof("token", "ben"), "B"]).encode(), False
    )
    assert made.users[1] == "ben"


def test_a_flood_in_one_message_is_not_looked_at():
    made = bridge()
    made.receive(topic(TABLE, "ben", "record"), b"[" * 10_000_000, False)
    assert wire.read(b"[" * 60_000) is None and made.decider.heard == {}


@given(
    st.sampled_from(("record", "here", "ask", "join", "table", "x", "")),
    st.sampled_from(("anna", "ben", "cleo", "", "A", "../x")),
    st.one_of(
        st.binary(max_size=60),
        st.recursive(
            st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
            lambda inner: st.lists(inner, max_size=11),
            max_leaves=30,
        ).map(lambda told: json.dumps(told).encode()),
    ),
)
def test_nothing_from_the_network_is_an_error(what, user, payload):
    made = bridge()
    made.receive(f"tourelle/1/{TABLE}/by/{user}/{what}", payload, False)
    assert made.decider.best.log == () and made.users == ["anna", "ben"]
    read_join(payload)
    parse_topic(payload.decode(errors="replace"))


FIELDS = json.loads(wire.write(record(claim=(mark(()), 1), verdict=(0, 1))))
TOLD = st.recursive(
    st.one_of(st.none(), st.integers(0, 9), st.text(max_size=3), st.just("\ud800")),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=1), inner, max_size=2)
    ),
    max_leaves=6,
)


@given(st.integers(0, len(FIELDS) - 1), TOLD)
def test_a_record_with_one_odd_field_is_no_error(at, told):
    made = bridge()
    before = made.decider.best, made.decider.own
    made.receive(
        topic(TABLE, "ben", "record"),
        json.dumps([*FIELDS[:at], told, *FIELDS[at + 1 :]]).encode(),
        False,
    )
    assert (made.decider.best, made.decider.own) == before


@pytest.mark.parametrize("odd", ("\ud800", "\r", "=next x\rposition avalam", "=next a,b"))
def test_a_word_that_no_line_to_the_board_can_hold_is_not_kept(odd):
    assert wire.read(wire.write(record(log=("c9-d9", odd)))) is None


@pytest.mark.parametrize("user", ("\ud800", "\r", "be\nn"))
def test_a_user_whom_no_line_to_the_board_can_hold_is_not_seated(user):
    assert (
        wire.read_announced(json.dumps(["01 120 avalam", ["anna", user], ["", ""]]).encode())
        is None
    )


@pytest.mark.parametrize(
    ("game", "wrong"),
    [
        ("0² 120 avalam", "seats"),
        ("\u0660\u0661 120 avalam", "seats"),
        ("02 120 avalam", "seats"),
        (" 120 avalam", "seats"),
        ("01 \u0661\u0662 avalam", "time to wait"),
        (f"01 {'9' * 5000} avalam", "time to wait"),
        ("01 0 avalam", "time to wait"),
    ],
    ids=lambda text: ascii(text[:12]),
)
def test_a_table_that_makes_no_sense_is_refused_in_a_sentence(game, wrong):
    with pytest.raises(UserError, match=f"the table's {wrong}"):
        tables.read(TABLE, game)


def test_a_name_is_one_line_of_thirty_characters():
    assert wire.name(" <script>\n\x1b[2J" + "x" * 50) == "<script> [2J" + "x" * 18
    assert wire.name("Zoë 王 \u202e") == "Zoë 王"


def test_an_invitation_is_read_as_it_was_written():
    broker = brokers.read("mqtts://guest-1:a%20secret@broker.example:8884")
    invitation = invitations.Invitation(broker, TABLE, "avalam", 1, invitations.token())
    link = invitations.write(invitation)
    assert invitations.read(link) == invitation
    assert len(invitation.token) == 22 and len(invitations.picture(link).splitlines()) > 15
    for wrong, words in (
        (link.replace("abcde", "abcdf"), "mistyped"),
        (link[:-12], "mistyped"),
        ("https://broker.example", "not an invitation"),
        ("", "not an invitation"),
    ):
        with pytest.raises(UserError, match=words):
            invitations.read(wrong)


def test_a_broker_whose_host_no_name_can_be_is_told_in_a_sentence():
    broker = brokers.read("mqtt://ben@a..b")
    invited = invitations.Invitation(broker, TABLE, "avalam", 1, invitations.token())
    talk: Any = None  # the board is not asked before
    with pytest.raises(UserError, match=r"the broker a\.\.b:1883 does not answer"):
        asyncio.run(sitting.join(talk, invited, broker, "Ben", lambda *said: None, None))


@pytest.mark.parametrize(
    ("error", "told"), [(aiomqtt.MqttError("gone"), False), (ValueError("worse"), True)]
)
def test_of_what_nobody_waits_for_only_a_broken_connection_goes_untold(error, told, caplog):
    async def leave():
        brokers.client(brokers.read("mqtt://anna:secret@127.0.0.1"))
        asyncio.get_running_loop().create_future().set_exception(error)
        gc.collect()

    asyncio.run(leave())
    assert bool(caplog.records) == told
