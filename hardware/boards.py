"""Writes firmware/boards/*.json from board.toml; with --check only says what is stale.

    python hardware/boards.py [--check]
"""

import json
import sys
import tomllib
from pathlib import Path

from tourelle.grids import grid

HERE = Path(__file__).resolve().parent
TARGET = HERE.parent / "firmware" / "boards"


def description() -> dict:
    """board.toml, as read."""
    return tomllib.loads((HERE / "board.toml").read_text(encoding="utf-8"))


def chain(name: str, order: str) -> list[str]:
    """Names of a grid's cells in the order in which the LED data passes them."""
    if order != "rows":
        raise ValueError(f'leds.chain is "rows", not "{order}"')
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
    check = sys.argv[1:] == ["--check"]
    stale = []
    for path, text in files().items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(path.name)
            if not check:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
    if check and stale:
        print(f"stale: {', '.join(stale)}; run make boards", file=sys.stderr)
        return 1
    print(f"{len(files())} boards {'up to date' if not stale else 'written'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
