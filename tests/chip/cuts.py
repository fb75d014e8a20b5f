"""Cuts the power of the emulated chip anywhere in what it does to its flash: `make chip-cuts`.

A game is played at the board: moves by hand and over the link, steps taken back, a setting, the
power off and on, a second game. All that the chip erases and programs meanwhile is recorded.
Then, for each of so many cuts, the flash is made as it was at one of these operations, of which
only a part is done, and

- MicroPython on the PC mounts it, resumes the game, and plays and records one more step
- every file of the firmware is read by another littlefs, and is as it was installed
- some of them are put into the emulated chip, which is switched on and says where the game is
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from littlefs import LittleFS

from tourelle import games
from tourelle.games.catalogue import GAMES
from tourelle_host import micropython, paths
from tourelle_host.bench.chip.player import Player
from tourelle_host.bench.chip.table import ChipBoard, Line
from tourelle_host.errors import UserError
from tourelle_host.options import uf2 as uf2_option
from tourelle_host.sim.chip import uf2
from tourelle_host.sim.chip.uf2 import Image

BLOCK = 4096
PAGE = 256
STEPS = 6  # by hand
MORE = 8  # over the link


class Operation(NamedTuple):
    """Something that was done to the flash: the bytes programmed there, or a block erased."""

    at: int
    data: bytes | None


class Recorded(ChipBoard):
    """A table that records what its chip does to the file system, and what the game was then.

    installed    its file system before the first of them
    operations   all of them, since it was made
    games        (operations so far, text of the position that the board told or must have)
    """

    def __init__(self, python: Image, game: str):
        self.operations: list[Operation] = []
        self.games: list[tuple[int, str]] = []
        self.installed = b""
        self._start = python.start
        super().__init__(python, games.opening(game).GRID)
        self.on_line = self._hear

    def _power(self, flash: bytes) -> None:
        super()._power(flash)
        self.installed = self.installed or flash[self._start :]
        ssi = self.chip.rp2040.ssi
        apply = ssi._apply_command

        def taken() -> None:
            sent, writes = bytes(ssi._tx_buffer), ssi._write_enabled
            apply()
            if not writes or len(sent) < 4 or sent[0] not in (0x02, 0x20, 0xD8):
                return
            at = int.from_bytes(sent[1:4], "big") - self._start
            if sent[0] == 0x02:
                self.operations.append(Operation(at, sent[4:]))
                return
            size = BLOCK if sent[0] == 0x20 else 16 * BLOCK
            for block in range(at & -size, (at & -size) + size, BLOCK):
                self.operations.append(Operation(block, None))

        ssi._apply_command = taken

    def _hear(self, line: Line) -> None:
        word, _, rest = line.text.partition(" ")
        if word == "@position":
            self._now = games.read(rest)
        elif word == "@move":
            self._now.push(self._now.parse_move(rest.split()[-1]))
        elif word == "@undo":
            self._now.pop()
        elif word in ("@fault", "Traceback"):
            raise AssertionError(line.text)
        else:
            return
        text = self._now.text()
        if not self.games or self.games[-1][1] != text:
            self.games.append((len(self.operations), text))


def played(python: Image, game: str, seed: int) -> Recorded:
    """A table at which that was played."""
    table = Recorded(python, game)
    table.start()
    player = Player(table, seed)
    player.sit(games.opening(game))
    for _ in range(STEPS):
        player.step()
    table.send("brightness 100")
    table.run(300)
    _by_link(table, MORE, seed)
    table.run(1000)
    table.cut()
    table.start()
    table.run(2500)
    _by_link(table, MORE, seed + 1)
    entry = next(entry for entry in GAMES if entry.name == game)
    options = {name: values[-1] for name, values in entry.options}
    table.send(f"new {game} " + " ".join(f"{name}={value}" for name, value in options.items()))
    table.run(1500)
    _by_link(table, MORE, seed + 2)
    table.run(1500)
    return table


def _by_link(table: Recorded, count: int, seed: int) -> None:
    """Steps over the link, every fourth of which is one taken back."""
    rng = random.Random(seed)
    for number in range(count):
        position = table._now
        if number % 4 == 3:
            table.send("undo")
        elif position.outcome() is None:
            move = rng.choice(list(position.legal_moves()))
            table.send(f"move {position.move_text(move)}")
        table.run(rng.choice((60, 200, 700)))


def torn(flash: bytearray, operation: Operation, part: int, rng: random.Random | None) -> None:
    """Do a part of an operation to a flash: its first bytes, or with rng any bits of it."""
    at, data = operation
    size = BLOCK if data is None else len(data)
    if rng is None:
        if data is None:
            flash[at : at + part] = b"\xff" * part
        else:
            program(flash, at, data[:part])
        return
    done = int.from_bytes(rng.randbytes(size), "little")
    if data is None:
        there = int.from_bytes(flash[at : at + size], "little")
        flash[at : at + size] = (there | done).to_bytes(size, "little")
    else:
        new = int.from_bytes(data, "little") | done
        program(flash, at, new.to_bytes(size, "little"))


def program(flash: bytearray, at: int, data: bytes) -> None:
    """Program bytes: bits are cleared, none is set."""
    there = int.from_bytes(flash[at : at + len(data)], "little")
    both = there & int.from_bytes(data, "little")
    flash[at : at + len(data)] = both.to_bytes(len(data), "little")


class Found(NamedTuple):
    """What came of the cuts: what sort each was, and what is wrong, a sentence each."""

    counts: Counter
    wrong: list[str]


def cut(python: Image, table: Recorded, count: int, seed: int, boots: int) -> Found:
    """Cut so many times, evenly over all operations; boot so many of the flashes."""
    rng = random.Random(seed)
    firmware = _files(table.installed)
    flash = bytearray(table.installed)
    counts: Counter = Counter()
    wrong: list[str] = []
    done = 0
    with tempfile.TemporaryDirectory() as folder, _reader() as reader:
        assert reader.stdin and reader.stdout
        path = Path(folder) / "flash.img"
        for number in range(count):
            which = number * len(table.operations) // count
            while done < which:
                operation = table.operations[done]
                whole = BLOCK if operation.data is None else len(operation.data)
                torn(flash, operation, whole, None)
                done += 1
            operation = table.operations[which]
            after = bytearray(flash)
            any_bits = rng.random() < 0.3
            part = _part(operation, rng)
            torn(after, operation, part, rng if any_bits else None)
            path.write_bytes(after)
            reader.stdin.write(f"{path}\n")
            reader.stdin.flush()
            answer = reader.stdout.readline()
            what = "erase" if operation.data is None else "program"
            what += " of any bits" if any_bits else ""
            counts[what] += 1
            where = f"cut {number}, operation {which}, byte {part}, {what}"
            if not answer.startswith("{"):
                said, complaint = reader.communicate()
                wrong.append(f"{where}: {(answer + said + complaint)[-600:]}")
                break
            told = json.loads(answer)
            text = told["game"] or told["last"]
            kind = _judge(table.games, which, text)
            counts[kind] += 1
            if kind == "wrong" or told["lost"]:
                wrong.append(f"{where}: {told}")
            wrong += [f"{where}: {name} is damaged" for name in _damaged(after, firmware)]
            if boots and number % max(1, count // boots) == 0:
                counts["booted"] += 1
                if (said := _boot(python, table, bytes(after), told["game"])) != told["game"]:
                    wrong.append(f"{where}: the chip says {said}, the PC {told['game']}")
    return Found(counts, wrong)


def _part(operation: Operation, rng: random.Random) -> int:
    """How many bytes are done: a cut falls between bytes that are not 0xFF already."""
    if operation.data is None:
        return rng.randrange(BLOCK)
    used = len(operation.data.rstrip(b"\xff"))
    first = used - len(operation.data[:used].lstrip(b"\xff"))
    return rng.randrange(first, max(used, first + 1))


def _judge(told: list[tuple[int, str]], which: int, text: str | None) -> str:
    """How the game that came back stands to the one that was told when the power went."""
    at = max((i for i, (operations, _) in enumerate(told) if operations <= which), default=-1)
    if text is None:
        return "no game yet" if at < 1 else "wrong"
    if at >= 0 and text == told[at][1]:
        return "all came back"
    if at >= 1 and text == told[at - 1][1]:
        return "without the last step"
    if at + 1 < len(told) and text == told[at + 1][1]:
        return "with the step that was not told yet"
    return "wrong"


def _damaged(flash: bytearray, firmware: dict[str, bytes]) -> list[str]:
    """Files of the firmware that are not as they were installed."""
    there = _files(flash)
    return [name for name, content in firmware.items() if there.get(name) != content]


def _files(flash: bytes | bytearray) -> dict[str, bytes]:
    """The files on a flash, as another littlefs than the chip's reads them."""
    system = LittleFS(
        block_size=BLOCK, block_count=len(flash) // BLOCK, prog_size=PAGE, mount=False
    )
    system.context.buffer[:] = flash
    system.mount()
    found = {}
    for folder, _, names in system.walk("/"):
        for name in names:
            path = f"{folder.rstrip('/')}/{name}"
            with system.open(path, "rb") as file:
                found[path] = file.read()
    return found


