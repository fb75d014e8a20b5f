"""Moves as objects: the rules only number them; here are notation and effect on the board."""

from collections.abc import Iterator
from dataclasses import dataclass

from tourelle.games import Footprint
from tourelle.games.position import Position


@dataclass(frozen=True)
class Move:
    """A legal step in some position.

    number  its number in the game's rules: push(number)
    text    its notation
    side    letter of the side that makes it
    foot    the cells that it changes
    """

    number: int
    text: str
    side: str
    foot: Footprint

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Move {self.text} of {self.side}>"

    @property
    def cells(self) -> list[int]:
        """The cells that it takes its pieces from, and the cells that it puts them on, in order."""
        foot = self.foot
        return sorted({*foot.vacated, *foot.filled, *foot.left, *foot.reached})


def move(position: Position, number: int) -> Move:
    """The step with this number in the rules; it must be legal."""
    side = position.SIDES[position.turn]
    return Move(number, position.move_text(number), side, position.footprint(number))


def legal(position: Position) -> Iterator[Move]:
    """The legal steps, in the rules' order."""
    for number in position.legal_moves():
        yield move(position, number)


def parsed(position: Position, text: str) -> Move:
    """The step with this notation. IllegalMove, AmbiguousMove or TextError."""
    return move(position, position.parse_move(text))
