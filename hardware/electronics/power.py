"""What the boards draw, by state of the lights, against the two inlets' limits."""

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

# The eFuses, by the supply that they stand for: what sets the limit, kohm
LIMIT_KOHM = {"supply_ma": 53.6, "usb_ma": 187.0}
EFUSE_OHM = 0.099  # at 125 °C


def limits_ma(kohm: float) -> tuple[float, float]:
    """A TPS25200's limit with this resistor: at least, at most (data sheet, equation 1)."""
    return 97399 / kohm**1.015 - 30, 96754 / kohm**0.985 + 30


def leds(name: str) -> int:
    """LEDs of a grid's board: every strip has one at all of its places."""
    return (max(grid(name).rows) + 1) * board()["strip"]["cells"]


def lamp_ma(lamp: int, side: str = "") -> tuple[float, float]:
    """What one LED draws over its rest: mean over the rhythm and greatest, mA."""
    full = board()["leds"]["full_ma"]
    levels = [LEVELS[level] / 255 for level in rhythm(lamp)]
    bright = sum(colour(lamp, side)) / 255 * full
    return bright * sum(levels) / SLOTS, bright * max(levels)


def states(name: str) -> list[tuple[str, float, float]]:
    """For a grid: state of the game, mean and greatest current of lights and controller, mA."""
    cells = grid(name).size
    rest = leds(name) * board()["leds"]["rest_ma"] + REST_MA
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
