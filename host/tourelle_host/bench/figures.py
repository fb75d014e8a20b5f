"""The benchmark's results for people: medians, and estimates for the Pico."""

import statistics
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tourelle.games.catalogue import GAMES
from tourelle.grids import grid
from tourelle_host import micropython, paths, wasm
from tourelle_host.children import run
from tourelle_host.errors import UserError
from tourelle_host.flash import contents
from tourelle_host.scratch import Scratch

DEVICE = Path(__file__).with_name("device.py")
# How long the emulated RP2040 at 125 MHz takes for work that takes as long as a bare loop turn
# here, in microseconds, least and most of the four games: `tourelle bench --vm chip`.
LIFT_US = (1.9, 4.6)
READY_US = (2.1, 4.0)
COLLECT_US = (1.4, 1.9)
WORK_US = (1.9, 4.6)  # where it has not been measured
HEAP = 0.85  # share of what is in use here: objects are half as large there, code is not
BLIND = (
    "not seen here: the time that the flash takes, a heap in pieces, misses of the cache; "
    "tourelle bench --vm chip sees them"
)
UNLIKE = (
    "no times are estimated for the Pico from these: WebAssembly is made faster while it runs, and "
    "the loops that are compiled for the Pico are bytecode"
)
HEAP_FIGURES = (
    ("heap in use after start", "heap_start"),
    ("heap kept in a game, highest", "heap_kept"),
)
RUNS = 5  # runs of the game; the least counts for each figure, as a machine has other work
PICO = (6, 3, "armv6m")  # the .mpy files that its MicroPython loads
MIDDLE = 10  # the crowded middle position is looked for from this step on
# What the core does in a slice, between two scans, by its name in device.py.
_SLICE = "slice-"
SLICES = {
    "switch": "light for a change of a switch",
    "commit": "reading and committing a step",
    "build": "what follows a commit",
    "time": "all else",
}
BIT_US = 1.25  # on the LEDs' wire
RESET_US = 280.0


Range = tuple[float, float]


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
        """Work, in bare loop turns."""
        return microseconds / self.turn_us

    def pico_ms(self, microseconds: float, measured: Range = WORK_US) -> Range:
        """An estimate for the same work on the Pico: (least, most)."""
        least, most = (self.turns(microseconds) * each / 1000 for each in measured)
        return least, most


def measure(game: str, grid_name: str, vm: str) -> Run:
    """Play a game of random moves on a VM and time it. UserError where that fails.

    It is the same game in every run, so the rows of several runs correspond.
    """
    with Scratch() as folder:
        return _measure(game, vm, _command(game, grid_name, vm, folder))


def _command(game: str, grid_name: str, vm: str, folder: Path) -> list[str]:
    """The command that plays the game once; folder: for files that the VM needs."""
    board = paths.board(grid_name)
    if vm == "wasm":
        wasm.install(folder, {**paths.firmware(), "board.json": board})
        return wasm.command(DEVICE, folder, ".", "board.json", game)
    arguments = [str(DEVICE), str(paths.PACKAGE.parent), str(board), game]
    if vm != "micropython":
        return [sys.executable, *arguments]
    if not micropython.available():
        raise UserError(micropython.MISSING)
    return micropython.command(*arguments)


def _measure(game: str, vm: str, command: list[str]) -> Run:
    least: dict[str, list[list[float]]] = {}
    before: dict[float, tuple[str, float]] | None = None
    for _ in range(RUNS):
        done = run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode:
            said = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
            raise UserError(f"the benchmark of {game} on {vm} failed: {' '.join(said)}")
        rows: dict[str, list[list[float]]] = {}
        for line in done.stdout.splitlines():
            name, *numbers = line.split()
            rows.setdefault(name, []).append([float(number) for number in numbers])
        slices = {number: (kind, took) for took, number, kind in _slices(rows)}
        if before is not None:
            # A slice that is missing took next to nothing in that run.
            slices = {
                number: (kind, min(took, before[number][1]))
                for number, (kind, took) in slices.items()
                if number in before
            }
        before = slices
        least = {
            name: [
                [min(pair) for pair in zip(*twins, strict=True)]
                for twins in zip(least.get(name, found), found, strict=False)
            ]
            for name, found in rows.items()
        }
    for kind, took in (before or {}).values():
        least.setdefault(_SLICE + kind, []).append([took])
    return Run(game, vm, least)


def _slices(rows: dict[str, list[list[float]]]) -> Iterator[tuple[float, float, str]]:
    """Removes the slices from a run's rows: (microseconds, number, kind) of each."""
    for name in [name for name in rows if name.startswith(_SLICE)]:
        for took, number in rows.pop(name):
            yield took, number, name.removeprefix(_SLICE)


