"""Measures a checkout's firmware on the emulated chip.

python -m tourelle_host.sim.chip.rig --uf2 FILE [--firmware FOLDER] [--grid avalam] [--game avalam]
    [--lifts 6]
"""

import argparse
import json
import time
from pathlib import Path

from tourelle.grids import grid as grid_named
from tourelle_host.flash import contents
from tourelle_host.sim import hand
from tourelle_host.sim.chip import image, uf2
from tourelle_host.sim.chip.emulator import Board, Chip
from tourelle_host.sim.world import World


def sources(folder: Path) -> dict[str, Path]:
    files = {"main.py": folder / "main.py"}
    package = folder / "tourelle"
    for path in sorted(package.rglob("*.py")):
        files[f"tourelle/{path.relative_to(package).as_posix()}"] = path
    return files


class Rig(Board):
    """A chip and a world, and what was heard and seen, with the emulated times in ms."""

    def __init__(self, file: Path, folder: Path, grid: str, extra: dict[str, bytes] | None = None):
        board = (folder / "boards" / f"{grid}.json").read_bytes()
        files = contents.firmware(image.PICO, sources(folder)) | {"board.json": board} | (extra or {})
        python = uf2.read(str(file))
        flash = python.flash[: python.start] + image.build(files, python.size)
        self.world = World(grid_named(grid))
        self.lines: list[tuple[float, str]] = []
        self.frames: list[tuple[float, float, bytes]] = []
        self.text = b""
        self.quiet = False
        self._half = b""
        self._began = time.monotonic()
        self.chip = Chip(json.loads(board), flash, self)
        self.chip.wires.set(self.world.inputs())

    @property
    def ms(self) -> float:
        return self.chip.now_ns / 1e6

    @property
    def slower(self) -> float:
        """How often slower than life it has been so far."""
        return (time.monotonic() - self._began) * 1000 / self.ms

    def frame(self, data: bytes, began_ns: int, ended_ns: int) -> None:
        self.frames.append((began_ns / 1e6, ended_ns / 1e6, data))

    def heard(self, data: bytes) -> None:
        self.text += data
        *whole, self._half = (self._half + data).split(b"\n")
        for line in whole:
            text = line.decode(errors="replace").rstrip("\r")
            self.lines.append((self.ms, text))
            if not self.quiet:
                print(f"{self.ms:10.3f} ms  {text}", flush=True)

    def run(self, ms: float) -> None:
        """Let so much time pass; the world moves on each millisecond when it has to."""
        end = self.ms + ms
        while self.ms < end - 1e-6:
            moment = self.world.next_ms()
            until = end if moment is None else min(end, max(moment, self.ms))
            self.chip.run(round(until * 1e6))
            self.world.run(int(self.ms + 1e-6))
            self.chip.wires.set(self.world.inputs())

    def do(self, command: str) -> None:
        self.world.run(int(self.ms))
        hand.perform(hand.parse(command, self.world.grid), self.world)
        self.chip.wires.set(self.world.inputs())

    def until(self, word: str, ms: float) -> float | None:
        """Wait for a line that begins so; its time."""
        end = self.ms + ms
        seen = len(self.lines)
        while self.ms < end:
            self.run(5)
            for at, line in self.lines[seen:]:
                if line.startswith(word):
                    return at
            seen = len(self.lines)
        return None

    def python(self, code: str, ms: float = 3000) -> str:
        """What a program prints that is run on the chip in place of the firmware (Ctrl-C first)."""
        self.chip.serial.send(b"\r\x03\x03")
        self.run(100)
        self.chip.serial.send(b"\x01")
        self.run(20)
        start = len(self.text)
        self.chip.serial.send(code.encode() + b"\x04")
        end = self.ms + ms
        while self.ms < end and self.text[start:].count(b"\x04") < 2:
            self.run(5)
        return self.text[start:].decode(errors="replace").replace("\x04", "").strip(">")


# The largest free block, by trial; the heap is as it was afterwards.
HEAP = """
import gc
gc.collect()
free, taken = gc.mem_free(), gc.mem_alloc()
low, high = 0, free
while high - low > 64:
    mid = (low + high) // 2
    try:
        b = bytearray(mid)
        low = mid
        del b
    except MemoryError:
        high = mid
    gc.collect()
print("HEAP taken", taken, "free", free, "largest", low)
"""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--uf2", type=Path, required=True)
    parser.add_argument("--firmware", type=Path, default=Path("firmware"))
    parser.add_argument("--grid", default="avalam")
    parser.add_argument("--game", default=None)
    parser.add_argument("--lifts", type=int, default=6)
    parser.add_argument("--boot-ms", type=float, default=4000)
    parser.add_argument("--no-heap", action="store_true")
    options = parser.parse_args()
    game = options.game
    rig = Rig(options.uf2, options.firmware, options.grid)
    if game:
        rig.do(f"set {game}")
    hello = rig.until("@hello", options.boot_ms)
    print(f"hello after {hello} ms; {rig.slower:.1f} times slower than life", flush=True)
    first = next((f for f in rig.frames), None)
    lit = next((f for f in rig.frames if any(f[2])), None)
    print("first frame ends", first and first[1], "first light ends", lit and lit[1], flush=True)
    rig.run(2500)
    cells = [name for name in rig.world.snapshot()["cells"]]
    for cell in cells[: options.lifts]:
        before, at = len(rig.frames), rig.ms
        shown = rig.frames[-1][2] if rig.frames else b""
        rig.do(f"lift {cell}")
        rig.run(60)
        after = [f for f in rig.frames[before:] if f[0] > at and f[2] != shown]
        took = after[0][1] - at if after else None
        print(f"lift {cell}: frame ends after {took} ms", flush=True)
        rig.do(f"drop {cell}")
        rig.run(700)
    print(f"{rig.slower:.1f} times slower than life; flash: {rig.chip.flash.erases} erases, "
          f"{rig.chip.flash.programs} programs, {rig.chip.flash.stalled_ns / 1e6:.0f} ms", flush=True)
    if not options.no_heap:
        print(rig.python(HEAP), flush=True)


if __name__ == "__main__":
    main()
