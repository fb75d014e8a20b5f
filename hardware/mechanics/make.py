"""What `python -m mechanics` does: writes what is stale, or says so.

A picture carries a fingerprint of the sources that it was made from; it is stale when they have
changed. Drawings and tables are compared with what would be written now.
"""

import hashlib
import io
from collections.abc import Callable
from pathlib import Path

from PIL import Image, PngImagePlugin

from mechanics import assembly, plots, preview, section
from mechanics import pictures as rendered
from mechanics.description import GRIDS, HERE, SOURCES, cells_of
from mechanics.drawings import dxf, svg
from mechanics.jigs import JIGS
from mechanics.pieces import PIECES
from mechanics.sheets import sheets
from mechanics.stl import binary
from mechanics.tables import fill

REPOSITORY = HERE.parent.parent
DRAWINGS = HERE.parent / "laser"
DOCS = REPOSITORY / "docs" / "hardware"
BUILD = REPOSITORY / "build" / "mechanics"
DOCUMENTS = ("magnets.md", "mechanics.md")
NOTE = "Fingerprint"  # the key in the PNG file

# Which modules a group of pictures comes from, besides the description and the grids.
FIELD = ("description", "field", "evidence", "plots")
SOLIDS = ("description", "solids", "pieces", "jigs", "render", "pictures")
SECTION = ("description", "ribs", "section")
ASSEMBLY = ("description", "panels", "ribs", "render", "assembly")
SHEETS = ("preview",)  # and the drawings


def pictures() -> dict[str, tuple[tuple[str, ...], Callable]]:
    """Name of each picture -> the modules that it comes from, what makes it."""
    found = {name: (FIELD, make) for name, make in plots.PLOTS.items()}
    found |= {name: (SOLIDS, make) for name, make in rendered.PICTURES.items()}
    found["panels"] = (SHEETS, preview.panels)
    found["ribs"] = (SHEETS, preview.ribs)
    found["section"] = (SECTION, section.section)
    found["assembly"] = (ASSEMBLY, assembly.assembly)
    return found


def fingerprint(modules: tuple[str, ...]) -> str:
    """A digest of what a picture is made from."""
    digest = hashlib.sha256()
    for path in (*SOURCES, *(HERE / f"{name}.py" for name in modules)):
        digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    for name in GRIDS:
        digest.update(repr(cells_of(name)[1]).encode())
    if modules == SHEETS:
        for make in sheets().values():
            digest.update(svg(make()).encode())
    return digest.hexdigest()[:16]


def texts() -> dict[Path, str]:
    """Path and content of every drawing and document."""
    found = {}
    for name, make in sheets().items():
        panel = make()
        found[DRAWINGS / f"{name}.svg"] = svg(panel)
        found[DRAWINGS / f"{name}.dxf"] = dxf(panel)
    for name in DOCUMENTS:
        found[DOCS / name] = fill((DOCS / name).read_text(encoding="utf-8"))
    return found


def stale_texts() -> dict[Path, str]:
    """Those drawings and documents that are not as they would be written now."""
    return {
        path: text for path, text in texts().items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    }


def left_over() -> list[Path]:
    """Drawings that nothing makes any more."""
    known = set(texts())
    return [path for path in sorted(DRAWINGS.glob("*.*")) if path not in known]


def stale_pictures() -> dict[Path, tuple[str, Callable]]:
    """Those pictures whose sources have changed: path -> fingerprint, what makes it."""
    found = {}
    for name, (modules, make) in pictures().items():
        path, wanted = DOCS / f"{name}.png", fingerprint(modules)
        if not path.exists() or Image.open(path).info.get(NOTE) != wanted:
            found[path] = (wanted, make)
    return found


def save(path: Path, mark: str, made) -> None:
    """Writes a picture, with few colours, and with its fingerprint."""
    if not isinstance(made, Image.Image):
        buffer = io.BytesIO()
        made.savefig(buffer, dpi=110)
        made = Image.open(buffer).convert("RGB")
    note = PngImagePlugin.PngInfo()
    note.add_text(NOTE, mark)
    made.quantize(192, dither=Image.Dither.NONE).save(path, optimize=True, pnginfo=note)


def solids() -> dict[str, Callable]:
    """Every piece and jig that is printed."""
    return {name: piece.solid for name, piece in PIECES.items()} | JIGS


def write_stl() -> list[Path]:
    """Writes every piece and jig as a binary STL file; says which."""
    BUILD.mkdir(parents=True, exist_ok=True)
    written = []
    for name, solid in solids().items():
        written.append(BUILD / f"{name}.stl")
        written[-1].write_bytes(binary(solid(), name))
    return written


def write_step() -> list[Path]:
    """Writes every piece and jig as a STEP file; says which. Takes Open CASCADE."""
    from mechanics import step

    BUILD.mkdir(parents=True, exist_ok=True)
    written = []
    for name, solid in solids().items():
        written.append(BUILD / f"{name}.step")
        step.write(solid(), written[-1])
    return written


def stale() -> list[str]:
    """Names of the files that are stale, or that nothing makes any more."""
    return [path.name for path in (*stale_texts(), *stale_pictures(), *left_over())]


def write() -> list[str]:
    """Writes what is stale; says which files that were."""
    texts_, pictures_, old = stale_texts(), stale_pictures(), left_over()
    DRAWINGS.mkdir(exist_ok=True)
    for path, text in texts_.items():
        path.write_text(text, encoding="utf-8")
    for path, (mark, make) in pictures_.items():
        save(path, mark, make())
    for path in old:
        path.unlink()
    return [path.name for path in (*texts_, *pictures_, *old)]
