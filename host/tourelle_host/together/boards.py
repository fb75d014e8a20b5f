"""Simulated boards whose shared games outlive this program."""

from collections.abc import Callable

from tourelle_host.sim.board import SimulatedBoard
from tourelle_host.sim.clock import Real
from tourelle_host.sim.disk import Stored
from tourelle_host.sim.life import VmChoice
from tourelle_host.together.accounts import Accounts


def kept_boards(accounts: Accounts, vm: VmChoice | str) -> Callable[[str], SimulatedBoard]:
    """Returns a function that makes a board with a grid; its flash is in the accounts' folder."""

    def make(grid: str) -> SimulatedBoard:
        folder = accounts.folder / f"board-{grid}"
        return SimulatedBoard(grid, vm, Stored(folder), Real())

    return make
