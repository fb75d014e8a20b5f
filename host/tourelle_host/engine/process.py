"""Searches in processes of their own: on either VM, or compiled."""

import contextlib
import os
import subprocess
import sys

from tourelle_host import micropython, paths
from tourelle_host.children import Child
from tourelle_host.engine import compiled, worker
from tourelle_host.engine.thinker import ENTRIES, ENTRY_BYTES, Thinker, Thinkers
from tourelle_host.errors import UserError

_HEAP_MB = 8  # of a VM, besides its table
# Rough numbers of positions per second, until the true one is known.
SPEEDS = {"compiled": 6_000_000, "micropython": 3_000_000, "cpython": 60_000}


def fastest() -> str:
    """The fastest VM that can think here."""
    if compiled.available():
        return "compiled"
    return "micropython" if micropython.available() else "cpython"


class Broken(UserError):
    """A search's process has ended; a new one may work."""


class Processes(Thinkers):
    """Thinkers on a VM, each in its own process."""

    def __init__(self, vm: str):
        """vm: see Process."""
        many = vm == "compiled"
        super().__init__(SPEEDS[vm], 16 if many else 1, os.cpu_count() or 1 if many else 1)
        self._vm = vm

    def thinker(self, game: str, entries: int, threads: int) -> Thinker:
        return Process(game, self._vm, entries, threads)


class Process(Thinker):
    """Thinks in a process, which ends with the context."""

    def __init__(
        self, game: str, vm: str = "micropython", entries: int = ENTRIES, threads: int = 1
    ):
        """vm: "micropython", "cpython", or "compiled" by numba, which may use several threads."""
        super().__init__(self._asked)
        script = [str(worker.__file__), *paths.both(), game, str(entries)]
        command = [sys.executable, "-u", *script]
        if vm == "compiled":
            command.append(str(threads))
        if vm == "micropython":
            if not micropython.available():
                raise UserError(micropython.MISSING)
            heap = _HEAP_MB + 2 * entries * ENTRY_BYTES // 1_000_000
            command = micropython.command(*script, heap=f"{heap}m")
        self._process = Child(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> "Process":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        assert self._process.stdin and self._process.stdout
        with contextlib.suppress(OSError):  # it may have ended already
            self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def _asked(self, line: str) -> str:
        assert self._process.stdin and self._process.stdout
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
            answer = self._process.stdout.readline().rstrip("\n")
        except OSError:
            answer = ""
        if not answer:
            raise Broken("the search has broken off; the reason is in the terminal")
        word, _, rest = answer.partition(" ")
        if word == "error":
            raise ValueError(rest)
        return answer
