"""What each test runs, recorded once and kept; and so the nearest tests of a function."""

import ast
import functools
import hashlib
import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import coverage
import pytest

from mutants.faults import functions

ROOT = Path(__file__).resolve().parents[2]
_KEPT = ROOT / "build" / "nearest"
_TOPS = [ROOT / name for name in ("firmware", "host", "hardware", "tests")]
_ELSEWHERE = "not (needs_micropython or needs_chromium or needs_uf2 or deep)"  # or too long
_RAN = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.NO_TESTS_COLLECTED)
PYTEST = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--rootdir", str(ROOT)]


class _Recorder:
    """A pytest plugin: how long each test took, and what it ran, as a context of the coverage."""

    def __init__(self, running: coverage.Coverage):
        self._running = running
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item):
        self._running.switch_context(item.nodeid)
        try:
            return (yield)
        finally:
            self._running.switch_context("")

    def pytest_runtest_logreport(self, report):
        if report.outcome == "passed":
            self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration
        else:
            self.seconds[report.nodeid] = float("inf")  # left out, or failing without a fault


def record(test: Path) -> None:
    """Run a file of tests and keep what each ran, if pytest can: for a process of its own."""
    running = coverage.Coverage(
        data_file=None, source=[str(ROOT / "firmware"), str(ROOT / "host")], config_file=False
    )
    running.start()
    watch = _Recorder(running)
    status = pytest.main([*PYTEST, "-m", _ELSEWHERE, str(test)], plugins=[watch])
    running.stop()
    if status not in _RAN:
        return
    data = running.get_data()
    ran: dict[str, dict[str, list[str]]] = {}
    for name in data.measured_files():
        path = Path(name)
        where = functions(path.read_text(encoding="utf-8"))
        by_function: dict[str, set[str]] = {}
        for line, contexts in data.contexts_by_lineno(name).items():
            by_function.setdefault(where[line], set()).update(filter(None, contexts))
        ran[path.relative_to(ROOT).as_posix()] = {
            function: sorted(tests) for function, tests in by_function.items() if tests
        }
    kept = _kept(test)
    kept.parent.mkdir(parents=True, exist_ok=True)
    seconds = {name: taken for name, taken in watch.seconds.items() if taken < float("inf")}
    kept.write_text(json.dumps({"seconds": seconds, "ran": ran}), encoding="utf-8")


def _kept(test: Path) -> Path:
    """The record of a file of tests as it is now."""
    mark = hashlib.sha256(test.read_bytes()).hexdigest()[:12]
    name = test.relative_to(ROOT).with_suffix("").as_posix().replace("/", "-")
    return _KEPT / f"{name}-{mark}.json"


def unrecorded(path: Path) -> list[Path]:
    """The files of tests that may run this file, and are not recorded as they are now."""
    return [test for test in _candidates(path) if not _kept(test).exists()]


def nearest(path: Path, function: str, most_s: float) -> tuple[list[str], float]:
    """The tests that run a function ("": anything) of a file, those that run little else first.

    And their seconds: at most so many, but one test at least.
    """
    found: dict[str, tuple[int, float]] = {}  # functions that it runs, seconds
    for test in _candidates(path):
        if not _kept(test).exists():
            continue  # it has changed since
        kept = _read(_kept(test))
        ran = kept["ran"].get(path.relative_to(ROOT).as_posix(), {})
        names: Iterable[list[str]] = [ran.get(function, [])] if function else ran.values()
        for name in (name for some in names for name in some):
            if name in kept["seconds"]:
                found[name] = kept["many"][name], kept["seconds"][name]
    chosen: list[str] = []
    total = 0.0
    for name in sorted(found, key=lambda name: (found[name], name)):
        seconds = found[name][1]
        if chosen and total + seconds > most_s:
            break
        chosen.append(name)
        total += seconds
    return chosen, total


@functools.cache
def _read(kept: Path) -> dict:
    """A record, and with it how many functions each test runs ("many")."""
    found = json.loads(kept.read_text(encoding="utf-8"))
    names = (name for ran in found["ran"].values() for some in ran.values() for name in some)
    return found | {"many": Counter(names)}


@functools.cache
def _candidates(path: Path) -> list[Path]:
    """The files of tests that import this file, or something that does."""
    files = {_module(file, top): file for top in _TOPS for file in top.rglob("*.py")}
    users: dict[Path, set[Path]] = {}
    for file in files.values():
        for name in _imports(file):
            if name in files:
                users.setdefault(files[name], set()).add(file)
    reached = new = {path}
    while new:
        new = {user for file in new for user in users.get(file, ())} - reached
        reached = reached | new
    return sorted(file for file in reached if file.name.startswith("test_"))


def _module(file: Path, top: Path) -> str:
    """The name by which a file is imported; top: the folder that is searched for it."""
    parts = file.relative_to(top).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imports(file: Path) -> set[str]:
    """The names of all that a file may import, anywhere in it, modules or not.

    What a fixture of conftest.py imports counts for whoever names it.
    """
    tree = ast.parse(file.read_text(encoding="utf-8"))
    fixtures = _fixtures() if file.name.startswith("test_") else {}
    found = _imported(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            found |= fixtures.get(node.arg, set())
    return found


@functools.cache
def _fixtures() -> dict[str, set[str]]:
    """What each function of conftest.py imports, by its name."""
    tree = ast.parse((ROOT / "tests" / "conftest.py").read_text(encoding="utf-8"))
    return {node.name: _imported(node) for node in tree.body if isinstance(node, ast.FunctionDef)}


def _imported(tree: ast.AST) -> set[str]:
    """The names that are imported anywhere in this code, modules or not."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found
