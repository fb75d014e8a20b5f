"""What KiCad does for us: reads its own files, checks them, makes fabrication data and pictures."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile
import xml.etree.ElementTree as ElementTree
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from electronics.description import HARDWARE

KICAD = HARDWARE / "kicad"
_KEPT = HARDWARE.parent / "build" / "kicad"
_DUMP = Path(__file__).with_name("dump.py")
BOARDS = ("strip", "controller")
SYSTEM_PYTHON = "/usr/bin/python3"  # Debian's pcbnew belongs to it
LAYERS = "F.Cu,B.Cu,F.Paste,B.Paste,F.SilkS,B.SilkS,F.Mask,B.Mask,Edge.Cuts"
_OF_A_BOARD = (".kicad_sch", ".kicad_pcb", ".kicad_pro")
_READ = (*(f"*{kind}" for kind in _OF_A_BOARD), "*.kicad_sym", "*.kicad_mod", "*-lib-table")
_DATES = (
    (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[+-]\d\d:?\d\d|Z)?"), "2025-01-01T00:00:00Z"),
    (re.compile(r"9\.0\.\d+[^\s,*})\"]*"), "9.0"),
)


def present() -> bool:
    """Whether KiCad 9 is installed here."""
    if not shutil.which("kicad-cli"):
        return False
    said = subprocess.run(["kicad-cli", "version"], capture_output=True, text=True, check=False)
    return said.stdout.startswith("9.")


def schematic(name: str) -> Path:
    """A board's (root) schematic."""
    return KICAD / name / f"{name}.kicad_sch"


def board(name: str) -> Path:
    """A board's layout."""
    return KICAD / name / f"{name}.kicad_pcb"


def sources(name: str) -> list[Path]:
    """Every file that a board's fabrication data depend on, but for the libraries."""
    return sorted(path for path in (KICAD / name).iterdir() if path.suffix in _OF_A_BOARD)


def run(*arguments: object, models: Path | None = None) -> None:
    """Runs kicad-cli; RuntimeError with its words where it fails."""
    environment = os.environ | ({"KICAD9_3DMODEL_DIR": str(models)} if models else {})
    done = subprocess.run(["kicad-cli", *map(str, arguments)], capture_output=True, text=True,
                          check=False, env=environment)
    if done.returncode:
        raise RuntimeError(f"kicad-cli {arguments[0]} {arguments[1]}: {done.stdout}{done.stderr}")


def steady(text: str) -> str:
    """A file's text without what changes from run to run: the date, and KiCad's exact version."""
    for pattern, instead in _DATES:
        text = pattern.sub(instead, text)
    return text


def complaints(path_of_board: Path, with_schematic: bool = True) -> list[str]:
    """What the design rule check, and the electrical one, say of a board: nothing, if all is
    well. Every severity counts, and nothing is excluded."""
    found = []
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch) / "report.json"
        if with_schematic:
            run("sch", "erc", "--severity-all", "--format", "json", "-o", out,
                path_of_board.with_suffix(".kicad_sch"))
            for sheet in json.loads(out.read_text())["sheets"]:
                found += sheet["violations"]
        parity = ["--schematic-parity"] if with_schematic else []
        run("pcb", "drc", "--severity-all", *parity, "--format", "json", "-o", out, path_of_board)
        report = json.loads(out.read_text())
        for part in ("violations", "unconnected_items", "schematic_parity"):
            found += report.get(part, [])
    return [
        f"{path_of_board.stem}: {item['type']}: {item['description']}: "
        + "; ".join(where["description"] for where in item["items"])
        for item in found
    ]


@dataclass(frozen=True)
class Component:
    """A part of a schematic: its reference, value, footprint and entry in parts.toml ("" for
    what is not bought: holes, test points, headers to grow)."""

    ref: str
    value: str
    footprint: str
    part: str


