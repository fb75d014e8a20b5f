"""The Pico's flash memory, in a file. Erasing sets all bits of a block, programming clears some."""

BLOCK = 4096
PROGRAM = 256  # size of a write, as the Pico's port mounts the flash

_ERASED = b"\xff" * BLOCK


@micropython.viper  # this takes half of the time of an installation otherwise
def _clear(there: ptr8, wanted: ptr8, count: int):
    """Clear the bits of `there` that are not set in `wanted`."""
    for at in range(count):
        there[at] &= wanted[at]


class Flash:
    """A block device as MicroPython's file systems want it."""

    def __init__(self, path, blocks):
        self._file = open(path, "r+b")
        self._blocks = blocks
        self._there = bytearray(BLOCK)

    def readblocks(self, block, buffer, offset=0):
        self._file.seek(block * BLOCK + offset)
        self._file.readinto(buffer)

    def writeblocks(self, block, buffer, offset=0):
        # Allocates nothing, as on a Pico: the garbage collector may close a file, too.
        there, count = self._there, len(buffer)
        self._file.seek(block * BLOCK + offset)
        self._file.readinto(there, count)
        _clear(there, buffer, count)
        self._file.seek(block * BLOCK + offset)
        self._file.write(there, count)

    def ioctl(self, operation, argument):
        if operation == 4:
            return self._blocks
        if operation == 5:
            return BLOCK
        if operation == 6:
            self._file.seek(argument * BLOCK)
            self._file.write(_ERASED)
        return 0  # nothing to prepare or flush
