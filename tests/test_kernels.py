"""The firmware's fast loops compute what their plain form does, as Python and compiled by viper."""

import subprocess
import sys
from pathlib import Path

import pytest

import beside
from depth import first
from patience import PATIENCE_S
from tourelle_host import micropython, paths

PROGRAM = str(Path(__file__).with_name("plain_kernels.py"))
FIRMWARE = str(paths.firmware()["main.py"].parent)


def compared(command: list[str]) -> int:
    """How many steps the program has compared; all were alike."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return int(done.stdout)


@pytest.mark.parametrize("name", first(1, beside.NAMES))
def test_as_python(name):
    assert compared([sys.executable, PROGRAM, FIRMWARE, name, "1"]) > 400


@pytest.mark.needs_micropython
@pytest.mark.parametrize("name", first(2, beside.NAMES))
def test_compiled_by_viper(name):
    command = micropython.command("-X", "heapsize=16m", PROGRAM, FIRMWARE, name, "2")
    assert compared(command) > 400
