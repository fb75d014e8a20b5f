"""Says why a board leads the hands back, from its lines and its game's own reasons."""

from tourelle import games
from tourelle.games import TextError, reasons
from tourelle.games.position import Position

NONE = "@reason none"


class WhyNot:
    """Hears a board's lines and gives the line "@reason ..." whenever the reason changes.

    hands   the `Hands` that hear the same lines
    """

    def __init__(self):
        self.hands = Hands()
        self._said = NONE

    def hear(self, line: str) -> str | None:
        """Take in a line; the line to be told after it, None where there is none."""
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
            return reasons.of_hands(hands.position, *hands.moved())
        except TextError:  # a game that gives none
            return ""


class Hands:
    """What the hands have lifted and set down since the last step, by a board's lines.

    position   the game's, None where it is not known
    led        the board leads them to the position, and not because of what they did
    tops       cells of which the last step captured some pieces, and so many, where others stay
    """

    def __init__(self):
        self._forget()

    def _forget(self) -> None:
        self.position: Position | None = None
        self._pushed = 0  # steps on top of the position that was told
        self._closed = bytearray()  # the switches
        self._changed: list[int] = []  # of each cell: number of the last change
        self._number = 0
        self._since = 0  # number of the last change before the last step
        self.led = False
        self.tops: dict[int, int] = {}

    def hear(self, line: str) -> None:
        """Take in a line."""
        word, _, rest = line.partition(" ")
        try:
            self._hear(word, rest.split())
        except (ValueError, IndexError):  # half a line, or a game that is not known here
            self._forget()

    def moved(self) -> tuple[list[int], list[int]]:
        """Cells that were emptied, and those on which something was set down since and stands."""
        assert self.position is not None
        occupied = self.position.occupancy
        order = sorted(range(len(self._closed)), key=self._changed.__getitem__)
        lifted = [cell for cell in order if occupied[cell] and not self._closed[cell]]
        since = self._changed[lifted[0]] if lifted else self._since
        put = [
            cell
            for cell in order
            if self._closed[cell] and (not occupied[cell] or self._changed[cell] > since)
        ]
        return lifted, put

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
            self._step()
        elif word in ("@lift", "@down"):
            self._change(position.cell(words[0]), word == "@down")
        elif word == "@way-back":
            lit = words != ["none"]
            self.led = lit and (self.led or self._number == self._since)
        self.led = self.led and self._differs()

    def _stand(self, position: Position) -> None:
        """The board tells its position; at first nothing is known of its switches but that."""
        self.position = position
        self._pushed = 0
        if not self._closed:
            self._closed = bytearray(position.occupancy)
            self._changed = [0] * len(self._closed)


    def _push(self, position: Position, move: int) -> None:
        high = {cell: len(position.pieces(cell)) for cell in position.footprint(move).captured}
        position.push(move)
        self._pushed += 1
        left = {cell: len(position.pieces(cell)) for cell in high}
        self.tops = {cell: (high[cell] - left[cell]) // 2 for cell in high if left[cell]}

    def _step(self) -> None:
        """Where a step is not there yet on the board, the hands are led to it."""
        self._since = self._number
        self.led = True

    def _differs(self) -> bool:
        return self.position is not None and self._closed != self.position.occupancy

    def _change(self, cell: int, down: bool) -> None:
        self._number += 1
        self._changed[cell] = self._number
        self._closed[cell] = down
