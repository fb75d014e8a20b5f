"""What KiCad does for us: fills, checks, fabrication data, netlists, pictures."""

import json
import re
import shutil
import subprocess
import tempfile
import zipfile
from pathlib import Path

from electronics.sexpr import Word, child, children, loads

HERE = Path(__file__).resolve().parent
LAYERS = "F.Cu,B.Cu,F.Paste,B.Paste,F.SilkS,B.SilkS,F.Mask,B.Mask,Edge.Cuts"
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


def run(*arguments: object) -> None:
    """Runs kicad-cli; RuntimeError with its words where it fails."""
    done = subprocess.run(
        ["kicad-cli", *map(str, arguments)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"kicad-cli {arguments[0]} {arguments[1]}: {done.stdout}{done.stderr}")


def steady(text: str) -> str:
    """A file's text without what changes from run to run: the date, and KiCad's exact version."""
    for pattern, instead in _DATES:
        text = pattern.sub(instead, text)
    return text


def fills(path: Path) -> dict[str, list]:
    """The filled areas of a board's pours, by the pour's UUID."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "filled.kicad_pcb"
        done = subprocess.run(["/usr/bin/python3", HERE / "fill.py", path, out],
                              capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"KiCad could not fill the pours of {path.name}: {done.stderr}")
        tree = loads(out.read_text(encoding="utf-8"))
    found = {}
    for zone in children(tree, "zone"):
        areas = []
        for area in children(zone, "filled_polygon"):
            points = ["pts", *(["xy", Word(p[1]), Word(p[2])] for p in child(area, "pts")[1:])]
            areas.append(["filled_polygon", ["layer", child(area, "layer")[1]], points])
        found[child(zone, "uuid")[1]] = areas
    return found


def complaints(folder: Path, name: str) -> list[str]:
    """What the electrical and the design rule check say about a board: nothing, if all is well."""
    found = []
    with tempfile.TemporaryDirectory() as scratch:
        erc, drc = Path(scratch) / "erc.json", Path(scratch) / "drc.json"
        run("sch", "erc", "--severity-all", "--format", "json", "-o", erc,
            folder / f"{name}.kicad_sch")
        run("pcb", "drc", "--severity-all", "--schematic-parity", "--format", "json", "-o", drc,
            folder / f"{name}.kicad_pcb")
        for sheet in json.loads(erc.read_text())["sheets"]:
            found += sheet["violations"]
        report = json.loads(drc.read_text())
        for part in ("violations", "unconnected_items", "schematic_parity"):
            found += report[part]
    return [
        f"{name}: {item['type']}: {item['description']}: "
        + "; ".join(where["description"] for where in item["items"])
        for item in found
    ]


def netlist(folder: Path, name: str) -> str:
    """The netlist that KiCad reads out of a schematic."""
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch) / "netlist.net"
        run("sch", "export", "netlist", "--format", "kicadsexpr", "-o", out,
            folder / f"{name}.kicad_sch")
        tree = loads(out.read_text(encoding="utf-8"))
    lines = []
    for net in children(child(tree, "nets"), "net"):
        for node in children(net, "node"):
            lines.append(f"{child(net, 'name')[1]} {child(node, 'ref')[1]} {child(node, 'pin')[1]}")
    return "\n".join(sorted(lines)) + "\n"


def fabrication(folder: Path, name: str) -> dict[str, bytes]:
    """What a board maker is sent: the zip of Gerbers and drills, and the placement list."""
    board = folder / f"{name}.kicad_pcb"
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch)
        run("pcb", "export", "gerbers", "--no-protel-ext", "-l", LAYERS, "-o", out, board)
        run("pcb", "export", "drill", "--excellon-separate-th", "-o", f"{out}/", board)
        run("pcb", "export", "pos", "--format", "csv", "--units", "mm", "-o",
            out / f"{name}-pos.csv", board)
        placed = (out / f"{name}-pos.csv").read_text(encoding="utf-8")
        (out / f"{name}-pos.csv").unlink()
        packed = out / "packed.zip"
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in sorted(out.iterdir()):
                if path != packed and path.suffix != ".gbrjob":
                    entry = zipfile.ZipInfo(path.name, (2025, 1, 1, 0, 0, 0))
                    entry.compress_type = zipfile.ZIP_DEFLATED
                    entry.external_attr = 0o644 << 16
                    archive.writestr(entry, steady(path.read_text(encoding="utf-8")))
        return {f"{name}-gerbers.zip": packed.read_bytes(),
                f"{name}-placement.csv": placed.encode()}


def schematic_print(folder: Path, name: str) -> bytes:
    """The schematic as PDF, for those without KiCad."""
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch) / "schematic.pdf"
        run("sch", "export", "pdf", "-o", out, folder / f"{name}.kicad_sch")
        return re.sub(rb"D:\d{14}", b"D:20250101000000", out.read_bytes())


def render(folder: Path, name: str, out: Path, *how: object) -> None:
    """A picture of the board with its parts."""
    out.parent.mkdir(parents=True, exist_ok=True)
    run("pcb", "render", "--quality", "basic", "--background", "transparent", *how, "-o", out,
        folder / f"{name}.kicad_pcb")
