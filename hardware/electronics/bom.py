"""Bills of material: an assembler's for each board, and all that a game of each grid takes."""

import csv
import io
import tomllib
from dataclasses import dataclass
from functools import cache

from electronics import kicad
from electronics.description import HARDWARE, Part, board, cited, ours, panel, parts
from electronics.rows import fitted, strips

ASSEMBLY_HEAD = ["Comment", "Designator", "Footprint", "LCSC Part #", "Manufacturer",
                 "Manufacturer Part Number", "Quantity", "Relied on", "Source"]
UNREAD = "**what is relied on**"  # nobody has read where it stands
PLACEMENT_HEAD = ["Designator", "Mid X", "Mid Y", "Layer", "Rotation"]


@dataclass(frozen=True)
class Line:
    """One thing to buy: its key in the price file, how many, what, and what is relied on."""

    key: str
    count: float
    unit: str
    maker: str
    mpn: str
    about: str
    needs: str
    source: str


def by_part(name: str) -> dict[str, list[kicad.Component]]:
    """The bought parts of a board by their key; KeyError for a key that parts.toml lacks."""
    found: dict[str, list[kicad.Component]] = {}
    for component in kicad.components(name):
        if component.part:
            parts()[component.part]
            found.setdefault(component.part, []).append(component)
    return found


def text(head: list[str], rows: list[list]) -> str:
    """A CSV file."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return out.getvalue()


def _number(ref: str) -> tuple[str, int]:
    return ref.rstrip("0123456789"), int("".join(c for c in ref if c.isdigit()) or 0)


def assembly(name: str) -> str:
    """The bill that an assembler takes; what the maker of the game puts in is not on it."""
    rows = []
    for key, group in by_part(name).items():
        part = parts()[key]
        if part.assembled:
            refs = sorted((c.ref for c in set(group)), key=_number)
            rows.append([group[0].value, ",".join(dict.fromkeys(refs)),
                         group[0].footprint.split(":")[1],
                         (part.supplier or {}).get("lcsc", ""), part.maker, part.mpn,
                         len(set(refs)), part.needs, cited(part.source, part.read)])
    return text(ASSEMBLY_HEAD, sorted(rows, key=lambda row: _number(row[1].split(",")[0])))


def placement(name: str) -> str:
    """Where each assembled part lies: the middle of its pads in the Gerbers' coordinates, and
    how it is turned from its footprint in KiCad's library, anticlockwise."""
    return placed(name, kicad.layout(name))


def placed(name: str, layout: dict) -> str:
    """The same for a layout that a board's parts lie on, be it the board or a panel of them,
    where the second C1 is C1-1."""
    left, top = layout["origin"]
    bought = {c.ref: parts()[c.part] for c in kicad.components(name)
              if c.part and parts()[c.part].assembled}
    turns = {ref: bought[ref.split("-")[0]] for ref in layout["parts"]
             if ref.split("-")[0] in bought}
    rows = []
    for ref, part in sorted(turns.items(), key=lambda item: (_number(item[0].split("-")[0]),
                                                             item[0])):
        x, y = middle(layout, ref)
        turn = (layout["parts"][ref]["turn"] + (part.rotation or {}).get("add", 0)) % 360
        side = "Bottom" if layout["parts"][ref]["back"] else "Top"
        rows.append([ref, f"{left + x:.3f}mm", f"{-(top + y):.3f}mm", side, f"{turn:g}"])
    return text(PLACEMENT_HEAD, rows)


@cache
def rotations() -> list[dict]:
    """rotations.toml: what assemblers' tables add to a footprint's turn."""
    text_of = (HARDWARE / "rotations.toml").read_text(encoding="utf-8")
    return tomllib.loads(text_of)["row"]


def turned(name: str) -> str:
    """The placement list with the tables' corrections; for each row which one, and from where."""
    footprints = {ref: part["footprint"].split(":")[1]
                  for ref, part in kicad.layout(name)["parts"].items()}
    head, *rows = csv.reader(io.StringIO(placement(name)))
    found = []
    for row in rows:
        entry = next((one for one in rotations()
                      if footprints[row[0]].startswith(one["begins"])), None)
        turn = (float(row[4]) + (entry["add"] if entry else 0)) % 360
        found.append([*row[:4], f"{turn:g}", entry["add"] if entry else "",
                      f"{entry['source']}, {entry['date']}" if entry else
                      "no table names it: as KiCad has it"])
    return text([*head, "Added", "Source"], found)


