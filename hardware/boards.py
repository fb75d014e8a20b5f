"""Writes firmware/boards/*.json from board.toml; with --check only says what is stale."""

import argparse
import json
import sys
import tomllib
from collections import Counter
from pathlib import Path

from tourelle.grids import grid

HERE = Path(__file__).resolve().parent
TARGET = HERE.parent / "firmware" / "boards"
GPIOS = (*range(23), 26, 27, 28)  # those on the Pico's edge; 23 to 25 serve the module itself


def description() -> dict:
    """board.toml, as read; ValueError where its pins cannot be wired so."""
    made = tomllib.loads((HERE / "board.toml").read_text(encoding="utf-8"))
    check_pins(made["pins"])
    return made


def check_pins(pins: dict) -> None:
    """ValueError names a GPIO that the Pico does not bring out or that is used twice."""
    used = [*pins["rows"], *pins["columns"]]
    used += [pin for name, pin in pins.items() if name not in ("rows", "columns")]
    for pin, times in Counter(used).items():
        if pin not in GPIOS:
            raise ValueError(f"board.toml, pins: the Pico has no pin GPIO {pin}")
        if times > 1:
            raise ValueError(f"board.toml, pins: GPIO {pin} is used {times} times")


def chain(name: str, order: str) -> list[str]:
    """Names of a grid's cells in the order in which the LED data passes them."""
    if order != "rows":
        raise ValueError(f'board.toml, leds: chain is "rows", not "{order}"')
    return list(grid(name).names)


def board(name: str, made: dict) -> dict:
    """The content of one board's board.json."""
    cells = grid(name)
    pins = made["pins"]
    return {
        "board": name,
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
            "chain": " ".join(chain(name, made["leds"]["chain"])),
        },
        "buttons": {"ok": pins["ok"], "undo": pins["undo"]},
        "buzzer": pins["buzzer"],
        "budget_ma": made["supply"]["budget_ma"],
    }


def files() -> dict[Path, str]:
    """What `make boards` writes: path and text of each file."""
    made = description()
    return {
        TARGET / f"{name}.json": json.dumps(board(name, made), indent=1) + "\n"
        for name in made["boards"]
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if stale")
    check = parser.parse_args().check
    wanted = files()
    stale = [
        path
        for path, text in wanted.items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    if check and stale:
        print(f"stale: {', '.join(path.name for path in stale)}; run make boards", file=sys.stderr)
        return 1
    TARGET.mkdir(parents=True, exist_ok=True)
    for path in stale:
        path.write_text(wanted[path], encoding="utf-8")
    print(f"boards: {len(stale)} of {len(wanted)} written, the others were up to date")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except ValueError as error:
        sys.exit(str(error))
