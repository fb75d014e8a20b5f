"""What `python -m electronics` does: writes what is stale, or says so."""

import json
from collections.abc import Iterator
from pathlib import Path

from electronics import bom, documents, evidence, kicad, pcb, products, route, spice, tables
from electronics.circuit import Board
from electronics.description import DOCS, board
from electronics.drawings import strips_picture, wiring_picture
from electronics.plot import plot
from electronics.products import FAB, KICAD, MADE, Wiring, boards, digest, made
from electronics.sexpr import loads

FIGURES = Path(__file__).resolve().parent / "figures.json"
TOLERANCE = 0.03  # by which a figure may differ between versions of ngspice
PICTURES = {  # file: board, and how it is seen
    "strip-front.png": ("strip", "--side", "top", "--zoom", "6", "-w", "2400", "-h", "330"),
    "strip-back.png": ("strip", "--side", "bottom", "--zoom", "6", "-w", "2400", "-h", "330"),
    "strip-cell.png": ("strip", "--perspective", "--rotate", "-50,0,25", "--zoom", "6.5",
                       "-w", "1200", "-h", "720"),
    "controller-front.png": ("controller", "--side", "top", "-w", "1100", "-h", "1100"),
    "controller-back.png": ("controller", "--side", "bottom", "-w", "1100", "-h", "1100"),
    "controller.png": ("controller", "--perspective", "--rotate", "-40,0,20", "--zoom", "0.75",
                       "-w", "1200", "-h", "900"),
}


def _write(path: Path, content: str | bytes) -> bool:
    """Writes a file where it differs; says whether it did."""
    data = content.encode() if isinstance(content, str) else content
    if path.exists() and path.read_bytes() == data:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return True


def _record(name: str, key: str, value: object) -> None:
    record = made()
    record.setdefault(name, {})[key] = value
    _write(MADE, json.dumps(record, indent=1, sort_keys=True) + "\n")


def _recorded(name: str, key: str) -> object:
    return made().get(name, {}).get(key)


def _board_path(name: str) -> Path:
    return KICAD / name / f"{name}.kicad_pcb"


def _copper(made_board: Board, wiring: Wiring) -> tuple:
    """Tracks and vias, found anew only where something that they depend on has changed."""
    wanted = products.routing_digest(made_board, wiring)
    stored = products.stored_copper(made_board)
    if stored and _recorded(made_board.name, "routed") == wanted:
        return stored
    found = route.route(made_board, list(wiring.order), wiring.vertical)
    _record(made_board.name, "routed", wanted)
    return found


def _same_board(path: Path, bare: str) -> bool:
    """Whether a board's file is that text, whatever its pours are filled with."""
    return path.exists() and products.without_fill(path.read_text(encoding="utf-8")) == loads(bare)


def _write_board(made_board: Board, wiring: Wiring, tools: bool) -> list[Path]:
    path = _board_path(made_board.name)
    tracks, vias = _copper(made_board, wiring)
    bare = pcb.pcb_text(made_board, tracks, vias)
    filled = _recorded(made_board.name, "filled") == digest(bare)
    if _same_board(path, bare) and (filled or not tools):
        return []
    _write(path, bare)
    if tools:
        _write(path, pcb.pcb_text(made_board, tracks, vias, kicad.fills(path)))
        _record(made_board.name, "filled", digest(bare))
    return [path]


def _source(name: str) -> str:
    """A fingerprint of what a board's fabrication data and pictures are made from."""
    folder = KICAD / name
    return digest(_board_path(name).read_text(encoding="utf-8"),
                  (folder / f"{name}.kicad_sch").read_text(encoding="utf-8"),
                  *products.sources("kicad"))


def _picture_source(name: str) -> str:
    library = sorted((KICAD / "library" / "models").iterdir())
    return digest(_board_path(name).read_text(encoding="utf-8"),
                  *(path.read_text(encoding="utf-8") for path in library),
                  repr([how for how in PICTURES.values() if how[0] == name]))


def _from_kicad(name: str) -> dict[Path, bytes]:
    """What KiCad makes of a board, byte for byte the same in every run."""
    folder = KICAD / name
    found = {FAB / file: data for file, data in kicad.fabrication(folder, name).items()}
    found[FAB / f"{name}.net"] = kicad.netlist(folder, name).encode()
    found[FAB / f"{name}-schematic.pdf"] = kicad.schematic_print(folder, name)
    return found


def _write_kicad(name: str) -> list[Path]:
    written = []
    if _recorded(name, "fabricated") != _source(name):
        wrong = kicad.complaints(KICAD / name, name)
        if wrong:
            raise RuntimeError("\n".join(wrong))
        written += [path for path, data in _from_kicad(name).items() if _write(path, data)]
        _record(name, "fabricated", _source(name))
    if _recorded(name, "pictured") != _picture_source(name):
        for file, (shown, *how) in PICTURES.items():
            if shown == name:
                kicad.render(KICAD / name, name, DOCS / file, *how)
                written.append(DOCS / file)
        _record(name, "pictured", _picture_source(name))
    return written


