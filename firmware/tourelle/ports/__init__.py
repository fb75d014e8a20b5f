"""The board's hardware, one module a Python: the only code that touches pins.

A port is

Port(board, cells)      board: what board.json says; cells: the board's `Grid`
switches(buffer)        one scan: 1 for each cell whose switch is closed, else 0; allocates nothing
buttons(buffer)         1 where pressed: OK, undo; allocates nothing
show(frame)             light the LEDs: 3 bytes each, as they go over the wire
tone(hz)                sound the buzzer; 0 is silence
ticks_ms()              milliseconds, wrapping at 2**30
receive(buffer)         bytes from the host, as many as are there: how many were put into buffer
send(buffer, count)     give the host the first count bytes: how many it took at once
wait(ms)                rest until it is time to look again: a scan period, or less
"""

import sys


def open_port(board, cells):
    """The port for the Python that runs this; board.json's content and the board's `Grid`."""
    if sys.implementation.name == "micropython":
        from tourelle.ports.micropython import Port
    else:
        from tourelle.ports.circuitpython import Port
    return Port(board, cells)
