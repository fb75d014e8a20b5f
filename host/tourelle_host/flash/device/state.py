"""Tells what is on the board: the host's first question."""

import json
import os
import sys

from common import MANIFEST, MARKER, digest, say

PROGRAM = ("main.py", "board.json", "tourelle")


def read(path):
    """A file's text, "" where there is none."""
    try:
        with open(path) as file:
            return file.read()
    except OSError:
        return ""


def walk(root, name, found):
    """Note size and digest of a file, or of all files in a folder, by name."""
    try:
        folder = os.stat(root + name)[0] & 0x4000
    except OSError:
        return
    if folder:
        for entry in os.ilistdir(root + name):
            walk(root, name + "/" + entry[0], found)
    else:
        found[name] = digest(root + name)


def mounted():
    """The kind of file system at the root; "" where MicroPython is too old to tell."""
    try:
        import vfs

        for kind, path in vfs.mount():
            if path == "/":
                return str(kind)
        return "none"
    except (ImportError, TypeError):
        return ""


def state(root):
    """What is on the board, as plan.py of the host reads it."""
    files = {}
    for name in PROGRAM:
        walk(root, name, files)
    block, _, blocks, free = os.statvfs(root)[:4]
    if not 0 <= free <= blocks:
        free = 0  # littlefs may count some blocks twice
    try:
        board = json.loads(read(root + "board.json"))["board"]
    except (ValueError, KeyError, TypeError):
        board = None
    return {
        "python": sys.implementation.name,
        "version": list(sys.implementation.version[:3]),
        "machine": getattr(sys.implementation, "_machine", ""),
        "mpy": getattr(sys.implementation, "_mpy", 0),
        "filesystem": mounted(),
        "free": block * free,
        "block": block,
        "files": files,
        "manifest": read(root + MANIFEST),
        "marker": read(root + MARKER),
        "board": board,
    }


def same(found, fingerprint, grid):
    """Whether the board holds just what the host would put there."""
    first, *lines = found["manifest"].split("\n")
    listed = {}
    for line in lines[:-1]:
        name, size, sha = line.split(" ")
        listed[name] = [int(size), sha]
    files = found["files"]
    if grid is None and "board.json" in files and "board.json" not in listed:
        listed["board.json"] = files["board.json"]  # changed by hand, and so it stays
    for name in files:
        stem = name[: name.rfind(".")]
        if name not in listed and (stem + ".py" in listed or stem + ".mpy" in listed):
            return False  # MicroPython may take this one instead
    for name in listed:
        if files.get(name) != listed[name]:
            return False
    return (
        first == "%s %d" % (fingerprint, found["mpy"])
        and not found["marker"]
        and grid in (None, found["board"])
    )


def tell(fingerprint, grid):
    """Tell the host, and whether all is as it wants it; returns that."""
    found = state("/")
    found["same"] = same(found, fingerprint, grid)
    say(state=found)
    return found["same"]


def restart():
    """Start the board anew, once the host has let go."""
    import time

    import machine

    try:
        os.remove("/crashes.txt")
    except OSError:
        pass  # there were no crashes
    time.sleep_ms(100)
    machine.reset()
