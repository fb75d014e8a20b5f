"""What is generated without any tool but Python: KiCad's files, BOMs, tables, documents."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from electronics import pcb
from electronics.circuit import Board, Track
from electronics.controller import controller
from electronics.description import HARDWARE, board
from electronics.models import models
from electronics.project import project_text, tables
from electronics.route import Via
from electronics.schematic import library_text, schematic_text
from electronics.sexpr import child, children, loads
from electronics.strip import strip

KICAD = HARDWARE / "kicad"
FAB = HARDWARE / "fab"
MADE = KICAD / "made.json"  # digests of what routes, fills, simulations were made from


@dataclass(frozen=True)
class Wiring:
    """How a board is routed: nets to begin with, and which layer runs up and down."""

    order: tuple[str, ...]
    vertical: tuple[bool, bool]


def boards() -> dict[str, tuple[Board, Wiring]]:
    """Both boards."""
    return {
        "strip": (strip(), Wiring(("+5V", *(f"D{i}" for i in range(10))), (True, False))),
        "controller": (controller(), Wiring(("+5V", "5V_IN", "5V_FUSED"), (False, True))),
    }


def sources(*names: str) -> list[str]:
    """The texts of modules of this package, by name."""
    here = Path(__file__).resolve().parent
    return [(here / f"{name}.py").read_text(encoding="utf-8") for name in names]


def digest(*texts: str) -> str:
    """A short fingerprint of texts."""
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]


def made() -> dict:
    """What MADE records; empty where nothing was made yet."""
    return json.loads(MADE.read_text(encoding="utf-8")) if MADE.exists() else {}


def routing_digest(made_board: Board, wiring: Wiring) -> str:
    """A fingerprint of everything that the tracks of a board depend on."""
    return digest(pcb.pcb_text(made_board, [], []), repr(wiring), repr(made_board.widths),
                  repr(made_board.tracks), *sources("route", "shapes"))


def stored_copper(made_board: Board) -> tuple[list[Track], list[Via]] | None:
    """The tracks and vias of the board file as it lies in the tree; None where there is none."""
    path = KICAD / made_board.name / f"{made_board.name}.kicad_pcb"
    if not path.exists():
        return None
    tree = loads(path.read_text(encoding="utf-8"))
    names = {net[1]: net[2] for net in children(tree, "net")}

    def at(node: list, name: str) -> tuple[float, float]:
        point = child(node, name)
        return float(point[1]) - pcb.ORIGIN[0], float(point[2]) - pcb.ORIGIN[1]

    tracks = [
        Track(names[child(s, "net")[1]], child(s, "layer")[1], float(child(s, "width")[1]),
              *at(s, "start"), *at(s, "end"))
        for s in children(tree, "segment")
    ]
    vias = [Via(names[child(v, "net")[1]], *at(v, "at")) for v in children(tree, "via")]
    return tracks, vias


def without_fill(text: str) -> list:
    """A board file's content without the filled areas of its pours."""
    return [
        [part for part in item if not (isinstance(part, list) and part[0] == "filled_polygon")]
        if isinstance(item, list) and item[0] == "zone" else item
        for item in loads(text)
    ]


def kicad_files() -> dict[Path, str]:
    """KiCad's files except the boards themselves: schematics, projects, libraries, models."""
    found: dict[Path, str] = {}
    footprints: dict[str, str] = {}
    for name, (made_board, _) in boards().items():
        folder = KICAD / name
        found[folder / f"{name}.kicad_sch"] = schematic_text(made_board)
        found[folder / f"{name}.kicad_pro"] = project_text(made_board)
        found |= {folder / file: text for file, text in tables().items()}
        found[KICAD / "library" / "tourelle.kicad_sym"] = library_text(made_board)
        footprints |= pcb.library_files(made_board)
    for file, text in footprints.items():
        found[KICAD / "library" / "tourelle.pretty" / file] = text
    for name, text in models(board()["strip"]["reed_leads_mm"]).items():
        found[KICAD / "library" / "models" / f"{name}.wrl"] = text
    return found
