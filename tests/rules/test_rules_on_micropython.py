"""The same facts, examples and counts on MicroPython, in a heap of the Pico's size."""

import subprocess
from pathlib import Path

import pytest

from patience import PATIENCE_S
from tourelle_host import micropython, paths

HERE = Path(__file__).resolve().parent
GAMES = [path.stem for path in sorted(HERE.glob("test_rules_*.py")) if path != Path(__file__)]


@pytest.mark.needs_micropython
@pytest.mark.parametrize("module", GAMES)
def test_the_rules(module):
    script = str(HERE / "run_on_micropython.py")
    command = micropython.command(
        script, str(paths.PACKAGE.parent), str(HERE.parent), f"{HERE.name}.{module}"
    )
    run = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "0 failed" in run.stdout


@pytest.mark.needs_micropython
def test_the_vms_exit_status_is_told(tmp_path):
    script = tmp_path / "script.py"
    for text, status in (("print(1)", 0), ("import sys; sys.exit(3)", 3), ("1 / 0", 1)):
        script.write_text(text)
        run = subprocess.run(micropython.command(str(script)), capture_output=True)
        assert run.returncode == status
