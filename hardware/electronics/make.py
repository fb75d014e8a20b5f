"""What `python -m electronics` does: writes what is stale, or says so.

The drawings in hardware/kicad are the source, and are never written here. What follows from them
takes KiCad and ngspice; a picture or a figure is made anew only where a fingerprint of its
sources, kept in made.json, has changed.
"""

import hashlib
import io
import json
from pathlib import Path

from PIL import Image

from electronics import (
    documents,
    evidence,
    kicad,
    power,
    powerpath,
    preview,
    release,
    spice,
    steps,
    tables,
)
from electronics.description import DOCS, board
from electronics.drawings import strips_picture, wiring_picture
from electronics.plot import plot

HERE = Path(__file__).resolve().parent
FIGURES = HERE / "figures.json"
MADE = HERE / "made.json"
PICTURES = {  # file: board, and how it is seen
    "strip-front.png": ("strip", "--side", "top", "--zoom", "6", "-w", "2400", "-h", "330"),
    "strip-cell.png": ("strip", "--perspective", "--rotate", "-50,0,25", "--zoom", "6.5",
                       "-w", "1200", "-h", "720"),
    "controller-power.png": ("controller", "--side", "top", "--zoom", "2.2", "--pan",
                             "3,-2.6,0", "-w", "1000", "-h", "750"),
    "controller-front.png": ("controller", "--side", "top", "-w", "1100", "-h", "1100"),
    "controller.png": ("controller", "--perspective", "--rotate", "-40,0,20", "--zoom", "0.75",
                       "-w", "1200", "-h", "900"),
}
PREVIEW = "order-preview.png"


def _digest(*data: bytes) -> str:
    return hashlib.sha256(b"\0".join(data)).hexdigest()[:16]


def _modules(*names: str) -> list[bytes]:
    return [(HERE / f"{name}.py").read_bytes() for name in names]


def _made() -> dict:
    return json.loads(MADE.read_text(encoding="utf-8")) if MADE.exists() else {}


def _layouts() -> list[bytes]:
    return [kicad.board(name).read_bytes() for name in kicad.BOARDS]


def sources() -> dict[str, str]:
    """File that is made from drawings -> fingerprint of what it is made from."""
    found = {FIGURES.name: _digest(
        *_layouts(), *_modules("spice", "evidence", "inlet", "powerpath", "copper", "power"),
        repr([board()[key] for key in ("supply", "leds", "strip")]).encode())}
    for file, (name, *how) in PICTURES.items():
        found[file] = _digest(kicad.board(name).read_bytes(), repr(how).encode())
    found[PREVIEW] = _digest(*_layouts(), *_modules("preview"),
                             (HERE.parent / "parts.toml").read_bytes())
    return found


def _figures() -> dict:
    if not FIGURES.exists():
        raise RuntimeError(f"there are no {FIGURES.name}: run make hardware where ngspice is")
    return json.loads(FIGURES.read_text(encoding="utf-8"))


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
    } | {DOCS / f"{name}.svg": draw() for name, draw in steps.STEPS.items()}


def texts() -> dict[Path, str]:
    """Path and wanted content of every drawing and document; takes KiCad, for the bills."""
    figures = _figures()
    return _drawings(figures) | documents.documents(tables.blocks(figures))


def _stale_texts() -> dict[Path, str]:
    return {path: text for path, text in texts().items()
            if not path.exists() or path.read_text(encoding="utf-8") != text}


def _stale_made() -> list[str]:
    made = _made()
    return [file for file, wanted in sources().items() if made.get(file) != wanted]


def _picture(file: str, models: Path | None) -> None:
    if file == PREVIEW:
        buffer = io.BytesIO()
        preview.picture().savefig(buffer, dpi=100)
        shown = Image.open(buffer).convert("RGB")
    else:
        name, *how = PICTURES[file]
        kicad.render(name, DOCS / file, models, *how)
        shown = Image.open(DOCS / file).convert("RGB")
    shown.quantize(160, dither=Image.Dither.NONE).save(DOCS / file, optimize=True)


def write() -> list[str]:
    """Writes every stale file; gives the names of those written."""
    stale = _stale_made()
    wanted = sources()
    models = release.MODELS if release.MODELS.is_dir() else None
    if any(file in PICTURES for file in stale) and models is None:
        raise RuntimeError("the boards' pictures show their parts: hardware/install-tools --models")
    record = _made()
    for file in stale:
        if file == FIGURES.name:
            FIGURES.write_text(json.dumps(evidence.figures(), indent=1) + "\n", encoding="utf-8")
        else:
            _picture(file, models)
        record[file] = wanted[file]
    if stale:
        MADE.write_text(json.dumps(record, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    written = _stale_texts()
    for path, text in written.items():
        path.write_text(text, encoding="utf-8")
    return [*stale, *(path.name for path in written)]


def check() -> list[str]:
    """What is stale or wrong, a line each."""
    wrong = [f"stale: {file}; run make hardware" for file in _stale_made()]
    wrong += [f"stale: {path.name}; run make hardware" for path in _stale_texts()]
    wait, needed = board()["scan"]["settle_us"], _figures()["settle_us"]
    if wait < needed:
        wrong.append(f"scan.settle_us in board.toml is {wait}, and the simulation asks for "
                     f"{needed}: change it and run make boards")
    for source, kohm in power.LIMIT_KOHM.items():
        draws = board()["supply"][source] + power.REST_MA
        if draws > power.limits_ma(kohm)[0]:
            wrong.append(f"supply.{source} in board.toml: with the controller {draws:.0f} mA, "
                         f"more than the eFuse is sure to let pass")
    for name in kicad.BOARDS:
        wrong += kicad.complaints(kicad.board(name))
    wrong += powerpath.checked(_figures()["path"])
    return wrong + release.panel_wrong() + release.stale(board()["revision"])