def _kept(name: str, kind: str, make: Callable[[], str]) -> str:
    """What KiCad makes of a board's files, kept on disk as long as none of them changes."""
    sha = hashlib.sha256()
    # no other file: a KiCad at work beside this one keeps locks there, which come and go
    read = [path for kind in _READ for path in KICAD.rglob(kind)]
    for path in sorted([*read, Path(__file__), _DUMP]):
        sha.update(f"{path.name} {hashlib.sha256(path.read_bytes()).hexdigest()}".encode())
    kept = _KEPT / f"{name}-{sha.hexdigest()[:16]}.{kind}"
    if not kept.exists():
        made = make()
        _KEPT.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=_KEPT, encoding="utf-8", delete=False) as file:
            file.write(made)
        Path(file.name).replace(kept)  # whole, whoever else makes it
    return kept.read_text(encoding="utf-8")


@cache
def _netlist(name: str) -> ElementTree.Element:
    def make() -> str:
        with tempfile.TemporaryDirectory() as scratch:
            out = Path(scratch) / "netlist.xml"
            run("sch", "export", "netlist", "--format", "kicadxml", "-o", out, schematic(name))
            return out.read_text(encoding="utf-8")

    return ElementTree.fromstring(_kept(name, "xml", make))


def components(name: str) -> list[Component]:
    """The parts that KiCad reads out of a board's schematic."""
    found = []
    for entry in _netlist(name).iterfind("components/comp"):
        fields = {field.get("name"): field.text for field in entry.iterfind("fields/field")}
        found.append(Component(entry.get("ref", ""), entry.findtext("value", ""),
                               entry.findtext("footprint", ""), fields.get("Part") or ""))
    return found


def nets(name: str) -> dict[str, set[tuple[str, str]]]:
    """net -> its pins (reference, number), as KiCad reads them out of the schematic."""
    return {
        net.get("name", ""): {(node.get("ref", ""), node.get("pin", ""))
                              for node in net.iterfind("node")}
        for net in _netlist(name).iterfind("nets/net")
    }


@cache
def layout(name: str) -> dict:
    """A board's layout as KiCad's own library reads it; see dump.py for its content."""
    return json.loads(_kept(name, "json", lambda: json.dumps(read_layout(board(name)))))


def read_layout(path: Path) -> dict:
    """The same for any board file."""
    done = subprocess.run([SYSTEM_PYTHON, str(_DUMP), str(path)],
                          capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"KiCad's Python could not read {path.name}: {done.stderr}")
    return json.loads(done.stdout[done.stdout.index("{"):])


def gerbers(path: Path) -> bytes:
    """What a board maker is sent: the zip of Gerbers and drills, the same bytes in every run."""
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch)
        run("pcb", "export", "gerbers", "--no-protel-ext", "-l", LAYERS, "-o", out, path)
        run("pcb", "export", "drill", "--excellon-separate-th", "--excellon-oval-format", "route",
            "-o", f"{out}/", path)
        packed = out / "packed.zip"
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for file in sorted(out.iterdir()):
                if file != packed and file.suffix != ".gbrjob":
                    entry = zipfile.ZipInfo(file.name, (2025, 1, 1, 0, 0, 0))
                    entry.compress_type = zipfile.ZIP_DEFLATED
                    entry.external_attr = 0o644 << 16
                    archive.writestr(entry, steady(file.read_text(encoding="utf-8")))
        return packed.read_bytes()


def test_netlist(path: Path) -> str:
    """The board's netlist with its test points for a bare-board test, IPC-D-356."""
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch) / "board.d356"
        run("pcb", "export", "ipcd356", "-o", out, path)
        return steady(out.read_text(encoding="utf-8"))


def schematic_print(name: str) -> bytes:
    """The schematic as PDF, for those without KiCad."""
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch) / "schematic.pdf"
        run("sch", "export", "pdf", "-o", out, schematic(name))
        return re.sub(rb"D:\d{14}", b"D:20250101000000", out.read_bytes())


def step(name: str, out: Path, models: Path | None) -> None:
    """The board as a STEP file; with its parts where their models are."""
    run("pcb", "export", "step", "--force", "--subst-models", "-o", out, board(name),
        models=models)


def render(name: str, out: Path, models: Path | None, *how: object) -> None:
    """A picture of a board; with its parts where their models are."""
    out.parent.mkdir(parents=True, exist_ok=True)
    run("pcb", "render", "--quality", "basic", "--background", "opaque", *how, "-o", out,
        board(name), models=models)
