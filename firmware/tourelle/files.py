"""The board's files: journal, settings, last crash. The only code that touches the file system.

littlefs copies a file's last block whenever the file grows, which would erase a block at every
step. So the journal gets its blocks before the game begins: it is filled up with 0xFF, as erased
flash reads, and lines are then programmed directly into its blocks, behind littlefs, which never
moves a file's blocks unless the file is written. Without such a flash, lines are appended to the
file.
"""

import binascii
import json
import os
from array import array

from tourelle.kernels import const

VERSION = const(2)  # of the journal's format
DAMAGED = "damaged.txt"  # a journal that could not be read to its end
CRASH = "blackbox.txt"  # what the black box held when the firmware last crashed

FULL = 28  # errno of a full file system

_ABSENT = (2, 13, 21)  # errno: no such file, or a folder has its name, on various systems

# errno: the name is taken; a folder has it; a folder is to get a file's; a folder with files has it
_IN_THE_WAY = (17, 21, 20, 39)

_BLOCK = const(4096)
_PAGE = const(256)  # bytes that the flash programs at once
_ERASED = b"\xff" * _PAGE
_POINTERS = (0, 4, 8, 4, 12, 4, 8, 4)  # bytes that littlefs uses at the start of each block
_SLICE = const(32)  # blocks that are looked at in one go
_LONGEST = const(1100)  # most bytes of a line; anything longer is not one
_MOST = const(65536)  # most bytes of a journal that are read
_SETTINGS = const(1000)  # most bytes of the settings


def reason(error):
    """Why something cannot be written, and what to do, for the person; error: the OSError."""
    if error.errno == FULL:
        return "there is no room: delete files of your own"
    if error.errno in _IN_THE_WAY:
        return "a folder has the name of one of its files: remove your own folders"
    why = "the flash cannot be written (error %s): flash it again, or replace the controller"
    return why % error.errno


def line(text):
    """A line of the journal: a checksum and the text."""
    body = text.encode()
    return b"%08x %s\n" % (binascii.crc32(body) & 0xFFFFFFFF, body)


def entry(raw):
    """(kind, text) of a line without its line end; None if it is damaged."""
    body = raw[9:]
    if len(raw) < 10 or raw[:9] != b"%08x " % (binascii.crc32(body) & 0xFFFFFFFF):
        return None
    try:
        kind, _, text = str(body, "utf-8").partition(" ")
    except UnicodeError:
        return None
    return kind, text


def open_flash():
    """The flash with the board's files, as a block device; None if there is none."""
    try:
        from rp2 import Flash
    except ImportError:
        return None
    return Flash()


