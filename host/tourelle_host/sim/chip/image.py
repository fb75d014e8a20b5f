"""The file system on the chip's flash, as MicroPython keeps it: littlefs."""

from pathlib import Path

from littlefs import LittleFS, LittleFSError

from tourelle_host.errors import UserError
from tourelle_host.flash import contents
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


def program(sources: dict[str, Path]) -> dict[str, bytes]:
    """Name on the board -> content, from files of this machine: programs compiled for the chip."""
    modules = {name: path for name, path in sources.items() if name.endswith(".py")}
    others = {name: path for name, path in sources.items() if name not in modules}
    files = contents.firmware(PICO, modules)
    return files | {name: path.read_bytes() for name, path in others.items()}


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
