"""A short soak: all games, one after the other in one VM, across the wrap of its clock."""

import subprocess
from pathlib import Path

import pytest

import soak
from depth import first
from tourelle.grids import NAMES
from tourelle_host import micropython, paths


@pytest.mark.needs_micropython
@pytest.mark.parametrize("grid", first(1, NAMES))
def test_many_games_in_one_vm_leave_nothing_behind(grid, tmp_path):
    found = soak.soak(0.03, 1, grid, tmp_path)
    assert len(found) >= 2
    assert soak.lost(found) == {}


def test_what_is_lost_would_be_noticed():
    told = {"memory-free": 200_000, "largest": 90_000, "disk-free": 800_000}
    told |= {"vm-files": 7, "files": 9}
    even = [soak.Figures(0.1 * n, n, dict(told)) for n in range(9)]
    assert soak.lost(even) == {}
    for name, step in (("memory-free", -500), ("largest", -3000), ("disk-free", -4096),
                       ("vm-files", 1), ("files", 1)):  # fmt: skip
        leaking = [
            soak.Figures(0.1 * n, n, {**told, name: told[name] + n * step}) for n in range(9)
        ]
        assert set(soak.lost(leaking)) == {name}


@pytest.mark.deep
@pytest.mark.needs_micropython
def test_a_change_of_games_costs_the_pcs_vm_its_note_of_native_code_and_nothing_else():
    script = str(Path(__file__).with_name("compiling.py"))
    firmware = str(paths.firmware()["main.py"].parent)
    done = subprocess.run(
        micropython.command(script, firmware), capture_output=True, text=True, check=True
    )
    bytecode, native, viper, change = map(float, done.stdout.split())
    assert (bytecode, native, viper) == (0, soak.NOTED, soak.NOTED)
    assert change == soak.NOTED * (soak.native("tawol") + soak.native("tours"))
