"""Games that anything may happen to: a position of each, and gestures in it."""

from typing import NamedTuple

from table import Memory, Table
from tourelle import games

# A stack of two, g5, of which a step takes the top to a neighbour.
COLLAPSE = "tours w a1=b1 b1=b1 c1=b1 f8=w1 g8=w1 h8=w1 g5=w2"

# Where 2 rides to h3, 3 can only pass, and 1 goes on from e6.
FORCED = (
    "cabale 2 i1=J2 d2=d3 d3=t3 e3=t3 f3=d2 d4=t1 f4=d2 e5=t3 g5=t1 c6=d1 e6=J3 f6="
    "J1 a7=d3 c7=d2 e7=t1 f7=t2 a8=t2 c8=t1 d8=t1 e8=d2 c9=t1 e9=t3 ; tokens 12,10,"
    "12 ; doubles 3,0,2 ; barriers 1,2,2 ; walls a5/b5,a6/b5,b8/b9,c3/d2,c8/c9,c9/d"
    "8,d8/d9,e1/e2,e1/f1,e8/e9,e9/f8,f1/f2,h3/i2,h4/i4,h5/h6,h5/i4,h5/i5,i1/i2,i4/i"
    "5 ; options players=3"
)


class Scene(NamedTuple):
    """A position, and gestures in it, in the words of `hands.gesture`.

    first     tells a step of the side to move
    reply     tells one of the other side after that
    unclear   leaves two steps or more open, which the board asks about at an OK a while later
    adrift    no step does this, nor begins so
    silent    a step that no switch feels, as far as it is proposed; "" where a game has none
    host      the text of a legal step for a host; `other` of one after that
    ending    a position that the gesture `last` ends by the rules
    owing     what tells a step whose captured piece still stands; "" where nothing is captured
    """

    text: str
    first: str
    reply: str
    unclear: str
    adrift: str
    host: str
    other: str
    ending: str
    last: str
    silent: str = ""
    owing: str = ""

    def has(self, state: str) -> bool:
        """Whether the game can be in a state of states.py."""
        silent = bool(self.silent) or state != "proposing_a_silent_step"
        return silent and (bool(self.owing) or state != "owing_a_captured_piece")

    @property
    def sides(self) -> str:
        return games.read(self.text).SIDES

    def table(self) -> Table:
        """A table at which that position stands."""
        position = games.read(self.text)
        table = Table(position.grid.name, store=Memory())
        table.start(position)
        return table


AVALAM = Scene(
    text=games.opening("avalam").text(),
    first="lift c9 d9 drop d9",
    reply="lift e4 e3 drop e3",
    unclear="lift c9 drop d9",
    adrift="lift a4 drop e5",
    host="c9-d9",
    other="e4-e3",
    ending="avalam y c9=y1 d9=r1 a5=y1",
    last="lift c9 d9 drop d9",
)
TOURS = Scene(
    text="tours w d4=w2 d5=w1 f5=w2 f3=b1 c2=b2 c3=b1 g7=b2 g6=b1 h8=w1 a8=b2 a7=b1",
    first="lift f5 drop f5 g5",
    reply="lift c2 drop c2 b2",
    unclear="drop e5",
    adrift="lift c3 drop h1",
    host="f5-g5",
    other="c2-b2",
    ending="tours w d4=w2 c2=b1",
    last="lift d4 drop d4 e4",
    silent="touch d4 d5",
    owing="lift f5 drop f5 f4",
)


def cut(table: Table) -> Table:
    """The same board after a power cut."""
    store = table.store
    assert isinstance(store, Memory)
    kept = Memory(store.journal, store.last)
    again = Table(table.board["grid"], table.now, kept, bytes(table.switches))
    if table.core.session.report.following:
        again.send("follow on")
    again.run(20)
    return again


SCENES = {
    "avalam": AVALAM,
    "tours": TOURS,
    "collapse": TOURS._replace(text=TOURS.text + " ; options turn=form-and-collapse"),
}
