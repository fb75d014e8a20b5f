"""`tourelle together`, as processes that are killed, at simulated boards on ports."""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hearing import said
from mosquitto import Mosquitto, running
from patience import PATIENCE_S, until
from tourelle_host import cli
from tourelle_host.sim.board import SimulatedBoard
from tourelle_host.sim.clock import Real
from tourelle_host.sim.port import open_port
from tourelle_host.together.accounts import Accounts
from tourelle_host.together.log import mark

SCHEDULES = 30


class Place:
    """A board and its bridge's process."""

    def __init__(self, board: SimulatedBoard, broker: Mosquitto, user: str, folder: Path):
        assert board.port
        self.board = board
        self._broker = broker
        self._folder = folder
        self._port = board.port.address
        self._url = broker.broker(user).whole
        self._process: subprocess.Popen[str] | None = None

    def run(self, *words: str, broker: bool = True) -> None:
        """Start its bridge."""
        command = [sys.executable, "-m", "tourelle_host", "together", *words]
        command += ["--port", self._port, "--folder", str(self._folder)]
        command += ["--authority", self._broker.authority]
        command += ["--broker", self._url] if broker else []
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )

    def said(self, words: str) -> str:
        """The next line with these words that it prints."""
        assert self._process and self._process.stdout
        heard = []
        for line in self._process.stdout:
            heard.append(line)
            if words in line:
                return line.strip()
        raise AssertionError("".join(heard))

    def do(self, *gestures: str) -> None:
        """Have the hand at its board make these gestures."""
        for gesture in gestures:
            self.rest(self.board.do(gesture))

    def rest(self, ms: int) -> None:
        """Wait until so much of the board's time has passed."""
        done_ms = self.board.now_ms + ms
        until(lambda: self.board.now_ms >= done_ms)

    def kill(self) -> None:
        """Kill its bridge with SIGKILL."""
        if self._process:
            self._process.send_signal(signal.SIGKILL)
            self._process.communicate()
            self._process = None

    def plays(self, *log: str) -> None:
        """Make the log's last step by hand, and wait until the board's flash has all of it."""
        origin, target = log[-1].split("-")
        self.do(f"lift {origin}", f"lift {target}", f"drop {target}")
        self.keeps(*log, answer=target)

    def keeps(self, *log: str, answer: str = "") -> None:
        """Wait until the board's flash has this log.

        answer: the cell to touch if the board asks: on a busy machine the hand is slow.
        """
        count, checksum = mark(log)
        spoke = said(self.board, "@")
        while self._last("@kept") != f"{count} {checksum:08x}":
            if answer in self._last("@question").split():
                self.do(f"touch {answer}")
                self.rest(1000)
            else:
                assert spoke.wait(PATIENCE_S), self.board.lines[-20:]
            spoke.clear()

    def _last(self, event: str) -> str:
        """What the board said last with this event; "" if it never did."""
        lines = [line for line in self.board.lines if line.startswith(event + " ")]
        return lines[-1].partition(" ")[2] if lines else ""


@contextlib.contextmanager
def place(broker: Mosquitto, user: str, folder: Path) -> Iterator[Place]:
    board = SimulatedBoard("avalam", "micropython", clock=Real(), port=open_port("tcp"))
    with contextlib.closing(board):
        board.start()
        made = Place(board, broker, user, folder)
        try:
            yield made
        finally:
            made.kill()


@pytest.mark.deep
@pytest.mark.needs_mosquitto
@pytest.mark.needs_micropython
def test_a_game_goes_on_whatever_is_killed(tmp_path):
    with (
        running("anna", "ben") as broker,
        place(broker, "anna", tmp_path / "anna") as anna,
        place(broker, "ben", tmp_path / "ben") as ben,
    ):
        for each in (anna, ben):
            each.do("set avalam")
        anna.run("new", "--name", "Anna")
        invitation = anna.said("tourelle://join")
        ben.run("join", invitation, "--name", "Ben")
        anna.said("Ben has joined")
        ben.keeps()
        anna.plays("c9-d9")
        ben.keeps("c9-d9")
        ben.do("lift c9", "lift d9", "drop d9")
        anna.kill()
        broker.kill()
        ben.rest(1000)
        ben.plays("c9-d9", "e4-e3")
        ben.kill()
        ben.do("power off")
        broker.start()
        anna.run("go", broker=False)
        ben.do("power on")
        ben.run("go", broker=False)
        anna.keeps("c9-d9", "e4-e3")


@pytest.mark.parametrize(
    ("words", "sentence"),
    (
        (["join", "tourelle://join?x"], "mistyped"),
        (["join", "https://example.org"], "not an invitation"),
        (["new", "--broker", "http://example.org"], "not a broker's address"),
        (["new", "--broker", "mqtt://Anna@h"], "cannot be a player's name"),
        (["new", "--broker", "mqtt://anna@h", "--game", "chess"], "chess"),
        (["new", "--broker", "mqtt://anna@h", "--side", "yr"], "leave some to others"),
        (["new", "--broker", "mqtt://anna@h", "--side", "x"], "choose some of y, r"),
        (["new", "--broker", "mqtt://anna@h", "--option", "tie-break=x"], "tie-break"),
        (["new", "--broker", "mqtt://anna@h", "--wait", "0"], "from 1 second"),
    ),
)
def test_an_impossible_command_is_refused_in_a_sentence(words, sentence, capsys, tmp_path):
    words = ["together", *words, "--folder", str(tmp_path)]
    try:
        assert cli.main(words) != 0
    except SystemExit as end:
        assert end.code
    told = capsys.readouterr().err
    assert sentence in told and "Traceback" not in told


def test_accounts_are_a_file_that_nobody_else_reads(tmp_path):
    accounts = Accounts(tmp_path / "new")
    accounts.keep("anna-abcdefghijkm", "mqtts://anna:a%20secret@broker.example")
    accounts.keep("anna-mkjihgfedcba", "mqtt://anna@broker.example")
    assert accounts.broker("anna-abcdefghijkm").password == "a secret"
    assert os.stat(tmp_path / "new" / "together.json").st_mode & 0o077 == 0


@pytest.mark.deep
@pytest.mark.needs_mosquitto
@pytest.mark.needs_micropython
def test_no_schedule_with_processes_breaks_a_promise():
    from together import processes

    assert processes.play_all(range(SCHEDULES)) >= processes.FAULTS * SCHEDULES