def wire_ms(leds: int) -> float:
    """How long a frame takes on the LEDs' wire."""
    return (leds * 24 * BIT_US + RESET_US) / 1000


def report(run: Run, grid_name: str, period_ms: float) -> list[str]:
    """The lines that report a run's figures."""
    lifts = run.values("lift")
    samples = max(run.values("lift", 1))
    bits = grid(grid_name).size * 24
    wire = wire_ms(grid(grid_name).size)

    alike = run.vm != "wasm"

    def work(name: str, microseconds: float, measured: Range = WORK_US) -> str:
        turns = run.turns(microseconds)
        line = f"  {name:34} {turns:8.0f} turns"
        if not alike:
            return line
        low, high = run.pico_ms(microseconds, measured)
        return f"{line}   ~ {low:.2f} to {high:.2f} ms on the Pico"

    median, worst = statistics.median(lifts), max(lifts)
    least = (samples - 1) * period_ms
    median_ms = [least + period_ms / 2 + each + wire for each in run.pico_ms(median, LIFT_US)]
    worst_ms = [least + period_ms + each + wire for each in run.pico_ms(worst, LIFT_US)]
    estimate = (
        "  lift to light, estimated for the Pico: "
        f"median {median_ms[0]:.1f} to {median_ms[1]:.1f} ms, "
        f"worst {worst_ms[0]:.1f} to {worst_ms[1]:.1f} ms"
    )
    moves = run.rows["moves"]
    crowded = max((row for row in moves if row[2] >= MIDDLE), key=lambda row: row[1])
    ready, turns = max(run.rows["ready"])
    # Shorter slices are not printed, so a kind may have none.
    most = {kind: max(run.values(_SLICE + kind), default=0.0) for kind in SLICES}
    lines = [
        f"{run.game} on {run.vm}: {run.values('played')[0]:.0f} steps of a game of random moves, "
        f"{len(lifts)} lifts, {len(run.values('helped'))} steps misread and put right",
        f"  a bare loop turn here              {run.turn_us * 1000:8.1f} ns",
        f"  samples needed x scan period       {samples:8.0f} x {period_ms:g} ms",
        f"  bits on the wire                   {bits:8} bits    {wire:8.2f} ms",
        work("work, lift to frame, median", median, LIFT_US),
        work("work, lift to frame, worst", worst, LIFT_US),
        *([estimate] if alike else []),
        work("an idle step of the core", run.values("idle")[0]),
        work(f"legal moves, opening ({moves[0][1]:.0f})", moves[0][0]),
        work(f"legal moves, crowded ({crowded[1]:.0f})", crowded[0]),
        f"    the most from step {MIDDLE} on: before step {crowded[2] + 1:.0f}",
        work("after a commit, until steps ready", ready, READY_US),
        f"    in {turns:.0f} slices, with a scan before each",
        work("longest slice between two scans", max(most.values())),
        *(work(f"  {words}", most[kind]) for kind, words in SLICES.items()),
        f"  apart, right after a commit: {len(run.values('write'))} writes, each of up to "
        f"{max(run.values('write')):.0f} bytes",
    ]
    if run.vm == "micropython":
        lines += [
            work("apart, too: garbage collection", max(run.values("collect")), COLLECT_US),
            *(
                f"  {name:34} {run.values(figure)[0] / 1024:8.1f} KB   ~ "
                f"{run.values(figure)[0] / 1024 * HEAP:.0f} KB on the Pico"
                for name, figure in HEAP_FIGURES
            ),
            f"  {'C stack in use, deepest':34} {run.values('stack')[0] / 1024:8.1f} KB here, where "
            "words are twice the Pico's; of 8 KB there",
        ]
    if run.vm == "wasm":
        lines += [
            f"  {name:34} {run.values(figure)[0] / 1024:8.1f} KB   objects are the Pico's size"
            for name, figure in HEAP_FIGURES
        ]
        lines.append(f"  {UNLIKE}")
    lines.append(f"  {BLIND}")
    return lines


def size() -> list[str]:
    """The size of the installed firmware and of each game; only the chosen game is loaded."""
    compiled = contents.firmware(contents.Target(*PICO))
    source = contents.firmware(None)
    lines = [
        f"firmware on flash: {sum(map(len, compiled.values())) / 1024:.1f} KB compiled for the "
        f"Pico, in {len(compiled)} files; {sum(map(len, source.values())) / 1024:.1f} KB as source"
    ]
    for entry in GAMES:
        name = f"tourelle/games/{entry.name}/__init__"
        lines.append(
            f"  {entry.name:34} {len(compiled[name + '.mpy']) / 1024:8.1f} KB compiled, "
            f"{len(source[name + '.py']) / 1024:.1f} KB as source"
        )
    return lines
