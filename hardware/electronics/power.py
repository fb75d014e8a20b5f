"""What the boards draw: by state of the lights, along the supply's path, against two supplies."""

from electronics.description import board
from tourelle.grids import grid
from tourelle.lights import (
    CAN_MOVE,
    IN_HAND,
    LAST_MOVE,
    LEVELS,
    MAY_LAND,
    SLOTS,
    WHICH,
    colour,
    rhythm,
)

PICO_MA = 30.0     # a Pico that runs MicroPython at 125 MHz, its USB port connected
SCAN_MA = 3.0      # nine pull-ups of 10 kohm while a full row is read
BUZZER_MA = 5.0    # a piezo on a square wave, with its buffer
REST_MA = PICO_MA + SCAN_MA + BUZZER_MA

# Ohms along the supply's path
RIBBON_OHM_M = 0.22    # a wire of AWG 28
CONTACT_OHM = 0.03     # a contact of the cable's plugs, with its crimp
RIBBON_M = 0.45
WIRES = 2              # of the cable, for +5 V and for ground each
COPPER_OHM_SQUARE = 0.5e-3
RAIL_MM = 2.0
FUSE_OHM = 0.08        # MF-R185, after it has once been warm


def lamp_ma(lamp: int, side: str = "") -> tuple[float, float]:
    """What one LED draws over its rest: mean over the rhythm and greatest, mA."""
    full = board()["leds"]["full_ma"]
    levels = [LEVELS[level] / 255 for level in rhythm(lamp)]
    bright = sum(colour(lamp, side)) / 255 * full
    return bright * sum(levels) / SLOTS, bright * max(levels)


def states(name: str) -> list[tuple[str, float, float]]:
    """For a grid: state of the game, mean and greatest current of lights and controller, mA."""
    cells = grid(name).size
    rest = cells * board()["leds"]["rest_ma"] + REST_MA
    scenes = [
        ("dark", []),
        ("a move is awaited: last move, 20 cells that can move",
         [(LAST_MOVE, 2), (CAN_MOVE, 20)]),
        ("a piece in the hand: its cell, 8 cells to land on",
         [(IN_HAND, 1), (MAY_LAND, 8), (LAST_MOVE, 2)]),
        ("a question with 4 cells", [(WHICH, 4), (LAST_MOVE, 2)]),
        ("every cell can move", [(CAN_MOVE, cells)]),
    ]
    found = [
        (words, rest + sum(lamp_ma(lamp)[0] * n for lamp, n in lamps),
         rest + sum(lamp_ma(lamp)[1] * n for lamp, n in lamps))
        for words, lamps in scenes
    ]
    white = rest + cells * 3 * board()["leds"]["full_ma"]
    return [*found, ("every cell white at full, without the limiter", white, white)]


def drop_v(total_ma: float, strip_ma: float, far_m: float) -> dict[str, float]:
    """Volts lost between the supply's plug and the last LED of a strip.

    total_ma flows through the fuse, strip_ma through one strip's cable; far_m is the way along
    the strip's rail, on which the current falls off evenly.
    """
    wire = (RIBBON_OHM_M * RIBBON_M + 2 * CONTACT_OHM) / WIRES
    rail = COPPER_OHM_SQUARE * far_m * 1000 / RAIL_MM
    return {
        "fuse": total_ma / 1000 * FUSE_OHM,
        "cable, there and back": strip_ma / 1000 * wire * 2,
        "rail, there and back": strip_ma / 2000 * rail / 2 * 2,
    }
