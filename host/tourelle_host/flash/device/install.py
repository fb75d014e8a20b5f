"""Installs what the host sends: compressed files, one after another, in pieces of any size.

Each file is written under another name and read back; all are renamed once they are complete. A
board without a complete firmware gets its loader first, so that it can say what is missing. Where
new files do not fit beside old ones, old ones go first, but not the loader's. Where a ROM file
system has to be written, which mpremote does, the files are renamed before that.
"""

import gc
import io
import os

from common import CHUNK, MANIFEST, MARKER, STAGE, digest, rom_digest, say

EEXIST = 17
ENOSPC = 28  # which MicroPython's errno lacks
CRASHES = "crashes.txt"  # where main.py counts crashes; they are counted from 0 again


class Install:
    """Carries out a plan. A failure is told to the host, then raised; see plan.py of the host."""

    def __init__(self, root, plan):
        self._root = root
        self._plan = plan
        self._fresh = memoryview(b"")  # received, but not processed yet
        self._packed = None  # the file being received, and how much of it there is
        self._filled = 0
        self._staged = 0
        self._placed = 0
        self._marked = False
        clear(root)
        self._guard(self._make_room)

    def feed(self, data):
        """Take the next bytes."""
        self._fresh = memoryview(data)
        self._guard(self._take)
        say(got=len(data))

    def ready(self):
        """All files for the flash have come; until `finish` the board says it is incomplete."""
        self._guard(self._place_all)

    def finish(self):
        """Everything has come."""
        self._guard(self._settle)
        say(done=True)

    def _guard(self, work):
        try:
            work()
        except (OSError, ValueError, MemoryError) as error:
            if not self._marked:
                clear(self._root)
            say(failed=error.errno if isinstance(error, OSError) else str(error))
            raise

    def _make_room(self):
        """Delete what the new files need the room of."""
        # It may exist: a power cut can leave a folder that littlefs can use, but not remove.
        again_if_full(make_folder, self._root + STAGE)
        if self._plan["room"]:
            self._mark()
        for name in self._plan["room"]:
            discard(self._root, name)

    def _take(self):
        """Stage the files that are complete."""
        plan = self._plan
        while len(self._fresh) and self._staged < len(plan["write"]):
            _, size, sha, count = plan["write"][self._staged]
            if self._packed is None:
                gc.collect()
                self._packed = bytearray(count)  # at once: growing leaves holes in the heap
                self._filled = 0
            part = self._fresh[: count - self._filled]
            self._fresh = self._fresh[len(part) :]
            self._packed[self._filled : self._filled + len(part)] = part
            self._filled += len(part)
            if self._filled < count:
                return
            path = "%s%s/%d" % (self._root, STAGE, self._staged)
            again_if_full(unpack, self._packed, path)
            self._packed = None
            if digest(path) != [size, sha]:
                raise ValueError("the flash holds something else than was written")
            self._staged += 1
            if self._staged == plan["early"]:
                self._place()

    def _place(self):
        """Rename the staged files to their own names."""
        self._mark()
        while self._placed < self._staged:
            name = self._plan["write"][self._placed][0]
            end = name.find("/")
            while end >= 0:
                again_if_full(make_folder, self._root + name[:end])
                end = name.find("/", end + 1)
            staged = "%s%s/%d" % (self._root, STAGE, self._placed)
            again_if_full(os.rename, staged, self._root + name)
            self._placed += 1

    def _mark(self):
        """Until all is in place, the board says that it is incomplete."""
        if not self._marked:
            self._replace(MARKER, self._plan["names"])
            self._marked = True

    def _place_all(self):
        if self._staged < len(self._plan["write"]):
            raise ValueError("not all has come")
        self._place()

    def _settle(self):
        self._place_all()
        rom = self._plan["rom"]
        if rom and rom_digest(rom[0]) != rom:
            raise ValueError("the ROM file system holds something else than was written")
        for name in self._plan["delete"]:
            discard(self._root, name)
        self._replace(MANIFEST, self._plan["manifest"])
        discard(self._root, CRASHES)
        os.remove(self._root + MARKER)
        clear(self._root)

    def _replace(self, name, text):
        """Write a file in such a way that either all of it or its old content is there."""
        path = self._root + STAGE + "/text"
        again_if_full(write, path, text)
        again_if_full(os.rename, path, self._root + name)


def again_if_full(work, *arguments):
    """Do this, and do it again if the flash seems full.

    littlefs finds blocks that were freed a moment ago only after it has given up once.
    """
    try:
        work(*arguments)
    except OSError as error:
        if error.errno != ENOSPC:
            raise
        work(*arguments)


def make_folder(path):
    """Make a folder, unless it exists."""
    try:
        os.mkdir(path)
    except OSError as error:
        if error.errno != EEXIST:
            raise


def write(path, text):
    """Write a file."""
    with open(path, "w") as file:
        file.write(text)


def clear(root):
    """Remove what a session has staged."""
    try:
        for entry in list(os.ilistdir(root + STAGE)):
            os.remove(root + STAGE + "/" + entry[0])
        os.rmdir(root + STAGE)
    except OSError:
        pass  # there is nothing to remove


def unpack(packed, path):
    """Decompress bytes into a file."""
    from deflate import RAW, DeflateIO

    buffer = bytearray(CHUNK)
    stream = DeflateIO(io.BytesIO(packed), RAW, 12)
    with open(path, "wb") as file:
        while True:
            count = stream.readinto(buffer)
            if not count:
                break
            file.write(memoryview(buffer)[:count])


def discard(root, name):
    """Delete a file, and its folder if nothing else is in it."""
    try:
        os.remove(root + name)
        while "/" in name:
            name = name[: name.rindex("/")]
            os.rmdir(root + name)
    except OSError:
        pass  # it is gone already, or its folder is in use
