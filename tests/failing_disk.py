"""The firmware on a flash that fails: this is put onto the simulated board as main.py.

The command `disk KIND AFTER FOR` over the link, or a file fails.txt with these words at power-on,
has the flash fail after so many operations, for so many (-1: from then on):

read    reads end in an error
write   programs end in an error, half done
erase   erases end in an error
silent  programs do nothing, and say that they did
wrong   what is programmed reads back with a bit turned
gone    everything ends in an error
"""

import os

import vfs

from tourelle import commands, files

EIO = -5


class Failing:
    """The flash, as a block device."""

    def __init__(self, flash):
        self.flash = flash
        self.kind = ""
        self.after = self.left = 0

    def fail(self, words):
        self.kind, after, left = words.split()
        self.after = int(after)
        self.left = int(left)

    def fails(self, *kinds):
        """Whether it does now, where this is one of the operations that are counted."""
        if self.kind not in kinds or not self.left:
            return False
        if self.after:
            self.after -= 1
            return False
        self.left -= 1
        return True

    def readblocks(self, block, buffer, offset=0):
        if self.fails("read", "gone"):
            return EIO
        self.flash.readblocks(block, buffer, offset)
        return 0

    def writeblocks(self, block, buffer, offset=0):
        if self.fails("gone"):
            return EIO
        if self.fails("write"):
            self.flash.writeblocks(block, memoryview(buffer)[: len(buffer) // 2], offset)
            return EIO
        if self.fails("silent"):
            return 0
        if self.fails("wrong"):
            buffer = bytearray(buffer)
            used = len(bytes(buffer).rstrip(b"\xff"))
            buffer[used // 2] &= buffer[used // 2] - 1 & 255  # a bit that should have stayed
        self.flash.writeblocks(block, buffer, offset)
        return 0

    def ioctl(self, operation, argument):
        if operation == 6 and self.fails("erase", "gone"):
            return EIO
        return self.flash.ioctl(operation, argument)


disk = Failing(files.open_flash())
try:
    with open("fails.txt") as file:
        disk.fail(file.read())
except OSError:
    pass
with open("firmware.py") as file:
    main = file.read()
kept = disk.left
disk.left = 0
vfs.umount("/")
vfs.mount(vfs.VfsLfs2(disk, progsize=256), "/")
os.chdir("/")
disk.left = kept
files.open_flash = lambda: disk
commands._ORDERS["disk"] = lambda session, rest: disk.fail(rest)
exec(main, {"__name__": "__main__"})
