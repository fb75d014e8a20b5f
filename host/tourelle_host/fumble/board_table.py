"""A table with a simulated board whose firmware runs in its own VM."""

from collections.abc import Callable

from tourelle.games.position import Position
from tourelle_host.fumble.table import BOUNCE_MS, Table
from tourelle_host.sim.board import SimulatedBoard
from tourelle_host.sim.hand import Command


class BoardTable(Table):
    """A board whose firmware runs on a VM."""

    def __init__(self, grid: str, seed: int, hear: Callable[[str], None], vm: str):
        """hear(line): called with each line from the board; vm: as for --vm. UserError."""
        super().__init__(grid)
        self._board = SimulatedBoard(grid, vm, seed=seed)
        self.world = self._board.world
        self._board.on_line.append(hear)
        self._board.start()
        self.do(f"bounce {BOUNCE_MS}")

    @property
    def now_ms(self) -> int:
        return self._board.now_ms

    def close(self) -> None:
        self._board.close()

    def _begin(self, position: Position) -> None:
        self._board.send(f"position {position.text()}\n".encode())

    def _act(self, line: str, command: Command) -> int:
        return self._board.do(line)

    def _frame(self) -> bytes:
        return self._board.frame

    def _run(self, ms: int) -> None:
        self._board.advance(ms)
