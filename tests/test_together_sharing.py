"""What a page may ask of whoever shares its games, and what it is told."""

import asyncio
import base64
import json
import time

import pytest

from tourelle_host.errors import UserError
from tourelle_host.server.friends import Friends
from tourelle_host.together import broker as brokers
from tourelle_host.together import wire
from tourelle_host.together.accounts import Accounts
from tourelle_host.together.left import Left
from tourelle_host.together.record import Record
from tourelle_host.together.sharing import Sharing

URL = "mqtts://anna:a%20secret@broker.example"


@pytest.fixture
def sharing(tmp_path):
    return Sharing(Accounts(tmp_path))


def test_the_page_is_told_no_password(sharing, tmp_path):
    Accounts(tmp_path).keep_own(URL, "Anna")
    told = sharing.message()
    assert (told["broker"], told["user"], told["name"]) == (
        "mqtts://broker.example",
        "anna",
        "Anna",
    )
    assert "secret" not in json.dumps(told)
    given = Sharing(Accounts(tmp_path / "new"), brokers.read(URL))
    assert given.message()["user"] == "anna" and "secret" not in json.dumps(given.message())


@pytest.mark.parametrize(
    ("request_", "words"),
    (
        ({"friends": "new", "game": "avalam", "options": {}}, "A broker is needed"),
        ({"friends": "new", "game": "chess", "options": {}}, "chess"),
        ({"friends": "new", "game": "avalam", "options": {"x": "y"}, "broker": URL}, "x"),
        ({"friends": "new", "game": "avalam", "options": {}, "broker": URL, "mine": "yr"}, "leave"),
        ({"friends": "new", "game": "avalam", "options": {}, "broker": "http://x"}, "not a broker"),
        ({"friends": "new", "game": "avalam", "options": {}, "broker": "mqtt://A@x"}, "a player"),
        ({"friends": "new", "game": "avalam", "options": 7}, "unknown request"),
        ({"friends": "new", "game": 7, "options": {}}, "unknown request"),
        ({"friends": "join", "invitation": "x"}, "not an invitation"),
        ({"friends": "join", "invitation": "x" * 5000}, "unknown request"),
        ({"friends": "join"}, "not an invitation"),
        ({"friends": "go"}, "no shared game"),
        ({"friends": "claim"}, "unknown request"),
        ({"friends": "x"}, "unknown request"),
    ),
)
def test_an_impossible_request_is_refused_in_a_sentence(sharing, request_, words):
    with pytest.raises((ValueError, UserError), match=words):
        sharing.ask(request_)


class BoardStandIn:
    """A board that answers each of these lines, and no other."""

    lay_out = None

    def __init__(self, sharing, answers):
        self._sharing = sharing
        self._answers = answers

    def tell(self, line):
        if line in self._answers:
            self._sharing.hear(self._answers[line])

    def go_on(self, grid):
        pass


def test_an_unforeseen_failure_at_a_table_is_shown_and_said(sharing, capsys):
    shown = []

    async def way(talk):
        raise ZeroDivisionError("a fault in a table")

    async def sit():
        sharing.use(BoardStandIn(sharing, {"hello": "@hello tourelle"}), shown.append)
        running = asyncio.create_task(sharing.run(way))
        while not any(message["trouble"] for message in shown):
            await asyncio.sleep(0)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    asyncio.run(asyncio.wait_for(sit(), 10))
    trouble = "the shared table has failed: ZeroDivisionError: a fault in a table"
    assert shown[-1]["trouble"] == trouble
    assert capsys.readouterr().err == f"tourelle: {trouble}\n"


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (UserError("together-left.json cannot be written"), "tourelle: together-left.json cannot"),
        (ZeroDivisionError("a fault"), "telling the others that a table was left failed (Zero"),
    ],
    ids=["foreseen", "unforeseen"],
)
def test_what_fails_while_a_left_table_is_told_of_is_said(
    error, told, monkeypatch, tmp_path, capsys
):
    def fail(*_):
        raise error

    async def enter():
        async with Left(accounts):
            pass

    alone = Record(0, 1, 5, 1, 1, "01 120 avalam", ((1, 5), (0, 0)), (), (), None, None)
    accounts = Accounts(tmp_path)
    accounts.keep_left(
        "anna-abcdefghijkm",
        {
            "record": base64.b64encode(wire.write(alone)).decode(),
            "users": ["anna", ""],
            "broker": URL,
            "since": time.time(),
        },
    )
    monkeypatch.setattr(accounts, "forget_left", fail)
    asyncio.run(enter())
    (complaint,) = capsys.readouterr().err.splitlines()
    assert complaint.startswith(told)


def test_going_on_without_a_table_says_that_there_is_none(sharing):
    answers = {
        "hello": "@hello tourelle",
        "table log 0": "@error no table is shared; begin with: table share SIDES",
        "position": "@error an empty text is not a position; it starts with a game's name",
    }
    sharing.use(BoardStandIn(sharing, answers), lambda message: None)
    with pytest.raises(UserError, match="no shared table: tourelle together new"):
        asyncio.run(sharing.play(sharing.back))


def test_a_page_without_a_way_elsewhere_says_so():
    with pytest.raises(ValueError, match="no way to boards elsewhere"):
        Friends().ask({"friends": "new"})
