"""Tells the host what is on the board, which is its first question."""

import json
import os
import sys

from common import MANIFEST, MARKER, ROM, STAGE, digest, rom, rom_digest, say

_ROM_BEGINS = b"\xd2\xcd\x31"  # begins a ROM file system that is not empty
PROGRAM = ("main.py", "board.json", "tourelle")


def read(path):
    """A file's text; "" where there is no file."""
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


def foreign(memory):
    """Whether a ROM file system holds anything but a firmware of ours."""
    try:
        os.stat(ROM + "/tourelle")
        return False
    except OSError:
        return bytes(memory[:3]) == _ROM_BEGINS


def state(root):
    """What is on the board, in the form that plan.py of the host reads."""
    files = {}
    for name in PROGRAM:
        walk(root, name, files)
    memory = rom()
    manifest = read(root + MANIFEST)
    if memory is not None:
        for line in manifest.split("\n"):
            name, _, rest = line.partition(" ")
            size = rest.partition(" ")[0]
            if name == ROM and size.isdigit() and int(size) <= len(memory):
                files[ROM] = rom_digest(int(size))
    block, _, blocks, free = os.statvfs(root)[:4]
    if not 0 <= free <= blocks:
        free = 0  # littlefs may count some blocks twice
    staged = {}
    walk(root, STAGE, staged)  # the next flash clears it
    free += sum([-(-size // block) for size, _ in staged.values()])
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
        "rom": 0 if memory is None else len(memory),
        "rom_foreign": memory is not None and foreign(memory),
        "manifest": manifest,
        "marker": read(root + MARKER),
        "board": board,
        "broken_off": STAGE in [entry[0] for entry in os.ilistdir(root)],
    }


def same(found, fingerprint, grid, to_rom):
    """Whether the board holds exactly what it should; to_rom: in ROM, where it has one."""
    first, *lines = found["manifest"].split("\n")
    listed = {}
    for line in lines[:-1]:
        name, size, sha = line.split(" ")
        listed[name] = [int(size), sha]
    files = found["files"]
    if grid is None and "board.json" in files and "board.json" not in listed:
        listed["board.json"] = files["board.json"]  # changed by hand, so it stays
    for name in files:
        stem = name[: name.rfind(".")]
        if name not in listed and (stem + ".py" in listed or stem + ".mpy" in listed):
            return False  # MicroPython may load this one instead
    for name in listed:
        if files.get(name) != listed[name]:
            return False
    return (
        first == "%s %d%s" % (fingerprint, found["mpy"], " rom" if to_rom and found["rom"] else "")
        and not found["marker"]
        and grid in (None, found["board"])
    )


def tell(fingerprint, grid, to_rom):
    """Tell the host the state; returns whether all is as the host wants it."""
    found = state("/")
    found["same"] = same(found, fingerprint, grid, to_rom)
    say(state=found)
    return found["same"]


def restart():
    """Restart the board once the host has disconnected."""
    import time

    import machine

    try:
        os.remove("/crashes.txt")
    except OSError:
        pass  # there were no crashes
    time.sleep_ms(100)
    machine.reset()
