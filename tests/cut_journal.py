"""A journal on a Pico's flash whose power can be cut anywhere; runs on MicroPython.

Arguments: the folder of the firmware; "measure", "ways", "worn", "cut" or "read"; what it takes.
measure GAME STEPS: erases and programs while random games are recorded, as a line of JSON.
ways: the same for 100 lines written in the ways that littlefs itself has, a line of text each.
worn: a game on a flash whose blocks wear out, then on one where the journal's block has a twin.
Prints the steps that came back, and in how many of the journal's blocks they were.
cut EVERY: one session after the other, then the power cut at every operation of the flash, in
the midst of an erase, at every byte that the journal programs and every so many that littlefs
does. Prints how many cuts that were, or what came of one.
read: of each file that is named on standard input, a Pico's flash, what a board makes of it.
"""

import json
import os
import random
import sys

import vfs

sys.path.append(sys.argv[1])

from tourelle import games
from tourelle.files import Files
from tourelle.journal import Journal

BLOCK = 4096
PROGRAM = 256


class Nor:
    """Flash memory as a block device: erased it is 0xFF, and programming only clears bits.

    log   what was done: (block, None) for an erase, else (where, data)
    worn  blocks that take nothing any more
    """

    def __init__(self, blocks, data=None):
        self.data = data or bytearray(b"\xff" * (BLOCK * blocks))
        self.blocks = blocks
        self.log = []
        self.worn = ()

    def readblocks(self, block, buffer, offset=0):
        start = block * BLOCK + offset
        buffer[:] = self.data[start : start + len(buffer)]

    def writeblocks(self, block, buffer, offset=0):
        assert offset % PROGRAM == 0 and len(buffer) % PROGRAM == 0
        start = block * BLOCK + offset
        self.log.append((start, bytes(buffer)))
        if block not in self.worn:
            program(self.data, start, buffer)

    def ioctl(self, operation, argument):
        if operation == 4:
            return self.blocks
        if operation == 5:
            return BLOCK
        if operation == 6:
            self.log.append((argument, None))
            erase(self.data, argument, BLOCK)
        return 0


def program(data, start, new):
    there = int.from_bytes(data[start : start + len(new)], "little")
    both = there & int.from_bytes(new, "little")
    data[start : start + len(new)] = both.to_bytes(len(new), "little")


def erase(data, block, count):
    data[block * BLOCK : block * BLOCK + count] = b"\xff" * count


def mount(flash, new=False):
    """Mount as the Pico's port does."""
    if new:
        vfs.VfsLfs2.mkfs(flash, progsize=PROGRAM)
    vfs.mount(vfs.VfsLfs2(flash, progsize=PROGRAM), "/f")


class Player:
    """Random steps of a game, into a journal. `done` is called before and after each change."""

    def __init__(self, journal, position, seed, done, steps=0):
        self.journal = journal
        self.steps = steps
        self.position = position
        self.done = done
        random.seed(seed)

    def begin(self):
        self.steps = 0
        self.journal.begin(self.position.text())
        self.done(self.position.text())
        self.journal.finish()

    def change(self, back=0.15):
        """A step, or one taken back; False where the game is over."""
        position = self.position
        if position.turns and random.random() < back:
            move = position.pop()
            self.journal.undone(self.steps, move, position.move_text(move))
            self.steps -= 1
        elif position.outcome() is not None:
            return False
        else:
            move = random.choice(list(position.legal_moves()))
            text = position.move_text(move)
            side = position.SIDES[position.turn]
            position.push(move)
            self.steps += 1
            self.journal.played(self.steps, side, move, text)
        self.done(position.text())
        self.journal.finish()
        assert not self.journal.full, self.journal.full
        return True


