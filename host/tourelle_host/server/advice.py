"""What the page says besides the board's own words: what to do now, why not, what OK does.

Each comes as a line: "@task ...", "@reason ...", "@ok ...", or with "none". "@box t1" names what
to take from the box. Where a hand takes only some of the pieces, "@lifts e5*1=e6,f5 e8*2=e7.e6"
says how many, and where they may go: one on each where several cells are joined. For the last
step, "@carry from a2 a3 to a4 box e6=t1" says where the lifted pieces go and what comes from the
box; "@carry edge c3 c4" names the cells beside a barrier to be put up.
"""

from tourelle.games import Footprint
from tourelle.games.position import Position
from tourelle_host.server import tasks
from tourelle_host.whynot import Hands, Moved, WhyNot

_NOTHING = {"task": "", "ok": "", "box": "", "carry": "", "lifts": ""}
_STEPS = ("@hello", "@game", "@position", "@move", "@undo")


class Advice:
    """Hears a board's lines, and returns the lines to be told after each.

    hands   what hands have done and are asked to do, by the same lines
    """

    def __init__(self):
        self._why_not = WhyNot()
        self._said = dict(_NOTHING)

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
            now["lifts"] = _lifts(hands)
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


def _lifts(hands: Hands) -> str:
    """For each cell where a step takes some pieces and leaves others: how many, and where to."""
    position = hands.position
    if position is None or position.outcome() is not None:
        return ""
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
    lifts = {cell: str(count) for cell, count in hands.tops.items()}
    for cell, found in taken.items():
        counts = {count for count, _ in found}
        if len(counts) == 1 and 0 not in counts and cell not in lifts:
            ways = {_line(position, cell, foot.filled + foot.reached) for _, foot in found}
            lifts[cell] = f"{counts.pop()}={','.join(sorted(ways))}"
    return " ".join(f"{names[cell]}*{lifts[cell]}" for cell in sorted(lifts))


def _line(position: Position, start: int, cells: bytes) -> str:
    """The cells where pieces from a cell are put, the nearest first: "e7.e6"."""
    grid = position.grid

    def far(cell: int) -> int:
        across = abs(grid.columns[start] - grid.columns[cell])
        return max(across, abs(grid.rows[start] - grid.rows[cell]))

    return ".".join(grid.names[cell] for cell in sorted(cells, key=far))
