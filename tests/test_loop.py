"""The outer loop, on a board whose every part is the test."""

import pytest

from table import Table
from tourelle.games import opening
from tourelle.loop import run
from tourelle.scanner import CLOSED

TURNS = 60


class Ended(Exception):
    """The test has seen enough turns: this ends the loop."""


class Board:
    """All parts of a board in one. A switch closes, and in one of the turns a line comes in."""

    NAME = "held"
    lost = 0

    def __init__(self, line_in):
        self.line_in = line_in
        self.turn = 0
        self.said = b""
        self.scanner = self.pixels = self.buzzer = self.console = self

    def ticks_ms(self):
        return self.turn

    def begin(self, closed):
        pass

    def changes(self, what, when, now):
        what[0], when[0] = CLOSED | 0, now
        return self.turn == 5

    def waiting(self):
        return False

    def receive(self, buffer):
        line = b"brightness 96\n" if self.turn == self.line_in else b""
        buffer[: len(line)] = line
        return len(line)

    def show(self, frame):
        pass

    def tone(self, hz):
        pass

    def send(self, buffer, count):
        self.said += bytes(buffer[:count])
        return count

    def wait(self, ms):
        self.turn += 1
        if self.turn == TURNS:
            raise Ended


@pytest.mark.parametrize("turn", range(4, 16))  # one of them is that in which it is seen
def test_a_line_that_comes_with_a_change_of_a_switch_is_not_lost(turn):
    board = Board(turn)
    with pytest.raises(Ended):
        run(Table("avalam").core, board)
    assert b"@down f1" in board.said
    assert b"@setting brightness 96" in board.said


class FullBoard(Board):
    """A host holds the port open and reads nothing until the 50th turn."""

    def __init__(self):
        super().__init__(20)
        self.rests = []
        self.most = 0

    def send(self, buffer, count):
        self.most = max(self.most, count)
        return 0 if self.turn < 50 else super().send(buffer, count)

    def wait(self, ms):
        self.rests.append(ms)
        super().wait(ms)


def test_a_host_that_does_not_read_stops_nothing():
    board = FullBoard()
    table = Table("avalam")
    with pytest.raises(Ended):
        run(table.core, board)
    assert table.core.session.settings.brightness == 96
    assert set(board.rests[10:50]) == {0}, "it is offered again in every turn"
    assert board.said.startswith(b"@down f1\r\n") and b"@setting" in board.said


def test_a_long_line_goes_out_in_pieces():
    board = FullBoard()
    with pytest.raises(Ended):
        run(Table("avalam").core, board)
    assert board.most <= 32


class BlindBoard(Board):
    """A board whose loop was late once: the scanner has lost samples by then."""

    def changes(self, what, when, now):
        self.lost = 340 if self.turn == 5 else 0
        return super().changes(what, when, now)


def test_changes_that_nobody_saw_are_told():
    board = BlindBoard(None)
    with pytest.raises(Ended):
        run(Table("avalam").core, board)
    assert board.said.count(b"@missed 340\r\n") == 1


def test_changes_that_waited_while_a_move_was_committed_count_with_their_times():
    """A nudge of 60 ms, told at once with all that was before it, is a touch."""
    table = Table("avalam")
    table.start(opening("avalam"))
    table.lift("c9")
    table.touch("d9")
    table.lines.clear()
    table.run(1000)
    core = table.core
    cell = table.cells.cell("f5")

    class Late:
        lost = 0

        def changes(self, what, when, now):
            what[0], when[0] = cell, now - 100
            what[1], when[1] = cell | CLOSED, now - 40
            return 2

    core.sense(Late(), table.now)
    core.tick(table.now)
    table.run(100)
    assert table.moves() == ["y c9-d9"]
    assert table.said("lift") == ["f5"] and table.said("down") == ["f5"]
    assert core.session.play.reader
    assert core.session.play.reader.tokens.touched(cell, 0, 1000)
