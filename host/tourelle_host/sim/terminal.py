"""The pseudo-terminal at the firmware's serial port, so that a host finds a prompt there.

While no program runs, MicroPython for PCs shows its own prompt on it (while one does, see
device/micropython/console.py).
"""

import contextlib
import os
import re
import termios
import tty

_RAW = b"raw REPL; CTRL-B to exit\r\n"
_FRIENDLY = b'Type "help()" for more information.\r\n'
_BANNER = re.compile(rb"(\r\n)?MicroPython [^\n]*\r\n" + re.escape(_FRIENDLY) + rb">>> ")
_OUTPUT, _LOCAL = 1, 3  # indexes in a terminal's attributes
_ENTER_RAW = b"\x01"
_PASTE = b"\x05A\x01"
_INTERRUPT = b"\x03"
_END = b"\x04"
_MARK = b"\x00 all that was typed \x00"
_CHUNK = 4096
_LONGEST_BANNER = 4096


class Terminal:
    """A pseudo-terminal; it outlives the processes that have it as standard input and output.

    master, slave   its two ends: ours, and the process's
    raw             whether a host has a raw REPL there
    """

    def __init__(self) -> None:
        self.master, self.slave = os.openpty()
        os.set_blocking(self.master, False)
        self.raw = False
        self._tail = b""
        self._awaiting = False
        self._pasting = False

    def argument(self, with_main: bool) -> str:
        """The argument that tells device/micropython/start.py about it."""
        what = "main" if with_main else "raw"
        return f"{os.ttyname(self.slave)},{termios.ISIG},{termios.OPOST | termios.ONLCR},{what}"

    def prepare(self) -> None:
        """Before a process starts: make sure that no input is lost, echoed or taken as a signal."""
        tty.setraw(self.slave)
        attributes = termios.tcgetattr(self.slave)
        attributes[_LOCAL] |= termios.NOFLSH
        termios.tcsetattr(self.slave, termios.TCSAFLUSH, attributes)

    @property
    def signals(self) -> bool:
        """Whether Ctrl-C is a signal now: a program is running."""
        return self._flag(_LOCAL, termios.ISIG)

    def enter_raw(self) -> bytes:
        """What to type after a restart to put the host back into the raw REPL."""
        self._awaiting = True
        self._tail = b""
        return _ENTER_RAW

    def unread(self) -> bytes:
        """Takes away what was typed, but read by no process.

        The kernel passes on what is typed with a delay: all is there once the mark has come.
        """
        tty.setraw(self.slave, termios.TCSANOW)
        typed, mark = b"", _MARK
        while not typed.endswith(_MARK):
            mark = mark[self._write(mark) :]
            typed += os.read(self.slave, _CHUNK)
        return typed[: -len(_MARK)]

    def write(self, data: bytes) -> int:
        """Type bytes; returns how many of them were taken."""
        keys, interrupt, _ = data.partition(_INTERRUPT)
        if self._pasting and _END in keys:
            # Code that is pasted in raw mode would otherwise run without signals.
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
        """Make Ctrl-C a signal, without losing other input."""
        attributes = termios.tcgetattr(self.slave)
        attributes[_LOCAL] |= termios.ISIG | termios.NOFLSH
        termios.tcsetattr(self.slave, termios.TCSANOW, attributes)

    def read(self) -> bytes:
        """What was written since the last call, with lines ended by CR LF."""
        data = b""
        with contextlib.suppress(BlockingIOError, OSError):
            while part := os.read(self.master, _CHUNK):
                data += part
        if data and self._flag(_OUTPUT, termios.OPOST):
            # Line ends that already were CR LF now have another CR.
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
        """Returns the data, without a banner nobody asked for; notes which prompt is there."""
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
