"""How fast the simulated serial port is, in the board's time."""

import socket
from itertools import pairwise

import pytest

from depth import ONE_VM
from mpremote_port import board_on_port
from patience import PATIENCE_S
from stand_in import HEAD, board_with
from tourelle_host.sim.board import SimulatedBoard
from tourelle_host.sim.vm import Vm

EMPTY = (b" " * 49 + b"\n") * 100  # 5 kB that mean nothing
LEAST = 50_000  # bytes a second


@pytest.fixture
def woken(monkeypatch):
    """When the firmware was woken, milliseconds of the board's time."""
    moments: list[int] = []
    wake = Vm.wake

    def noted(vm, now_ms, inputs):
        moments.append(now_ms)
        wake(vm, now_ms, inputs)

    monkeypatch.setattr(Vm, "wake", noted)
    return moments


@pytest.mark.parametrize("grid", ["avalam", "hex", "square"])
@pytest.mark.parametrize("vm", ONE_VM)
def test_fifty_kilobytes_a_second_of_the_boards_time(vm, grid):
    with SimulatedBoard(grid, vm) as board:
        board.advance(3000)
        before = len(board.lines)
        board.send(EMPTY * 4 + b"hello\n")
        board.advance(4 * len(EMPTY) * 1000 // LEAST)
        assert any(line.startswith("@hello") for line in board.lines[before:])


@pytest.mark.needs_micropython
def test_an_answer_behind_five_kilobytes_takes_less_than_a_third_of_a_second(woken):
    """In turns of the firmware: those are a millisecond each, and a busy machine adds none."""
    with board_on_port("tcp") as board:
        assert board.port
        number = int(board.port.address.rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", number), PATIENCE_S) as host:
            host.sendall(b"hello\n")
            with host.makefile("rb") as lines:
                next(line for line in lines if line.startswith(b"@hello"))
                woken.clear()
                host.sendall(EMPTY + b"status\n")
                next(line for line in lines if line.startswith(b"@status"))
    pauses = [after - before for before, after in pairwise(woken)]
    assert 75 < len(woken) < 300 and sorted(pauses)[len(pauses) // 2] <= 2


def test_a_firmware_that_reads_nothing_is_not_woken_for_what_waits(vm, tmp_path, woken):
    idle = HEAD + "port.wait(1000)\n" * 50
    with board_with(idle, tmp_path, vm) as board:
        woken.clear()
        board.send(b"x" * 1000)
        board.advance(10_000)
        assert len(woken) < 50
