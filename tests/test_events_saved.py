"""Saving a board's events: by command, while it is watched, on the page; and what doctor says."""

import json
import sys
import threading

import pytest

from browser import serving
from hearing import awaited, said
from mpremote_port import board_on_port
from patience import PATIENCE_S
from tourelle_host import cli, paths
from tourelle_host.blackbox import events, rereading
from tourelle_host.doctor import inquiry
from tourelle_host.doctor.inquiry import Facts, findings
from tourelle_host.sim.board import SimulatedBoard
from tourelle_host.sim.disk import Stored

CRASH = """\
@event black-box 1 tourelle 0.1.0 board avalam
@event crash RuntimeError: a loose screw
@event 7 83512 lift c9
@event switches d9
@event record 0 avalam
@event end 8
"""


def steps(text):
    """The steps of the game that a file of events tells, and what the board decided."""
    found = events.read(text)
    return found.steps, [one.word for one in rereading.then(events.scene(found))]


@pytest.fixture
def crashed(tmp_path):
    """Files of a board whose firmware has crashed once."""
    kept = tmp_path / "blackbox.txt"
    kept.write_text(CRASH)
    return {**paths.firmware(), "board.json": paths.board("avalam"), "blackbox.txt": kept}


def playing(board):
    """Play a step at a board that lives in real time; its address."""
    for command, word in (("set avalam", "@turn"), ("send move c9-d9", "@move")):
        with awaited(board, word):
            board.do(command)
    return port(board)


def port(board):
    """The address of its serial port."""
    assert board.port
    return board.port.address


@pytest.mark.needs_micropython
def test_a_command_saves_a_running_boards_events(tmp_path, capsys, crashed):
    path = tmp_path / "events.txt"
    with board_on_port(stored=Stored(files=crashed)) as board:
        address = playing(board)
        for name in ("events.txt", "events-2.txt"):
            assert cli.main(["events", str(path), "--port", address]) == 0
            assert f"Saved in {tmp_path / name}" in capsys.readouterr().out
            assert steps((tmp_path / name).read_text()) == (["c9-d9"], ["move"])
        assert cli.main(["events", "--crash", str(tmp_path / "crash.txt"), "--port", address]) == 0
        assert (tmp_path / "crash.txt").read_text().endswith("\n\n" + CRASH)
        capsys.readouterr()
        assert cli.main(["doctor", "--port", address]) == 1
        out = capsys.readouterr().out
        assert "blackbox.txt on it says what came before its firmware crashed" in out
        assert "(RuntimeError: a loose screw)" in out and "tourelle events --crash FILE" in out
    assert cli.main(["replay", "--events", str(tmp_path / "crash.txt")]) == 0
    assert "It ended with a crash: RuntimeError: a loose screw." in capsys.readouterr().out


@pytest.mark.needs_micropython
def test_a_board_in_its_safe_mode_gives_them_too(tmp_path, capsys, crashed, silent_after_a_fault):
    count = tmp_path / "crashes.txt"
    count.write_text("3 RuntimeError: a loose screw")
    with board_on_port(stored=Stored(files={**crashed, "crashes.txt": count})) as board:
        address = port(board)
        path = tmp_path / "crash.txt"
        assert cli.main(["events", "--crash", str(path), "--port", address]) == 0
        assert path.read_text() == CRASH
        found = findings(inquiry.interrogate(address))
        assert any("crashed (RuntimeError: a loose screw)" in one.text for one in found)


@pytest.mark.needs_micropython
def test_a_board_that_has_not_crashed_keeps_nothing_of_it(tmp_path, capsys):
    with board_on_port() as board:
        path = tmp_path / "crash.txt"
        assert cli.main(["events", "--crash", str(path), "--port", port(board)]) == 2
        assert "keeps nothing of a crash" in capsys.readouterr().err
        assert not path.exists()


@pytest.mark.parametrize("where", ["crash", "files"])
def test_doctor_names_the_file(where):
    told = {"crash": "blackbox.txt"} if where == "crash" else {"files": ["blackbox.txt"]}
    facts = Facts("p", "@hello tourelle 0.1.0 link 1 board avalam cells 49", told)
    (one,) = [one for one in findings(facts) if "blackbox.txt" in one.text]
    assert one.wrong and "its firmware crashed: save it (tourelle events --crash" in one.text


