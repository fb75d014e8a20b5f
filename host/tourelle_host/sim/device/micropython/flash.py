"""The Pico's flash memory, in a file on the host."""

_BLOCK = 4096


class Flash:
    """A block device as MicroPython's file systems want it."""

    def __init__(self, path, blocks):
        self._file = open(path, "r+b")
        self._blocks = blocks

    def readblocks(self, block, buffer, offset=0):
        self._file.seek(block * _BLOCK + offset)
        self._file.readinto(buffer)

    def writeblocks(self, block, buffer, offset=0):
        self._file.seek(block * _BLOCK + offset)
        self._file.write(buffer)

    def ioctl(self, operation, argument):
        if operation == 4:
            return self._blocks
        if operation == 5:
            return _BLOCK
        return 0  # nothing has to be prepared, flushed or erased
