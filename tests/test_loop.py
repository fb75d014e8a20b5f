"""The outer loop, with a port that a test holds in its hand."""

import pytest

from table import Table
from tourelle.games import opening
from tourelle.loop import run

TURNS = 60


class Ended(Exception):
    """The port's way out of the loop."""


class Port:
    """Nothing stands on it; then a switch closes, and in one of the turns a line comes in."""

    def __init__(self, line_in):
        self.line_in = line_in
        self.turn = 0
        self.said = b""

    def switches(self, buffer):
        buffer[0] = self.turn >= 5

    def buttons(self, buffer):
        pass

    def receive(self, buffer):
        line = b"brightness 96\n" if self.turn == self.line_in else b""
        buffer[: len(line)] = line
        return len(line)

    def ticks_ms(self):
        return self.turn

    def show(self, frame):
        pass

    def tone(self, hz):
        pass

    def send(self, buffer, count):
        self.said += bytes(buffer[:count])
        return count

    def wait(self, ms):
        self.turn += 1
        if self.turn == TURNS:
            raise Ended


@pytest.mark.parametrize("turn", range(4, 16))  # one of them is that in which it is seen
def test_a_line_that_comes_with_a_change_of_a_switch_is_not_lost(turn):
    port = Port(turn)
    with pytest.raises(Ended):
        run(Table("avalam").core, port)
    assert b"@down f1" in port.said
    assert b"@setting brightness 96" in port.said


class FullPort(Port):
    """A host holds the port open and reads nothing until the 50th turn."""

    def __init__(self):
        super().__init__(20)
        self.rests = []
        self.most = 0

    def send(self, buffer, count):
        self.most = max(self.most, count)
        return 0 if self.turn < 50 else super().send(buffer, count)

    def wait(self, ms):
        self.rests.append(ms)
        super().wait(ms)


def test_a_host_that_does_not_read_stops_nothing():
    port = FullPort()
    table = Table("avalam")
    with pytest.raises(Ended):
        run(table.core, port)
    assert table.core.switches[0] and table.core.session.brightness == 96
    assert set(port.rests[10:50]) == {0}, "it is offered again in every turn"
    assert port.said.startswith(b"@down f1\r\n") and b"@setting" in port.said


def test_a_long_line_goes_out_in_pieces():
    port = FullPort()
    with pytest.raises(Ended):
        run(Table("avalam").core, port)
    assert port.most <= 32


class SlowPort(Port):
    """Its clock goes on while the core works: by a millisecond for each look at it."""

    def __init__(self):
        super().__init__(None)
        self.ms = 0
        self.scans = []

    def switches(self, buffer):
        self.scans.append(self.ms)

    def ticks_ms(self):
        self.ms += self.turn % 2
        return self.ms


def test_in_the_midst_of_work_the_switches_are_scanned_when_the_clock_has_gone_on():
    table = Table("avalam")
    port = SlowPort()
    with pytest.raises(Ended):
        run(table.core, port)
    port.turn, port.scans = 0, []
    table.core.meanwhile()
    assert not port.scans
    port.turn = 1
    table.core.meanwhile()
    table.core.meanwhile()
    assert len(port.scans) == 2


def test_a_nudge_while_a_move_is_committed_is_seen_and_takes_its_time():
    table = Table("avalam")
    core = table.core
    table.start(opening("avalam"))
    cell = table.cells.cell("f5")
    play = core.session.play
    looks = 0

    def nudge():
        nonlocal looks
        looks += 1
        table.now += 4
        core.switches[cell] = looks > 12
        core.sample(table.now)

    def played(move):
        core.meanwhile = nudge
        play(move)

    core.session.__dict__["play"] = played
    table.lift("c9")
    table.touch("d9")
    table.lines.clear()
    table.run(1000)
    assert looks > 14
    assert table.moves() == ["y c9-d9"]
    assert table.said("lift") == ["f5"] and table.said("down") == ["f5"]
    assert core.session.reader
    assert core.session.reader.evidence.touched(cell, 0, 1000)
