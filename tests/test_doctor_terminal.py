"""The self-test as somebody at a terminal meets it."""

import sys
import threading

import pytest

from mpremote_port import PATIENCE_S, Keyboard, board_on_port
from tourelle_host import cli
from tourelle_host.matrix import KINDS

pytestmark = [pytest.mark.needs_micropython, pytest.mark.xdist_group("mpremote")]


def test_the_first_lights_of_a_board_in_real_time():
    with board_on_port(faults=["leds reversed"]) as board:
        assert board.port
        ended = threading.Event()
        board.on_line.append(lambda line: ended.set() if line == "@self-test off" else None)
        doctor = (sys.executable, "-m", "tourelle_host", "doctor", "--test", "--port")
        with Keyboard(*doctor, board.port.address) as terminal:
            assert "the avalam board with 49 cells" in terminal.until("Light f1?")
            terminal.type("d9\n")
            terminal.until("Light g1?")
            terminal.type("\x04")  # nobody answers any more
            assert ended.wait(PATIENCE_S), "the board is left as it was"


def test_the_faults_are_listed(capsys):
    assert cli.main(["sim", "--fault", "list"]) == 0
    assert capsys.readouterr().out.splitlines() == list(KINDS.values())


def test_a_fault_that_is_none_is_refused(capsys):
    assert cli.main(["sim", "--headless", "--fault", "row 30 open"]) == 2
    assert "the avalam board has no row '30'" in capsys.readouterr().err
