"""What both programs that run on the board while it is flashed share; it is put before each.

What they say to the host is a line of JSON each, led by "~".
"""

import binascii
import hashlib
import json

ROM = "/rom"  # where a ROM file system is mounted, and what the manifest calls it
MANIFEST = "firmware.txt"  # what was flashed to its end: a first line, then a line a file
MARKER = "flashing.txt"  # while there is one, the firmware is not complete: names of all its files
STAGE = "tourelle.new"
CHUNK = 1024


def say(**words):
    """Tell the host."""
    print("~" + json.dumps(words))


def rom():
    """The memory of a ROM file system, whatever is in it; None where there is none."""
    try:
        import vfs

        if vfs.rom_ioctl(1) > 0:
            return memoryview(vfs.rom_ioctl(2, 0))
    except (ImportError, AttributeError, TypeError, ValueError, OSError):
        pass  # MicroPython is too old for it, or it cannot be read as memory
    return None


def rom_digest(size):
    """As of a file: of the first so many bytes of the ROM file system."""
    sha = hashlib.sha256()
    memory = rom()
    for at in range(0, size, CHUNK):
        sha.update(memory[at : min(at + CHUNK, size)])
    return [size, str(binascii.hexlify(sha.digest()[:8]), "ascii")]


def digest(path):
    """[size, 16 hexadecimal digits of the SHA-256] of a file."""
    sha = hashlib.sha256()
    buffer = bytearray(CHUNK)
    size = 0
    with open(path, "rb") as file:
        while True:
            count = file.readinto(buffer)
            if not count:
                break
            sha.update(memoryview(buffer)[:count])
            size += count
    return [size, str(binascii.hexlify(sha.digest()[:8]), "ascii")]
