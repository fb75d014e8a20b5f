"""The same on MicroPython, in a heap of the Pico's size, and the deep counts."""

import subprocess
from pathlib import Path

import pytest

from patience import PATIENCE_S
from tourelle_host import micropython, paths

HERE = Path(__file__).resolve().parent
MODULES = [path.stem for path in sorted(HERE.glob("test_model_*.py"))]
MODULES += [path.stem for path in sorted(HERE.glob("deep_*.py"))]


@pytest.mark.needs_micropython
@pytest.mark.parametrize("module", MODULES)
def test_the_models(module):
    script = str(HERE.parent / "rules" / "run_on_micropython.py")
    command = micropython.command(
        script, str(paths.PACKAGE.parent), str(HERE.parent), f"{HERE.name}.{module}"
    )
    run = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "0 failed" in run.stdout
