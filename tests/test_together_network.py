"""What comes from the network, or from who types an invitation: nothing of it is a crash."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tourelle_host.errors import UserError
from tourelle_host.together import broker as brokers
from tourelle_host.together import invitation as invitations
from tourelle_host.together import wire
from tourelle_host.together.bridge import Bridge, read_join
from tourelle_host.together.desk import Desk
from tourelle_host.together.log import mark
from tourelle_host.together.record import Record
from tourelle_host.together.table import told_on, topic

TABLE = "anna-abcdefghijkm"


def bridge() -> Bridge:
    """Anna's, of a table with Ben."""
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
    """One of Ben's."""
    log = ("c9-d9",)
    told = Record(1, 1, 9, 1, 1, "01 120 avalam", ((1, 5), (1, 9)), log, (), None, None)
    return told._replace(**changes)


def said(told: Record) -> Bridge:
    """Anna's bridge, after Ben has said this."""
    made = bridge()
    made.heard(topic(TABLE, "ben", "record"), wire.write(told), False)
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
    ),
)
def test_a_record_that_breaks_a_rule_changes_nothing(changes):
    assert said(record(**changes)).decider.best.log == ()


def test_a_record_from_another_than_its_player_changes_nothing():
    made = bridge()
    for user in ("cleo", "anna"):
        made.heard(topic(TABLE, user, "record"), wire.write(record()), False)
    made.heard(topic("anna-mkjihgfedcba", "ben", "record"), wire.write(record()), False)
    assert made.decider.best.log == ()
    assert said(record()).decider.best.log == ()  # a step of Anna's that her board never kept


def test_a_flood_in_one_message_is_not_looked_at():
    made = bridge()
    made.heard(topic(TABLE, "ben", "record"), b"[" * 10_000_000, False)
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
    made.heard(f"tourelle/1/{TABLE}/by/{user}/{what}", payload, False)
    assert made.decider.best.log == () and made.users == ["anna", "ben"]
    read_join(payload)
    told_on(payload.decode(errors="replace"))


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
        ("https://broker.example", "no invitation"),
        ("", "no invitation"),
    ):
        with pytest.raises(UserError, match=words):
            invitations.read(wrong)
