"""Makes a release of the boards: what is ordered by, frozen in a folder a revision, and an archive.

    python -m electronics.release --rev B [--models FOLDER]

Frozen in hardware/releases/REV, and kept: Gerbers, bills, placement, schematics as PDF, and
made-from.json. In build/hardware/REV, and zipped beside it: those, STEP, pictures, the netlist
for a bare-board test, the interactive bill and the panel. A revision whose files have
been frozen is made again only from the same drawings; a changed one needs a new revision.
"""

import argparse
import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from electronics import bom, kicad
from electronics.description import HARDWARE, board

RELEASES = HARDWARE / "releases"
BUILD = HARDWARE.parent / "build"
TOOLS = BUILD / "kicad-tools"  # KiKit and the interactive bill, on KiCad's own Python
RECORD = "made-from.json"
MODELS = Path("/usr/share/kicad/3dmodels")
VIEWS = {
    "top": ("--side", "top"), "bottom": ("--side", "bottom"),
    "aslant": ("--perspective", "--rotate", "-40,0,20"),
}


def digests(name: str) -> dict[str, str]:
    """A short fingerprint of each file that a board is drawn in."""
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest()[:16]
            for path in kicad.sources(name)}


def record(rev: str) -> dict:
    """What a revision's frozen files were made from: board -> file -> fingerprint."""
    path = RELEASES / rev / RECORD
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def frozen() -> dict[str, bytes]:
    """The files of the present drawings that a release keeps."""
    found = {name: text.encode() for name, text in bom.files().items()}
    for name in kicad.BOARDS:
        found[f"{name}-gerbers.zip"] = kicad.gerbers(kicad.board(name))
        found[f"{name}-schematic.pdf"] = kicad.schematic_print(name)
    return found


def stale(rev: str) -> list[str]:
    """What of a frozen revision is not what the drawings, or parts.toml and kit.toml, say."""
    wanted = {name: digests(name) for name in kicad.BOARDS}
    if record(rev) != wanted:
        return [f"releases/{rev} was made from other drawings: make hardware-release REV={rev} "
                "if nothing was ordered yet, else a new revision"]
    return [f"stale: releases/{rev}/{name}; run make hardware-release REV={rev}"
            for name, text in bom.files().items()
            if not (RELEASES / rev / name).exists()
            or (RELEASES / rev / name).read_text(encoding="utf-8") != text]


def freeze(rev: str) -> None:
    """Writes a revision's folder; RuntimeError where KiCad has any complaint."""
    wrong = [line for name in kicad.BOARDS for line in kicad.complaints(kicad.board(name))]
    if wrong:
        raise RuntimeError("\n".join(wrong))
    folder = RELEASES / rev
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in frozen().items():
        (folder / name).write_bytes(data)
    made = {name: digests(name) for name in kicad.BOARDS}
    (folder / RECORD).write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")


def archive(rev: str, models: Path | None) -> Path:
    """Fills build/hardware/REV and zips it; gives the zip."""
    folder = BUILD / "hardware" / rev
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(RELEASES / rev, folder)
    if models is None:
        print("no models of the parts (hardware/install-tools --models): pictures and STEP show "
              "bare boards")
    for name in kicad.BOARDS:
        (folder / f"{name}.d356").write_text(kicad.test_netlist(kicad.board(name)),
                                             encoding="utf-8")
        kicad.step(name, folder / f"{name}.step", models)
        for view, how in VIEWS.items():
            size = ("-w", "2400", "-h", "330", "--zoom", "6") if name == "strip" and (
                view != "aslant") else ("-w", "1400", "-h", "1000")
            kicad.render(name, folder / f"{name}-{view}.png", models, *how, *size)
        _with_tools(folder, name)
    path = BUILD / f"tourelle-hardware-{rev}.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                packed.write(file, f"tourelle-hardware-{rev}/{file.relative_to(folder)}")
    return path


def _with_tools(folder: Path, name: str) -> None:
    """The interactive bill, and the strips' panel, where their tools are installed."""
    python = TOOLS / "bin" / "python"
    if not python.exists():
        print("no interactive bill, no panel: make hardware-tools installs what makes them")
        return
    made = subprocess.run(
        [str(TOOLS / "bin" / "generate_interactive_bom"), "--no-browser", "--dest-dir",
         str(folder), "--name-format", f"{name}-interactive-bom", str(kicad.board(name))],
        capture_output=True, text=True, check=False, env={"INTERACTIVE_HTML_BOM_NO_DISPLAY": "1",
                                                          "PATH": "/usr/bin:/bin"})
    if made.returncode:
        raise RuntimeError(f"the interactive bill of {name}: {made.stdout}{made.stderr}")
    if name == "strip":
        panel(folder / "strip-panel.kicad_pcb")
        # where the panel lies there is no table of the strip's libraries
        wrong = [line for line in kicad.complaints(folder / "strip-panel.kicad_pcb", False)
                 if "lib_footprint_issues" not in line]
        if wrong:
            raise RuntimeError("\n".join(wrong))
        (folder / "strip-panel-gerbers.zip").write_bytes(
            kicad.gerbers(folder / "strip-panel.kicad_pcb"))
        layout = kicad.read_layout(folder / "strip-panel.kicad_pcb")
        placed = bom.placed("strip", layout)
        (folder / "strip-panel-placement.csv").write_text(placed, encoding="utf-8")
        (folder / "strip-panel-placement-turned.csv").write_text(bom.turned("strip", layout),
                                                                 encoding="utf-8")
        if bom.designators(placed) != bom.designators(bom.panel_bill()):
            raise RuntimeError("the panel's placement and its bill name different parts")
        for rest in (*folder.glob("*.kicad_prl"), *folder.glob("*.kicad_dru")):
            rest.unlink()


def panel_wrong() -> list[str]:
    """What KiCad says of the panel, and where its placement and its bill differ; nothing where
    KiKit is not installed."""
    if not (TOOLS / "bin" / "python").exists():
        return []
    with tempfile.TemporaryDirectory() as scratch:
        made = Path(scratch) / "strip-panel.kicad_pcb"
        panel(made)
        wrong = [line for line in kicad.complaints(made, False)
                 if "lib_footprint_issues" not in line]  # no table of the libraries there
        placed = bom.placed("strip", kicad.read_layout(made))
    if bom.designators(placed) != bom.designators(bom.panel_bill()):
        wrong.append("the panel's placement and its bill name different parts")
    return wrong


def panel(out: Path) -> None:
    """The strips between two rails, with tabs, tooling holes and fiducials, made by KiKit."""
    script = Path(__file__).with_name("panel.py")
    done = subprocess.run([str(TOOLS / "bin" / "python"), str(script), str(kicad.board("strip")),
                           str(out)],
                          capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"KiKit could not make the panel: {done.stderr[-600:]}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="electronics.release", description=__doc__)
    parser.add_argument("--rev", required=True, help="must be board.toml's revision")
    parser.add_argument("--models", type=Path, default=MODELS, help="KiCad's 3D models")
    arguments = parser.parse_args()
    if arguments.rev != board()["revision"]:
        print(f"board.toml describes revision {board()['revision']}, not {arguments.rev}",
              file=sys.stderr)
        return 1
    if not kicad.present():
        print("a release takes KiCad 9: hardware/install-tools", file=sys.stderr)
        return 1
    try:
        freeze(arguments.rev)
        path = archive(arguments.rev, arguments.models if arguments.models.is_dir() else None)
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"releases/{arguments.rev} written; {path.relative_to(HARDWARE.parent)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
