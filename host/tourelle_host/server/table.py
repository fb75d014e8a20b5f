"""A simulated board on the page of a server, while that serves."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tourelle_host.server.hub import Hub
from tourelle_host.server.loop import Loop
from tourelle_host.server.shown import ShownBoard
from tourelle_host.sim.board import SimulatedBoard


@contextmanager
def table(
    board: SimulatedBoard,
    another: Callable[[str], SimulatedBoard] | None = None,
    fresh: bool = False,
) -> Iterator[Hub]:
    """A hub that shows the board and does what browsers ask for, closed at the end.

    Within a running event loop; another, fresh: as `ShownBoard` has them.
    """
    laid = ShownBoard(board, Loop(), another, fresh)
    try:
        yield laid.hub
    finally:
        laid.close()
