"""What a run of the tests says about those that this machine cannot run."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = """
import pytest

@pytest.mark.needs_chromium
def test_a_page():
    pass

@pytest.mark.needs_chromium
def test_another_page():
    pass

@pytest.mark.deep
def test_deep_down():
    pass

def test_something_else():
    pass
"""


@pytest.fixture
def run(tmp_path):
    """Runs these tests where no browser can be found, with this value of CI."""
    conftest = Path(__file__).with_name("conftest.py").read_text(encoding="utf-8")
    (tmp_path / "conftest.py").write_text(conftest, encoding="utf-8")
    (tmp_path / "test_these.py").write_text(TESTS)
    (tmp_path / "bin").mkdir()

    def run(ci, workers=0):
        return subprocess.run(
            [
                *(sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-n", str(workers)),
                *("-m", "not deep", "--strict-markers"),
            ],
            cwd=tmp_path,
            env={**os.environ, "PATH": str(tmp_path / "bin"), "CI": ci},
            capture_output=True,
            text=True,
        )

    return run


def test_what_is_left_out_is_said_once_with_the_command_that_brings_it(run):
    # In a worker, as `make test` does: what it skips has to reach the process that reports.
    result = run(ci="", workers=1)
    assert result.returncode == 0
    said = [line for line in result.stdout.splitlines() if line.startswith("Left out")]
    assert said == [
        "Left out: 2 tests, because Chromium is missing; "
        "this brings it: sudo apt install chromium chromium-driver",
        "Left out: 1 tests, because they are deep; this runs them: make test-deep",
    ]
    assert "1 passed, 2 skipped" in result.stdout


def test_in_ci_nothing_may_be_left_out(run):
    result = run(ci="true")
    assert result.returncode == 1
    assert "Chromium is missing, and in CI nothing may be left out" in result.stdout
    assert "1 passed, 1 deselected, 2 errors" in result.stdout
