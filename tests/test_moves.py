"""Moves as values, on the host."""

import pytest

from beside import NAMES
from tourelle.games import IllegalMove, opening
from tourelle_host import moves


def test_a_move_says_what_it_is():
    position = opening("avalam")
    move = moves.parsed(position, "c9-d9")
    assert (str(move), repr(move), move.side) == ("c9-d9", "<Move c9-d9 of y>", "y")
    names = position.grid.names
    assert [names[cell] for cell in move.cells] == ["c9", "d9"]


@pytest.mark.parametrize("name", NAMES)
def test_legal_moves_are_those_of_the_rules_and_compare_as_values(name):
    position = opening(name)
    found = list(moves.legal(position))
    assert [move.number for move in found] == list(position.legal_moves())
    assert len(set(found)) == len(found)
    for move in found:
        again = moves.parsed(position, move.text)
        assert again == move and again is not move
        position.push(move.number)
        position.pop()


def test_an_illegal_move_is_refused():
    with pytest.raises(IllegalMove):
        moves.parsed(opening("avalam"), "c9-c9")
