"""Bills of material: for each board, and for a whole game of each grid with its cost."""

import csv
import io
from dataclasses import dataclass

from electronics.circuit import Board, Kind
from electronics.description import board, kinds, parts
from electronics.rows import fitted, strips

CELL_KINDS = ("reed", "cell_diode", "cell_led", "cell_capacitor")


@dataclass(frozen=True)
class Line:
    """One thing to buy: how many, what, and an estimate of its price apiece in euros."""

    count: float
    maker: str
    mpn: str
    about: str
    price: float

    @property
    def cost(self) -> float:
        return self.count * self.price


def board_lines(made: Board) -> list[tuple[str, Kind, list[str]]]:
    """The parts of a board with every place fitted: kind's name, kind, references."""
    found: dict[str, list[str]] = {}
    for part in made.parts:
        if part.kind.bought:
            found.setdefault(part.kind.name, []).append(part.ref)
    return [(name, kinds()[name], refs) for name, refs in found.items()]


def _line(count: float, kind: Kind) -> Line:
    return Line(count, kind.maker, kind.mpn, kind.about, kind.price)


def game_lines(grid: str, strip: Board, controller: Board) -> list[Line]:
    """What a whole board of a grid takes: only cells that the grid has are fitted."""
    count = {"strip": strips(grid), "controller": 1}
    lines = []
    for name, kind, refs in board_lines(strip):
        each = fitted(grid) if name in CELL_KINDS else len(refs) * count["strip"]
        lines.append(_line(each, kind))
    for name, kind, refs in board_lines(controller):
        # a connector for each strip
        each = count["strip"] if name == "strip_socket" else len(refs)
        lines.append(_line(each, kind))
    for extra in parts()["extra"].values():
        lines.append(Line(extra["count"] * count[extra["per"]], extra["maker"], extra["mpn"],
                          extra["about"], extra["price"]))
    merged: dict[str, Line] = {}
    for line in lines:
        known = merged.get(line.mpn)
        merged[line.mpn] = (
            Line(known.count + line.count, line.maker, line.mpn, line.about, line.price)
            if known else line
        )
    return list(merged.values())


def _csv(head: list[str], rows: list[list]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return out.getvalue()


def files(strip: Board, controller: Board) -> dict[str, str]:
    """File name and text of every bill of material."""
    found = {}
    for made in (strip, controller):
        rows = [
            [" ".join(refs), len(refs), kind.value, kind.footprint, kind.maker, kind.mpn,
             kind.about, kind.also]
            for _, kind, refs in board_lines(made)
        ]
        found[f"{made.name}-bom.csv"] = _csv(
            ["References", "Quantity", "Value", "Footprint", "Manufacturer", "MPN", "What",
             "Instead"], rows)
    for grid in board()["boards"]:
        lines = game_lines(grid, strip, controller)
        rows = [[f"{line.count:g}", line.maker, line.mpn, line.about, f"{line.price:.2f}",
                 f"{line.cost:.2f}"] for line in lines]
        rows.append(["", "", "", "sum, estimated", "", f"{sum(x.cost for x in lines):.2f}"])
        found[f"bom-{grid}.csv"] = _csv(
            ["Quantity", "Manufacturer", "MPN", "What", f"Price EUR ({parts()['prices_of']})",
             "Cost EUR"], rows)
    return found
