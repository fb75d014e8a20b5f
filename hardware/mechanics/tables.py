"""The generated parts of the two documents: tables of figures, each between two marks.

    <!-- table: NAME (written by python -m mechanics) -->
    <!-- end -->
"""

import re

from mechanics import iron
from mechanics.description import GRIDS, description, magnet_height, pitch_mm, stack_step
from mechanics.evidence import (
    CASES,
    EARTH,
    FAR,
    by_case,
    by_game,
    by_pitch,
    compare_lying,
    forces,
    limits,
    needed_ratio,
    others,
    own,
    reach,
    smallest_pitch,
)
from mechanics.panels import size
from mechanics.pieces import PIECES, millilitres
from mechanics.sheets import rib_places, sheets

MARK = re.compile(r"(<!-- table: ([a-z-]+) \(.*?\) -->\n).*?(<!-- end -->)", re.DOTALL)


def _table(head: list[str], rows: list[list[str]], words: int = 1) -> str:
    """A table whose first `words` columns are words, the others figures."""
    sides = "|---" * words + "|---:" * (len(head) - words) + "|"
    lines = ["| " + " | ".join(head) + " |", sides]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def coil() -> str:
    reed = description()["reed"]
    names = {"lowest": "most sensitive", "likely": "likely", "highest": "least sensitive"}
    rows = []
    for case in CASES:
        limit, form = limits(case), reed["coil"][case]
        rows.append([
            names[case], f"{form['length']:.0f} x {form['diameter']:.0f}", f"{form['leads']:.2f}",
            f"{limit['per_at']:.3f}", f"{limit['earliest']:.2f}", f"{limit['latest']:.2f}",
            f"{limit['release']:.2f}",
        ])
    return _table(["reading", "coil, mm", "leads", "mT per AT", "closes from, mT",
                   "closed at, mT", "open at, mT"], rows)


def closing() -> str:
    found = by_case()
    rows = [
        ["one piece, nothing else on the board"] + [f"{found[c]['alone_1']:.1f}" for c in CASES],
        ["one piece, plain crowd"] + [f"{found[c]['plain_1']:.1f}" for c in CASES],
        ["one piece, worst crowd"] + [f"{found[c]['crowd_1']:.1f}" for c in CASES],
        ["stack of five, nothing else"] + [f"{found[c]['alone_5']:.1f}" for c in CASES],
        ["stack of five, worst crowd"] + [f"{found[c]['crowd_5']:.1f}" for c in CASES],
    ]
    return _table(["closes its reed up to, mm off centre", "most sensitive", "likely",
                   "least sensitive"], rows)


def opening() -> str:
    found = by_case()
    rows = [
        ["lift one piece"] + [f"{found[c]['lift_1']:.0f}" for c in CASES],
        ["lift a stack of five"] + [f"{found[c]['lift_5']:.0f}" for c in CASES],
        ["or slide one piece sideways"] + [f"{found[c]['slide']:.0f}" for c in CASES],
        ["set one down: closed from a height of"] + [f"{found[c]['hover']:.0f}" for c in CASES],
    ]
    return _table(["open for sure after, mm", "most sensitive", "likely", "least sensitive"], rows)


def field() -> str:
    step, pitch = stack_step("disc"), pitch_mm()
    at = [0.0, FAR, pitch / 2, pitch - FAR, pitch]
    heads = ["centred", f"{FAR:.0f} mm off", "on the line", f"{pitch - FAR:.0f} mm", "next cell"]
    rows = [
        [name] + [f"{value:.2f}" for value in own(at, count, step)]
        for name, count in (("one piece", 1), ("stack of five", 5))
    ]
    return _table(["mT at the reed", *heads], rows)


def crowd() -> str:
    games = description()["games"]
    rows = [
        [game.replace("tawol", "tawôl").capitalize(), str(games[game]["pieces"]),
         f"{row['slack']:.0f}", f"{row['plain']:.2f}",
         f"{row['against']:.2f}", f"{row['along']:+.2f}", f"{row['flipped']:.2f}"]
        for game, row in by_game().items()
    ]
    return _table(["game", "pieces", "off centre, mm", "plain", "against", "along",
                   "any pole up"], rows)


def pitches() -> str:
    rows = [
        [f"{pitch:.0f}"] + [f"{EARTH - row[key]:.2f}" for key in ("against", "plain")]
        + [f"{row[case]:.1f}" for case in CASES]
        for pitch, row in by_pitch().items()
    ]
    text = _table(["pitch, mm", "worst crowd, mT", "plain crowd, mT", "reach, most sensitive",
                   "reach, likely", "reach, least sensitive"], rows)
    return text + f"\nSmallest that works: {smallest_pitch():.0f} mm.\n"