class _Enters:
    """Standard input on which Enter is pressed when the board has played."""

    def __init__(self, followed, before):
        self.followed = followed
        self.before = before

    def __iter__(self):
        assert self.followed.wait(PATIENCE_S)
        self.before()
        yield "\n"


@pytest.mark.needs_micropython
@pytest.mark.parametrize("there", [True, False])
def test_enter_saves_them_while_the_board_is_watched(tmp_path, capfd, monkeypatch, there):
    path = tmp_path / "folder" / "events.txt"
    path.parent.mkdir()
    with board_on_port() as board:
        address = playing(board)
        begin = list if there else path.parent.rmdir
        monkeypatch.setattr(sys, "stdin", _Enters(said(board, "@record 2 none"), begin))

        def unplug(line):
            if line.startswith("@event end"):
                threading.Thread(target=board.do, args=["power off"]).start()

        board.on_line.append(unplug)
        arguments = ["watch", "--text", "--port", address, "--events", str(path)]
        assert cli.main(arguments) == 2  # the board is gone then
        out, err = capfd.readouterr()
    assert "@event" not in out and "Enter saves what the board felt last." in err
    if not there:
        assert f"the events cannot be saved in {path}: No such file or directory" in err
    else:
        assert f"The events are saved in {path}" in err
        assert steps(path.read_text()) == (["c9-d9"], ["move"])


# -- on the page


def fetched(browser):
    """The text of the events that the page saves."""
    browser.one("#wrong").click()
    browser.until(browser.saved)
    name, text = browser.saved()
    assert name.startswith("events-20")
    return text


@pytest.mark.deep
@pytest.mark.needs_chromium
def test_that_was_wrong_saves_them_and_says_what_to_do(browser):
    with serving("play") as address:
        browser.open(address)
        browser.ask({"new": "avalam", "options": {}})
        browser.until(lambda: browser.text("#status .headline") == "Yellow to move")
        browser.do("lift c9")
        browser.do("drop d9")
        browser.do("nudge d9")
        browser.until(lambda: browser.moves() == ["c9-d9"])
        browser.until(lambda: browser.one("#wrong").is_displayed())
        assert browser.one("#wrong").text == "That was wrong"
        assert steps(fetched(browser)) == (["c9-d9"], ["move"])
        browser.until(lambda: browser.one("#wrong-dialog").is_displayed())
        text = browser.text("#wrong-dialog")
        assert "tourelle replay --events events-20" in text and "Press Undo" in text
        assert "@event" not in browser.text("#words")
        browser.one("#wrong-dialog button").click()
        browser.do("power off")
        browser.until(lambda: browser.text("#status .headline") == "The power is off")
        browser.ask({"save": "events"})
        browser.until(lambda: "switched off" in browser.text("#link-note"))


@pytest.mark.deep
@pytest.mark.needs_micropython
@pytest.mark.needs_chromium
def test_a_mirror_saves_those_of_its_board(browser):
    with board_on_port() as board, serving("watch", "--port", playing(board)) as address:
        browser.open(address)
        browser.until(lambda: browser.one("#wrong").is_displayed())
        assert steps(fetched(browser)) == (["c9-d9"], ["move"])


@pytest.mark.deep
@pytest.mark.needs_chromium
def test_a_record_has_no_events(browser, tmp_path):
    path = tmp_path / "game.txt"
    path.write_text("Game: avalam\n\n1. y c9-d9\n")
    with serving("replay", str(path)) as address:
        browser.open(address)
        browser.until(lambda: browser.text("#steps output") == "0 of 1")
        assert not browser.one("#wrong").is_displayed()
        browser.ask({"save": "events"})
        browser.until(lambda: "no board that could tell" in browser.text("#link-note"))


def test_the_simulated_board_tells_its_events_in_virtual_time(vm):
    with SimulatedBoard("avalam", vm) as board:
        board.do("set avalam")
        board.advance(1500)
        board.send(b"blackbox\n")
        board.advance(2000)
        assert json.dumps(board.lines[-1]) == '"@event end 1"'
