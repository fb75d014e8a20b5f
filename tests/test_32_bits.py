"""A MicroPython whose integers have 31 bits, as on the Pico: what is looked at often allocates
nothing there. The one for WebAssembly has no viper, so its decorators are left out."""

import subprocess
from pathlib import Path

import pytest

from tourelle_host import paths, wasm

pytestmark = pytest.mark.needs_32_bits

PROGRAM = Path(__file__).parent / "wasm" / "allocations.py"


@pytest.fixture(scope="module")
def figures(tmp_path_factory) -> dict[str, int]:
    """What the program of tests/wasm printed."""
    folder = tmp_path_factory.mktemp("wasm")
    boards = {f"{name}.json": path for name, path in paths.boards().items()}
    wasm.install(folder, {**paths.firmware(), **boards})
    ran = subprocess.run(wasm.command(PROGRAM, folder), capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-2000:]
    lines = [line.rpartition(" ") for line in ran.stdout.splitlines()]
    return {name: int(number) for name, _, number in lines}


def test_the_clock_allocates_nothing(figures):
    assert figures["clock"] == 0


def test_the_ring_of_the_black_box_takes_4_kb_at_most(figures):
    assert 2000 < figures["ring"] <= 4096


def test_noting_an_event_allocates_nothing(figures):
    assert figures["noting"] == 0


@pytest.mark.parametrize("game", ["avalam", "tawol", "tours"])
def test_an_idle_board_allocates_nothing(figures, game):
    assert figures[f"idle {game}"] == 0


@pytest.mark.parametrize("game", ["avalam", "tawol", "tours"])
def test_a_lift_allocates_nothing(figures, game):
    assert figures[f"lift {game}"] == 0
