"""`tourelle doctor --strip`: one strip alone, on the virtual board."""

import pytest

from mpremote_port import board_on_port
from test_doctor import FakeBench, chain, of_strip
from tourelle.grids import grid
from tourelle_host import cli
from tourelle_host.commands import doctor as command
from tourelle_host.doctor.examination import Examination, examine_strip_lights
from tourelle_host.doctor.guide import Guide
from tourelle_host.errors import UserError
from tourelle_host.sim.board import SimulatedBoard


def strip_tested(name: str, row: int, *faults: str):
    """The verdict on a strip of a virtual board with these faults, and what was asked."""
    with SimulatedBoard(name, "cpython", faults=faults) as board:
        bench = FakeBench(board)
        bench.guide = Guide(bench, board.world.grid, of_strip(name, row))
        return bench.guide.run(), bench.asked


@pytest.mark.parametrize("name, row, cells", [("avalam", 1, "f1 g1"), ("hex", 9, "a9 b9 c9 d9 e9")])
def test_a_sound_strip_is_asked_for_its_own_cells_only(name, row, cells, capsys):
    verdict, asked = strip_tested(name, row)
    assert [text.split()[1] for text in asked if text.startswith("Touch ")] == cells.split()
    lights = [text.split()[1].rstrip("?") for text in asked if text.startswith("Light ")]
    assert lights == (cells.split() if row == 1 else [])
    assert not any(text.startswith(("The diodes", "Press")) for text in asked)
    assert not command.report(verdict, grid(name), of_strip(name, row))
    assert f"Strip {row}: its " in capsys.readouterr().out


@pytest.mark.parametrize(
    "fault, words",
    [
        ("switch c4 dead", "switch of c4 is dead"),
        ("switch b4 stuck", "switch of b4 is stuck closed"),
        ("row 4 open", "Row 4 is open"),
        ("columns c d swapped", "Columns c and d are swapped"),
        ("columns e f shorted", "Columns e and f are shorted"),
    ],
)
def test_each_fault_of_a_strip_is_named(fault, words, capsys):
    verdict, _ = strip_tested("avalam", 4, fault)
    assert command.report(verdict, grid("avalam"), of_strip("avalam", 4))
    said = [line for line in capsys.readouterr().out.splitlines() if line.startswith("!")]
    assert len(said) == 1 and words in said[0]


def of_lights(name: str, row: int) -> Examination:
    return examine_strip_lights(grid(name), chain(name), row - 1)


def lights_tested(name: str, row: int, *faults: str):
    with SimulatedBoard(name, "cpython", faults=faults) as board:
        bench = FakeBench(board)
        bench.guide = Guide(bench, board.world.grid, of_lights(name, row))
        return bench.guide.run(), bench.asked


@pytest.mark.parametrize(
    "name, row, cells", [("avalam", 5, "a5 b5 c5 d5 e5 f5 g5 h5 i5"), ("hex", 1, "e1 f1 g1 h1 i1")]
)
def test_any_strips_lights_are_tested_behind_those_before_it(name, row, cells, capsys):
    verdict, asked = lights_tested(name, row)
    assert [
        text.split()[1].rstrip("?") for text in asked if text.startswith("Light ")
    ] == cells.split()
    assert not any(text.startswith(("Touch", "Press")) for text in asked)
    assert not command.report(verdict, grid(name), of_lights(name, row))
    assert f"Strip {row}: its lights are right." in capsys.readouterr().out


@pytest.mark.parametrize(
    "fault, kind, cell", [("led c5 dead", "led-dead", "c5"), ("led d3 cut", "led-cut", "a5")]
)
def test_what_darkens_a_strips_lights_is_named_there(fault, kind, cell):
    verdict, _ = lights_tested("avalam", 5, fault)
    assert [(found.kind, found.at) for found in verdict.faults] == [
        (kind, (grid("avalam").cell(cell),))
    ]


def test_a_strip_that_gets_no_data_sends_the_person_back_to_what_lights(capsys):
    verdict, _ = lights_tested("avalam", 5, "led d3 cut")
    assert command.report(verdict, grid("avalam"), of_lights("avalam", 5))
    assert "those before it, back to the last one that lights" in capsys.readouterr().out


def test_a_bridged_diode_is_left_to_the_meter(capsys):
    verdict, _ = strip_tested("avalam", 4, "diode c4 missing")
    assert not command.report(verdict, grid("avalam"), of_strip("avalam", 4))
    said = capsys.readouterr().out
    assert "Not tested: the diodes of a4 b4 c4 d4 e4 f4 g4 h4." in said
    assert "docs/hardware/build.md says in step 2" in said


def test_lights_without_a_strip_is_refused(capsys):
    assert cli.main(["doctor", "--lights"]) == 2
    assert "name its row with --strip" in capsys.readouterr().err


def test_a_dead_light_of_the_first_strip_is_named():
    verdict, _ = strip_tested("square", 1, "led c1 dead")
    assert [(fault.kind, fault.at) for fault in verdict.faults] == [
        ("led-dead", (grid("square").cell("c1"),))
    ]


def test_a_fault_of_another_strip_does_not_matter():
    verdict, _ = strip_tested("avalam", 4, "switch e5 dead", "row 6 open")
    assert not verdict.faults and not verdict.unclear


@pytest.mark.parametrize("strip", [0, 9, -1])
def test_a_strip_that_the_grid_has_not_is_refused(strip):
    with pytest.raises(UserError, match=f"square board has no strip {strip}: they are 1 to 8"):
        command.row_of(strip, grid("square"))


def test_without_a_board_there_is_no_test(monkeypatch, capsys):
    monkeypatch.setattr("serial.tools.list_ports.comports", list)
    assert cli.main(["doctor", "--strip", "1"]) == 1
    assert "The self-test needs one board that runs" in capsys.readouterr().out


@pytest.mark.needs_micropython
def test_a_wrong_number_is_told_on_the_command_line(capsys):
    with board_on_port() as board:
        assert board.port
        assert cli.main(["doctor", "--strip", "10", "--port", board.port.address]) == 2
    assert "no strip 10: they are 1 to 9" in capsys.readouterr().err