def _boot(python: Image, table: Recorded, files: bytes, game: str | None) -> str | None:
    """The game that the emulated chip has when it is switched on with these files.

    game: whose pieces stand on the board; on an empty one it would begin anew.
    """
    flash = table.chip.read_flash(0, python.start) + files
    chip = ChipBoard(python, table.world.grid.name, flash=flash)
    if game:
        chip.do(f'set "{game}"')
    chip.start()
    chip.run(2500)
    told = [line.text for line in chip.lines if line.text.startswith("@position ")]
    return told[-1].partition(" ")[2] if told else None


def _reader() -> subprocess.Popen:
    script = str(Path(__file__).parent.parent / "cut_journal.py")
    firmware = str(paths.firmware()["main.py"].parent)
    command = micropython.command(script, firmware, "read", heap="16m")
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="chip-cuts", description=__doc__)
    uf2_option(parser)
    parser.add_argument("--cuts", type=int, default=1000, help="in all games together")
    parser.add_argument("--boots", type=int, default=8, help="of them, on the emulated chip")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", action="append", choices=[entry.name for entry in GAMES])
    arguments = parser.parse_args()
    try:
        python = uf2.read(arguments.uf2)
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    names = arguments.game or [entry.name for entry in GAMES]
    bad = 0
    for name in names:
        table = played(python, name, arguments.seed)
        share = arguments.cuts // len(names)
        found = cut(python, table, share, arguments.seed, arguments.boots // len(names))
        told = ", ".join(f"{count} {what}" for what, count in sorted(found.counts.items()))
        print(f"{name}: {len(table.operations)} operations, {share} cuts: {told}", flush=True)
        for sentence in found.wrong:
            print(f"  {sentence}", flush=True)
        bad += len(found.wrong)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
