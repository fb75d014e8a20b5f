"""Bills of material: an assembler's for each board, and all that a game of each grid takes."""

import csv
import io
import tomllib
from dataclasses import dataclass
from functools import cache

from electronics import kicad, suppliers
from electronics.description import HARDWARE, board, cited, ours, panel, parts
from electronics.rows import fitted, strips

# What JLCPCB's help asks for: the first four in a bill, PLACEMENT_HEAD in a placement list
ASSEMBLY_HEAD = ["Comment", "Designator", "Footprint", "JLCPCB Part #", "Manufacturer",
                 "Manufacturer Part Number", "Quantity", "DigiKey", "Mouser", "Numbers from",
                 "Relied on", "Source"]
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
                         suppliers.orderable(key, suppliers.ASSEMBLER), part.maker, part.mpn,
                         len(set(refs)), *(_shown(key, shop) for shop in ("DigiKey", "Mouser")),
                         suppliers.pages(key), part.needs, cited(part.source, part.read)])
    return text(ASSEMBLY_HEAD, sorted(rows, key=lambda row: _number(row[1].split(",")[0])))


def _shown(key: str, shop: str) -> str:
    found = suppliers.numbers(key).get(shop)
    return found.number if found else ""


def placement(name: str) -> str:
    """Where each assembled part lies: the middle of its pads in the Gerbers' coordinates, and
    how it is turned from its footprint in KiCad's library, anticlockwise."""
    return placed(name, kicad.layout(name))


def placed(name: str, layout: dict) -> str:
    """The same for a layout that a board's parts lie on, be it the board or a panel of them,
    where the second C1 is C1-1."""
    left, top = layout["origin"]
    bought = _assembled(name)
    placed_refs = [ref for ref in layout["parts"] if ref.split("-")[0] in bought]
    rows = []
    for ref in sorted(placed_refs, key=lambda ref: (_number(ref.split("-")[0]), ref)):
        x, y = middle(layout, ref)
        turn = layout["parts"][ref]["turn"] % 360
        side = "Bottom" if layout["parts"][ref]["back"] else "Top"
        rows.append([ref, f"{left + x:.3f}mm", f"{-(top + y):.3f}mm", side, f"{turn:g}"])
    return text(PLACEMENT_HEAD, rows)


def _assembled(name: str) -> dict[str, str]:
    """Reference -> key in parts.toml, of what the assembler puts on a board."""
    return {c.ref: c.part for c in kicad.components(name) if c.part and parts()[c.part].assembled}


@cache
def rotations() -> list[dict]:
    """rotations.toml: what assemblers' tables add to a part's turn, or to a footprint's."""
    text_of = (HARDWARE / "rotations.toml").read_text(encoding="utf-8")
    return tomllib.loads(text_of)["row"]


def rotation(key: str, footprint: str) -> dict | None:
    """The row for a part: that of its assembler's number, else the first for its footprint."""
    mine = suppliers.orderable(key, suppliers.ASSEMBLER)
    return next((row for row in rotations() if row.get("number") == mine and mine), None) or next(
        (row for row in rotations() if "begins" in row and footprint.startswith(row["begins"])),
        None)


UNTURNED = "no table names it: as KiCad has it"


def turned(name: str, layout: dict) -> str:
    """A placement list with the tables' corrections, of a board or of a panel of it; for each row
    which one, and from where."""
    bought = _assembled(name)
    head, *rows = csv.reader(io.StringIO(placed(name, layout)))
    found = []
    for row in rows:
        footprint = layout["parts"][row[0]]["footprint"].split(":")[1]
        entry = rotation(bought[row[0].split("-")[0]], footprint)
        turn = (float(row[4]) + (entry["add"] if entry else 0)) % 360
        found.append([*row[:4], f"{turn:g}", entry["add"] if entry else "",
                      f"{entry['source']}; read {entry['date']}" if entry else UNTURNED])
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


def _missing(key: str, part) -> list[str]:
    """What nobody has read of a part of parts.toml."""
    missing = [] if part.read else [UNREAD]
    if part.assembled and not suppliers.orderable(key, suppliers.ASSEMBLER):
        missing.append(f"number: {suppliers.why_without(key)}")
    if not part.assembled and not suppliers.numbers(key):
        missing.append("number: no page that was read names it")
    return missing


def unconfirmed() -> list[tuple[str, str, str, str]]:
    """What is to be looked up before ordering: maker and number, where it goes, what to compare,
    and what is missing."""
    where: dict[str, list[str]] = {}
    for name in kicad.BOARDS:
        for key, group in by_part(name).items():
            refs = sorted({c.ref for c in group}, key=_number)
            where.setdefault(key, []).append(
                f"{name} {refs[0]}" + (f" to {refs[-1]}" if len(refs) > 1 else ""))
    found = []
    for key, part in parts().items():
        missing = _missing(key, part)
        if missing:
            found.append((f"{part.maker} {part.mpn}", ", ".join(where[key]),
                          f"{part.about}; {part.needs}", "; ".join(missing)))
    for key, entry in kit().items():
        missing = [] if entry.get("read") or ours(entry["source"]) else [UNREAD]
        if entry["maker"] in NO_SHOPS_NUMBER:
            continue
        if not suppliers.numbers(key):
            missing.append("number: no page that was read names it")
        if missing:
            found.append((f"{entry['maker']} {entry['mpn']}", "the game",
                          f"{entry['about']}; {entry['needs']}", "; ".join(missing)))
    return found


NO_SHOPS_NUMBER = ("generic", "board maker", "Raspberry Pi")  # kit.toml: any shop's will do
ORDER_HEAD = ["Quantity", "Manufacturer Part Number", "Manufacturer", "Digi-Key Part Number",
              "Mouser Part Number", "LCSC Part Number", "Customer Reference", "Description"]


def order(grid: str) -> str:
    """What the maker of a game orders himself at an electronics shop, as the shops' imports of a
    list take it: a heading, a line a part, whole numbers. Ribbon is sold by the roll or the metre,
    and is not on it; what is on the assembled boards is neither."""
    rows = []
    for line in game_lines(grid):
        part, entry = parts().get(line.key), kit().get(line.key)
        if (part and part.assembled) or (entry and entry["maker"] in NO_SHOPS_NUMBER) or line.unit:
            continue
        rows.append([f"{line.count:g}", line.mpn, line.maker,
                     suppliers.orderable(line.key, "DigiKey"),
                     suppliers.orderable(line.key, "Mouser"),
                     suppliers.orderable(line.key, "LCSC", suppliers.ASSEMBLER),
                     line.key, line.about])
    return text(ORDER_HEAD, rows)


def files() -> dict[str, str]:
    """File name and text of every bill and placement list."""
    found = {}
    for name in kicad.BOARDS:
        found[f"{name}-bom.csv"] = assembly(name)
        found[f"{name}-placement.csv"] = placement(name)
        found[f"{name}-placement-turned.csv"] = turned(name, kicad.layout(name))
    found["strip-panel-bom.csv"] = panel_bill()
    for grid in board()["boards"]:
        found[f"game-{grid}.csv"] = game(grid)
        found[f"order-{grid}.csv"] = order(grid)
    return found
