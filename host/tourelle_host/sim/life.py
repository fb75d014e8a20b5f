"""How a simulated board runs: what each kind of VM does for it."""

import contextlib
import os
import select
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, NamedTuple

from tourelle_host.errors import UserError
from tourelle_host.sim.clock import Clock
from tourelle_host.sim.listener import Listener
from tourelle_host.sim.port import Port
from tourelle_host.sim.world import World

_DAY_MS = 86_400_000
_MOST_UPTIME = 10_000_000  # minutes, 19 years


class VmChoice(NamedTuple):
    """Which VM is to run a board's firmware, and what it needs.

    kind     "micropython", "cpython", "wasm" or "chip"
    uf2      of the chip: the UF2 file of its MicroPython
    uptime   of the chip: minutes that its timer jumps ahead once its firmware has said hello
    """

    kind: str
    uf2: str | None = None
    uptime: float = 0

    def check(self) -> None:
        """UserError where this kind cannot have what it is given."""
        if self.uptime and self.kind != "chip":
            raise UserError(f"the VM {self.kind} has no timer that jumps: take --vm chip")
        if self.uf2 and self.kind != "chip":
            raise UserError(f"the VM {self.kind} takes no UF2 file: add --vm chip")
        if not 0 <= self.uptime <= _MOST_UPTIME:
            raise UserError(
                f"a board has been on for 0 to {_MOST_UPTIME} minutes, not {self.uptime:g}"
            )


@dataclass
class Setting:
    """What a board's `Life` is made from.

    description   board.json
    folder        where its flash is kept
    files         to install before the first start, name on the board -> file; or None
    world, clock  the physical world of the board, and its time
    port          where other programs reach its serial port, or None
    listener      receives what the firmware does
    lock          held by whoever touches any of this, where the clock is real
    polling       look at the world every scan period, instead of only when it moves
    vm            what runs the firmware
    """

    description: dict
    folder: Path
    files: dict[str, Path] | None
    world: World
    clock: Clock
    port: Port | None
    listener: Listener
    lock: threading.RLock
    polling: bool
    vm: VmChoice


class Life:
    """A firmware that can be switched on and off, and the time that it shares with its world.

    serves_port  whether other programs may reach its serial port
    turn_us      how long its last turn took, from waking to resting; 0 where nobody can tell
    slower       how many times slower than real time it runs now; 1 where it keeps up
    """

    serves_port: ClassVar[bool] = False
    turn_us = 0
    slower = 1.0

    def __init__(self, setting: Setting):
        self.setting = setting
        self._poke_read, self._poke_write = os.pipe()
        os.set_blocking(self._poke_write, False)

    def start(self) -> None:
        """Switch it on. UserError where that fails."""
        raise NotImplementedError

    def stop(self) -> None:
        """Switch it off, as by pulling the plug."""
        raise NotImplementedError

    def send(self, data: bytes) -> None:
        """Send bytes to its serial port."""
        raise NotImplementedError

    def act(self) -> None:
        """Somebody is about to act: bring the world up to this moment first."""
        raise NotImplementedError

    def advance(self, ms: int) -> None:
        """Virtual time: let this much of it pass."""
        raise NotImplementedError

    def live(self) -> None:
        """Real time: do what is due, and wait for what comes next. Called over and over."""
        raise NotImplementedError

    def poke(self) -> None:
        """Real time: end the wait, as there is something to do."""
        with contextlib.suppress(BlockingIOError):
            os.write(self._poke_write, b".")

    def close(self) -> None:
        """Release everything; it is off."""
        os.close(self._poke_read)
        os.close(self._poke_write)

    def _wait(self, timeout_ms: int | None, *watched: object) -> None:
        """Wait until it is poked, a watched object has something, or time is up (None: never)."""
        poll = select.poll()
        poll.register(self._poke_read, select.POLLIN)
        for one in watched:
            for descriptor, events in one.descriptors().items() if one else ():  # type: ignore
                poll.register(descriptor, events)
        if timeout_ms is not None:
            timeout_ms = min(timeout_ms, _DAY_MS)  # a firmware that has ended rests for longer
        if self._poke_read in (descriptor for descriptor, _ in poll.poll(timeout_ms)):
            os.read(self._poke_read, 4096)
