"""`tourelle opponent`: the engine on the sides of a board that a host has."""

import queue
import signal
import subprocess
import sys
import threading
from functools import partial

import pytest

from hearing import said
from mpremote_port import board_on_port
from patience import PATIENCE_S
from tourelle.games import opening, read
from tourelle_host.engine.opponent import Opponent
from tourelle_host.engine.process import Broken, Process
from tourelle_host.engine.sides import Sides

START = opening("avalam").text()
GAME = ("@game avalam", f"@position {START}", "@turn y")


class Board:
    """Stands for a board: keeps what an opponent sends, and says what a test has it say."""

    def __init__(self, **options):
        self.sent: queue.Queue[str] = queue.Queue()
        self.told: queue.Queue[str] = queue.Queue()
        self.opponent = Opponent(self._heard, self.told.put, seconds=0.05, **options)

    def __enter__(self):
        self.opponent.__enter__()
        return self

    def __exit__(self, *_):
        self.opponent.__exit__()

    def _heard(self, line: str) -> None:
        if line != "seat":  # it is alive, which it says where it thinks for long
            self.sent.put(line)

    def say(self, *lines: str) -> None:
        for line in lines:
            self.opponent.hear(line)

    def move(self) -> str:
        """The next move that it sends."""
        word, _, text = self.sent.get(timeout=PATIENCE_S).partition(" ")
        assert word == "move"
        return text

    def silent(self) -> bool:
        """Whether it has nothing to send to all that the board has said."""
        self.opponent.rest()
        return self.sent.empty()


def test_it_plays_the_sides_of_a_host_and_no_others():
    with Board() as board:
        board.say(*GAME, "@seat r host")
        assert board.silent(), "it is a person's turn"
        board.say("@move 1 y c9-d9", "@turn r")
        position = read(START)
        position.push_turn("c9-d9")
        first = board.move()
        position.push_turn(first)
        board.say(f"@move 2 r {first}", "@turn y")
        assert board.silent()
        board.say("@seat y host")
        position.parse_move(board.move())


def test_it_thinks_afresh_when_something_was_taken_back():
    with Board() as board:
        board.say(*GAME, "@seat r host", "@move 1 y c9-d9", "@turn r")
        board.move()
        board.say("@undo 1 c9-d9", "@turn y")
        assert board.silent()
        board.say("@move 1 y e4-e3", "@turn r")
        position = read(START)
        position.push_turn("e4-e3")
        position.parse_move(board.move())


def test_a_turn_of_several_steps_is_sent_at_once_and_played_step_by_step():
    start = opening("tours", {"turn": "form-and-collapse"}).text()
    with Board() as board:
        board.say("@game tours turn=form-and-collapse", f"@position {start}", "@seat w host")
        turn = board.move().split(",")
        position = read(start)
        position.push_turn(",".join(turn))
        assert len(turn) == 2
        board.say(f"@move 1 w {turn[0]}")
        assert board.silent(), "the board goes on by itself"
        board.say(f"@move 2 w {turn[1]}", "@turn b")
        assert board.silent()


def test_a_move_that_the_board_refuses_twice_leaves_the_seat_to_a_person():
    with Board() as board:
        board.say(*GAME, "@seat y host")
        board.move()
        board.say("@error 'c9-d9' is not a legal move here")
        assert board.sent.get(timeout=PATIENCE_S) == "hello"
        board.say(*GAME, "@seat y host")
        board.move()
        board.say("@error 'c9-d9' is not a legal move here")
        assert board.sent.get(timeout=PATIENCE_S) == "seat y hand"
        assert "refuses the engine's move" in board.told.get(timeout=PATIENCE_S)
        assert board.silent(), "though the board has not said yet that a person plays"
        board.say("@seat y hand", "@turn y")
        assert board.silent()


def test_a_refused_move_leaves_no_side_that_another_host_plays_to_a_person():
    sent: list[str] = []
    told: list[str] = []
    sides = Sides(sent.append, told.append, only=lambda side: side == "y")
    for _ in range(2):
        for line in (*GAME, "@seat y host", "@seat r host"):
            sides.hear(line)
        at = sides.turn()
        assert at
        sides.play(at, ["c9-d9"])
        sides.hear("@error 'c9-d9' is not a legal move here")
    assert [line for line in sent if line.startswith("seat")] == ["seat y hand"] and len(told) == 1


