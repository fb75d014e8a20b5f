"""What a page's board needs of whoever shares its game with boards elsewhere."""

from collections.abc import Callable


class Friends:
    """Shares the game of the page's board with boards elsewhere; this one has none to share with.

    They may ask for the board from the event loop only, and are asked there.
    """

    def use(self, seat: object, show: Callable[[dict], None]) -> None:
        """This is the page's board, see sharing.py; show: tells the page how it stands."""

    def hear(self, line: str) -> None:
        """The board has said this."""

    def gone(self) -> None:
        """The board was taken away, and another one is there."""

    def ask(self, request: dict) -> None:
        """Do what a browser asks for; ValueError or UserError where it cannot be."""
        raise ValueError("this page has no way to boards elsewhere")
