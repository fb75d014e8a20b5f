"""How the simulated board's LEDs and pins are wired, from its description."""

from tourelle.grids import Grid
from tourelle_host import matrix


class Wiring:
    """Which LED belongs to which cell, and in which order its bytes come."""

    def __init__(self, leds: dict, grid: Grid, faults: list[matrix.Fault]):
        """leds: that part of the board's description."""
        order = [leds["order"].index(colour) for colour in "RGB"]
        chain = matrix.Chain(grid, leds["chain"].split(), faults)
        # The index of the byte for each channel of each cell; None where no LED lights it.
        self._bytes: list[int | None] = []
        for place in map(chain.place, range(grid.size)):
            self._bytes += [None if place is None else 3 * place + at for at in order]

    def rgb(self, frame: bytes) -> bytes:
        """Red, green and blue of each cell, in the grid's order; frame: as sent to the LEDs."""
        return bytes([0 if at is None else frame[at] for at in self._bytes])


def soldering(description: dict) -> str:
    """The board's pins, as device/pins.py reads them."""
    numbers = {
        "rows": description["rows"],
        "columns": description["columns"],
        "ok": [description["buttons"]["ok"]],
        "undo": [description["buttons"]["undo"]],
        "leds": [description["leds"]["pin"]],
        "buzzer": [description["buzzer"]],
    }
    return " ".join(f"{name}={','.join(map(str, pins))}" for name, pins in numbers.items())
