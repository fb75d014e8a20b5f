"""Schedules with real processes: a Mosquitto, bridges and boards, killed with -9 and switched off.

Real time, so that each takes half a minute, most of which is waiting: several are played at once.
The boards are simulated ones with the firmware on a MicroPython, at a serial port.
"""

import contextlib
import random
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from mosquitto import Mosquitto, running
from test_together_cli import Place, place
from tourelle import games

STEPS = 6
FAULTS = 5  # at least
_AT_ONCE = 8
_USERS = ("anna", "ben")


class Processes:
    """Two places that play Avalam, each step through something that fails."""

    def __init__(self, seed: int, broker: Mosquitto, places: list[Place]):
        self._chance = random.Random(seed)
        self._broker = broker
        self._places = places
        self._position = games.opening("avalam")
        self._log: tuple[str, ...] = ()
        self._down: list[str] = []
        self.faults = 0

    def play(self) -> None:
        """Play it; AssertionError where a step that was told is lost, or boards differ."""
        anna, ben = self._places
        for each in self._places:
            each.do("set avalam")
        anna.run("new", "--name", "Anna")
        invitation = anna.said("tourelle://join")
        ben.run("join", invitation, "--name", "Ben")
        anna.said("Ben has joined")
        ben.said("connected with")  # all that the board is to know is in its flash
        for number in range(STEPS):
            mover = self._places[number % 2]
            other = self._places[1 - number % 2]
            for fault in self._faults(number):
                self._fail(fault, mover, other)
            self._step(mover)
            # A step that is firm may be followed by any of them, too.
            for fault in self._faults(number):
                self._fail(fault, mover, other)
            self._heal(mover, other)
            for each in self._places:
                each.keeps(*self._log)
            other.do(*self._gestures)  # the hand there does as it is led

    def _faults(self, number: int) -> list[str]:
        few = FAULTS - self.faults >= STEPS - number
        count = max(self._chance.choice((0, 0, 1, 2)), few)
        return self._chance.sample(("broker", "mover's bridge", "other's bridge", "other"), count)

    def _fail(self, fault: str, mover: Place, other: Place) -> None:
        if fault in self._down:
            return
        self._down.append(fault)
        self.faults += 1
        if fault == "broker":
            self._broker.kill()
        elif fault == "mover's bridge":
            mover.kill()
        elif fault == "other's bridge":
            other.kill()
        else:
            other.kill()  # its port is gone
            other.do("power off")

    def _step(self, mover: Place) -> None:
        moves = [self._position.move_text(move) for move in self._position.legal_moves()]
        text = self._chance.choice(moves)
        self._position.push(self._position.parse_move(text))
        origin, target = text.split("-")
        self._gestures = (f"lift {origin}", f"lift {target}", f"drop {target}")
        self._log += (text,)
        mover.plays(*self._log)

    def _heal(self, mover: Place, other: Place) -> None:
        down, self._down = self._down, []
        self._chance.shuffle(down)
        if "other" in down:
            other.do("power on")
        for fault in down:
            if fault == "broker":
                self._broker.start()
        if "mover's bridge" in down:
            mover.run("go", broker=False)
        if {"other's bridge", "other"} & set(down):
            other.run("go", broker=False)


def play_all(seeds: Iterable[int]) -> int:
    """Play these schedules; gives how much has failed in them. AssertionError: one is broken."""
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        return sum(pool.map(_told, seeds))


def _told(seed: int) -> int:
    try:
        return play(seed)
    except AssertionError as why:
        raise AssertionError(f"schedule {seed}: {str(why)[:2000]}") from None


def play(seed: int) -> int:
    """Play a schedule; gives how much has failed in it."""
    with TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        broker = stack.enter_context(running(*_USERS))
        places = [stack.enter_context(place(broker, user, Path(folder) / user)) for user in _USERS]
        made = Processes(seed, broker, places)
        made.play()
        return made.faults
