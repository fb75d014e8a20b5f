"""Says why a board leads the hands back, from its lines and its game's own reasons."""

from tourelle import games
from tourelle.games import reasons
from tourelle.games.position import Position

NONE = "@reason none"


class WhyNot:
    """Hears a board's lines and gives the line "@reason ..." whenever the reason changes."""

    def __init__(self):
        self._said = NONE
        self._forget()

    def _forget(self) -> None:
        self._position: Position | None = None
        self._pushed = 0  # steps on top of the position that was told
        self._closed = bytearray()  # the switches
        self._changed: list[int] = []  # of each cell: number of the last change
        self._number = 0
        self._since = 0  # number of the last change before the last step
        self._led = False  # not because of what the hands did

    def hear(self, line: str) -> str | None:
        """Take in a line; the line to be told after it, None where there is none."""
        word, _, rest = line.partition(" ")
        try:
            self._hear(word, rest.split())
            reason = f"@reason {self._reason() or 'none'}"
        except (ValueError, IndexError):  # half a line, or a game that is not known here
            self._forget()
            reason = NONE
        if reason == self._said:
            return None
        self._said = reason
        return reason

    def _hear(self, word: str, words: list[str]) -> None:
        if word in ("@hello", "@game"):
            self._forget()
        elif word == "@position":
            self._stand(games.read(" ".join(words)))
        elif self._position is None:
            pass
        elif word == "@move":
            self._position.push(self._position.parse_move(words[-1]))
            self._pushed += 1
            self._step()
        elif word == "@undo":
            if not self._pushed:
                raise ValueError("a step that was not heard of")
            self._position.pop()
            self._pushed -= 1
            self._step()
        elif word in ("@lift", "@down"):
            self._change(self._position.cell(words[0]), word == "@down")
        elif word == "@way-back":
            lit = words != ["none"]
            self._led = lit and (self._led or self._number == self._since)
        self._led = self._led and self._differs()

    def _stand(self, position: Position) -> None:
        """The board tells its position; at first nothing is known of its switches but that."""
        self._position = position
        self._pushed = 0
        if not self._closed:
            self._closed = bytearray(position.occupancy)
            self._changed = [0] * len(self._closed)


    def _step(self) -> None:
        """Where a step is not there yet on the board, the hands are led to it."""
        self._since = self._number
        self._led = True

    def _differs(self) -> bool:
        return self._position is not None and self._closed != self._position.occupancy

    def _change(self, cell: int, down: bool) -> None:
        self._number += 1
        self._changed[cell] = self._number
        self._closed[cell] = down

    def _reason(self) -> str:
        position = self._position
        if position is None or self._led:
            return ""
        occupied = position.occupancy
        order = sorted(range(len(self._closed)), key=self._changed.__getitem__)
        lifted = [cell for cell in order if occupied[cell] and not self._closed[cell]]
        since = self._changed[lifted[0]] if lifted else self._since
        put = [
            cell
            for cell in order
            if self._closed[cell] and (not occupied[cell] or self._changed[cell] > since)
        ]
        return reasons.of_hands(position, lifted, put)
