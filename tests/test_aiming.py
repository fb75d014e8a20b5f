"""Where what the hand holds may go: the server knows it from the hand and the board's lines."""

import pytest

from tourelle import games
from tourelle_host.server.advice import Advice
from tourelle_host.server.aiming import Aiming
from tourelle_host.sim.world import World

TOURS = "tours w b2=w3 e2=b3 h8=b1 a8=w1"


class Board:
    """A board with its hand: what the browsers are told of where that may put things."""

    def __init__(self, text):
        position = games.read(text)
        self.cell = position.grid.cell
        self.world = World(position.grid)
        self.world.set(position)
        self.advice = Advice()
        self.aiming = Aiming(self.advice)
        self.told(f"@game {position.NAME}", f"@position {position.text()}")

    def told(self, *lines):
        changes = []
        for line in lines:
            self.advice.hear(line)
            changes.append(self.aiming.hear())
        return changes

    def lift(self, cell, count=None):
        self.world.lift(self.cell(cell), count)
        return self.look()

    def drop(self, cell, pieces=None):
        self.world.drop(self.cell(cell), pieces)
        return self.look()

    def look(self):
        seen = self.world.snapshot()
        self.aiming.see(seen["lifted"], seen["laid"])
        return self.aims

    @property
    def aims(self):
        """The cells, and which of the two others holds."""
        told = self.aiming.aims
        return told["cells"] + [word for word in ("owed", "each") if told[word]]


@pytest.fixture
def board():
    return Board(TOURS)


def test_the_top_of_a_stack_goes_where_the_game_lays_it_out(board):
    assert board.look() == []
    assert board.lift("b2", 2) == ["b3", "c2", "c3", "each"]
    assert board.drop("c2", 1) == ["d2", "each"]
    assert board.drop("d2") == []


@pytest.mark.parametrize("count", [None, 1])
def test_what_the_game_would_not_lift_so_goes_nowhere(board, count):
    assert board.lift("b2", count) == []


def test_the_last_step_wants_what_is_left_in_the_hand(board):
    board.lift("b2", 2)
    board.drop("d2", 1)
    assert board.aims == ["c2", "each"]
    assert board.told("@move 1 w b2-d2") == [False]
    assert board.aims == ["c2", "each"]


def test_what_a_step_still_wants_is_owed_after_the_next(board):
    board.lift("b2", 2)
    board.drop("c2", 1)
    assert board.told("@move 1 w b2-d2", "@move 2 b e2-e3") == [False, True]
    assert board.aims == ["d2", "owed", "each"]
    assert board.told("@position " + board.advice.hands.position.text()) == [False]
    assert board.drop("h1", 1) == []
    assert board.lift("e2", 1) == ["e3"]  # where the board's move goes


def test_an_undo_wants_nothing_any_more(board):
    board.lift("b2", 2)
    board.drop("c2", 1)
    board.told("@move 1 w b2-d2", "@move 2 b e2-e3", "@undo 2 e2-e4")
    assert board.aims == ["each"]


def test_a_hand_that_was_empty_owes_nothing_though_nobody_looked(board):
    board.lift("b2", 2)
    board.drop("c2", 1)
    board.told("@move 1 w b2-d2", "@move 2 b e2-e3")
    board.world.drop(board.cell("d2"))
    assert board.lift("h8") == []


def test_what_was_lifted_elsewhere_too_is_none_of_the_steps(board):
    board.lift("b2", 2)
    board.told("@move 1 w b2-d2")
    assert board.aims == ["c2", "d2", "each"]
    assert board.lift("a8") == ["each"]


def test_what_the_board_counts_off_is_put_back_one_by_one(board):
    board.told("@way-back put g7 g8 remove b2*2")
    assert board.lift("b2", 2) == ["each"]
    board.told("@way-back put g8 remove b2*2")
    assert board.aims == ["each"]
