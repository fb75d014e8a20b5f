"""The process that runs the firmware, and the channel to its world."""

import contextlib
import os
import select
import subprocess
from enum import Enum
from pathlib import Path

from tourelle_host.children import Child
from tourelle_host.errors import UserError
from tourelle_host.sim.device import wire
from tourelle_host.sim.listener import Listener
from tourelle_host.sim.resting import Resting
from tourelle_host.sim.serial import Serial, read
from tourelle_host.sim.starting import Start, command

_CHUNK = 65536


class VmError(UserError):
    """The simulated board's process cannot run, or has ended."""


class Over(Enum):
    """Why a running firmware goes no further."""

    RESET = "it asked to be started anew, as by switching the power off and on"
    RESTART = "its program is to be started anew"
    ENDED = "the process has ended by itself"


class Vm(Resting):
    """A firmware in a process of this machine."""

    def __init__(
        self,
        kind: str,
        folder: Path,
        files: dict[str, Path] | None,
        soldering: str,
        listener: Listener,
        serial: Serial,
    ):
        """kind, files: as starting.py has them. soldering: as device/pins.py has it."""
        super().__init__(listener)
        self._ended = False
        self._serial = serial
        self._complaints = b""
        words = command(kind, Start(folder, files, soldering, serial.prompt))
        vm_reads, self._to_world = os.pipe()
        self._from_world, vm_writes = os.pipe()
        environment = os.environ | {"PYTHONHASHSEED": "0"}
        environment.pop("HOME", None)  # MicroPython's prompt would keep its history there
        self._process = Child(
            [*words, str(vm_reads), str(vm_writes)],
            stdin=serial.reads,
            stdout=serial.writes,
            stderr=subprocess.PIPE,
            bufsize=0,
            pass_fds=(vm_reads, vm_writes),
            env=environment,
            start_new_session=True,  # Ctrl-C in a terminal is for the host alone
        )
        serial.started()
        for descriptor in (vm_reads, vm_writes):
            os.close(descriptor)
        stderr = self._process.stderr
        assert stderr
        self._stderr = stderr.fileno()
        os.set_blocking(self._stderr, False)
        self._poll = select.poll()
        for descriptor in (self._from_world, serial.from_board, self._stderr):
            self._poll.register(descriptor, select.POLLIN)

    def descriptors(self) -> dict[int, int]:
        """What to poll for, by descriptor: there is something to `take` then."""
        serial = self._serial
        wanted = {self._from_world: select.POLLIN, self._stderr: select.POLLIN}
        if not serial.held:
            wanted[serial.from_board] = select.POLLIN
        if serial.wants_to_write:
            wanted[serial.to_board] = wanted.get(serial.to_board, 0) | select.POLLOUT
        return wanted

    @property
    def has_mail(self) -> bool:
        return self._serial.has_mail

    def wake(self, now_ms: int, inputs: bytes) -> None:
        self._serial.waking()
        pressed = inputs[-1] | (wire.INTERRUPT if self._serial.interrupting else 0)
        answer = self._answer(now_ms, inputs[:-1] + bytes((pressed,)))
        with contextlib.suppress(BrokenPipeError):
            os.write(self._to_world, answer)
        self._serial.heard()

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
            elif descriptor == self._serial.from_board:
                self._serial.take()
            else:
                self._complaints += read(self._stderr)
        self._serial.go_on()
        return bool(ready)

    @property
    def over(self) -> Over | None:
        """Why it goes no further; None while it does."""
        if self.asked == wire.RESET:
            return Over.RESET
        if self.asked == wire.RESTART or (self._ended and self._serial.restarts):
            return Over.RESTART
        return Over.ENDED if self._ended else None

    def last_words(self) -> str:
        """What it wrote to standard error."""
        self._complaints += read(self._stderr)
        return self._complaints.decode(errors="replace").strip()

    def stop(self) -> None:
        """End the process, wherever it is, as pulling the plug does."""
        self._process.kill()
        self._process.wait()
        self._serial.hand_on()
        assert self._process.stderr
        self._process.stderr.close()
        self._serial.close()
        os.close(self._to_world)
        os.close(self._from_world)

    @property
    def interrupted(self) -> bool:
        """Whether it ended because Ctrl-C came again before it was heard."""
        return self._ended and self._process.returncode != 0

    def _take_world(self) -> None:
        data = os.read(self._from_world, _CHUNK)
        if not data:
            self._poll.unregister(self._from_world)
            self._serial.hand_on()
            self._process.wait()
            self._ended = True
            return
        self._hear(data)

    def _rests(self, again: bool) -> None:
        self._serial.rested()
