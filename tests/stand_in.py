"""What tests of the simulated board share: firmwares that stand in for the real one."""

from pathlib import Path

from tourelle_host import paths
from tourelle_host.sim.board import SimulatedBoard

# What a stand-in's main.py begins with.
HEAD = """
import json
from tourelle.grids import grid
from tourelle.ports import open_port

with open("board.json") as file:
    board = json.load(file)
cells = grid(board["grid"])
port = open_port(board, cells)
switches = bytearray(cells.size)
buttons = bytearray(2)
received = bytearray(64)
"""

# Reports every switch and button that changes, and lights the open cells.
REPORTER = (
    HEAD
    + """
seen = bytearray(b"?" * cells.size)
pressed = bytearray(2)
while True:
    port.switches(switches)
    port.buttons(buttons)
    frame = bytearray(3 * cells.size)
    for cell in range(cells.size):
        frame[3 * cell] = 0 if switches[cell] else cell + 1
        if switches[cell] != seen[cell] and seen[cell] < 2:
            print(cells.names[cell], switches[cell])
    if switches != seen:
        seen[:] = switches
        port.show(frame)
    if buttons != pressed:
        pressed[:] = buttons
        print("buttons", buttons[0], buttons[1])
    port.wait(100000)
"""
)


def board_with(main: str, folder: Path, vm: str, **options) -> SimulatedBoard:
    """A board with that text as main.py; the rest of the firmware is there, too."""
    file = folder / "stand_in.py"
    file.write_text(main)
    files = {**paths.firmware(), "board.json": paths.board("avalam"), "main.py": file}
    return SimulatedBoard("avalam", vm, files=files, **options)
