"""How a simulated board lives: what each kind of VM does for it."""

import contextlib
import os
import select
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from tourelle_host.sim.clock import Real, Virtual
from tourelle_host.sim.listener import Listener
from tourelle_host.sim.port import Port
from tourelle_host.sim.world import World

_DAY_MS = 86_400_000


@dataclass
class Setting:
    """What a board's life is made of.

    description   board.json
    folder        where its flash is kept
    files         to install before the first start, name on the board -> file; None: none
    world, clock  the truth about the board, and its time
    port          where other programs reach its serial port, or None
    listener      who hears what the firmware does
    lock          held by whoever touches any of it, where the clock is real
    ticking       look at the world every scan period, instead of only when it moves
    uf2           the MicroPython for an emulated chip, or None
    uptime_ms     how far an emulated chip's timer jumps ahead when its firmware has greeted
    """

    description: dict
    folder: Path
    files: dict[str, Path] | None
    world: World
    clock: Virtual | Real
    port: Port | None
    listener: Listener
    lock: threading.RLock
    ticking: bool = False
    uf2: str | None = None
    uptime_ms: float = 0


class Life:
    """A firmware that can be switched on and off, and the time that it and the world live in.

    serves_port  whether other programs may reach its serial port
    turn_us      what its last turn took, from being woken to resting; 0 where nobody can tell
    slower       how many times slower than life it lives now, 1 where it keeps up
    """

    serves_port: ClassVar[bool] = False
    turn_us = 0
    slower = 1.0

    def __init__(self, setting: Setting):
        self.setting = setting
        self._poke_read, self._poke_write = os.pipe()
        os.set_blocking(self._poke_write, False)

    def start(self) -> None:
        """Switch on. UserError where it cannot be."""
        raise NotImplementedError

    def stop(self) -> None:
        """Switch off, as pulling the plug does."""
        raise NotImplementedError

    def send(self, data: bytes) -> None:
        """Bytes for its serial port."""
        raise NotImplementedError

    def act(self) -> None:
        """Somebody is about to do something: the world comes to this moment first."""
        raise NotImplementedError

    def advance(self, ms: int) -> None:
        """Virtual time: let so much of it pass."""
        raise NotImplementedError

    def live(self) -> None:
        """Real time: do what is due, and wait for what comes next; called over and over."""
        raise NotImplementedError

    def poke(self) -> None:
        """Real time: end the wait, there is something to do."""
        with contextlib.suppress(BlockingIOError):
            os.write(self._poke_write, b".")

    def close(self) -> None:
        """Let go of everything; it is off."""
        os.close(self._poke_read)
        os.close(self._poke_write)

    def _wait(self, timeout_ms: int | None, *watched: object) -> None:
        """Until it is poked, a watched one has something, or the time is over (None: never)."""
        poll = select.poll()
        poll.register(self._poke_read, select.POLLIN)
        for one in watched:
            for descriptor, events in one.descriptors().items() if one else ():  # type: ignore
                poll.register(descriptor, events)
        if timeout_ms is not None:
            timeout_ms = min(timeout_ms, _DAY_MS)  # a firmware that has ended rests for longer
        if self._poke_read in (descriptor for descriptor, _ in poll.poll(timeout_ms)):
            os.read(self._poke_read, 4096)
