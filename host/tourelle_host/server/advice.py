"""What the page says besides the board's own words: what to do now, why not, what OK does.

Each comes as a line: "@task ...", "@reason ...", "@ok ...", or with "none". "@box t1" names what
to take from the box. Where a hand takes only some of the pieces, "@lifts e5*1 e8*2" says how
many. For the last step, "@carry from a2 a3 to a4 box e6=t1" says where the lifted pieces go and
what comes from the box; "@carry edge c3 c4" names the cells beside a barrier to be put up.
"""

from collections import namedtuple

from tourelle.games import Footprint
from tourelle.games.position import Position
from tourelle_host.server import tasks
from tourelle_host.whynot import Hands, Moved, WhyNot

_NOTHING = {"task": "", "ok": "", "box": "", "carry": "", "lifts": ""}

# What a hand takes from a cell, where that is less than all.
#   pieces   how many
#   each     whether one of them is then put on each of several cells
#   ways     where they may go: names of cells, the nearest first
Lift = namedtuple("Lift", ("pieces", "each", "ways"))

_STEPS = ("@hello", "@game", "@position", "@move", "@undo")


class Advice:
    """Hears a board's lines, and returns the lines to be told after each.

    hands   what hands have done and are asked to do, by the same lines
    lifts   what a hand takes from a cell where that is less than all: the cell's name -> `Lift`
    """

    def __init__(self):
        self._why_not = WhyNot()
        self._said = dict(_NOTHING)
        self._steps: dict[str, Lift] = {}  # what the legal steps take
        self.lifts: dict[str, Lift] = {}

    @property
    def hands(self) -> Hands:
        return self._why_not.hands

    def hear(self, line: str) -> list[str]:
        """Take in a line; returns what has changed because of it."""
        lines = [reason] if (reason := self._why_not.hear(line)) else []
        if line.startswith(("@hello", "@game")):
            self._said = dict(_NOTHING)  # the story forgets these lines, too
        hands = self.hands
        now = _tasks(hands)
        if line.startswith(_STEPS):
            now["carry"] = _carry(hands)
            self._steps = _lifts(hands)
        self.lifts = self._steps if hands.counted is None else _counted(hands)
        lifts = sorted(self.lifts.items())
        now["lifts"] = " ".join([f"{cell}*{lift.pieces}" for cell, lift in lifts])
        for word, text in now.items():
            if self._said[word] != text:
                self._said[word] = text
                lines.append(f"@{word} {text or 'none'}")
        return lines


def _tasks(hands: Hands) -> dict[str, str]:
    """What to do now, what to take from the box, and what OK does; "" for nothing."""
    position = hands.position
    game = tasks.load(position.NAME) if position and position.outcome() is None else None
    if position is None or game is None:
        return {"task": "", "ok": "", "box": ""}
    moved = Moved([], [], []) if hands.led else hands.moved()
    return {
        "task": game.now(position, moved),
        "ok": game.ok(position),
        "box": "" if hands.led else game.box(position, moved),
    }


def _carry(hands: Hands) -> str:
    """Where the pieces of the last step are carried."""
    if hands.position is None or hands.step is None:
        return ""
    names = hands.position.grid.names
    step = hands.step
    words = {
        "from": [names[cell] for cell in step.off],
        "to": [names[cell] for cell in step.to],
        "box": [f"{names[cell]}={piece}" for cell, piece in step.box.items()],
        "edge": [names[cell] for cell in step.edge],
    }
    return " ".join(" ".join([word, *cells]) for word, cells in words.items() if cells)


def _counted(hands: Hands) -> dict[str, Lift]:
    """What the board counts where it leads the hands."""
    if hands.position is None or hands.counted is None:
        return {}
    names = hands.position.grid.names
    each = len(hands.asked) > 1
    return {names[cell]: Lift(count, each, []) for cell, count in hands.counted.items()}


def _lifts(hands: Hands) -> dict[str, Lift]:
    """For each cell where a step takes some pieces and leaves others."""
    position = hands.position
    if position is None or position.outcome() is not None:
        return {}
    names = position.grid.names
    taken: dict[int, list[tuple[int, Footprint]]] = {}
    for move in list(position.legal_moves()):
        foot = position.footprint(move)
        for cell in foot.vacated:
            taken.setdefault(cell, []).append((0, foot))
        for cell in foot.left:
            high = len(position.pieces(cell))
            position.push(move)
            taken.setdefault(cell, []).append(((high - len(position.pieces(cell))) // 2, foot))
            position.pop()
    lifts = {cell: Lift(count, False, []) for cell, count in hands.tops.items()}
    for cell, found in taken.items():
        counts = {count for count, _ in found}
        if len(counts) == 1 and 0 not in counts and cell not in lifts:
            ways = {_way(position, cell, foot.filled + foot.reached) for _, foot in found}
            each = any(len(way) > 1 for way in ways)
            lifts[cell] = Lift(counts.pop(), each, sorted(ways))
    return {names[cell]: lift for cell, lift in lifts.items()}


def _way(position: Position, start: int, cells: bytes) -> tuple[str, ...]:
    """The cells where pieces from a cell are put, the nearest first."""
    grid = position.grid

    def far(cell: int) -> int:
        across = abs(grid.columns[start] - grid.columns[cell])
        return max(across, abs(grid.rows[start] - grid.rows[cell]))

    return tuple([grid.names[cell] for cell in sorted(cells, key=far)])