def lying() -> str:
    rows = []
    for row in compare_lying():
        upright = row["offset"] < 0
        rows.append([
            "**upright**" if upright else f"lying, {row['offset']:.0f} mm to the side",
            f"{row['own']:.2f}", f"{row['neighbour']:.2f}", f"{row['crowd']:.2f}",
            f"{row['own'] / row['crowd']:.1f}",
        ])
    text = _table(["reed", "own piece, at least, mT", "one piece next door, at most, mT",
                   "worst crowd, mT", "own : crowd"], rows)
    return text + f"\nNeeded: {needed_ratio():.1f} or more.\n"


def pushes() -> str:
    def figure(value: float) -> str:
        return f"{value:.0f}" if value >= 100 else f"{value:.1f}"

    return _table(["", "mN"], [[name, figure(value)] for name, value in forces().items()])


def with_iron() -> str:
    cases = [
        ("one piece, centred", 0.0, 1, 0.0), ("one piece, 4 mm off", 4.0, 1, 0.0),
        ("one piece, 6 mm off", 6.0, 1, 0.0), ("one piece, 8 mm off", 8.0, 1, 0.0),
        ("one piece, lowered to 3 mm above the panel", 0.0, 1, 3.0),
        ("the same, 7 mm", 0.0, 1, 7.0), ("one piece, lifted by 22 mm", 0.0, 1, 22.0),
        ("stack of five on the next cell", pitch_mm(), 5, 0.0),
    ]
    rows = []
    for words, sideways, count, raised in cases:
        low, high = iron.band(sideways, count, raised)
        plain_low, plain_high = iron.air_band(sideways, count, raised)
        rows.append([words, f"{plain_low:.1f} to {plain_high:.1f}", f"{low:.1f} to {high:.1f}",
                     f"{iron.likely(sideways, count, raised):.1f}"])
    return _table(["", "without iron, AT", "with iron, AT", "with iron, likely, AT"], rows)


def height() -> str:
    crowded = others("avalam", pitch_mm())["against"] - EARTH
    step, latest = stack_step("disc"), limits("likely")["latest"]
    rows = [
        [f"{magnet_height() + raised:.1f}", f"{own(0.0, 1, step, raised)[0]:.1f}",
         f"{reach(1, step, latest, 0.0, raised):.1f}",
         f"{reach(1, step, latest, crowded, raised):.1f}"]
        for raised in (-2.0, -1.0, 0.0, 1.0, 2.0)
    ]
    return _table(["middle of the glass to middle of the magnet, mm", "centred, mT",
                   "reach alone, mm", "reach in the worst crowd, mm"], rows)


def sheet_list() -> str:
    numbers = {}
    for name in GRIDS:
        groups = rib_places(name)
        for number, places in enumerate(groups, start=1):
            which = f"-{number}" if len(groups) > 1 else ""
            numbers[f"{name}-rib{which}"] = len(places)
    rows = []
    for name, make in sheets().items():
        panel = make()
        wide, high = size(panel)
        rows.append([f"`{name}`", panel.title, str(numbers.get(name, 1)),
                     f"{wide:.0f} x {high:.1f}"])
    return _table(["drawing", "what", "needed", "mm"], rows, words=2)


def lath_list() -> str:
    """The wooden frames' pieces by grid: the near and far ones go the whole width."""
    lath = description()["panel"]["lath"]
    rows = []
    for name in GRIDS:
        wide, deep = size(sheets()[f"{name}-floor"]())
        rows.append([f"`{name}`", f"2 of {wide:.0f}", f"2 of {deep - 2 * lath:.0f}",
                     f"{2 * (wide + deep - 2 * lath) / 1000:.2f} m"])
    return _table(["grid", "near and far, mm", "left and right, mm", "of each kind"], rows)


def piece_list() -> str:
    rows = [
        [f"`{name}`", piece.game, str(piece.number), "yes" if piece.magnet else "no",
         f"{millilitres(piece.solid()):.1f}"]
        for name, piece in PIECES.items()
    ]
    return _table(["file", "game", "pieces", "magnet", "plastic, cm3 each"], rows, words=2)


TABLES = {
    "coil": coil, "closing": closing, "opening": opening, "field": field, "crowd": crowd,
    "pitches": pitches, "lying": lying, "forces": pushes, "height": height,
    "iron": with_iron, "sheets": sheet_list, "laths": lath_list, "pieces": piece_list,
}


def fill(text: str) -> str:
    """A document with all its tables written anew; KeyError for a table that nobody makes."""
    return MARK.sub(lambda match: match[1] + TABLES[match[2]]() + match[3], text)
