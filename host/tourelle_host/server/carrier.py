"""What the hub needs from its surroundings: calls, later calls, the date, an engine."""

from collections.abc import Callable


class Carrier:
    """Carries messages to the page. This one has no page, and only makes the calls."""

    def post(self, call: Callable, *arguments: object) -> None:
        """Make a call soon, where messages are made; may be used from any thread."""
        call(*arguments)

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        """Make a call after this time."""

    def patience(self, seconds: float) -> float:
        """How long to wait for an answer that a board usually gives within this time."""
        return seconds

    def today(self) -> str:
        """The date, "2026-11-24"; "" where it is unknown."""
        return ""

    def player(self, who: str) -> str:
        """The link's word for the player that the page calls `who` ("host": this computer)."""
        return who

    def engine(
        self,
        send: Callable[[str], None],
        tell: Callable[[str], None],
        only: Callable[[str], bool],
    ) -> "Engine":
        """An engine for the sides of a host that `only` names. ValueError where there is none.

        send: a line to the board; tell: a sentence to people.
        """
        raise ValueError("there is no engine here that could play")

    def analyst(
        self, game: str, tell: Callable[[str], None], ended: Callable[[str], None]
    ) -> "Engine":
        """An engine that analyses a game's positions, and talks UGI. ValueError without one.

        tell: called with its lines; ended: called with the reason, in a sentence, when it ends
        by itself.
        """
        raise ValueError("There is no engine here that could look at positions.")


class Engine:
    """Talked to line by line, until it is closed.

    A player hears all of the board's lines and plays a host's sides; an analyst hears UGI.
    """

    def hear(self, line: str) -> None:
        """Take in a line: one of the board's, or UGI."""

    def close(self) -> None:
        """It is no longer needed."""
