"""The serial port of the firmware's process: a pair of pipes, or a terminal with a prompt."""

import contextlib
import fcntl
import os
import sys
import termios
from abc import ABC, abstractmethod

from tourelle_host.sim.listener import Listener
from tourelle_host.sim.terminal import Terminal

_CHUNK = 65536
_INTERRUPT = b"\x03"
_BUSY_MS = 2000  # a program that has not rested for so long after Ctrl-C is interrupted anyway


class Serial(ABC):
    """Our end of the port. Its descriptors never block.

    to_board, from_board   the descriptors that we write to and read from
    reads, writes          the process's standard input and output
    prompt                 the terminal, as `starting.Start` has it; "" without one
    held                   whether to leave the board's output unread: nobody has room for it
    interrupting           Ctrl-C was typed, and the program has not heard of it yet
    restarts               whether the process is to be started again when it ends
    wants_to_write         whether something waits for room in the port
    """

    prompt = ""
    interrupting = False
    restarts = False
    wants_to_write = False

    def __init__(self, to_board: int, from_board: int, reads: int, writes: int, listener: Listener):
        self.to_board = to_board
        self.from_board = from_board
        self.reads = reads
        self.writes = writes
        self.held = False
        self._listener = listener
        self._pending = b""
        self._mail = False
        for descriptor in (to_board, from_board):
            os.set_blocking(descriptor, False)

    @abstractmethod
    def started(self) -> None:
        """The process has been started, and has its own copies of its ends."""

    @abstractmethod
    def send(self, data: bytes) -> None:
        """Give the firmware these bytes, when it is woken next."""

    @property
    @abstractmethod
    def has_mail(self) -> bool:
        """Whether bytes have come since the firmware was woken, or some are still unread."""

    @abstractmethod
    def waking(self) -> None:
        """The firmware is about to be woken."""

    @abstractmethod
    def take(self) -> None:
        """Read what the board has written."""

    @abstractmethod
    def hand_on(self) -> None:
        """Tell the listener what the firmware wrote, as it rests or has ended."""

    def rested(self) -> None:
        """The firmware rests."""
        self.hand_on()

    @abstractmethod
    def unheard(self) -> bytes:
        """What was sent, but not read by a process that has been stopped."""

    @abstractmethod
    def close(self) -> None:
        """Let go of the descriptors that end with the process."""

    @abstractmethod
    def heard(self) -> None:
        """The program has heard of Ctrl-C."""

    @abstractmethod
    def tear(self, now_ms: int) -> int | None:
        """Interrupt a program that does not rest, though Ctrl-C was typed.

        Returns when to call again, or None.
        """

    @abstractmethod
    def go_on(self) -> None:
        """Something may have changed: type what could not be typed before."""


class SerialPipes(Serial):
    """Two pipes, which last as long as the process."""

    def __init__(self, listener: Listener):
        reads, to_board = os.pipe()
        from_board, writes = os.pipe()
        super().__init__(to_board, from_board, reads, writes, listener)
        os.set_blocking(reads, False)  # WebAssembly cannot ask whether there is anything to read
        self._written = b""  # by the firmware, since it was woken
        self._left = 0  # bytes that the firmware had not read when it was woken

    def started(self) -> None:
        os.close(self.reads)
        os.close(self.writes)

    def send(self, data: bytes) -> None:
        self._pending += data
        self._mail = True

    @property
    def has_mail(self) -> bool:
        # A firmware that has ended reads nothing, and need not be woken for what is there.
        return self._mail or 0 < _unread(self.to_board) < self._left

    def waking(self) -> None:
        if self._pending:
            with contextlib.suppress(BlockingIOError, BrokenPipeError):
                sent = os.write(self.to_board, self._pending)
                self._pending = self._pending[sent:]
        self._mail = bool(self._pending)
        self._left = _unread(self.to_board)

    def take(self) -> None:
        self._written += read(self.from_board)

    def hand_on(self) -> None:
        # All that it wrote is in the pipe by now, and comes in the same order every time.
        self.take()
        if self._written:
            text, self._written = self._written, b""
            self._listener.text(text)

    def unheard(self) -> bytes:
        return self._pending

    def close(self) -> None:
        os.close(self.to_board)
        os.close(self.from_board)

    # -- without a prompt, Ctrl-C is a byte like any other

    def heard(self) -> None:
        pass

    def tear(self, now_ms: int) -> None:
        return None

    def go_on(self) -> None:
        pass


