"""The interface between a page's board and the code that shares its game with other boards."""

from collections.abc import Callable


class Friends:
    """Shares the game of the page's board with other boards; this base class shares with none.

    Its methods are called in the event loop only, and it uses the board there only.
    """

    def use(self, board: object, show: Callable[[dict], None]) -> None:
        """Share games of this board, which the page shows.

        board: a `SharedBoard` of sharing.py; show: tells the page the state of sharing.
        """

    def hear(self, line: str) -> None:
        """Take in a line from the board."""

    def swapped(self) -> None:
        """Another board has taken the place of the page's."""

    def ask(self, request: dict) -> None:
        """Do what a browser asks for. ValueError or UserError where that is impossible."""
        raise ValueError("this page has no way to boards elsewhere")
