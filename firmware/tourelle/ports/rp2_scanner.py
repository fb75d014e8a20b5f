"""Samples the switches beside the program: a state machine scans them, DMA keeps every sample.

The program may be busy for a second and still learns each change with its time. A sample is three
words of 29 bits, for three rows each: nine bits of columns for each row, the last row first, then
two bits of the buttons; 0 is closed or pressed. A board with fewer rows and columns is sampled as
nine by nine, with the other rows not driven.
"""

from array import array

import micropython
from machine import idle, mem32
from micropython import const
from uctypes import addressof

from tourelle.memory import let_go
from tourelle.scanner import ROOM

_PERIOD_MS = const(2)  # between two samples: 1 ms, as the polled scanner has, would take 8 KB more
_BITS = const(13)  # log2 of the ring's size in bytes: 1.36 s of samples
_LAP = const(3 << 26)  # words until the second channel restarts the first
_NUMBERS = const(0x3FFFFFF)  # mask of a sample's number: a lap has this many samples
_SPARE = const(8)  # samples that may come in while old ones are read
_WORD = const(29)  # bits of a word
_DEAF_MS = const(12)  # as in debounce.py

# The array of words in which `_take` keeps its state.
_STATE = const(0)  # three debounced words
_MASK = const(3)  # for each word, the bits that are contacts
_AT = const(6)  # number of the sample to be read next
_LOST = const(7)  # samples that were overwritten unread
_SINCE = const(8)  # from here on, when each contact last changed, as a sample's number
_FULL = const(44)  # scanner.ROOM, less what one sample can change

# These live as long as the channels write and read, which is until the soft reset stops them.
_ring = None
_at = 0  # the ring's address
_words = 0  # how many words it holds
_machine = None
_channels = None


def _aligned(size):
    """A piece of the heap whose address is a multiple of its size: (object to keep, address)."""
    pad = []
    for _ in range(3):
        piece = bytearray(size)
        at = addressof(piece)
        if not at & size - 1:
            return piece, at
        del piece
        pad.append(bytearray(-at & size - 1))
    piece = bytearray(2 * size)
    return piece, addressof(piece) + size - 1 & -size


def reserve():
    """Allocate the ring while the heap is still in one piece; it holds more than a second."""
    global _ring, _at, _words, _channels
    if _ring is None:
        from tourelle.ports.rp2_setup import channel

        _ring, _at = _aligned(1 << _BITS)
        _words = 1 << _BITS - 2
        _channels = channel(), channel()


def _stop():
    """Stop the channels: nothing writes into memory any longer."""
    if _machine:
        _machine.active(0)
    if _channels:
        keep, again = _channels
        again.config(ctrl=0)
        keep.config(ctrl=0)
        keep.active(0)
        again.active(0)


@micropython.viper
def _take(
    state: ptr32,
    ring: ptr32,
    words: int,
    head: int,
    contacts: ptr8,
    what: ptr8,
    ages: ptr32,
    deaf: int,
) -> int:
    """Take in the samples before number head; returns how many changes they have.

    words: how many the ring holds; contacts: the contact of each bit. A contact changes at the
    first sample that shows it, and is then deaf for `deaf` samples (see debounce.py). Writes what,
    as a scanner does, and the age of each change, in samples before head.
    """
    at = state[_AT]
    behind = (head - at) & _NUMBERS
    most = words // 3 - _SPARE
    if behind > most:
        state[_LOST] += behind - most
        at = (head - most) & _NUMBERS
    count = 0
    while at != head:
        word = 3 * at
        for k in range(3):
            s = state[_STATE + k]
            differ = (ring[(word + k) & (words - 1)] & state[_MASK + k]) ^ s
            bit = 0
            while differ:
                if differ & 1:
                    contact = contacts[_WORD * k + bit]
                    if (at - state[_SINCE + contact]) & _NUMBERS >= deaf:
                        s = s ^ (1 << bit)
                        state[_SINCE + contact] = at
                        what[count] = contact | ((s >> bit & 1) ^ 1) << 7
                        ages[count] = (head - at) & _NUMBERS
                        count += 1
                differ = differ >> 1
                bit += 1
            state[_STATE + k] = s
        at = (at + 1) & _NUMBERS
        if count > _FULL:
            break
    state[_AT] = at
    return count


@micropython.viper
def _differs(state: ptr32, ring: ptr32, words: int, head: int) -> bool:
    """Whether the last sample before number head differs from the debounced state."""
    word = 3 * head - 3
    for k in range(3):
        newest = ring[(word + k) & (words - 1)] & state[_MASK + k]
        if newest != state[_STATE + k]:
            return True
    return False


class Sampled:
    """A scanner (see scanner.py) whose samples are taken beside the program."""

    NAME = "sampled"

    def __init__(self, board, grid):
        from tourelle.ports.rp2_setup import count_address, map_bits

        self.lost = 0
        self._pins = board["rows"], board["columns"], list(board["buttons"].values())
        self._contacts = bytearray(b"\xff" * 3 * _WORD)
        self._state = array("i", [0] * (_SINCE + grid.size + 2))
        self._ages = array("i", [0] * ROOM)
        map_bits(grid, self._contacts, self._state, _MASK, _WORD)
        reserve()
        self._left = count_address(_channels[0])  # of the words left of the lap

    def begin(self, closed):
        global _machine
        from tourelle.ports.rp2_setup import feed, sampler

        _stop()
        _machine = sampler(*self._pins, _PERIOD_MS, _WORD)
        feed(*_channels, _at, _BITS, _LAP)
        _machine.active(1)
        let_go(("tourelle.ports.rp2_setup", "rp2"))  # 3 KB that only a start needs
        while self._head() < 2:
            pass
        state = self._state
        head = self._head()
        state[_AT] = head
        state[_LOST] = 0
        for contact in range(len(closed)):
            state[_SINCE + contact] = head - _NUMBERS // 2 & _NUMBERS
        for k in range(3):
            word = mem32[_at + 4 * ((3 * (head - 1) + k) & _words - 1)] & state[_MASK + k]
            state[_STATE + k] = word
            for bit in range(_WORD):
                contact = self._contacts[_WORD * k + bit]
                if contact < len(closed):
                    closed[contact] = word >> bit & 1 ^ 1

    def _head(self):
        """The number of the sample that is being taken."""
        return (_LAP - mem32[self._left]) // 3 & _NUMBERS  # at 0 words left, a new lap begins

    @micropython.native
    def changes(self, what, when, now):
        ages = self._ages
        state = self._state
        count = _take(
            state,
            _at,
            _words,
            self._head(),
            self._contacts,
            what,
            ages,
            _DEAF_MS // _PERIOD_MS,
        )
        for i in range(count):
            when[i] = now - ages[i] * _PERIOD_MS & 0x3FFFFFFF
        self.lost = state[_LOST] * _PERIOD_MS
        state[_LOST] = 0
        return count

    def waiting(self):
        return _differs(self._state, _at, _words, self._head())

    def wait(self, ms):
        if ms > 0 and not self.waiting():
            idle()  # sleeps until an interrupt, for a millisecond at most

    def close(self):
        _stop()