def _circuit_source() -> str:
    """A fingerprint of what the circuit's figures are made from."""
    return digest(*products.sources("spice", "evidence"))


def _figures() -> dict:
    if not FIGURES.exists():
        raise RuntimeError(f"there are no {FIGURES.name}: run make hardware where ngspice is")
    return json.loads(FIGURES.read_text(encoding="utf-8"))


def _write_figures() -> list[Path]:
    if FIGURES.exists() and _recorded("circuit", "simulated") == _circuit_source():
        return []
    written = _write(FIGURES, json.dumps(evidence.figures(), indent=1) + "\n")
    _record("circuit", "simulated", _circuit_source())
    return [FIGURES] if written else []


def _drawings(figures: dict) -> dict[Path, str]:
    settling = plot(
        "Slowest column: all reeds closed but this one (simulated)", "µs after the row is driven",
        "V", {"column": figures["settle_curve"]},
        {"read as open from 2.0 V": spice.HIGH, "as closed up to 0.8 V": spice.LOW},
        (-3, 12, 0, 3.4),
    )
    data = plot(
        "LED data at the first pixel (simulated)", "ns", "V",
        {name: [p for p in curve if p[0] < 260] for name, curve in figures["data_curves"].items()},
        {"the LED needs 0.7 x 5 V": 3.5}, (80, 240, -0.6, 5.6),
    )
    return {
        DOCS / "circuit-settling.svg": settling, DOCS / "circuit-data.svg": data,
        DOCS / "strips.svg": strips_picture(), DOCS / "wiring.svg": wiring_picture(),
    }


def plain_files() -> Iterator[tuple[Path, str]]:
    """Path and wanted text of everything that needs nothing but Python, boards excepted."""
    yield from products.kicad_files().items()
    strip, controller = (made_board for made_board, _ in boards().values())
    for name, text in bom.files(strip, controller).items():
        yield FAB / name, text
    figures = _figures()
    yield from _drawings(figures).items()
    yield from documents.documents(tables.blocks(strip, controller, figures)).items()


def write(tools: bool) -> list[Path]:
    """Writes every stale file; gives those written. Without tools, only what Python makes."""
    written = _write_figures() if tools else []
    written += [path for path, text in plain_files() if _write(path, text)]
    for made_board, wiring in boards().values():
        written += _write_board(made_board, wiring, tools)
    if tools:
        for name in boards():
            written += _write_kicad(name)
    return written


def _plain_stale() -> Iterator[Path]:
    for path, text in plain_files():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            yield path
    for name, (made_board, wiring) in boards().items():
        path = _board_path(name)
        stored = products.stored_copper(made_board)
        if not stored or _recorded(name, "routed") != products.routing_digest(made_board, wiring):
            yield path
            continue
        bare = pcb.pcb_text(made_board, *stored)
        if not _same_board(path, bare) or _recorded(name, "filled") != digest(bare):
            yield path
        elif _recorded(name, "fabricated") != _source(name):
            yield FAB / f"{name}-gerbers.zip"
        elif _recorded(name, "pictured") != _picture_source(name):
            yield DOCS / f"{name}-front.png"
    if _recorded("circuit", "simulated") != _circuit_source():
        yield FIGURES


def _unlike(one: object, other: object) -> bool:
    """Whether two figures, or anything made of them, differ by more than the tolerance."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() != other.keys() or any(_unlike(one[k], other[k]) for k in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) != len(other) or any(map(_unlike, one, other))
    if isinstance(one, float) and isinstance(other, int | float):
        return abs(one - other) > TOLERANCE * max(1.0, abs(one))
    return one != other


def check(tools: bool) -> list[str]:
    """What is stale or wrong, a line each."""
    wrong = [f"stale: {path.name}; run make hardware" for path in _plain_stale()]
    if board()["scan"]["settle_us"] != _figures()["settle_us"]:
        wrong.append(f"scan.settle_us in board.toml is not the simulated "
                     f"{_figures()['settle_us']}: change it and run make boards")
    if tools and not wrong:
        for name, (made_board, _) in boards().items():
            wrong += kicad.complaints(KICAD / name, name)
            path, stored = _board_path(name), products.stored_copper(made_board)
            if stored and path.read_text(encoding="utf-8") != pcb.pcb_text(
                made_board, *stored, kicad.fills(path)
            ):
                wrong.append(f"stale: the pours of {path.name}; KiCad fills them otherwise")
            for path, data in _from_kicad(name).items():
                if not path.exists() or path.read_bytes() != data:
                    wrong.append(f"stale: {path.name}; KiCad makes another; run make hardware")
        if _unlike(json.loads(json.dumps(evidence.figures())), _figures()):
            wrong.append(f"stale: {FIGURES.name}; ngspice finds other figures")
    return wrong
