"""Shared by both programs that run on the board while it is flashed; it is put before each.

They talk to the host in lines of JSON, each after a "~".
"""

import binascii
import hashlib
import json

ROM = "/rom"  # where a ROM file system is mounted, and its name in the manifest
MANIFEST = "firmware.txt"  # what was flashed completely: a first line, then a line for each file
MARKER = "flashing.txt"  # exists while the firmware is incomplete; holds the names of all its files
STAGE = "tourelle.new"
CHUNK = 1024


def say(**words):
    """Tell the host."""
    print("~" + json.dumps(words))


def rom():
    """The memory of a ROM file system, whatever it holds; None where there is none."""
    try:
        import vfs

        if vfs.rom_ioctl(1) > 0:
            return memoryview(vfs.rom_ioctl(2, 0))
    except (ImportError, AttributeError, TypeError, ValueError, OSError):
        pass  # MicroPython is too old for it, or it cannot be read as memory
    return None


def rom_digest(size):
    """The digest of the first `size` bytes of the ROM file system, as of a file."""
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
