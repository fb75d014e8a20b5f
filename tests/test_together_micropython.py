"""What decides for a bridge runs on MicroPython as it stands; what of the heap it takes."""

import subprocess
from pathlib import Path

import pytest

from tourelle_host import micropython, wasm

STEPS = 60
PROGRAM = Path(__file__).parent / "wasm" / "together.py"
HOST = Path(__file__).parents[1] / "host"
TOGETHER = HOST / "tourelle_host" / "together"


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
def test_two_bridges_play_a_game_on_the_vm_of_32_bits(tmp_path):
    names = ["__init__.py", *(f"together/{path.name}" for path in TOGETHER.glob("*.py"))]
    wasm.install(tmp_path, {f"tourelle_host/{name}": TOGETHER.parent / name for name in names})
    found = figures(wasm.command(PROGRAM, tmp_path))
    # It collects nothing while a program runs, so these are with all that was let go of.
    assert found["module"] < 32_000 and found["game"] < STEPS * 10_000
