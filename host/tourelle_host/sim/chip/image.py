"""The file systems on the chip's flash, as MicroPython keeps them: littlefs, and one in ROM."""

from pathlib import Path

from littlefs import LittleFS, LittleFSError

from tourelle_host.errors import UserError
from tourelle_host.flash import contents, rom
from tourelle_host.sim.chip.uf2 import Image
from tourelle_host.sim.disk import FLASH_BLOCK

PICO = contents.Target(6, 3, "armv6m")  # the .mpy files that MicroPython from 1.24 on loads there
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
    start, size = python.rom
    files, made = program(sources, size)
    whole = bytearray(python.flash[: python.start])
    whole[start : start + len(made)] = made
    return bytes(whole) + build(files, python.size)


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
