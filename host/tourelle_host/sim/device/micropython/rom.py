"""The memory of a ROM file system, which some builds of MicroPython have, kept in a file."""

import os
import sys

import vfs

_INVALID = -22


class Rom:
    """What replaces `vfs` for the firmware: the real one's content, and rom_ioctl."""

    def __init__(self, path):
        """path: the file; OSError where there is none."""
        self._memory = bytearray(os.stat(path)[6])
        self._file = open(path, "r+b")
        self._file.readinto(self._memory)
        for name in dir(vfs):
            if not name.startswith("__"):
                setattr(self, name, getattr(vfs, name))

    def rom_ioctl(self, operation, *arguments):
        """As in MicroPython: the number of ROMs, their memory; then erase, write, and finish."""
        if operation == 1:
            return 1
        if operation not in (2, 3, 4, 5) or arguments[0] != 0:
            return _INVALID
        if operation == 2:
            return memoryview(self._memory)
        if operation == 3:
            self._put(0, b"\xff" * arguments[1])
            return 4
        if operation == 4:
            self._put(*arguments[1:])
        return 0

    def _put(self, at, data):
        self._memory[at : at + len(data)] = data
        self._file.seek(at)
        self._file.write(data)
        self._file.flush()


def open_rom(path):
    """The ROM in this file; None where there is no file."""
    try:
        return Rom(path)
    except OSError:
        return None


def mount(rom):
    """Mount it where MicroPython would at its start, unless it is empty."""
    if rom is None:
        return
    sys.modules["vfs"] = rom
    try:
        vfs.mount(vfs.VfsRom(rom.rom_ioctl(2, 0)), "/rom")
        sys.path.extend(("/rom", "/rom/lib"))
    except OSError:
        pass  # it is empty
