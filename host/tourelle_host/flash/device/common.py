"""What both programs that run on the board while it is flashed share; it is put before each.

What they say to the host is a line of JSON each, led by "~".
"""

import binascii
import hashlib
import json

MANIFEST = "firmware.txt"  # what was flashed to its end: a first line, then a line a file
MARKER = "flashing.txt"  # while there is one, the firmware is not complete: names of all its files
STAGE = "tourelle.new"
CHUNK = 1024


def say(**words):
    """Tell the host."""
    print("~" + json.dumps(words))


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
