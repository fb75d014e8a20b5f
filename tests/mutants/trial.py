"""Runs tests in forked processes: with a fault, or to see what they import."""

import contextlib
import importlib
import importlib.machinery
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from mutants.nearest import PYTEST, ROOT

NOTICED, SURVIVED, HANGS = "noticed", "survived", "hangs"


def forked(work: Callable[[], int]) -> int:
    """Do something in a process of its own, silently; its number."""
    sys.stdout.flush()
    child = os.fork()
    if child:
        return child
    status = 70
    try:
        nowhere = os.open(os.devnull, os.O_RDWR)
        for descriptor in range(3):
            os.dup2(nowhere, descriptor)
        os.setpgid(0, 0)
        os.chdir(ROOT)
        status = work()
    finally:
        os._exit(status)


def all_done(works: Iterator[Callable[[], int]], at_once: int) -> None:
    """Do all of this, so many at once."""
    running: set[int] = set()
    for work in works:
        if len(running) == at_once:
            running.discard(os.wait()[0])
        running.add(forked(work))
    for child in running:
        os.waitpid(child, 0)


def preload() -> None:
    """Load what tests use and is not the project's, so that no forked process has to."""
    read, write = os.pipe()

    def work() -> int:
        pytest.main([*PYTEST, "--collect-only", str(ROOT / "tests" / "test_reader.py")])
        names = [name for name, module in sys.modules.items() if not _ours(module)]
        os.write(write, "\n".join(names).encode()[:60000])
        return 0

    child = forked(work)
    os.close(write)
    with os.fdopen(read) as told:
        names = told.read().split("\n")
    os.waitpid(child, 0)
    for name in names:
        with contextlib.suppress(Exception):
            importlib.import_module(name)


def _ours(module: object) -> bool:
    file = getattr(module, "__file__", None)
    return file is not None and ROOT in Path(file).parents and "site-packages" not in file


def trial(path: Path, source: str, tests: list[str]) -> int:
    """Run these tests with that source in place of a file's, until one fails: pytest's status."""
    usual = importlib.machinery.SourceFileLoader.get_code

    def get_code(loader, name):
        if loader.path == str(path):
            return compile(source, loader.path, "exec", dont_inherit=True)
        return usual(loader, name)

    importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[method-assign]
    sys.dont_write_bytecode = True
    return int(pytest.main([*PYTEST, "-x", *tests]))


def trials(
    works: Sequence[Callable[[], int]], limits_s: Sequence[float], at_once: int
) -> Iterator[tuple[int, str]]:
    """Do all of these trials, so many at once: yields (its number, how it ended) as they end.

    limits_s: what takes longer hangs.
    """
    waiting = list(enumerate(works))
    running: dict[int, tuple[int, float]] = {}
    while waiting or running:
        while waiting and len(running) < at_once:
            number, work = waiting.pop(0)
            running[forked(work)] = number, time.monotonic() + limits_s[number]
        for child, (number, end) in list(running.items()):
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                ended = NOTICED if status else SURVIVED
            elif time.monotonic() > end:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(child, signal.SIGKILL)
                os.waitpid(child, 0)
                ended = HANGS
            else:
                continue
            del running[child]
            yield number, ended
        time.sleep(0.01)
