"""What the messages need of whatever carries them: calls, later calls, the date, an engine."""

from collections.abc import Callable


class Carrier:
    """Where messages are made and brought to the page; this one is nowhere: it only calls."""

    def post(self, call: Callable, *arguments: object) -> None:
        """Make a call where messages are made, soon; it may come from another thread."""
        call(*arguments)

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        """Make a call after so long."""

    def patience(self, seconds: float) -> float:
        """How long to wait for a board's answer that usually comes within so many seconds."""
        return seconds

    def today(self) -> str:
        """The date, "2026-11-24"; "" where nobody knows."""
        return ""

    def player(self, who: str) -> str:
        """Who plays where the page asks for somebody ("host": this computer), as the link says."""
        return who

    def engine(
        self,
        send: Callable[[str], None],
        tell: Callable[[str], None],
        only: Callable[[str], bool],
    ) -> "Engine":
        """The player of the sides of a host that `only` names; ValueError where nobody can.

        send: a line to the board; tell: what a person should know, in a sentence.
        """
        raise ValueError("there is no engine here that could play")

    def analyst(
        self, game: str, tell: Callable[[str], None], gone: Callable[[str], None]
    ) -> "Engine":
        """The analyst of positions of a game, spoken to in UGI; ValueError without one.

        tell: its lines; gone: why it says no more, in a sentence.
        """
        raise ValueError("There is no engine here that could look at positions.")


class Engine:
    """What is spoken to line by line until it is closed.

    A player hears all of the board's lines and plays a host's sides; an analyst is told UGI.
    """

    def hear(self, line: str) -> None:
        """It is told this: what the board has said, or a line of UGI."""

    def close(self) -> None:
        """Nobody needs it any more."""
