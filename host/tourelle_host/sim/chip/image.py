"""The file system on the chip's flash, as MicroPython for the Pico keeps it."""

from littlefs import LittleFS

BLOCK = 4096
BLOCKS = 352
START = 640 * 1024  # in the flash; before it lies MicroPython
_DISK = 0x00020000  # littlefs 2.0, which every MicroPython reads


def build(files: dict[str, bytes]) -> bytes:
    """An image with these files, name -> content; folders are made as names need them."""
    system = LittleFS(block_size=BLOCK, block_count=BLOCKS, prog_size=256, disk_version=_DISK)
    for name, content in files.items():
        folder, _, _ = name.rpartition("/")
        if folder:
            system.makedirs(folder, exist_ok=True)
        with system.open(name, "wb") as file:
            file.write(content)
    return bytes(system.context.buffer)
