"""The games' rules and searches on MicroPython, in a heap of the Pico's size; the deep counts."""

import subprocess
from pathlib import Path

import pytest

import beside
from depth import deep
from patience import PATIENCE_S
from tourelle_host import micropython, paths

HERE = Path(__file__).resolve().parent
MODULES = [
    *(beside.module_name(game, "test_rules") for game in beside.having("test_rules")),
    *(beside.module_name(game, "test_search") for game in beside.having("test_search")),
    *deep(*(f"thinking.{path.stem}" for path in sorted((HERE / "thinking").glob("deep_*.py")))),
]


@pytest.mark.needs_micropython
@pytest.mark.parametrize("module", MODULES)
def test_the_same_holds_there(module):
    script = str(HERE / "run_on_micropython.py")
    command = micropython.command(script, str(paths.PACKAGE.parent), str(HERE), module)
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
