"""What the page says beside the board's own words: what is to be done now, why not, what OK does.

Each comes as a line: "@task ...", "@reason ...", "@ok ...", or with "none". So does what a hand
takes where that is less than all: "@lifts e5*1 e8*3+"; with "+" one piece is put on each cell.
"""

from tourelle_host.server import tasks
from tourelle_host.whynot import Hands, WhyNot

_NOTHING = {"task": "", "ok": "", "lifts": ""}
_STEPS = ("@hello", "@game", "@position", "@move", "@undo")


class Advice:
    """Hears a board's lines and gives the lines to be told after each."""

    def __init__(self):
        self._why_not = WhyNot()
        self._said = dict(_NOTHING)

    def hear(self, line: str) -> list[str]:
        """Take in a line; what has changed with it."""
        told = [reason] if (reason := self._why_not.hear(line)) else []
        if line.startswith(("@hello", "@game")):
            self._said = dict(_NOTHING)  # the story forgets them, too
        hands = self._why_not.hands
        task, ok = _tasks(hands)
        now = {"task": task, "ok": ok}
        if line.startswith(_STEPS):
            now["lifts"] = _lifts(hands)
        for word, text in now.items():
            if self._said[word] != text:
                self._said[word] = text
                told.append(f"@{word} {text or 'none'}")
        return told


def _tasks(hands: Hands) -> tuple[str, str]:
    """What is to be done now, and what OK does, in the game's own words; "" for nothing."""
    position = hands.position
    if position is None or position.outcome() is not None:
        return "", ""
    game = tasks.load(position.NAME)
    if game is None:
        return "", ""
    lifted, put = ([], []) if hands.led else hands.moved()
    return game.now(position, lifted, put), game.ok(position)


def _lifts(hands: Hands) -> str:
    """From which cells a step takes so many pieces, and leaves others: each that sets out there."""
    position = hands.position
    if position is None or position.outcome() is not None:
        return ""
    taken: dict[int, set[tuple[int, bool]]] = {}
    for move in list(position.legal_moves()):
        foot = position.footprint(move)
        for cell in foot.vacated:
            taken.setdefault(cell, set()).add((0, False))
        for cell in foot.left:
            high = len(position.pieces(cell))
            position.push(move)
            count = (high - len(position.pieces(cell))) // 2
            position.pop()
            taken.setdefault(cell, set()).add((count, len(foot.filled + foot.reached) > 1))
    lifts = {cell: str(count) for cell, count in hands.tops.items()}
    for cell, ways in taken.items():
        counts = {count for count, _ in ways}
        if len(counts) == 1 and 0 not in counts and cell not in lifts:
            each = any(each for _, each in ways)
            lifts[cell] = f"{counts.pop()}{'+' if each else ''}"
    return " ".join(f"{position.grid.names[cell]}*{lifts[cell]}" for cell in sorted(lifts))
