"""Copies the firmware onto the simulated board. Runs on MicroPython and CPython."""

import os

_CHUNK = 4096


def install(listing, root):
    """Copy the files that differ.

    listing: a file whose lines are "name on the board<TAB>file on the host"
    root: where the board's file system is to be found, with a "/" at its end
    """
    with open(listing) as lines:
        for line in lines:
            name, source = line.rstrip("\n").split("\t")
            if not _same(source, root + name):
                _make_folders(root, name)
                _copy(source, root + name)


def _same(source, target):
    try:
        if os.stat(source)[6] != os.stat(target)[6]:
            return False
    except OSError:
        return False
    ours = bytearray(_CHUNK)
    theirs = bytearray(_CHUNK)
    with open(source, "rb") as one, open(target, "rb") as other:
        while True:
            count = one.readinto(ours)
            other.readinto(theirs)
            if ours != theirs:
                return False
            if not count:
                return True


def _make_folders(root, name):
    at = name.find("/")
    while at >= 0:
        try:
            os.mkdir(root + name[:at])
        except OSError:
            pass  # it exists already
        at = name.find("/", at + 1)


def _copy(source, target):
    buffer = bytearray(_CHUNK)
    view = memoryview(buffer)
    with open(source, "rb") as taken, open(target, "wb") as written:
        while True:
            count = taken.readinto(buffer)
            if not count:
                return
            written.write(view[:count])
