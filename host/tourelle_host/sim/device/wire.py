"""The world channel: how the firmware's process learns what its pins read.

Board to world: a letter each, then numbers, little-endian:

F  u32 microseconds since it was woken, u16 count, count bytes   pixels, as shifted out
B  u16 hertz                                                     the buzzer; 0 is silence
W  u32 milliseconds, u32 microseconds since it was woken, u8     resting, for this long at most;
                                                                 u8: number of this rest
R                                                                reset the board
S                                                                restart the program

World to board, only in answer to W:

u32 milliseconds (the time); for each row a u16, the columns that read low while that row alone is
driven; u8: the buttons that read low (1 OK, 2 undo; 128: Ctrl-C was typed); u8: the number of the
rest that it answers

Ctrl-C may end a rest early; the answer to that rest is then skipped in the next.

Runs on MicroPython and CPython; a board that looks, sees no change and rests allocates nothing.
"""

from struct import calcsize, pack_into

FRAME = 70
TONE = 66
REST = 87
RESET = 82
RESTART = 83
INTERRUPT = 128

# What follows the letter; for a frame, what comes before its bytes.
FORMATS = {FRAME: "<IH", TONE: "<H", REST: "<IIB", RESET: "", RESTART: ""}

_FRAME_HEAD = 1 + calcsize(FORMATS[FRAME])
_TONE_SIZE = 1 + calcsize(FORMATS[TONE])
_REST_SIZE = 1 + calcsize(FORMATS[REST])

_ROOM = 1024  # bytes collected before they are sent
_LONGEST = 0xFFFFFFFF


def answer_size(rows):
    """Bytes in the world's answer to a board with this many rows."""
    return 4 + 2 * rows + 2


class Channel:
    """The board's end of the world channel, and what the world last said.

    now_ms   the time
    low      columns that read low now, one bit each
    pressed  buttons that read low, one bit each
    """

    def __init__(self, rows, read, write, ticks_us):
        """read(buffer) fills a buffer and returns the number of bytes; write(buffer, count)."""
        self.now_ms = 0
        self.low = 0
        self.pressed = 0
        self._rows = rows
        self._driven = 0
        self._read = read
        self._write = write
        self._ticks_us = ticks_us
        self._answer = bytearray(answer_size(rows))
        self._out = bytearray(_ROOM)
        self._count = 0
        self._number = 0
        self._woken = ticks_us()

    def drive(self, row, low):
        """Drive a row low, or release it."""
        if low:
            self._driven |= 1 << row
        else:
            self._driven &= ~(1 << row)
        reads = 0
        if self._driven:
            answer = self._answer
            for each in range(self._rows):
                if self._driven >> each & 1:
                    reads |= answer[4 + 2 * each] | answer[5 + 2 * each] << 8
        self.low = reads

    def frame(self, pixels):
        """Send the pixels, as they go over the wire."""
        size = _FRAME_HEAD + len(pixels)
        at = self._room(size)
        pack_into("<BIH", self._out, at, FRAME, self._ticks_us() - self._woken, len(pixels))
        self._out[at + _FRAME_HEAD : at + size] = pixels

    def tone(self, hz):
        """Sound the buzzer at hz; 0 is silence."""
        pack_into("<BH", self._out, self._room(_TONE_SIZE), TONE, hz)

    def rest(self, ms):
        """Rest until the world changes, or for ms milliseconds. KeyboardInterrupt."""
        self.ask(ms)
        self.answered()

    def ask(self, ms):
        """Tell the world how long to rest; its answer comes later."""
        at = self._room(_REST_SIZE)
        number = self._number = self._number + 1 & 255
        pack_into("<BIIB", self._out, at, REST, ms, self._ticks_us() - self._woken, number)
        self.flush()

    def answered(self):
        """Read the world's answer. KeyboardInterrupt."""
        answer = self._answer
        last = len(answer) - 1
        while True:
            if self._read(answer) != len(answer):
                raise SystemExit  # the world has ended
            if answer[last] == self._number:
                break
        self._woken = self._ticks_us()
        self.now_ms = answer[0] | answer[1] << 8 | answer[2] << 16 | answer[3] << 24
        self.pressed = answer[last - 1]
        if self.pressed & INTERRUPT:
            raise KeyboardInterrupt

    def sleep(self, ms):
        """Rest for ms milliseconds, whatever happens in the world."""
        until = self.now_ms + ms
        while self.now_ms < until:
            self.rest(until - self.now_ms)

    def stop(self):
        """Rest for ever: nothing is left to run."""
        while True:
            self.rest(_LONGEST)

    def reset(self):
        """Ask for a restart, as by switching the power off and on, and wait for it."""
        self._out[self._room(1)] = RESET
        self.stop()

    def restart(self):
        """Ask for the program to be restarted, and wait for it."""
        self._out[self._room(1)] = RESTART
        self.stop()

    def flush(self):
        """Send what was collected."""
        self._write(self._out, self._count)
        self._count = 0

    def _room(self, size):
        """Where the next `size` bytes go among those collected."""
        if self._count + size > len(self._out):
            self.flush()
        at = self._count
        self._count += size
        return at
