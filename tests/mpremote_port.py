"""What tests of the serial port share: a board that mpremote reaches, and mpremote itself."""

import os
import select
import subprocess
import sys
import time
from pathlib import Path

from patience import PATIENCE_S
from tourelle_host.flash.run import Wishes, flash
from tourelle_host.sim.board import SimulatedBoard
from tourelle_host.sim.clock import Real
from tourelle_host.sim.life import VmChoice
from tourelle_host.sim.port import open_port


def board_on_port(
    port: str = "tcp://127.0.0.1:0", vm: VmChoice | str = "micropython", **options
) -> SimulatedBoard:
    """A board with a serial port, not yet started; its address is `.port.address`."""
    return SimulatedBoard("avalam", vm, clock=Real(), port=open_port(port), **options)


def mpremote(board: SimulatedBoard, *commands: str, folder: Path | None = None) -> str:
    """Run the real mpremote on the board's port, and return what it printed."""
    assert board.port
    try:
        done = subprocess.run(
            [sys.executable, "-m", "mpremote", "connect", board.port.address, *commands],
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise AssertionError(f"{error}; board: {board.trouble}, {board.lines[-9:]}") from None
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def flashing(board: SimulatedBoard, **wishes) -> str:
    """Flash the board; what was said meanwhile."""
    assert board.port
    said: list[str] = []
    flash(board.port.address, Wishes(**wishes), said.append)
    return "\n".join(said)


class Keyboard:
    """A program in a terminal, at which somebody types."""

    def __init__(self, *command: str):
        self._ours, theirs = os.openpty()
        self._process = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
        )
        os.close(theirs)
        self._seen = ""

    def __enter__(self) -> "Keyboard":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._ours)

    def type(self, text: str) -> None:
        """Type on its keyboard."""
        os.write(self._ours, text.encode())

    def until(self, text: str) -> str:
        """Wait until it has printed this since the last time; what it printed up to there."""
        end = time.monotonic() + PATIENCE_S
        while text not in self._seen:
            ready, _, _ = select.select([self._ours], [], [], end - time.monotonic())
            assert ready, f"no {text!r} in {self._seen!r}"
            try:
                self._seen += os.read(self._ours, 4096).decode(errors="replace")
            except OSError:
                raise AssertionError(f"it ended, with no {text!r} in {self._seen!r}") from None
        before, _, self._seen = self._seen.partition(text)
        return before
