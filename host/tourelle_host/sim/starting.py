"""The command that starts the process of each kind of VM, once its files are there."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tourelle_host import micropython, wasm
from tourelle_host.errors import UserError
from tourelle_host.sim import image
from tourelle_host.sim.disk import FLASH_BLOCKS, FLASH_IMAGE, ROM_IMAGE

_DEVICE = Path(__file__).parent / "device"
# The simulated board's modules that WebAssembly's start file uses.
_MODULES = [
    *(_DEVICE / name for name in ("pins.py", "wire.py")),
    *(_DEVICE / "micropython" / f"{name}.py" for name in "machine neopixel soldered time".split()),
]


class Start(NamedTuple):
    """What is needed to start a VM.

    folder     where its flash is kept
    files      to install, name on the board -> file on this machine, or None
    soldering  as device/pins.py has it
    prompt     the terminal at its serial port, as device/micropython/start.py has it, or ""
    """

    folder: Path
    files: dict[str, Path] | None
    soldering: str
    prompt: str = ""


def command(kind: str, start: Start) -> list[str]:
    """The command line; files are installed now, or by the VM. UserError.

    The caller adds two descriptors: one to read the world from, one to write to it.
    """
    return _KINDS[kind](start)


def _micropython(start: Start) -> list[str]:
    if not micropython.available():
        raise UserError(micropython.MISSING)
    folder = start.folder
    files = image.prepare(folder / FLASH_IMAGE, start.files)
    options = ["-i"] if start.prompt else []
    rom = folder / ROM_IMAGE
    # What a Pico has in its flash is on the heap here, and must not use up the firmware's share.
    heap = micropython.HEAP_KB + (rom.stat().st_size // 1024 if rom.exists() else 0)
    return micropython.command(
        *options,
        str(_DEVICE / "micropython" / "start.py"),
        *(str(folder / FLASH_IMAGE), str(FLASH_BLOCKS)),
        *(_listing(folder, files), start.soldering, start.prompt or "-"),
        heap=f"{heap}k",
    )


def _cpython(start: Start) -> list[str]:
    root = start.folder / "files"
    root.mkdir(exist_ok=True)
    # No .pyc files: they compare times in whole seconds, and files change faster than that.
    run = [sys.executable, "-u", "-B", str(_DEVICE / "cpython" / "start.py")]
    listing = _listing(start.folder, start.files)
    return [*run, str(root), listing, start.soldering]


def _wasm(start: Start) -> list[str]:
    if start.files is not None:
        wasm.install(start.folder, start.files, _MODULES)
    return wasm.command(wasm.DEVICE / "start.py", start.folder, start.soldering)


def _listing(folder: Path, files: dict[str, Path] | None) -> str:
    """Writes the list of files to install, for device/install.py; returns its path, or "-"."""
    if files is None:
        return "-"
    listing = folder / "install.txt"
    image.write_list(listing, files)
    return str(listing)


_KINDS: dict[str, Callable[[Start], list[str]]] = {
    "micropython": _micropython,
    "cpython": _cpython,
    "wasm": _wasm,
}
