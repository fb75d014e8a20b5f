"""The page's board for people who share its game: a board whose flash outlives this program."""

from collections.abc import Callable

from tourelle import games
from tourelle.games.catalogue import GAMES
from tourelle_host.server.running import RunningBoard
from tourelle_host.sim.body import Body


class KeptBoard:
    """The `SharedBoard` of together/sharing.py at the page's board."""

    def __init__(
        self,
        running: Callable[[], RunningBoard],
        take: Callable[[Body], None],
        lay: Callable[[str, dict[str, str]], object],
        make: Callable[[str], Body] | None,
        kept: Body | None,
    ):
        """running: the page's board; take: has the page show another; lay: lays out a position.

        make: a board with a grid, whose flash is kept; None where the page's is the only board.
        kept: such a board, if the page shows one already.
        """
        self._running = running
        self._take = take
        self._lay = lay
        self._make = make
        self._kept = kept

    def tell(self, line: str) -> None:
        self._running().tell([line])

    def lay_out(self, text: str) -> None:
        grid = games.read(text).grid
        kept = self._shown()
        if self._make and (kept is None or kept.world.grid is not grid):
            self._show(self._make(grid.name))
        self._lay(text, {})

    def go_on(self, grid: str) -> None:
        if self._shown() is not None:
            return
        assert self._make
        board = self._make(grid)
        name = next(entry.name for entry in GAMES if entry.grid == grid)
        board.do(f"set {name}")  # if there are pieces on it, its game goes on
        self._show(board)

    def _shown(self) -> Body | None:
        """The kept board, where the page shows it."""
        return self._kept if self._kept is self._running().board else None

    def _show(self, board: Body) -> None:
        self._take(board)
        self._kept = board
