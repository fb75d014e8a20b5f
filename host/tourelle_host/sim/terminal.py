"""The pseudo-terminal that the firmware's serial port is, where a host is to find a prompt on it.

MicroPython on a PC turns it into a prompt of its own while no program runs (see
device/micropython/console.py for the rest of the time).
"""

import contextlib
import os
import re
import termios
import tty

_RAW = b"raw REPL; CTRL-B to exit\r\n"
_FRIENDLY = b'Type "help()" for more information.\r\n'
_BANNER = re.compile(rb"(\r\n)?MicroPython [^\n]*\r\n" + re.escape(_FRIENDLY) + rb">>> ")
_OUTPUT, _LOCAL = 1, 3  # in a terminal's attributes
_ENTER_RAW = b"\x01"
_PASTE = b"\x05A\x01"
_INTERRUPT = b"\x03"
_END = b"\x04"
_MARK = b"\x00 all that was typed \x00"
_CHUNK = 4096
_LONGEST_BANNER = 4096


class Terminal:
    """A pseudo-terminal that outlives the processes whose standard input and output it is.

    master, slave   its two ends: ours, and the process's
    raw             whether a host has the raw REPL there
    """

    def __init__(self) -> None:
        self.master, self.slave = os.openpty()
        os.set_blocking(self.master, False)
        self.raw = False
        self._tail = b""
        self._awaiting = False
        self._pasting = False

    def argument(self, with_main: bool) -> str:
        """What device/micropython/start.py has to know of it."""
        what = "main" if with_main else "raw"
        return f"{os.ttyname(self.slave)},{termios.ISIG},{termios.OPOST | termios.ONLCR},{what}"

    def prepare(self) -> None:
        """Before a process starts: nothing that is typed is lost, echoed or a signal."""
        tty.setraw(self.slave)
        attributes = termios.tcgetattr(self.slave)
        attributes[_LOCAL] |= termios.NOFLSH
        termios.tcsetattr(self.slave, termios.TCSAFLUSH, attributes)

    @property
    def signals(self) -> bool:
        """Whether Ctrl-C is a signal: a program runs."""
        return self._flag(_LOCAL, termios.ISIG)

    def enter_raw(self) -> bytes:
        """What to type after a restart so that the host finds the raw REPL which it was in."""
        self._awaiting = True
        self._tail = b""
        return _ENTER_RAW

    def unread(self) -> bytes:
        """What was typed and no process has read; it is taken away.

        The kernel hands on what is typed a little later: it is all there once a mark has come.
        """
        tty.setraw(self.slave, termios.TCSANOW)
        typed, mark = b"", _MARK
        while not typed.endswith(_MARK):
            mark = mark[self._write(mark) :]
            typed += os.read(self.slave, _CHUNK)
        return typed[: -len(_MARK)]

    def write(self, data: bytes) -> int:
        """Type bytes; how many of them were taken."""
        keys, interrupt, _ = data.partition(_INTERRUPT)
        if self._pasting and _END in keys:
            # What comes in raw paste mode is run without signals, if nobody sees to it.
            before = keys.index(_END)
            sent = self._write(keys[:before])
            if sent == before:
                self._signals()
                self._pasting = False
                sent += self._write(keys[before:])
            return sent
        if interrupt:
            self._pasting = False
        elif self.raw and _PASTE in data:
            self._pasting = True
        return self._write(data)

    def _write(self, data: bytes) -> int:
        try:
            return os.write(self.master, data)
        except BlockingIOError:
            return 0

    def _signals(self) -> None:
        """Have Ctrl-C be a signal, without losing what else was typed."""
        attributes = termios.tcgetattr(self.slave)
        attributes[_LOCAL] |= termios.ISIG | termios.NOFLSH
        termios.tcsetattr(self.slave, termios.TCSANOW, attributes)

    def read(self) -> bytes:
        """What was written there since, its lines ended by CR LF."""
        data = b""
        with contextlib.suppress(BlockingIOError, OSError):
            while part := os.read(self.master, _CHUNK):
                data += part
        if data and self._flag(_OUTPUT, termios.OPOST):
            # Line ends that were CR LF already have another CR by now.
            if self._tail.endswith(b"\r") and data.startswith(b"\r\n"):
                data = data[1:]
            data = data.replace(b"\r\r\n", b"\r\n")
        return self._noted(data)

    def close(self) -> None:
        os.close(self.master)
        os.close(self.slave)

    def _flag(self, which: int, flag: int) -> bool:
        return bool(termios.tcgetattr(self.slave)[which] & flag)

    def _noted(self, data: bytes) -> bytes:
        """The data; note on the way which prompt is there, and leave out one nobody asked for."""
        seen = self._tail + data
        raw, friendly = seen.rfind(_RAW), seen.rfind(_FRIENDLY)
        if raw != friendly:
            self.raw = raw > friendly
        if not self._awaiting:
            self._tail = seen[-len(_FRIENDLY) + 1 :]
            return data
        self._tail = seen
        if raw < 0 and len(seen) < _LONGEST_BANNER:
            return b""
        self._awaiting, self._tail = False, b""
        return _BANNER.sub(b"", seen, count=1)