def measure(name, most):
    flash = Nor(352)
    mount(flash, True)
    for number in range(44):  # as many files as the firmware has
        with open("/f/%d.mpy" % number, "wb") as file:
            file.write(bytes(2000))
    found = []
    for seed in range(5):
        store = Files("/f/", flash)
        journal = Journal(store)
        player = Player(journal, games.opening(name), seed, lambda text: None)
        flash.log.clear()
        player.begin()
        begun = [data is None for _, data in flash.log]
        flash.log.clear()
        count = 0
        while count < most and player.change(0.05):
            count += 1
        erased = sum(data is None for _, data in flash.log)
        found.append([count, sum(begun), len(begun), erased, len(flash.log) - erased])
        again = Journal(Files("/f/", flash)).resume()
        assert again[0].text() == player.position.text()
    print(json.dumps(found))


def ways():
    flash = Nor(352)
    mount(flash, True)
    entries = [b"%08x step %d 1234 c9-d9\n" % (77777 * i, i + 1) for i in range(100)]

    def told(way):
        erased = sum(data is None for _, data in flash.log)
        pages = sum(len(data) // PROGRAM for _, data in flash.log if data is not None)
        print("%-50s %4d erases %5d pages" % (way, erased, pages))
        flash.log.clear()

    with open("/f/one", "wb") as file:
        file.write(b"-" * 300)
    flash.log.clear()
    for entry in entries:
        with open("/f/one", "ab") as file:
            file.write(entry)
    told("appended to a file")
    with open("/f/filled", "wb") as file:
        file.write(b"\xff" * BLOCK)
    flash.log.clear()
    with open("/f/filled", "r+b") as file:
        for entry in entries:
            file.write(entry)
            file.flush()
    told("written over what a file holds")
    os.mkdir("/f/folder")
    flash.log.clear()
    in_folder("/f/folder", entries)
    told("files of 6 lines in a folder")
    for number in range(9):
        os.mkdir("/f/folder%d" % number)
    told("  nine new folders")
    for number in range(9):
        in_folder("/f/folder%d" % number, entries[12 * number : 12 * number + 12])
    told("files of 6 lines, 12 lines in each of them")
    store = Files("/f/", flash)
    for _ in store.anew(iter(()), 0, False):
        pass
    told("  a journal filled up with 0xFF")
    for entry in entries:
        store.add(entry)
    told("programmed into its blocks")


def in_folder(folder, entries):
    for i in range(0, len(entries), 6):
        with open("%s/%d" % (folder, i), "wb") as file:
            for entry in entries[i : i + 6]:
                file.write(entry)
                file.flush()


class Twins(Nor):
    """Its second half reads as the first."""

    def readblocks(self, block, buffer, offset=0):
        super().readblocks(block % (self.blocks // 2), buffer, offset)


def worn():
    found = []
    flash = Nor(64)
    mount(flash, True)
    store = Files("/f/", flash)
    player = Player(Journal(store), games.opening("tours"), 1, lambda text: None)
    player.begin()
    used = set()
    for number in range(40):
        used.update(store._blocks)
        if number % 10 == 5:
            flash.worn = tuple(used)
        player.change(0)
    found.append([count("/f/", flash, player), len(used)])
    vfs.umount("/f")
    flash = Nor(64)
    mount(flash, True)
    store = Files("/f/", Twins(64, flash.data))
    player = Player(Journal(store), games.opening("tours"), 1, lambda text: None)
    player.begin()
    for _ in range(20):
        player.change(0)
    assert store._blocks is None, "nobody knows which of two blocks is the journal's"
    found.append([count("/f/", flash, player), 0])
    print(json.dumps(found))


def count(folder, flash, player):
    """How many steps come back; all of the player's."""
    position, turns, _ = Journal(Files(folder, flash)).resume()
    assert position.text() == player.position.text()
    return len(turns)


def record(flash):
    """Play: [(operations so far, the texts that the power may leave from then on)]."""
    marks = []

    def done(text):
        before = marks[-1][1][-1] if marks else None
        marks.append((len(flash.log), (before, text)))

    journal = Journal(Files("/f/", flash))
    player = Player(journal, games.opening("avalam"), 1, done)
    player.begin()
    for _ in range(9):
        player.change()
    for seed in range(2):  # switched off and on
        journal = Journal(Files("/f/", flash))
        position, turns, _ = journal.resume()
        player = Player(journal, position, seed, done, len(turns))
        done(player.position.text())
        for _ in range(4):
            player.change()
    player.position = games.opening("avalam", {"tie-break": "none"})
    player.begin()
    for _ in range(4):
        player.change()
    return marks


def torn_at(new, every):
    """How many bytes of an operation may be done; new: what is written, None for an erasure."""
    if new is None:
        return [0, BLOCK // 2]
    used = len(new.rstrip(b"\xff"))
    first = used - len(new[:used].lstrip(b"\xff"))
    ours = b" step " in new or b" undo " in new
    return list(range(first, used, 1 if ours and len(new) == PROGRAM else every))


def cut(every):
    blocks = 40
    flash = Nor(blocks)
    mount(flash, True)
    data = bytearray(flash.data)
    flash.log.clear()
    marks = record(flash)
    log = flash.log
    vfs.umount("/f")
    cuts = 0
    at = 0
    for number, (where, new) in enumerate(log):
        while at + 1 < len(marks) and marks[at + 1][0] <= number:
            at += 1
        allowed = marks[at][1] if marks[at][0] <= number else (None,)
        for part in torn_at(new, every):
            torn = bytearray(data)
            if new is None:
                erase(torn, where, part)
            else:
                program(torn, where, new[:part])
            check(torn, blocks, allowed, (number, part))
            cuts += 1
        if new is None:
            erase(data, where, BLOCK)
        else:
            program(data, where, new)
    check(data, blocks, marks[-1][1][1:], (len(log), 0))
    print(json.dumps({"cuts": cuts, "operations": len(log), "entries": len(marks)}))


def check(data, blocks, allowed, when):
    """What comes back is allowed, and the game goes on from there."""
    flash = Nor(blocks, data)
    mount(flash)
    journal = Journal(Files("/f/", flash))
    found = journal.resume()
    text = found and found[0].text()
    if text is None and journal.last():  # between two games: the first is kept
        journal.restore()
        found = journal.resume()
        text = found[0].text()
    assert text in allowed, (when, text, allowed)
    assert not journal.lost, (when, journal.lost)
    if found and when[1] % 8 == 0:
        position = found[0]
        player = Player(journal, position, 1, lambda text: None, len(found[1]))
        player.change(0)
        again = Journal(Files("/f/", flash)).resume()
        assert again[0].text() == position.text(), when
    vfs.umount("/f")


def read():
    """A line of JSON each: the game, or the last one where there is none; what is odd."""
    flash = Nor(352)
    for path in sys.stdin:
        with open(path.strip(), "rb") as file:
            file.readinto(flash.data)
        flash.log.clear()
        mount(flash)
        store = Files("/f/", flash)
        journal = Journal(store)
        found = journal.resume()
        told = {"game": found and found[0].text(), "lost": journal.lost, "last": None}
        if found is None and journal.last():
            journal.restore()
            found = journal.resume()
            told["last"] = found[0].text()
        if found and found[0].outcome() is None:  # it goes on, and is recorded
            player = Player(journal, found[0], 1, lambda text: None, len(found[1]))
            player.change(0)
            again = Journal(Files("/f/", flash)).resume()
            assert again[0].text() == found[0].text()
        told["settings"] = store.settings()
        vfs.umount("/f")
        print(json.dumps(told))


if sys.argv[2] == "measure":
    measure(sys.argv[3], int(sys.argv[4]))
elif sys.argv[2] == "ways":
    ways()
elif sys.argv[2] == "worn":
    worn()
elif sys.argv[2] == "read":
    read()
else:
    cut(int(sys.argv[3]))