def test_where_the_search_breaks_off_it_is_told_and_the_next_turn_has_another(monkeypatch):
    def ends(*_, **__):
        raise Broken("the search has broken off")

    with Board() as board:
        with monkeypatch.context() as broken:
            broken.setattr(Process, "begin", ends)
            board.say(*GAME, "@seat y host")
            assert board.told.get(timeout=PATIENCE_S) == "the search has broken off"
            board.say("@lift c9", "@down c9")
            board.opponent.rest()
        assert board.told.empty() and board.sent.empty()
        board.say("@move 1 y c9-d9", "@turn r", "@seat r host")
        position = read(START)
        position.push_turn("c9-d9")
        position.parse_move(board.move())
        board.say(*GAME, "@seat y host")  # another game begins where it broke off
        read(START).parse_move(board.move())


def test_an_unforeseen_failure_is_told(monkeypatch):
    def fails(*_):
        raise ZeroDivisionError("a fault")

    monkeypatch.setattr(Opponent, "_look", fails)
    with Board() as board:
        board.say(*GAME)
        told = board.told.get(timeout=PATIENCE_S)
    assert told == "the engine's thread failed (ZeroDivisionError: a fault)"


def test_an_end_is_an_end():
    with Board() as board:
        board.say(*GAME, "@seat y host", "@over y 1 0")
        board.opponent.rest()
        while not board.sent.empty():
            board.sent.get()
        board.say("@score 1 0")
        assert board.silent()


def _interrupted(call, line: int) -> bool:
    """Make a call, with Ctrl-C at a line of what it runs; whether it has as many lines."""
    left = line

    def trace(frame, event, _argument):
        nonlocal left
        if not frame.f_code.co_filename.endswith(("opponent.py", "queue.py", "threading.py")):
            return None  # what only happens to run
        left -= event == "line"
        if left < 0:
            raise KeyboardInterrupt
        return trace

    sys.settrace(trace)
    try:
        call()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(None)
    return False


def test_ctrl_c_while_it_is_told_a_line_does_not_put_it_to_sleep():
    line, interrupted = 0, True
    while interrupted:
        board = Board()
        opponent = board.__enter__().opponent
        assert board.silent()
        interrupted = _interrupted(partial(opponent.hear, "@turn y"), line)
        ends = threading.Thread(target=lambda it: it.silent() and it.__exit__(), args=(board,))
        ends.daemon = True
        ends.start()
        ends.join(PATIENCE_S)
        assert not ends.is_alive()
        line += interrupted
    assert line, "it was interrupted somewhere"


@pytest.fixture
def board():
    with board_on_port() as board:
        board.do("set avalam")
        _until(board, "@turn y")
        yield board


def _until(board, start: str) -> None:
    """Wait until the board says a line that starts so, from now on or before."""
    heard = said(board, start)
    if not any(line.startswith(start) for line in board.lines):
        assert heard.wait(PATIENCE_S), (start, board.lines[-9:])


def _command(board, *arguments: str) -> subprocess.Popen:
    assert board.port
    return subprocess.Popen(
        [sys.executable, "-m", "tourelle_host", "opponent", "--port", board.port.address]
        + ["--seconds", "0.1", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.needs_micropython
def test_the_command_plays_against_a_board_and_leaves_its_seat_at_the_end(board):
    with _command(board, "--side", "r") as process:
        _until(board, "@seat r host")
        board.do("send move c9-d9")
        assert process.stdout
        while not process.stdout.readline().startswith("move 2 r "):
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130 and err == ""
    _until(board, "@seat r hand")


@pytest.mark.needs_micropython
def test_the_command_says_when_the_board_goes_away(board):
    with _command(board, "--side", "r") as process:
        _until(board, "@seat r host")
        board.do("power off")
        _, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 2
    assert err.startswith("tourelle: the board on ") and "Traceback" not in err
