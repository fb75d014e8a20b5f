"""The process that runs the firmware, and the pipes to it."""

import contextlib
import fcntl
import os
import select
import struct
import subprocess
import sys
import termios
from enum import Enum
from pathlib import Path

from tourelle_host.children import Child
from tourelle_host.errors import UserError
from tourelle_host.sim.device import wire
from tourelle_host.sim.listener import Listener
from tourelle_host.sim.messages import Messages
from tourelle_host.sim.starting import Start, command
from tourelle_host.sim.terminal import Terminal

_CHUNK = 65536
_INTERRUPT = b"\x03"
_TERMINAL = 1 << 16  # more bytes than a terminal tells of; it keeps more than it tells
_BUSY_MS = 2000  # a program that has not rested for so long is torn out of what it does


class VmError(UserError):
    """The simulated board's process cannot run, or has ended."""


class Over(Enum):
    """Why a running firmware goes no further."""

    RESET = "it asked to be started anew, as by switching the power off and on"
    RESTART = "its program is to be started anew"
    ENDED = "the process has ended by itself"


class Vm:
    """A running firmware: it runs until it rests, and goes on when it is woken.

    asked_ms   the rest that it asked for, milliseconds; None while it runs
    work_us    what it needed from being woken to that rest, microseconds of this machine
    """

    def __init__(
        self,
        kind: str,
        folder: Path,
        files: dict[str, Path] | None,
        soldering: str,
        listener: Listener,
        terminal: Terminal | None = None,
        with_main: bool = True,
    ):
        """kind, files: as starting.py has them.
        soldering: as device/pins.py has it. terminal: what its serial port is, else two pipes.
        with_main: run main.py; False where a host in the raw REPL restarted it.
        """
        self.asked_ms: int | None = None
        self.work_us = 0
        self._reset = False
        self._restart = False
        self._started = False  # it has rested once: its program begins
        self._ended = False
        self._held = False
        self._terminal = terminal
        self._mail = False
        self._left = 0  # bytes that it had not read when it was woken
        self._listener = listener
        self._messages = Messages()
        self._number = 0  # of the rest that it asked for
        self._complaints = b""
        self._for_port = b""
        self._interrupting = False  # Ctrl-C was typed, and the program has not heard of it yet
        self._tear_ms: int | None = None  # when it is not waited for any longer
        self._written = b""  # to its serial port, since it was woken
        prompt = terminal.argument(with_main) if terminal else ""
        words = command(kind, Start(folder, files, soldering, prompt))
        vm_reads, self._to_world = os.pipe()
        self._from_world, vm_writes = os.pipe()
        if terminal:
            terminal.prepare()
            port_reads = port_writes = terminal.slave
            self._to_port = self._from_port = terminal.master
        else:
            port_reads, self._to_port = os.pipe()
            self._from_port, port_writes = os.pipe()
            os.set_blocking(port_reads, False)  # WebAssembly cannot ask whether there is something
        environment = os.environ | {"PYTHONHASHSEED": "0"}
        environment.pop("HOME", None)  # MicroPython's prompt would keep its history there
        self._process = Child(
            [*words, str(vm_reads), str(vm_writes)],
            stdin=port_reads,
            stdout=port_writes,
            stderr=subprocess.PIPE,
            bufsize=0,
            pass_fds=(vm_reads, vm_writes),
            env=environment,
            start_new_session=True,  # Ctrl-C in a terminal is for the host alone
        )
        for descriptor in (vm_reads, vm_writes, *(() if terminal else (port_reads, port_writes))):
            os.close(descriptor)
        stderr = self._process.stderr
        assert stderr
        self._stderr = stderr.fileno()
        for descriptor in (self._to_port, self._from_port, self._stderr):
            os.set_blocking(descriptor, False)
        self._poll = select.poll()
        for descriptor in (self._from_world, self._from_port, self._stderr):
            self._poll.register(descriptor, select.POLLIN)

    def descriptors(self) -> dict[int, int]:
        """What to poll for, by descriptor: there is something to `take` then."""
        wanted = {self._from_world: select.POLLIN, self._stderr: select.POLLIN}
        if not self._held:
            wanted[self._from_port] = select.POLLIN
        if self._terminal and self._started and self._for_port and not self._interrupting:
            wanted[self._to_port] = wanted.get(self._to_port, 0) | select.POLLOUT
        return wanted

    def send(self, data: bytes) -> None:
        """Give the firmware bytes on its serial port, when it is woken next.

        A terminal has them at once, since a prompt waits for no waking.
        """
        self._for_port += data
        self._mail = True
        if self._terminal:
            self._type()

    @property
    def has_mail(self) -> bool:
        """Bytes for its serial port have come since it was woken, or it has not read all yet."""
        # A firmware that has ended reads none from its pipe, and need not be woken for them.
        return self._mail or 0 < self._unread() < self._left

    def _unread(self) -> int:
        """Bytes that were written to its serial port, and that it has not read."""
        port = self._terminal.slave if self._terminal else self._to_port
        count = bytearray(4)
        fcntl.ioctl(port, termios.FIONREAD, count)
        return int.from_bytes(count, sys.byteorder)

    def wake(self, now_ms: int, inputs: bytes) -> None:
        """Let it go on: the time, and what its pins read."""
        if self._for_port:
            self._type()
        self._mail = bool(self._for_port) and not self._terminal
        self._left = self._unread() if not self._terminal else _TERMINAL
        self.asked_ms = None
        pressed = inputs[-1] | (wire.INTERRUPT if self._interrupting else 0)
        answer = struct.pack("<I", now_ms) + inputs[:-1] + bytes((pressed, self._number))
        with contextlib.suppress(BrokenPipeError):
            os.write(self._to_world, answer)
        self._heard()

    def tear(self, now_ms: int) -> int | None:
        """Tear a program out of what it does that does not rest, though Ctrl-C was typed.

        Returns when to call again, or None.
        """
        if not self._interrupting:
            return None
        if self._tear_ms is None:
            self._tear_ms = now_ms + _BUSY_MS
        if now_ms >= self._tear_ms:
            assert self._terminal
            self._terminal.write(_INTERRUPT)
            self._heard()
        return self._tear_ms

    def await_rest(self, patience_s: float) -> None:
        """Wait until it rests, asks for a reset or has ended; VmError where it does not."""
        while self.asked_ms is None and not self.over:
            if not self.take(patience_s):
                raise VmError(
                    f"the firmware has been busy for {patience_s:g} seconds without a rest; "
                    "it seems to be caught in a loop"
                )

    def take(self, patience_s: float = 0) -> bool:
        """Take what it has sent, as much as there is; False where nothing came for so long."""
        ready = self._poll.poll(patience_s * 1000)
        for descriptor, _ in ready:
            if descriptor == self._from_world:
                self._take_world()
            elif descriptor == self._from_port:
                self._take_port()
            else:
                self._complaints += _read(self._stderr)
        if self._terminal:
            if self._interrupting and not self._terminal.signals:
                self._heard()  # the program is over already
            if self._for_port:
                self._type()
        return bool(ready)

    @property
    def over(self) -> Over | None:
        """Why it goes no further; None while it does."""
        if self._reset:
            return Over.RESET
        if self._restart or (self._ended and self._started and self._terminal):
            return Over.RESTART
        return Over.ENDED if self._ended else None

    def hold(self, full: bool) -> None:
        """Whether to leave what it writes to its serial port: nobody has room for it."""
        self._held = full

    def last_words(self) -> str:
        """What it wrote to standard error."""
        self._complaints += _read(self._stderr)
        return self._complaints.decode(errors="replace").strip()

    def stop(self) -> None:
        """End the process, wherever it is, as pulling the plug does."""
        self._process.kill()
        self._process.wait()
        self._take_text()
        assert self._process.stderr
        self._process.stderr.close()
        ports = () if self._terminal else (self._to_port, self._from_port)
        for descriptor in (self._to_world, self._from_world, *ports):
            os.close(descriptor)

    def unheard(self) -> bytes:
        """What was typed that a process which has been stopped did not come to."""
        typed = self._terminal.unread() if self._terminal else b""
        return typed + (_INTERRUPT if self._interrupting else b"") + self._for_port

    @property
    def interrupted(self) -> bool:
        """Whether it ended because Ctrl-C came again before it was heard."""
        return self._ended and self._process.returncode != 0

    def _type(self) -> None:
        """Write to its serial port as much as that takes."""
        if not self._terminal:
            with contextlib.suppress(BlockingIOError, BrokenPipeError):
                sent = os.write(self._to_port, self._for_port)
                self._for_port = self._for_port[sent:]
        elif self._started:
            # Before, a Ctrl-C would end the process, and there is no prompt yet.
            self._type_keys(self._terminal)

    def _type_keys(self, terminal: Terminal) -> None:
        """Type on a terminal, but have a program hear of Ctrl-C when it rests.

        As a signal it would leave its heap or files as they are at that very instruction, and
        MicroPython might hang. What is typed after it must wait, since it is not for the program.
        """
        while self._for_port and not self._interrupting:
            keys, interrupt, _ = self._for_port.partition(_INTERRUPT)
            running = terminal.signals
            if running and not keys:
                self._for_port = self._for_port[1:]
                self._interrupting = self._mail = True
                return
            # A prompt that has read Ctrl-D lets signals through: Ctrl-C comes with it, or is one.
            sent = terminal.write(keys if running else keys + interrupt)
            if not sent:
                return
            self._for_port = self._for_port[sent:]

    def _heard(self) -> None:
        """The program has heard of Ctrl-C."""
        if self._interrupting:
            self._interrupting = False
            self._tear_ms = None
            self._type()

    def _take_port(self) -> None:
        if not self._terminal:
            self._written += _read(self._from_port)
        elif not self._held and (text := self._terminal.read()):
            self._listener.text(text)

    def _take_text(self) -> None:
        """Hand on what it wrote, when it rests: then it comes in the same order every time."""
        self._take_port()
        if self._written:
            text, self._written = self._written, b""
            self._listener.text(text)

    def _take_world(self) -> None:
        data = os.read(self._from_world, _CHUNK)
        if not data:
            self._poll.unregister(self._from_world)
            self._take_text()
            self._process.wait()
            self._ended = True
            return
        for message, values, pixels in self._messages.feed(data):
            if message == wire.REST:
                self.asked_ms, self.work_us, self._number = values
                self._started = True
                # Whatever it wrote before it rested is in the pipe by now.
                self._take_text()
            elif message == wire.FRAME:
                self._listener.pixels(pixels, values[0])
            elif message == wire.TONE:
                self._listener.tone(*values)
            elif message == wire.RESTART:
                self._restart = True
            else:
                self._reset = True


def _read(descriptor: int) -> bytes:
    """What a non-blocking descriptor has to give."""
    parts = []
    with contextlib.suppress(BlockingIOError):
        while part := os.read(descriptor, _CHUNK):
            parts.append(part)
            if len(part) < _CHUNK:
                break
    return b"".join(parts)
