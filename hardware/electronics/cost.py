"""What one game costs when 1, 5 or 10 are made.

Prices come from prices.toml; missing ones from suppliers.toml, in US dollars as found on the
supplier's page.

    python -m electronics.cost [--file prices.toml]
"""

import argparse
import sys
import tomllib
from pathlib import Path

from electronics import bom, suppliers
from electronics.description import HARDWARE, board

GAMES = (1, 5, 10)


def price(entry: object, count: float) -> float | None:
    """What one costs when so many are bought: a number, or the break that they reach; None where
    nothing is filled in."""
    if entry in ("", None):
        return None
    if isinstance(entry, list):
        reached = [each for start, each in entry if count >= start]
        return float(reached[-1] if reached else entry[0][1])
    return float(entry)


def of_part(key: str, count: float, prices: dict) -> float | None:
    """What one of so many costs: the buyer's own price, else a page's if both are in dollars."""
    mine = price(prices["each"].get(key), count)
    if mine is None and prices["currency"] == "USD" and suppliers.price(key):
        return suppliers.price(key)[0]
    return mine


def cost(grid: str, games: int, prices: dict) -> tuple[float, list[str]]:
    """The sum for so many games of a grid, and the keys that have no price."""
    total, missing = 0.0, []
    for line in bom.game_lines(grid):
        each = of_part(line.key, line.count * games, prices)
        if each is None:
            missing.append(line.key)
        else:
            total += each * line.count * games
    for key in ("postage", "assembly"):
        once = price(prices.get(key), 1)
        if once is None:
            missing.append(key)
        else:
            total += once
    return total, missing


def lines(prices: dict) -> list[str]:
    """What is printed: for each grid the cost apiece of 1, 5 and 10 games, or what is missing."""
    found = [f"your prices of {prices['date'] or 'no day: fill in prices.toml'}, "
             f"{prices['currency']}; pages' prices of {suppliers.price_days()}, USD"]
    for grid in board()["boards"]:
        sums = {games: cost(grid, games, prices) for games in GAMES}
        missing = sums[1][1]
        words = ", ".join(f"{games}: {total / games:.2f} each" for games, (total, _)
                          in sums.items())
        found.append(f"{grid}: {words}" if not missing else
                     f"{grid}: no total, as {len(missing)} prices are missing in prices.toml: "
                     f"{' '.join(missing)}")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="electronics.cost", description=__doc__)
    parser.add_argument("--file", type=Path, default=HARDWARE / "prices.toml")
    prices = tomllib.loads(parser.parse_args().file.read_text(encoding="utf-8"))
    said = lines(prices)
    print("\n".join(said))
    return 1 if any("no total" in line for line in said) else 0


if __name__ == "__main__":
    sys.exit(main())