class Files:
    """The journal, the last game's journal, a damaged one, the settings, and the last crash.

    A file is replaced as a whole, by writing another and renaming it, so that a power cut leaves
    either the old one or the new one. OSError if something cannot be written.
    """

    def __init__(self, folder="", flash=None):
        """flash: the block device that holds the folder, if lines may be programmed into it."""
        self._folder = folder
        self._journal = folder + "journal.txt"
        self._new = folder + "journal.new"
        self._last = folder + "last.txt"
        self._damaged = folder + DAMAGED
        self._settings = folder + "settings.json"
        self._crash = folder + CRASH
        self._flash = flash
        self._page = bytearray(_PAGE)
        self._blocks = None  # numbers of the journal's blocks in the flash, if known
        self._number = 0  # which of them the next line goes to
        self._at = 0  # and where in it

    # -- the journal

    def lines(self, last=False):
        """Yields the lines of the journal, or of the last game's, as bytes without line ends.

        A last line that a power cut left incomplete is omitted; a line that is too long is cut.
        OSError if the file exists but cannot be read.
        """
        paths = (self._last,) if last else (self._journal, self._new)
        for path in paths:
            try:
                file = open(path, "rb")
            except OSError as error:
                if error.errno in _ABSENT:
                    continue
                raise
            sound = False
            with file:
                for entry in _lines(file):
                    sound = True
                    yield entry
            if not sound and path == self._journal and os.stat(path)[6]:
                yield b"?"  # not a journal
            return

    def anew(self, lines, size, aside):
        """Rewrite the journal, a bit per `next`; the old one is there until the end.

        lines: the new ones, of `size` bytes in all; aside: keep the old one, which is damaged.
        """
        self._blocks = None
        count = size // _BLOCK + 2
        if self._flash is None or count > len(_POINTERS):
            count = 0  # it is not filled up
        mark = binascii.hexlify(os.urandom(6))
        at = number = 0  # block, and bytes of the file in it
        head = _head(mark, 0)
        with open(self._new, "wb") as file:
            file.write(head)
            at += len(head)
            for entry in lines:
                if count and at + len(entry) > _BLOCK - _POINTERS[number]:
                    yield from _fill(file, _BLOCK - _POINTERS[number] - at)
                    number += 1
                    file.write(_head(mark, number))
                    at = len(head)
                file.write(entry)
                at += len(entry)
                yield
            self._number = number
            self._at = at + _POINTERS[number]
            while count:
                yield from _fill(file, _BLOCK - _POINTERS[number] - at)
                number += 1
                if number == count:
                    break
                file.write(_head(mark, number))
                at = len(head)
        yield
        if aside:
            self.set_aside()
        self._take_name(self._new, self._journal)
        yield
        if count:
            yield from self._find(mark, count)

    def _find(self, mark, count):
        """Find the journal's blocks by the mark at their start, which no other block has."""
        flash = self._flash
        blocks = array("H", [0xFFFF] * count)
        left = count
        start = bytearray(len(_head(mark, 0)) + max(_POINTERS))
        for block in range(flash.ioctl(4, 0)):
            if block % _SLICE == 0:
                yield
            flash.readblocks(block, start, 0)
            at = start.find(mark)
            if at >= 0:
                blocks[start[at + len(mark) + 1] - 48] = block
                left -= 1
        if left == 0 and max(blocks) < 0xFFFF:
            self._blocks = blocks
            self._start = len(_head(mark, 0))

    def add(self, entry):
        """Add a line to the journal; False if it has no room and must be rewritten."""
        blocks = self._blocks
        if blocks is None:
            with open(self._journal, "ab") as file:
                file.write(entry)
            return True
        if self._at + len(entry) > _BLOCK:
            if self._number + 1 == len(blocks):
                return False
            self._number += 1
            self._at = _POINTERS[self._number] + self._start
        block = blocks[self._number]
        at = self._at
        self._at += len(entry)
        page = self._page
        while entry:
            begin = at % _PAGE
            part = entry[: _PAGE - begin]
            page[:] = _ERASED  # programming 0xFF changes nothing
            page[begin : begin + len(part)] = part
            self._flash.writeblocks(block, page, at - begin)
            self._flash.readblocks(block, page, at - begin)
            if page[begin : begin + len(part)] != part:
                return False  # the flash is worn out here
            at += len(part)
            entry = entry[len(part) :]
        return True

    def keep_as_last(self):
        """Keep the journal as the last game's; none is left as the current one."""
        self._move(self._journal, self._last)

    def restore(self):
        """Make the journal of the last game the current one."""
        self._move(self._last, self._journal)

    def set_aside(self):
        """Keep the journal, which cannot be used, under another name."""
        self._move(self._journal, self._damaged)

    def damaged(self):
        """Whether a journal was set aside."""
        return exists(self._damaged)

    def clean(self):
        """Remove what a power cut left of a journal that was being rewritten."""
        if exists(self._journal):
            _remove(self._new)

    def discard(self):
        """Remove the journal, which is not that of the current game."""
        _remove(self._new)
        _remove(self._journal)

    def make_room(self):
        """Remove a file that the firmware wrote but does not need; False if there is none."""
        _remove(self._new)
        return _remove(self._crash) or _remove(self._damaged) or _remove(self._last)

    # -- the settings

    def settings(self):
        """The settings, as a dict; empty if there are none or they are broken."""
        try:
            if os.stat(self._settings)[6] <= _SETTINGS:
                with open(self._settings) as file:
                    found = json.load(file)
                if isinstance(found, dict):
                    return found
        except Exception:
            pass  # they are broken
        return {}

    def save(self, settings):
        """Replace the settings."""
        self._replace(self._settings, (json.dumps(settings).encode(),))

    # -- the last crash

    def keep_crash(self, lines):
        """Replace the record of the last crash by these texts, a line each."""
        pieces = (piece for text in lines for piece in (b"@event ", text.encode(), b"\n"))
        self._replace(self._crash, pieces)

    def forget(self, name):
        """Remove a file of the firmware's if it exists."""
        _remove(self._folder + name)

    def crashed(self):
        """Whether there is a record of a crash."""
        return exists(self._crash)

    def crash(self):
        """Yields the texts recorded of the last crash."""
        try:
            file = open(self._crash, "rb")
        except OSError:
            return
        with file:
            for entry in _lines(file):
                try:
                    word, _, text = str(entry, "utf-8").partition(" ")
                except UnicodeError:
                    continue
                if word == "@event":
                    yield text

    # -- names

    def _replace(self, path, pieces):
        """Replace a file by one with these bytes; if that fails, it stays as it was."""
        new = path + ".new"
        try:
            with open(new, "wb") as file:
                for piece in pieces:
                    file.write(piece)
        except Exception:
            _remove(new)
            raise
        self._take_name(new, path)

    def _move(self, old, new):
        self._blocks = None
        if exists(old):
            self._take_name(old, new)

    def _take_name(self, old, new):
        """Rename a file to a name that may be taken."""
        try:
            os.rename(old, new)
        except OSError as error:
            if error.errno not in _IN_THE_WAY:
                raise
            _remove(self._damaged)
            if exists(new):
                os.rename(new, self._damaged)
            os.rename(old, new)


def exists(path):
    """Whether there is a file or a folder of that name."""
    try:
        os.stat(path)
        return True
    except OSError:
        return False


def _remove(path):
    """Remove a file or an empty folder; returns whether there was one."""
    for remove in (os.remove, os.rmdir):
        try:
            remove(path)
            return True
        except OSError:
            pass
    return False


def _head(mark, number):
    """The first line of a journal's block."""
    return line("journal %d %s.%d" % (VERSION, str(mark, "ascii"), number))


def _fill(file, count):
    """Write `count` bytes 0xFF, a bit per `next`."""
    while count:
        part = min(count, _PAGE)
        file.write(_ERASED[:part])
        count -= part
        if count % 1024 < _PAGE:
            yield


def _lines(file):
    """Yields the lines of an open file. A line has no 0xFF: a torn line ends there."""
    part = bytearray(_PAGE)
    rest = b""
    for _ in range(_MOST // _PAGE):
        count = file.readinto(part)
        if not count:
            return
        if part == _ERASED and count == _PAGE and rest[-1:] == b"\xff":
            continue
        *whole, rest = (rest + part[:count]).split(b"\n")
        for entry in whole:
            entry = entry[entry.rfind(b"\xff") + 1 :] or entry.strip(b"\xff")
            if entry:
                yield entry
        if rest[-1:] == b"\xff":
            rest = rest.rstrip(b"\xff") + b"\xff"
        rest = rest[:_LONGEST]
    yield b"?"  # too long to be a journal
