"""The file systems on the chip's flash, as MicroPython keeps them: a littlefs and a ROMFS."""

from pathlib import Path

from littlefs import LittleFS, LittleFSError

from tourelle_host import paths
from tourelle_host.errors import UserError
from tourelle_host.flash import contents, plan, rom
from tourelle_host.sim.chip.uf2 import Image
from tourelle_host.sim.disk import FLASH_BLOCK

PICO = contents.Target(6, 3, "armv6m")  # .mpy files that MicroPython 1.24 or newer loads there
PICO_FILES = (0xA0000, 352 * FLASH_BLOCK)  # where its file system begins, and its size
_MANIFEST = "firmware.txt"
_DISK = 0x00020000  # littlefs 2.0, which every MicroPython can read


def build(files: dict[str, bytes], size: int) -> bytes:
    """An image of this size with these files, name -> content, and the folders they need."""
    system = _system(size, _DISK)
    system.format()
    system.mount()
    return _written(system, files)


def update(image: bytes, files: dict[str, bytes]) -> bytes:
    """The image with these files added. UserError where it is not a littlefs."""
    system = _system(len(image))
    system.context.buffer[:] = image
    _mount(system)
    return _written(system, files)


def check(image: bytes, path: Path) -> None:
    """UserError where MicroPython could not mount this image; path: for the error's text."""
    system = _system(len(image))
    system.context.buffer[:] = image
    _mount(system, path)


def program(sources: dict[str, Path], rom_size: int) -> tuple[dict[str, bytes], bytes]:
    """The programs compiled for the chip: name on the board -> content.

    Also a ROM file system of this size with as much of them as goes there; b"" where they do not
    fit. sources: name on the board -> file on this machine.
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
    """A chip's whole flash: MicroPython and these files of this machine."""
    files, made = program(sources, python.rom[1])
    return _before(python, made) + build(files, python.size)


def parts(grid: str, python: Image | None) -> list[tuple[int, bytes]]:
    """What to put where on a Pico's flash, so that a board with this grid has its file system.

    python: a MicroPython to be included. UserError where it is not one for the Pico.
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
    """The flash before the file system, with this as its ROM file system."""
    whole = bytearray(python.flash[: python.start])
    whole[python.rom[0] : python.rom[0] + len(made)] = made
    return bytes(whole)


def _system(size: int, version: int = 0) -> LittleFS:
    """version: of littlefs, where it is to be formatted; MicroPython upgrades it later."""
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
            f"the flash image{f' {path}' if path else ''} is not a littlefs of the Pico's size: "
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
