"""The board that a page shows, and what its browsers ask of it."""

from collections.abc import Callable

from tourelle_host.server import beginnings
from tourelle_host.server.beginnings import Beginning
from tourelle_host.server.carrier import Carrier
from tourelle_host.server.describe import describe
from tourelle_host.server.friends import Friends
from tourelle_host.server.hub import Hub
from tourelle_host.server.kept import KeptBoard
from tourelle_host.server.running import RunningBoard
from tourelle_host.sim.body import Body

_HELP = ("step", "back")  # what can be done on a person's behalf
_UNKNOWN = "the page sent an unknown request"


class ShownBoard:
    """The board that the page shows; it can be swapped for a board with another grid.

    hub   shows the board; to be served
    """

    def __init__(
        self,
        board: Body,
        carrier: Carrier,
        another: Callable[[str], Body] | None = None,
        fresh: bool = False,
        friends: Friends | None = None,
        kept: Callable[[str], Body] | None = None,
    ):
        """Start the board, which the caller made; `close` closes it.

        another: makes a board with a grid, or raises; None where no other board is possible.
        fresh: nobody has chosen a game yet, so the page asks for one first. friends: shares its
        games with other boards; kept: makes a board for that, whose flash outlives this program.
        """
        self._another = another
        self._carrier = carrier
        self._friends = friends or Friends()
        self.hub = Hub(
            describe(board.world.grid),
            self._do,
            lambda: self._running.record,
            fresh=fresh,
            tell_events=lambda: self._running.ask_events(),
            carrier=carrier,
        )
        # By the key that tells requests apart: the other keys, and the method that does it.
        self._requests: dict[str, tuple[dict[str, type], Callable[[dict], None]]] = {
            "do": ({"do": str}, lambda asked: self._running.do(asked["do"])),
            "new": ({"new": str, "options": dict, "seats": dict}, self._begin_opening),
            "learn": ({"learn": str}, self._begin_lesson),
            "link": ({"link": str}, lambda asked: self._begin(beginnings.link(asked["link"]))),
            "help": ({"help": str}, self._help),
            "friends": ({"friends": str}, self._friends.ask),
            "seat": ({"seat": str, "who": str}, self._give_seat),
        }
        self._run(board)
        if friends:
            # Where no other board is possible, the one that is shown is a kept one already.
            mine = board if kept and another is None else None
            shared = KeptBoard(lambda: self._running, self._take, self._lay, kept, mine)
            friends.use(shared, self.hub.friends)

    @property
    def board(self) -> Body:
        """The board that is shown now."""
        return self._running.board

    def close(self) -> None:
        """Switch the board off, for good."""
        self._running.close()

    # -- what browsers ask for

    def _do(self, request: dict) -> None:
        """Do what a browser asks for. ValueError with a sentence where it is impossible."""
        asked = {"seats": {}} | request
        for key, (shape, do) in self._requests.items():
            if key in request and all(isinstance(asked.get(has), shape[has]) for has in shape):
                do(asked)
                return
        raise ValueError(_UNKNOWN)

    def _begin_opening(self, asked: dict) -> None:
        self._begin(beginnings.opening(asked["new"], asked["options"], asked["seats"]))

    def _begin_lesson(self, asked: dict) -> None:
        self._begin(beginnings.first_lesson(asked["learn"]))

    def _begin(self, beginning: Beginning) -> None:
        """Begin a game, on a board with its grid."""
        grid = beginning.position.grid
        if grid is not self.board.world.grid:
            if self._another is None:
                raise ValueError(
                    f"that game needs the {grid.name} board, and this one cannot be swapped"
                )
            self._take(self._another(grid.name))
        lines = self._lay(beginning.position.text(), beginning.seats)
        self._running.tell(beginning.lines + lines)
        if beginning.words:
            self.hub.line(f"@say {beginning.words}")

    def _give_seat(self, asked: dict) -> None:
        self._running.seat(asked["seat"], asked["who"])

    def _help(self, asked: dict) -> None:
        if asked["help"] not in _HELP:
            raise ValueError(_UNKNOWN)
        self._running.help()

    # -- the board that is shown

    def _run(self, board: Body) -> None:
        self._running = RunningBoard(board, self._carrier, self.hub, self._friends.hear)
        self._running.start()

    def _take(self, board: Body) -> None:
        """Show another board."""
        self._running.close()
        if game := self._running.under_way():
            self.hub.interrupted(game)
        self.hub.swap(describe(board.world.grid))
        self._friends.swapped()
        self._run(board)

    def _lay(self, text: str, seats: dict[str, str]) -> list[str]:
        """As RunningBoard.lay, on a board with the position's grid."""
        lines = self._running.lay(text, seats)
        self.hub.chosen()
        return lines
