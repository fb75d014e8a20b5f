"""A board that has been on for long, on the emulated chip: `make chip-test UF2=FILE`.

Its timer has 32 bits of microseconds that go round every 71.6 minutes, and outlives a soft reset;
its clock goes round after 12.4 days. Nothing may wait for either.
"""

import pytest

from chip.test_chip import python  # noqa: F401  # a fixture
from tourelle_host.bench.chip.evening import crash
from tourelle_host.bench.chip.table import ChipBoard

pytestmark = pytest.mark.needs_uf2

WRAP_MINUTES = (1 << 30) / 60_000
MINUTES = (0, 17, 36, 54, 71, 72, 107, WRAP_MINUTES - 0.2)
_DAY_MINUTES = 24 * 60.0
LIT_MS = 40  # a lift that meets a collection


class Aged(ChipBoard):
    """A board whose timer jumps: `jump` before whatever is tried, `to` where it must stand."""

    def jump(self, minutes: float) -> None:
        """So long nothing happened, but for what the firmware does by itself."""
        while minutes > 0:
            day = min(minutes, _DAY_MINUTES)
            self.chip.rp2040.age(round(day * 60_000))
            self.run(300)
            minutes -= day

    def to(self, minutes: float) -> None:
        """Jump until it has been on for that long, or for as long and some rounds of the timer."""
        now = self.chip.rp2040.timer._micros() / 60e6
        while now > minutes:
            minutes += (1 << 32) / 60e6
        self.jump(minutes - now)

    def answers(self) -> None:
        """It is alive: the link answers, and a lift is lit."""
        self.send("status")
        assert self.until(lambda text: text.startswith("@status"), 3000), self.lines[-5:]
        self.forget()
        name = next(
            name for cell, name in enumerate(self.world.grid.names) if self.world.cells[cell]
        )
        self.run(300)
        since = self.ms
        self.do(f"lift {name}")
        self.run(LIT_MS)
        shown = self.shown(since)
        self.do(f"drop {name}")
        assert shown, "no light"
        self.run(700)

    def greets(self) -> None:
        assert self.until(lambda text: text.startswith("@hello"), 6000), self.lines[-5:]
        self.run(1500)


@pytest.mark.parametrize("minutes", MINUTES)
def test_a_board_that_has_been_on_for_long(python, minutes):  # noqa: F811
    table = Aged(python, "avalam")
    table.start()
    table.run(1500)

    table.to(minutes)  # dark
    table.do("set avalam")
    assert table.until(lambda text: text.startswith("@game avalam"), 4000)
    table.run(1500)
    table.answers()

    table.jump(minutes)  # playing
    table.answers()

    table.send("seat r board 6")  # thinking
    table.run(1500)
    for command in ("lift c9", "lift d9", "drop d9"):
        table.run(table.do(command))
    assert table.until(lambda text: text.startswith("@move 1 "), 3000)
    table.run(600)
    table.jump(minutes)
    table.run(6000)
    assert any(line.text.startswith("@move 2 ") for line in table.lines), table.lines[-5:]
    table.answers()

    table.to(minutes)  # Ctrl-C and Ctrl-D
    table.chip.serial.send(b"\x03\x03")
    assert table.until(lambda text: "KeyboardInterrupt" in text, 3000), table.lines[-5:]
    table.run(100)
    table.chip.serial.send(b"\x04")
    table.greets()
    table.answers()

    table.to(minutes)  # what `mpremote reset` sends; the timer begins anew
    table.chip.serial.send(b"\x03\x03\x01")
    assert table.until(lambda text: "raw REPL" in text, 3000), table.lines[-5:]
    table.run(100)
    table.chip.serial.send(b"import machine; machine.reset()\x04")
    table.greets()
    assert table.chip.rp2040.timer._micros() < 60e6
    table.answers()

    table.to(minutes)  # a crash
    crash(table)
    table.greets()
    table.answers()

    table.to(minutes)  # the power
    table.cut()
    table.greets()
    table.answers()
