"""Which turns of a board's game a host has to think about, from the board's lines."""

from collections.abc import Callable

from tourelle.who import HOST
from tourelle_host.recorder import Recorder

_TRIES = 2  # refused moves in one position before a person takes over


class Sides:
    """The sides of a board's game that are a host's.

    A game so far is the text of its start, and its steps.

    hosts   the letters of those sides
    number  counts the games: it grows with each new game
    """

    def __init__(
        self,
        send: Callable[[str], None],
        tell: Callable[[str], None],
        asks: bool = False,
        only: Callable[[str], bool] = lambda side: True,
    ):
        """send: a line to the board; tell: a sentence to people. asks: somebody asks the board for
        its record after each `@game`, see Recorder. only: whether this side is played here."""
        self._send = send
        self._tell = tell
        self._only = only
        self._recorder = Recorder(asks=asks)
        self.hosts: set[str] = set()
        self._resting = True  # nothing to think about until the board says more
        self._refused = 0  # moves refused in the present position
        self._sent: tuple[str, ...] | None = None  # the game with the turn that was sent
        self._at: tuple[str, ...] = ()  # the game when it was last looked at

    @property
    def number(self) -> int:
        return self._recorder.number

    def hear(self, line: str) -> None:
        """Take in a line from the board."""
        self._recorder.hear(line)
        word, _, rest = line.partition(" ")
        if word == "@game":
            self.hosts = set()
            self._resting = False
            self._sent = None
        elif word == "@seat":
            side, _, who = rest.partition(" ")
            (self.hosts.add if who == HOST else self.hosts.discard)(side)
        elif word == "@over":
            self._resting = True
        elif word in ("@turn", "@undo"):
            self._resting = False
        elif word == "@error" and self._sent is not None:
            self._was_refused(rest)

    def turn(self) -> tuple[str, ...] | None:
        """The game whose next turn has to be found; None where there is none."""
        recorder = self._recorder
        record = recorder.record
        if record is None or recorder.gap or self._resting or not self.hosts:
            return None
        at = (record.start, *record.steps)
        sent = self._sent
        if sent is not None and sent[: len(at)] == at and len(at) < len(sent):
            return None  # our own turn, which the board plays step by step
        if at != self._at:
            self._at = at
            self._refused = 0
            self._sent = None
        if self._sent is not None:
            return None
        position = record.end()
        side = position.SIDES[position.turn]
        mine = side in self.hosts and self._only(side) and position.outcome() is None
        return at if mine else None

    def play(self, at: tuple[str, ...], steps: list[str]) -> None:
        """Send the turn that was found for a game."""
        self._sent = (*at, *steps)
        self._send(f"move {','.join(steps)}")

    def _was_refused(self, why: str) -> None:
        self._sent = None
        self._resting = True
        self._refused += 1
        if self._refused < _TRIES:
            self._send("hello")  # it may know more than we have heard
            return
        for side in sorted(filter(self._only, self.hosts)):
            self._tell(f"The board refuses the engine's move ({why}): a person plays {side} now.")
            self._send(f"seat {side} hand")
