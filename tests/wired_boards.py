"""The boards as a wired whole: strips, cables and controller joined into one netlist.

Read from KiCad's files by KiCad itself: the schematics' netlists, or the pads of the layouts.
"""

import json
from collections import defaultdict
from pathlib import Path

from electronics import kicad

ROOT = Path(__file__).resolve().parents[1]
GRIDS = ("square", "avalam", "hex")
COLUMNS = "abcdefghi"

Pin = tuple[str, str]  # a part's reference and its pin

# The Pico's pins as its data sheet numbers them.
PICO = {
    0: 1,
    1: 2,
    2: 4,
    3: 5,
    4: 6,
    5: 7,
    6: 9,
    7: 10,
    8: 11,
    9: 12,
    10: 14,
    11: 15,
    12: 16,
    13: 17,
    14: 19,
    15: 20,
    16: 21,
    17: 22,
    18: 24,
    19: 25,
    20: 26,
    21: 27,
}
# Resistors of the controller that a signal passes on its way
IN_SERIES = {*(f"R{n}" for n in range(11, 30) if n != 20), "R41", "R42", "R45", "R46"}


def from_board(name: str) -> dict[str, set[Pin]]:
    """net -> pins, from the pads of the layout."""
    nets: dict[str, set[Pin]] = defaultdict(set)
    for pad in kicad.layout(name)["pads"]:
        if pad["net"] and pad["number"]:
            nets[pad["net"]].add((pad["ref"], pad["number"]))
    return nets


READERS = {"schematic": kicad.nets, "board": from_board}


def description(grid: str, folder: str = "") -> dict:
    """What the firmware knows of a board; folder: "revision-a" for that of revision A."""
    path = ROOT / "firmware" / "boards" / folder / f"{grid}.json"
    return json.loads(path.read_text(encoding="utf-8"))


class Wired:
    """A whole board: which pin is joined to which, through cables and series resistors.

    Pins are (where, ref, pin), where is "controller" or the number of a strip.
    """

    def __init__(
        self,
        nets: dict[str, dict[str, set[Pin]]],
        reeds: dict[int, tuple[int, int]],
        turned: bool = False,
    ):
        """nets by board; reeds gives for each strip the places of its first and last cell;
        turned: every cable is turned by 180 degrees at one of its ends."""
        self._net: dict[tuple, str] = {}
        self._root: dict[str, str] = {}
        places: list = ["controller", *reeds]
        for where in places:
            board = "controller" if where == "controller" else "strip"
            for net, pins in nets[board].items():
                for ref, pin in pins:
                    kind = ref.rstrip("0123456789")
                    if (
                        kind == "SW"
                        and where != "controller"
                        and not (reeds[where][0] < int(ref[2:]) <= reeds[where][1] + 1)
                    ):
                        continue  # no reed is fitted there
                    self._net[where, ref, pin] = f"{where}/{net}"
        for ref in IN_SERIES:
            self._join(("controller", ref, "1"), ("controller", ref, "2"))
        for strip in reeds:
            for number in range(1, 21):
                other = 21 - number if turned else number
                self._join(("controller", f"J{strip}", str(number)), (strip, "J1", str(other)))
        self.joined: dict[str, set[tuple]] = defaultdict(set)
        for place, net in self._net.items():
            self.joined[self._find(net)].add(place)

    def _find(self, net: str) -> str:
        while net in self._root:
            net = self._root[net]
        return net

    def _join(self, one: tuple, other: tuple) -> None:
        a, b = self._find(self._net[one]), self._find(self._net[other])
        if a != b:
            self._root[a] = b

    def with_pin(self, where: object, ref: str, pin: object) -> set[tuple]:
        """Everything that is joined to a pin, itself included."""
        return self.joined[self._find(self._net[where, ref, str(pin)])]

    def gpio(self, number: int) -> set[tuple]:
        """Everything that is joined to a GPIO of the Pico."""
        return self.with_pin("controller", "U1", PICO[number])


def reeds(grid: str) -> dict[int, tuple[int, int]]:
    """Strip -> places of its first and last cell, where its reeds are fitted."""
    rows: dict[int, list[int]] = defaultdict(list)
    for cell in description(grid)["leds"]["chain"].split():
        if cell != "-":
            rows[int(cell[1:])].append(COLUMNS.index(cell[0]))
    return {row: (min(places), max(places)) for row, places in rows.items()}


def wired(reader: str, grid: str, turned: bool = False) -> Wired:
    """A grid's whole board as the files of one kind have it."""
    read = READERS[reader]
    return Wired({name: read(name) for name in kicad.BOARDS}, reeds(grid), turned)
