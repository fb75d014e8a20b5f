"""How fast the simulated serial port is, in the board's time."""

import socket

import pytest

from mpremote_port import PATIENCE_S, board_on_port
from stand_in import HEAD, board_with
from tourelle_host.sim.board import SimulatedBoard

EMPTY = (b" " * 49 + b"\n") * 100  # 5 kB that mean nothing
LEAST = 50_000  # bytes a second


def test_fifty_kilobytes_a_second_of_the_boards_time(vm):
    with SimulatedBoard("avalam", vm) as board:
        board.advance(3000)
        before = len(board.lines)
        board.send(EMPTY * 4 + b"hello\n")
        board.advance(4 * len(EMPTY) * 1000 // LEAST)
        assert any(line.startswith("@hello") for line in board.lines[before:])


@pytest.mark.needs_micropython
def test_an_answer_behind_five_kilobytes_takes_less_than_a_third_of_a_second():
    """In turns of the firmware: those are a millisecond each, and a busy machine adds none."""
    with board_on_port("tcp") as board:
        assert board.port
        number = int(board.port.address.rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", number), PATIENCE_S) as host:
            host.sendall(b"hello\n")
            with host.makefile("rb") as lines:
                next(line for line in lines if line.startswith(b"@hello"))
                woken = []
                wake = board._wake
                board._wake = lambda now: (woken.append(now), wake(now))  # type: ignore
                host.sendall(EMPTY + b"status\n")
                next(line for line in lines if line.startswith(b"@status"))
    pauses = [after - before for before, after in zip(woken, woken[1:], strict=False)]
    assert 75 < len(woken) < 300 and sorted(pauses)[len(pauses) // 2] <= 2


def test_a_firmware_that_reads_nothing_is_not_woken_for_what_waits(vm, tmp_path):
    idle = HEAD + "port.wait(1000)\n" * 50
    with board_with(idle, tmp_path, vm) as board:
        turns = []
        wake = board._wake
        board._wake = lambda now: (turns.append(now), wake(now))  # type: ignore
        board.send(b"x" * 1000)
        board.advance(10_000)
        assert len(turns) < 50
