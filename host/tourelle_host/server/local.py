"""A simulated board on the page of a server on this machine."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tourelle_host.server.friends import Friends
from tourelle_host.server.hub import Hub
from tourelle_host.server.loop import Loop
from tourelle_host.server.shown import ShownBoard
from tourelle_host.sim.board import SimulatedBoard


@contextmanager
def local_board(
    board: SimulatedBoard,
    another: Callable[[str], SimulatedBoard] | None = None,
    fresh: bool = False,
    friends: Friends | None = None,
    kept: Callable[[str], SimulatedBoard] | None = None,
) -> Iterator[Hub]:
    """A hub that shows the board and does what browsers ask for, closed at the end.

    Use it within a running event loop. another, fresh, friends, kept: see `ShownBoard`.
    """
    shown = ShownBoard(board, Loop(), another, fresh, friends, kept)
    try:
        yield shown.hub
    finally:
        shown.close()
