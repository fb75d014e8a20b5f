"""The self-test as somebody at a terminal meets it."""

import sys

import pytest

from depth import deep
from hearing import awaited
from mpremote_port import Keyboard, board_on_port
from stand_in import HEAD
from tourelle_host import cli, paths
from tourelle_host.matrix import KINDS
from tourelle_host.sim.disk import Stored

pytestmark = pytest.mark.needs_micropython


def test_the_first_lights_of_a_board_in_real_time():
    with board_on_port(faults=["leds reversed"]) as board:
        assert board.port
        doctor = (sys.executable, "-m", "tourelle_host", "doctor", "--test", "--port")
        with Keyboard(*doctor, board.port.address) as terminal:
            assert "the avalam board with 49 cells" in terminal.until("Light f1?")
            terminal.type("d9\n")
            terminal.until("Light g1?")
            with awaited(board, "@self-test off"):  # the board is left as it was
                terminal.type("\x04")  # nobody answers any more


@pytest.mark.deep
@pytest.mark.parametrize("answer", ["y", *deep("n")])
def test_another_program_is_interrupted_only_after_a_yes(answer, tmp_path, monkeypatch):
    monkeypatch.setenv("TOURELLE_PATIENCE", "2")  # it hears no hello, however long it waits
    other = tmp_path / "main.py"
    other.write_text(f"{HEAD}while True:\n    board.scanner.wait(100)\n")
    files = {**paths.firmware(), "board.json": paths.board("avalam"), "main.py": other}
    with board_on_port(stored=Stored(files=files)) as board:
        assert board.port
        doctor = (sys.executable, "-m", "tourelle_host", "doctor", "--port")
        with Keyboard(*doctor, board.port.address) as terminal:
            terminal.until("may I interrupt it to see what it is? [y/N] ")
            terminal.type(f"{answer}\n")
            if answer == "y":
                terminal.until("Its board.json describes the avalam board.")
                terminal.until("It runs micropython 1.")
            else:
                terminal.until("another program runs on it.")


def test_the_faults_are_listed(capsys):
    assert cli.main(["sim", "--fault", "list"]) == 0
    assert capsys.readouterr().out.splitlines() == list(KINDS.values())


def test_an_unknown_fault_is_refused(capsys):
    assert cli.main(["sim", "--headless", "--fault", "row 30 open"]) == 2
    assert "the avalam board has no row '30'" in capsys.readouterr().err