class SerialTerminal(Serial):
    """A terminal, which outlives the process, and where a prompt may wait for what is typed."""

    def __init__(self, listener: Listener, terminal: Terminal, with_main: bool):
        """with_main: run main.py; False where a host in the raw REPL restarted the board."""
        terminal.prepare()
        master, slave = terminal.master, terminal.slave
        super().__init__(master, master, slave, slave, listener)
        self.prompt = terminal.argument(with_main)
        self._terminal = terminal
        self._tear_ms: int | None = None  # when to interrupt a program that does not rest

    def started(self) -> None:
        pass  # its ends stay open for the next process

    def send(self, data: bytes) -> None:
        self._pending += data
        self._mail = True
        self._type()  # a prompt waits for no waking

    @property
    def has_mail(self) -> bool:
        return self._mail or _unread(self._terminal.slave) > 0

    def waking(self) -> None:
        self._type()
        self._mail = False

    def take(self) -> None:
        if not self.held and (text := self._terminal.read()):
            self._listener.text(text)

    def hand_on(self) -> None:
        self.take()

    def rested(self) -> None:
        self.restarts = True  # its program has begun: from now on Ctrl-C ends that alone
        super().rested()

    def unheard(self) -> bytes:
        typed = self._terminal.unread()
        return typed + (_INTERRUPT if self.interrupting else b"") + self._pending

    def close(self) -> None:
        pass  # the terminal is there for the next process

    @property
    def wants_to_write(self) -> bool:  # type: ignore[override]
        return self.restarts and bool(self._pending) and not self.interrupting

    def heard(self) -> None:
        if self.interrupting:
            self.interrupting = False
            self._tear_ms = None
            self._type()

    def tear(self, now_ms: int) -> int | None:
        if not self.interrupting:
            return None
        if self._tear_ms is None:
            self._tear_ms = now_ms + _BUSY_MS
        if now_ms >= self._tear_ms:
            self._terminal.write(_INTERRUPT)
            self.heard()
        return self._tear_ms

    def go_on(self) -> None:
        if self.interrupting and not self._terminal.signals:
            self.heard()  # the program is over already
        self._type()

    def _type(self) -> None:
        """Type, but let a running program hear of Ctrl-C only when it rests.

        As a signal, Ctrl-C would leave the heap or the files as they are at that very instruction,
        and MicroPython might hang. What is typed after it has to wait: it is not for the program.
        """
        terminal = self._terminal
        # Before its program begins, Ctrl-C would end the process, and there is no prompt yet.
        while self.restarts and self._pending and not self.interrupting:
            keys, interrupt, _ = self._pending.partition(_INTERRUPT)
            running = terminal.signals
            if running and not keys:
                self._pending = self._pending[1:]
                self.interrupting = self._mail = True
                return
            # A prompt that has read Ctrl-D lets signals through: Ctrl-C comes with it, or is one.
            sent = terminal.write(keys if running else keys + interrupt)
            if not sent:
                return
            self._pending = self._pending[sent:]


def read(descriptor: int) -> bytes:
    """What a descriptor that does not block has to give."""
    parts = []
    with contextlib.suppress(BlockingIOError):
        while part := os.read(descriptor, _CHUNK):
            parts.append(part)
            if len(part) < _CHUNK:
                break
    return b"".join(parts)


def _unread(descriptor: int) -> int:
    """How many bytes wait in a pipe or a terminal."""
    count = bytearray(4)
    fcntl.ioctl(descriptor, termios.FIONREAD, count)
    return int.from_bytes(count, sys.byteorder)
