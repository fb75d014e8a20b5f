"""Finds the 32-bit MicroPython for WebAssembly, and the command that runs programs on it."""

import shutil
from collections.abc import Sequence
from pathlib import Path

from tourelle_host.errors import UserError
from tourelle_host.rewriting import rewritten

PACKAGE = "@micropython/micropython-webassembly-pyscript"
# `make wasm` fetches it; no Python wheel contains it.
MODULE = Path(__file__).parents[2] / "build/npm/node_modules" / PACKAGE / "micropython.mjs"
# With threads, Node.js may wait for one of them for ever at its end.
NODE = ("node", "--single-threaded")
DEVICE = Path(__file__).parent / "sim" / "device" / "wasm"
_MODULES = tuple(DEVICE / f"{name}.py" for name in ("lacking", "program", "words"))


def check() -> None:
    """UserError where something it needs is missing; says how to get it."""
    if not shutil.which(NODE[0]):
        raise UserError(
            "no Node.js here, which the VM wasm runs in: install it (on Debian and Ubuntu, "
            "sudo apt install nodejs npm), then make wasm"
        )
    if not MODULE.exists():
        raise UserError("no MicroPython for WebAssembly here; in a checkout, make wasm brings it")


def command(program: Path, folder: Path, *arguments: str) -> list[str]:
    """The command that runs a program with arguments.

    folder: on this machine; the program sees it as /host, with modules in /host/device. UserError
    where something is missing.
    """
    check()
    return [*NODE, str(DEVICE / "run.mjs"), str(MODULE), str(program), str(folder), *arguments]


def install(folder: Path, firmware: dict[str, Path], modules: Sequence[Path] = ()) -> None:
    """Put the firmware and modules into a folder for `command`. UserError.

    firmware: name on the board -> file; goes to /host/files, rewritten for this MicroPython.
    modules: go to /host/device, along with those of sim/device/wasm.
    """
    for name, path in firmware.items():
        content = path.read_bytes()
        if path.suffix == ".py":
            content = rewritten(name, content.decode()).encode()
        _write(folder / "files" / name, content)
    for path in (*modules, *_MODULES):
        source = rewritten(path.name, path.read_text(encoding="utf-8"))
        _write(folder / "device" / path.name, source.encode())


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
