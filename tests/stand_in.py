"""What tests of the simulated board share: firmwares that stand in for the real one."""

from pathlib import Path

from tourelle_host import paths
from tourelle_host.sim.board import SimulatedBoard
from tourelle_host.sim.disk import Stored

# What a stand-in's main.py begins with.
HEAD = """
import json
from tourelle.grids import grid
from array import array
from tourelle.ports import open_hardware
from tourelle.scanner import CLOSED, ROOM

with open("board.json") as file:
    description = json.load(file)
cells = grid(description["grid"])
chain = description["leds"]["chain"].split()
board = open_hardware(description, cells)
contacts = bytearray(cells.size + 2)
what = bytearray(ROOM)
when = array("i", [0] * ROOM)
received = bytearray(64)
"""

# Reports every switch and button that changes, and lights the open cells.
REPORTER = (
    HEAD
    + """
frame = bytearray(3 * len(chain))


def show():
    for cell in range(cells.size):
        frame[3 * chain.index(cells.names[cell])] = 0 if contacts[cell] else cell + 1
    board.pixels.show(frame)


board.scanner.begin(contacts)
show()
while True:
    count = board.scanner.changes(what, when, board.ticks_ms())
    for i in range(count):
        contact = what[i] & ~CLOSED
        contacts[contact] = what[i] >> 7
        if contact < cells.size:
            print(cells.names[contact], contacts[contact])
        else:
            print("buttons", contacts[cells.size], contacts[cells.size + 1])
    if count:
        show()
    board.scanner.wait(100000)
"""
)


def board_with(
    main: str, folder: Path, vm: str, disk: Path | None = None, **options
) -> SimulatedBoard:
    """A board with this text as main.py, and the rest of the firmware as it is.

    folder: for that file; disk: where the board's flash outlives it.
    """
    file = folder / "stand_in.py"
    file.write_text(main)
    files = {**paths.firmware(), "board.json": paths.board("avalam"), "main.py": file}
    return SimulatedBoard("avalam", vm, Stored(disk, files), **options)
