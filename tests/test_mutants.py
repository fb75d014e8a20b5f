"""What make mutants puts in, and which tests it takes for the nearest."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial

import pytest

from mutants import faults, nearest, trial
from patience import PATIENCE_S

SOURCE = """LIMIT = 3

class Box:
    def full(self, count):
        if count < LIMIT and not self.open:
            return True
        return False
"""


def test_faults_have_their_line_function_and_source(tmp_path):
    path = tmp_path / "box.py"
    path.write_text(SOURCE)
    found = {(fault.line, fault.function, fault.now) for fault in faults.faults(path)}
    assert (1, "", "LIMIT = 4") in found
    assert (5, "Box.full", "if count <= LIMIT and not self.open:") in found
    assert (5, "Box.full", "if count < LIMIT or not self.open:") in found
    assert (6, "Box.full", "return False") in found
    for fault in faults.faults(path):
        assert fault.source != SOURCE and compile(fault.source, "box.py", "exec")


@pytest.mark.deep
def test_the_tests_that_run_a_function_and_little_else_are_nearest(tmp_path, monkeypatch):
    monkeypatch.setattr(nearest, "_KEPT", tmp_path)
    path = nearest.ROOT / "firmware" / "tourelle" / "replay.py"
    (first, *others) = nearest.unrecorded(path)
    names = {test.name for test in (first, *others)}
    assert {"test_replay.py", "test_script.py"} <= names  # the second by a fixture
    empty = {"seconds": {}, "ran": {}}
    for test in others:
        nearest._kept(test).write_text(json.dumps(empty))
    by_function = {"_legal": ["slow", "quick", "broken", "much"], "_number": ["x", "much"]}
    ran = {"firmware/tourelle/replay.py": by_function}
    # What fails without a fault has no seconds.
    seconds = {"slow": 3.0, "quick": 0.5, "x": 1.0, "much": 0.1}
    nearest._kept(first).write_text(json.dumps({"seconds": seconds, "ran": ran}))
    assert nearest.unrecorded(path) == []
    assert nearest.nearest(path, "_legal", 3.2) == (["quick"], 0.5)
    assert nearest.nearest(path, "_legal", 4) == (["quick", "slow", "much"], 3.6)
    assert nearest.nearest(path, "", 2) == (["quick", "x"], 1.5)
    assert nearest.nearest(path, "another", 4) == ([], 0.0)


def test_what_the_tests_of_a_file_run_is_recorded(tmp_path):
    code = (
        "import sys, pathlib; from mutants import nearest;"
        "nearest._KEPT = pathlib.Path(sys.argv[1]);"
        "nearest.record(nearest.ROOT / 'tests' / 'test_timers.py')"
    )
    tests = nearest.ROOT / "tests"
    command = [sys.executable, "-c", code, tmp_path]
    subprocess.run(command, cwd=tests, check=True, timeout=PATIENCE_S)
    (kept,) = tmp_path.iterdir()
    ran = json.loads(kept.read_text())["ran"]["firmware/tourelle/timers.py"]
    found = ran["run_due"]
    assert found and all(name.startswith("tests/test_timers.py::") for name in found)


def test_a_trial_is_noticed_survived_or_hangs():
    def hang() -> int:
        while True:
            pass

    other = subprocess.Popen([sys.executable, "-c", ""])
    os.waitid(os.P_PID, other.pid, os.WEXITED | os.WNOWAIT)  # it has ended, and waits for its own
    works: list[Callable[[], int]] = [partial(int, 0), partial(int, 1), hang, partial(int, "x")]
    ended = dict(trial.trials(works, [300, 300, 0.5, 300], 2))
    assert ended == {0: "survived", 1: "noticed", 2: "hangs", 3: "noticed"}
    assert other.wait() == 0