def panel_bill() -> str:
    """The bill of a panel of strips, in which the second C1 is C1-1."""
    head, *rows = csv.reader(io.StringIO(assembly("strip")))
    refs, count = head.index("Designator"), head.index("Quantity")
    for row in rows:
        every = [ref if not n else f"{ref}-{n}" for ref in row[refs].split(",")
                 for n in range(panel()["strips"])]
        row[refs], row[count] = ",".join(every), str(len(every))
    return text(head, rows)


def designators(listed: str) -> list[str]:
    """The parts of a bill or a placement list, sorted."""
    return sorted(ref for row in csv.DictReader(io.StringIO(listed))
                  for ref in row["Designator"].split(","))


def middle(layout: dict, ref: str) -> tuple[float, float]:
    """The middle of a part's pads."""
    boxes = [pad["box"] for pad in layout["pads"] if pad["ref"] == ref]
    x0, y0 = min(b[0] for b in boxes), min(b[1] for b in boxes)
    return (x0 + max(b[2] for b in boxes)) / 2, (y0 + max(b[3] for b in boxes)) / 2


def kit() -> dict:
    """kit.toml: what no circuit board holds."""
    return tomllib.loads((HARDWARE / "kit.toml").read_text(encoding="utf-8"))


def game_lines(grid: str) -> list[Line]:
    """All that a whole game of a grid takes: boards, their parts, wood, plastic, magnets."""
    count = {"strip": strips(grid), "controller": 1, "board": 1, "cell": fitted(grid)}
    numbers: dict[str, float] = {}
    for name in kicad.BOARDS:
        for key, group in by_part(name).items():
            each = fitted(grid) if key == "reed" else len({c.ref for c in group}) * count[name]
            if name == "controller" and key == "strip_header":
                each = 9
            numbers[key] = numbers.get(key, 0) + each
    lines = []
    for key, number in numbers.items():
        part = parts()[key]
        lines.append(Line(key, number, "", part.maker, part.mpn, part.about, part.needs,
                          cited(part.source, part.read)))
    for key, entry in kit().items():
        if grid not in entry.get("grids", [grid]):
            continue
        number = entry["count"] * (entry["pieces"][grid] if "pieces" in entry
                                   else count[entry["per"]])
        if number:
            lines.append(Line(key, number, entry.get("unit", ""), entry["maker"], entry["mpn"],
                              entry["about"], entry["needs"],
                              cited(entry["source"], entry.get("read", ""))))
    return lines


def game(grid: str) -> str:
    """The bill of a whole game as a CSV file."""
    return text(["Key", "Quantity", "Unit", "Manufacturer", "MPN", "What", "Relied on", "Source"],
                [[line.key, f"{line.count:g}", line.unit, line.maker, line.mpn, line.about,
                  line.needs, line.source] for line in game_lines(grid)])


def unconfirmed() -> list[tuple[Part, list[str]]]:
    """What nobody has looked up in the source, at a supplier or an assembler: part, and what is
    missing."""
    found = []
    for part in parts().values():
        missing = [] if part.read else [UNREAD]
        if not part.supplier:
            missing.append("supplier's number")
        if part.assembled and not part.rotation:
            missing.append("rotation in the assembler's preview")
        if missing:
            found.append((part, missing))
    return found


def unread() -> list[dict]:
    """The entries of kit.toml whose source nobody has read."""
    return [entry for entry in kit().values()
            if not entry.get("read") and not ours(entry["source"])]


def files() -> dict[str, str]:
    """File name and text of every bill and placement list."""
    found = {}
    for name in kicad.BOARDS:
        found[f"{name}-bom.csv"] = assembly(name)
        found[f"{name}-placement.csv"] = placement(name)
        found[f"{name}-placement-turned.csv"] = turned(name)
    found["strip-panel-bom.csv"] = panel_bill()
    for grid in board()["boards"]:
        found[f"game-{grid}.csv"] = game(grid)
    return found
