"""Tells why a board leads the hands back, from its lines and its game's own reasons."""

from collections import namedtuple

from tourelle import games
from tourelle.games import TextError, reasons
from tourelle.games.position import Position

NONE = "@reason none"


# What the hands have done since the last step: cells, in the order in which it was done.
#   lifted   emptied since
#   put      something was set down there since, and is there
#   rested   something was set down there since and lifted again; empty before
Moved = namedtuple("Moved", ("lifted", "put", "rested"))

# Where the pieces of a step go, for hands that carry it out: cells.
#   off    where it lifts pieces
#   to     where it puts what it lifted
#   box    where it puts pieces from the box: cell -> the piece's name for `place`
#   edge   the two cells beside a barrier that it puts up
Carried = namedtuple("Carried", ("off", "to", "box", "edge"))


class WhyNot:
    """Hears a board's lines, and returns the line "@reason ..." whenever the reason changes.

    hands   the `Hands` that hear the same lines
    """

    def __init__(self):
        self.hands = Hands()
        self._said = NONE

    def hear(self, line: str) -> str | None:
        """Take in a line; returns the line to be told after it, or None."""
        self.hands.hear(line)
        reason = f"@reason {self._reason() or 'none'}"
        if reason == self._said:
            return None
        self._said = reason
        return reason

    def _reason(self) -> str:
        hands = self.hands
        if hands.position is None or hands.led:
            return ""
        try:
            lifted, put, _ = hands.moved()
            return reasons.of_hands(hands.position, lifted, put)
        except TextError:  # a game that gives no reasons
            return ""


class Hands:
    """What hands have lifted and set down since the last step, from a board's lines.

    position   the game's; None where it is not known
    led        whether the board leads hands to the position, other than because of what they did
    asked      cells where something has to be put, as the board last said
    counted    of what it leads hands to: cells where some pieces of several have to be removed ->
               how many; None where it leads them nowhere
    tops       cells where the last step captured some pieces of several -> how many
    step       where the pieces of the last step go; None without a step, or after an undo
    """

    def __init__(self):
        self._forget()

    def _forget(self) -> None:
        self.position: Position | None = None
        self._pushed = 0  # steps since the position that was told
        self.step: Carried | None = None
        self._rested: list[int] = []
        self._closed = bytearray()  # the state of the switches
        self._changed: list[int] = []  # number of each cell's last change
        self._number = 0
        self._since = 0  # number of the last change before the last step
        self.led = False
        self.asked: list[int] = []
        self.counted: dict[int, int] | None = None
        self.tops: dict[int, int] = {}
        self._captured: list[int] = []  # cells that the last step emptied by capture

    def hear(self, line: str) -> None:
        """Take in a line from the board."""
        word, _, rest = line.partition(" ")
        try:
            self._hear(word, rest.split())
        except (ValueError, IndexError):  # half a line, or a game that is not known here
            self._forget()

    def moved(self) -> Moved:
        """What hands have done since the last step."""
        assert self.position is not None
        occupied = self.position.occupancy
        order = sorted(range(len(self._closed)), key=lambda cell: (self._changed[cell], cell))
        lifted = [cell for cell in order if occupied[cell] and not self._closed[cell]]
        since = self._changed[lifted[0]] if lifted else self._since
        put = [
            cell
            for cell in order
            if self._closed[cell]
            and (not occupied[cell] or self._changed[cell] > since)
            and not (cell in self._captured and self._changed[cell] <= self._since)
        ]
        return Moved(lifted, put, self._rested if lifted else [])

    def _hear(self, word: str, words: list[str]) -> None:
        position = self.position
        if word in ("@hello", "@game"):
            self._forget()
        elif word == "@position":
            self._stand(games.read(" ".join(words)))
        elif position is None:
            return
        elif word == "@move":
            self._push(position, position.parse_move(words[-1]))
            self._step()
        elif word == "@undo":
            if not self._pushed:
                raise ValueError("a step that was not heard of")
            position.pop()
            self._pushed -= 1
            self.step = None
            self._captured = []
            self._step()
        elif word in ("@lift", "@down"):
            self._change(position.cell(words[0]), word == "@down")
        elif word == "@way-back":
            lit = words != ["none"]
            at = words.index("remove") if "remove" in words else len(words)
            self.asked = [position.cell(text.split("*")[0]) for text in words[1:at]]
            counts = [text.split("*") for text in words[at + 1 :] if "*" in text]
            counted = {position.cell(name): int(count) for name, count in counts}
            self.counted = counted if lit else None
            self.led = lit and (self.led or self._number == self._since)
        self.led = self.led and self._differs()

    def _stand(self, position: Position) -> None:
        """The board tells its position; at first that is all that is known of its switches."""
        if self.position is None or self.position.grid is not position.grid:
            self._forget()
            self._closed = bytearray(position.occupancy)
            self._changed = [0] * len(self._closed)
        self.position = position
        self._pushed = 0

    def _push(self, position: Position, move: int) -> None:
        foot = position.footprint(move)
        high = {cell: len(position.pieces(cell)) for cell in foot.captured}
        # Pieces from the box are like those that are there already, or those there afterwards.
        carried = foot.vacated + foot.left
        added = [] if carried else list(foot.reached)
        box = {cell: position.stack_text(cell) for cell in added}
        position.push(move)
        self._pushed += 1
        laid = [cell for cell in foot.filled if cell in foot.via or not carried]
        for cell in laid:
            box[cell] = position.stack_text(cell)
        to = [cell for cell in foot.filled + foot.reached if cell not in box]
        edge = [] if foot.filled or carried else list(foot.via)
        self.step = Carried(list(carried), to, box, edge)
        left = {cell: len(position.pieces(cell)) for cell in high}
        self.tops = {cell: (high[cell] - left[cell]) // 2 for cell in high if left[cell]}
        self._captured = [cell for cell in high if not left[cell]]

    def _step(self) -> None:
        """Where a step is not on the board yet, the board leads hands to it."""
        self._since = self._number
        self._rested = []
        self.led = True

    def _differs(self) -> bool:
        return self.position is not None and self._closed != self.position.occupancy

    def _change(self, cell: int, down: bool) -> None:
        assert self.position is not None
        if not down and self._closed[cell] and not self.position.occupancy[cell]:
            self._rested = [*(other for other in self._rested if other != cell), cell]
        self._number += 1
        self._changed[cell] = self._number
        self._closed[cell] = down
