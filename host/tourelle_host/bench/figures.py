"""What the benchmark says, for a person: medians, and estimates for the Pico."""

import statistics
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tourelle.grids import grid
from tourelle_host import micropython, paths
from tourelle_host.errors import UserError

DEVICE = Path(__file__).with_name("device.py")
# On the RP2040 at 125 MHz, emulated, MicroPython 1.28: a bare Python loop turn, and comparing
# 81 bytes in a plain loop. The two give different estimates; both are printed.
TURN_US = 11.0
COMPARE_US = 1000.0
RUNS = 3  # the game is played so often; of each figure the least counts: a machine has other work
BIT_US = 1.25  # of the LEDs' wire
RESET_US = 280.0


@dataclass
class Run:
    """The figures of one game on one VM: name -> rows of numbers."""

    game: str
    vm: str
    rows: dict[str, list[list[float]]]

    def values(self, name: str, column: int = 0) -> list[float]:
        """One column of a figure's rows."""
        return [row[column] for row in self.rows.get(name, [])]

    @property
    def turn_us(self) -> float:
        """A bare loop turn on this machine, in microseconds."""
        return self.values("turn")[0]

    def turns(self, microseconds: float) -> float:
        """Work as a multiple of a bare loop turn."""
        return microseconds / self.turn_us

    def pico_ms(self, microseconds: float) -> float:
        """An estimate of the same work on the Pico, from the loop turn."""
        return self.turns(microseconds) * TURN_US / 1000

    def pico_ms_by_compare(self, microseconds: float) -> float:
        """An estimate of the same work on the Pico, from the comparison of 81 bytes."""
        return microseconds / self.values("compare")[0] * COMPARE_US / 1000


def measure(game: str, grid_name: str, vm: str) -> Run:
    """Play a game of random moves on a VM and time it; UserError where that cannot be done.

    It is the same game in every run, so each row has its like in the others.
    """
    arguments = [str(DEVICE), str(paths.PACKAGE.parent), str(paths.board(grid_name)), game]
    if vm == "micropython":
        if not micropython.available():
            raise UserError(micropython.MISSING)
        command = micropython.command(*arguments)
    else:
        command = [sys.executable, *arguments]
    least: dict[str, list[list[float]]] = {}
    for _ in range(RUNS):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise UserError(f"the benchmark of {game} on {vm} failed: {done.stderr.strip()}")
        rows: dict[str, list[list[float]]] = {}
        for line in done.stdout.splitlines():
            name, *numbers = line.split()
            rows.setdefault(name, []).append([float(number) for number in numbers])
        steps = {number: took for took, number in rows.pop("step", [])}
        before = {number: took for took, number in least.pop("step", [])} or steps
        least = {
            name: [
                [min(pair) for pair in zip(*twins, strict=True)]
                for twins in zip(least.get(name, found), found, strict=False)
            ]
            for name, found in rows.items()
        }
        # A step that is not there took next to nothing in that run.
        least["step"] = [[min(took, before[n]), n] for n, took in steps.items() if n in before]
    return Run(game, vm, least)


def wire_ms(leds: int) -> float:
    """How long a frame takes on the LEDs' wire."""
    return (leds * 24 * BIT_US + RESET_US) / 1000


def report(run: Run, grid_name: str, period_ms: float) -> list[str]:
    """The lines that tell a run's figures."""
    lifts = run.values("lift")
    samples = max(run.values("lift", 1))
    bits = grid(grid_name).size * 24
    wire = wire_ms(grid(grid_name).size)

    def work(name: str, microseconds: float) -> str:
        turns = run.turns(microseconds)
        low, high = sorted((run.pico_ms_by_compare(microseconds), run.pico_ms(microseconds)))
        return f"  {name:34} {turns:8.0f} turns   ~ {low:.2f} to {high:.2f} ms on the Pico"

    median, worst = statistics.median(lifts), max(lifts)
    least = (samples - 1) * period_ms
    median_ms = [
        least + period_ms / 2 + estimate(median) + wire
        for estimate in (run.pico_ms_by_compare, run.pico_ms)
    ]
    worst_ms = [
        least + period_ms + estimate(worst) + wire
        for estimate in (run.pico_ms_by_compare, run.pico_ms)
    ]
    moves = run.values("moves")
    lines = [
        f"{run.game} on {run.vm}: {len(lifts)} lifts in a game of random moves",
        f"  a bare loop turn here              {run.turn_us * 1000:8.1f} ns",
        f"  samples needed x scan period       {samples:8.0f} x {period_ms:g} ms",
        f"  bits on the wire                   {bits:8} bits    {wire:8.2f} ms",
        work("work, lift to frame, median", median),
        work("work, lift to frame, worst", worst),
        "  lift to light, estimated for the Pico: "
        f"median {min(median_ms):.1f} to {max(median_ms):.1f} ms, "
        f"worst {min(worst_ms):.1f} to {max(worst_ms):.1f} ms",
        work("an idle step of the core", run.values("idle")[0]),
        work(f"legal moves, opening ({run.values('moves', 1)[0]:.0f})", moves[0]),
        work("legal moves, worst", max(moves)),
        work("after a commit, until steps ready", max(run.values("ready"))),
        work("longest slice between two scans", max(run.values("step"))),
    ]
    if run.vm == "micropython":
        lines += [
            work("longest garbage collection", max(run.values("collect"))),
            *(
                f"  {name:34} {run.values(figure)[0] / 1024:8.1f} KB here, where objects are twice "
                f"the Pico's; of {micropython.HEAP}"
                for name, figure in (
                    ("heap in use after start", "heap_start"),
                    ("heap kept in a game, highest", "heap_kept"),
                    ("with garbage, highest", "heap_highest"),
                )
            ),
        ]
    return lines


def size() -> list[str]:
    """The size of the installed firmware."""
    files = paths.firmware()
    total = sum(path.stat().st_size for path in files.values())
    lines = [f"firmware: {total / 1024:.1f} KB as .py, in {len(files)} files"]
    for name, path in sorted(files.items()):
        if "/games/" in name:
            lines.append(f"  {name:34} {path.stat().st_size / 1024:8.1f} KB")
    return lines
