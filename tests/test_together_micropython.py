"""What decides for a bridge runs on MicroPython as it stands; what of the heap it takes."""

import subprocess
from pathlib import Path

import pytest

from node import NODE
from test_32_bits import MODULE
from tourelle_host import micropython

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = ROOT / "tests/wasm/together.py"
HOST = ROOT / "host"
STEPS = 60
FILES = ("__init__.py", "log.py", "record.py", "decide.py")
NAMES = ("__init__.py", *(f"together/{name}" for name in FILES))


def figures(command: list[str]) -> dict[str, int]:
    """Bytes that the program has printed."""
    ran = subprocess.run(command, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-2000:]
    return {name: int(number) for name, number in map(str.split, ran.stdout.splitlines())}


@pytest.mark.needs_micropython
def test_two_bridges_play_a_game_on_the_pcs_vm():
    found = figures(micropython.command(str(PROGRAM), str(HOST)))
    assert found["module"] < 20_000 and found["game"] < 8_000  # its objects have 64 bits


@pytest.mark.needs_32_bits
def test_two_bridges_play_a_game_on_the_vm_of_32_bits():
    files = [f"tourelle_host/{name}={HOST / 'tourelle_host' / name}" for name in NAMES]
    found = figures([*NODE, str(ROOT / "tests/wasm/run.mjs"), str(MODULE), str(PROGRAM), *files])
    # It collects nothing while a program runs, so these are with all that was let go of.
    assert found["module"] < 32_000 and found["game"] < STEPS * 10_000
