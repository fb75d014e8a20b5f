"""A flash in memory whose power can be cut at any byte; runs on MicroPython, driven by its stdin.

A line of JSON asks, a line led by "=" answers:
{"blank": true}                          an empty flash, the present one from now on
{"put": {"name": "text"}}                files written to it
{"keep": "x"}, {"take": "x"}             remember the present flash; make a remembered one present
{"left": 1000, "plan": ..., "data": ...} install, until so many bytes were written; -1: all
{"state": true}                          what is on it, as the host's first question has it
{"names": true}                          all its files and folders
Arguments: files with the programs `install` and `state`.
"""

import binascii
import json
import os
import sys

import vfs

BLOCK = 4096
BLOCKS = 64


class Flash:
    """left: bytes until the power is cut, -1: never; frozen: what was on it then, or None.

    What comes after the cut goes on with the live bytes, and is forgotten with them.
    """

    def __init__(self, data):
        self.data = bytearray(data)
        self.left = -1
        self.frozen = None

    def readblocks(self, block, buffer, offset=0):
        start = block * BLOCK + offset
        buffer[:] = self.data[start : start + len(buffer)]

    def writeblocks(self, block, buffer, offset=0):
        start = block * BLOCK + offset
        count = len(buffer)
        if 0 <= self.left < count:
            self.data[start : start + self.left] = buffer[: self.left]
            self.frozen = bytes(self.data)
            self.left = -1
        elif self.left >= 0:
            self.left -= count
        self.data[start : start + count] = buffer

    def ioctl(self, operation, argument):
        if operation == 4:
            return BLOCKS
        if operation == 5:
            return BLOCK
        return 0


def mount(flash):
    # Times would differ in every run, and with them what lies where.
    vfs.mount(vfs.VfsLfs2(flash, mtime=False), "/f")


def names(path):
    found = []
    for entry in os.ilistdir("/f" + path):
        found.append(path + "/" + entry[0])
        if entry[1] == 0x4000:
            found += names(path + "/" + entry[0])
    return sorted(found)


def install(flash, asked):
    """True where it came to its end, False where the power was cut, else what went wrong."""
    flash.left = asked["left"]
    data = binascii.a2b_base64(asked["data"])
    try:
        work = installing["Install"]("/f/", asked["plan"])
        for at in range(0, len(data), 700):
            work.feed(data[at : at + 700])
        work.finish()
    except (OSError, ValueError) as error:
        return str(error)
    return flash.frozen is None


def main():
    flash = Flash(b"")
    kept = {}
    for line in sys.stdin:
        asked = json.loads(line)
        answer = None
        if "blank" in asked:
            flash = Flash(b"\xff" * (BLOCK * BLOCKS))
            vfs.VfsLfs2.mkfs(flash)
        elif "keep" in asked:
            kept[asked["keep"]] = bytes(flash.data)
        elif "take" in asked:
            flash = Flash(kept[asked["take"]])
        else:
            mount(flash)
            if "put" in asked:
                for name, text in asked["put"].items():
                    with open("/f/" + name, "w") as file:
                        file.write(text)
            elif "plan" in asked:
                answer = install(flash, asked)
            elif "state" in asked:
                answer = stating["state"]("/f/")
            else:
                answer = names("")
            vfs.umount("/f")
            flash = Flash(flash.frozen or flash.data)
        print("=" + json.dumps(answer))


installing, stating = {}, {}
for path, space in zip(sys.argv[1:], (installing, stating)):  # noqa: B905
    with open(path) as file:
        exec(file.read(), space)
main()
