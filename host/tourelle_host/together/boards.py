"""Simulated boards whose shared games outlive this program."""

from collections.abc import Callable

from tourelle_host.sim.board import SimulatedBoard
from tourelle_host.sim.clock import Real
from tourelle_host.sim.disk import Flash
from tourelle_host.sim.life import Vm
from tourelle_host.together.accounts import Accounts


def kept_boards(accounts: Accounts, vm: Vm | str) -> Callable[[str], SimulatedBoard]:
    """Returns a function that makes a board with a grid; its flash is in the accounts' folder."""

    def make(grid: str) -> SimulatedBoard:
        folder = accounts.folder / f"board-{grid}"
        return SimulatedBoard(grid, vm, Flash(folder), Real())

    return make
