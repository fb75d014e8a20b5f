"""The committed boards as a wired whole: strips, cables and controller joined into one netlist.

Read from the files alone: KiCad's netlists of the schematics, or the pads of the boards.
"""

import json
from collections import defaultdict
from pathlib import Path

from electronics.sexpr import child, children, loads

ROOT = Path(__file__).resolve().parents[1]
FAB = ROOT / "hardware" / "fab"
KICAD = ROOT / "hardware" / "kicad"
GRIDS = ("square", "avalam", "hex")
COLUMNS = "abcdefghi"

Pin = tuple[str, str]  # a part's reference and its pin

# The Pico's pins as its data sheet numbers them.
PICO = {
    0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15, 12: 16,
    13: 17, 14: 19, 15: 20, 16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27,
}


def from_netlist(name: str) -> dict[str, set[Pin]]:
    """net -> pins, as KiCad read them out of the schematic."""
    nets: dict[str, set[Pin]] = defaultdict(set)
    for line in (FAB / f"{name}.net").read_text(encoding="utf-8").splitlines():
        net, ref, pin = line.rsplit(" ", 2)
        nets[net].add((ref, pin))
    return nets


def board_tree(name: str) -> list:
    """A board's file."""
    return loads((KICAD / name / f"{name}.kicad_pcb").read_text(encoding="utf-8"))


def reference(footprint: list) -> str:
    """The reference of a footprint on a board, "" for a bare hole."""
    return next(p[2] for p in children(footprint, "property") if p[1] == "Reference")


def from_board(name: str) -> dict[str, set[Pin]]:
    """net -> pins, from the pads of the circuit board."""
    nets: dict[str, set[Pin]] = defaultdict(set)
    for footprint in children(board_tree(name), "footprint"):
        for pad in children(footprint, "pad"):
            if children(pad, "net"):
                nets[child(pad, "net")[2]].add((reference(footprint), pad[1]))
    return nets


READERS = {"schematic": from_netlist, "board": from_board}


def description(grid: str) -> dict:
    """What the firmware knows of a board."""
    path = ROOT / "firmware" / "boards" / f"{grid}.json"
    return json.loads(path.read_text(encoding="utf-8"))


def _fitted(ref: str, first: int, last: int) -> bool:
    """Whether a part of a strip is there; reeds, diodes, LEDs of unused cells are not."""
    kind = ref.rstrip("0123456789")
    return kind not in ("SW", "D", "LED", "C") or first < int(ref[len(kind) :]) <= last + 1


class Wired:
    """A whole board: which pin is joined to which, through cables and soldered jumpers.

    Pins are (where, ref, pin), where is "controller" or the number of a strip.
    """

    def __init__(self, nets: dict[str, dict[str, set[Pin]]], ends: dict[int, tuple[int, int]]):
        """nets by board; ends gives for each strip the places of its first and last cell."""
        self._net: dict[tuple, str] = {}
        self._root: dict[str, str] = {}
        places: list = ["controller", *ends]
        for where in places:
            board = "controller" if where == "controller" else "strip"
            for net, pins in nets[board].items():
                for ref, pin in pins:
                    if where == "controller" or _fitted(ref, *ends[where]):
                        self._net[where, ref, pin] = f"{where}/{net}"
        for strip, (first, last) in ends.items():
            for number in range(1, 17):
                self._join(("controller", f"J{strip}", str(number)), (strip, "J1", str(number)))
            for jumper in (f"JF{first + 1}", f"JL{last + 1}"):
                self._join((strip, jumper, "1"), (strip, jumper, "2"))
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


def ends(grid: str) -> dict[int, tuple[int, int]]:
    """Strip -> places of the first and last of its cells that are in the grid's chain."""
    rows: dict[int, list[int]] = defaultdict(list)
    for cell in description(grid)["leds"]["chain"].split():
        rows[int(cell[1:])].append(COLUMNS.index(cell[0]))
    return {row: (min(places), max(places)) for row, places in rows.items()}


def wired(reader: str, grid: str) -> Wired:
    """A grid's whole board as the files of one kind have it."""
    read = READERS[reader]
    return Wired({name: read(name) for name in ("strip", "controller")}, ends(grid))
