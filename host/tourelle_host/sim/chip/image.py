"""The file systems on the chip's flash, as MicroPython keeps them: littlefs, and one in ROM."""

from pathlib import Path

from littlefs import LittleFS, LittleFSError

from tourelle_host import paths
from tourelle_host.errors import UserError
from tourelle_host.flash import contents, plan, rom
from tourelle_host.sim.chip.uf2 import Image
from tourelle_host.sim.disk import FLASH_BLOCK

PICO = contents.Target(6, 3, "armv6m")  # the .mpy files that MicroPython from 1.24 on loads there
PICO_FILES = (0xA0000, 352 * FLASH_BLOCK)  # where its file system begins, and its size
_MANIFEST = "firmware.txt"
_DISK = 0x00020000  # littlefs 2.0, which every MicroPython reads


def build(files: dict[str, bytes], size: int) -> bytes:
    """An image of so many bytes with these files, name -> content, and the folders they need."""
    system = _system(size, _DISK)
    system.format()
    system.mount()
    return _written(system, files)


def update(image: bytes, files: dict[str, bytes]) -> bytes:
    """An image with these files besides those that it has. UserError where it is no littlefs."""
    system = _system(len(image))
    system.context.buffer[:] = image
    _mount(system)
    return _written(system, files)


def check(image: bytes, path: Path) -> None:
    """UserError where this is no image that MicroPython could mount; path: to be named."""
    system = _system(len(image))
    system.context.buffer[:] = image
    _mount(system, path)


def program(sources: dict[str, Path], rom_size: int) -> tuple[dict[str, bytes], bytes]:
    """Name on the board -> content, from files of this machine: programs compiled for the chip.

    With it, what a ROM file system of that size has of them, b"" where they do not fit.
    """
    modules = {name: path for name, path in sources.items() if name.endswith(".py")}
    others = {name: path.read_bytes() for name, path in sources.items() if name not in modules}
    if rom_size:
        inside, files = contents.firmware_in_rom(PICO, modules)
        made = rom.build(inside)
        if len(made) <= rom_size:
            return files | others, made
    return contents.firmware(PICO, modules) | others, b""


def flash(python: Image, sources: dict[str, Path]) -> bytes:
    """All of a chip's flash, with MicroPython and these files of this machine."""
    files, made = program(sources, python.rom[1])
    return _before(python, made) + build(files, python.size)


def parts(grid: str, python: Image | None) -> list[tuple[int, bytes]]:
    """Where to put what on a Pico's flash, for a board of that name: all of its file system.

    python: a MicroPython that is to be there as well. UserError where it is not one for the Pico.
    """
    start, size = PICO_FILES
    if python and (python.start, python.size) != PICO_FILES:
        raise UserError(
            f"that MicroPython keeps its files at {python.start:#x}, {python.size} bytes, and one "
            f"for the Pico at {start:#x}, {size}: it is for another board, such as a Pico W; get "
            "RPI_PICO-....uf2 from https://micropython.org/download/RPI_PICO/"
        )
    sources = paths.firmware() | {plan.BOARD: paths.board(grid)}
    files, made = program(sources, python.rom[1] if python else 0)
    mark = contents.fingerprint(source=False)
    files[_MANIFEST] = plan.manifest(files, mark, PICO.number, made or None).encode()
    whole = [(start, build(files, size))]
    if python:
        whole.insert(0, (0, _before(python, made).rstrip(b"\xff")))
    return whole


def _before(python: Image, made: bytes) -> bytes:
    """What comes before its file system, with this as its ROM file system."""
    whole = bytearray(python.flash[: python.start])
    whole[python.rom[0] : python.rom[0] + len(made)] = made
    return bytes(whole)


def _system(size: int, version: int = 0) -> LittleFS:
    """version: of littlefs, where it is to be formatted; MicroPython makes it a newer one."""
    return LittleFS(
        block_size=FLASH_BLOCK,
        block_count=size // FLASH_BLOCK,
        prog_size=256,
        disk_version=version,
        mount=False,
    )


def _mount(system: LittleFS, path: Path | None = None) -> None:
    try:
        system.mount()
    except LittleFSError:
        raise UserError(
            f"the flash image{f' {path}' if path else ''} is no littlefs of the Pico's size: "
            "delete it, or start the board with --blank"
        ) from None


def _written(system: LittleFS, files: dict[str, bytes]) -> bytes:
    for name, content in files.items():
        folder, _, _ = name.rpartition("/")
        if folder:
            system.makedirs(folder, exist_ok=True)
        with system.open(name, "wb") as file:
            file.write(content)
    return bytes(system.context.buffer)
