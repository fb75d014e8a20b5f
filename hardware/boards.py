"""Writes firmware/boards/*.json from board.toml."""

import json
import sys
import tomllib
from collections import Counter
from pathlib import Path

from tourelle.grids import grid
from tourelle.lights import NO_CELL
from tourelle_host import generated

HERE = Path(__file__).resolve().parent
TARGET = HERE.parent / "firmware" / "boards"
GPIOS = (*range(23), 26, 27, 28)  # those on the Pico's edge; 23 to 25 serve the module itself


def description() -> dict:
    """board.toml, as read; ValueError where its pins cannot be wired so."""
    made = tomllib.loads((HERE / "board.toml").read_text(encoding="utf-8"))
    check_pins(made["pins"])
    return made


def check_pins(pins: dict) -> None:
    """ValueError names a GPIO that the Pico does not bring out or that is used twice, or rows or
    columns that do not follow each other."""
    used = [*pins["rows"], *pins["columns"]]
    used += [pin for name, pin in pins.items() if name not in ("rows", "columns")]
    for pin, times in Counter(used).items():
        if pin not in GPIOS:
            raise ValueError(f"board.toml, pins: the Pico has no pin GPIO {pin}")
        if times > 1:
            raise ValueError(f"board.toml, pins: GPIO {pin} is used {times} times")
    for lines in ("rows", "columns"):
        if pins[lines] != list(range(pins[lines][0], pins[lines][0] + len(pins[lines]))):
            raise ValueError(f"board.toml, pins: the GPIOs of {lines} must be consecutive")


def chain(name: str, made: dict) -> list[str]:
    """What each LED lies under, in the order in which the data passes them: a cell's name, or
    NO_CELL, as every strip has an LED at all of its places."""
    order = made["leds"]["chain"]
    if order != "rows":
        raise ValueError(f'board.toml, leds: chain is "rows", not "{order}"')
    cells = grid(name)
    named = {(cells.rows[cell], cells.columns[cell]): cells.names[cell]
             for cell in range(cells.size)}
    return [named.get((row, column), NO_CELL)
            for row in range(max(cells.rows) + 1) for column in range(made["strip"]["cells"])]


def board(name: str, made: dict) -> dict:
    """The content of one board's board.json."""
    cells = grid(name)
    pins = made["pins"]
    return {
        "board": name,
        "revision": made["revision"],
        "grid": name,
        "rows": pins["rows"][: max(cells.rows) + 1],
        "columns": pins["columns"][: max(cells.columns) + 1],
        "settle_us": made["scan"]["settle_us"],
        "period_ms": made["scan"]["period_ms"],
        "leds": {
            "pin": pins["leds"],
            "order": made["leds"]["order"],
            "full_ma": made["leds"]["full_ma"],
            "rest_ma": made["leds"]["rest_ma"],
            "chain": " ".join(chain(name, made)),
        },
        "buttons": {"ok": pins["ok"], "undo": pins["undo"]},
        "buzzer": pins["buzzer"],
        "budget_ma": made["supply"]["usb_ma"],
    }


def files() -> dict[Path, str]:
    """What `make boards` writes: path and text of each file."""
    made = description()
    return {
        TARGET / f"{name}.json": json.dumps(board(name, made), indent=1) + "\n"
        for name in made["boards"]
    }


if __name__ == "__main__":
    sys.exit(generated.main(files, "boards"))
