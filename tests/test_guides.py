"""The guides for adding a game, a board and a sensor: what they say is done, block by block."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import copies
from depth import ONE_VM
from guided.hall import Hall
from tourelle_host import paths
from tourelle_host.fumble.table import CoreTable
from tourelle_host.sim.virtual import sampler

ROOT = Path(__file__).resolve().parent.parent
GUIDES = ROOT / "docs" / "guides"


def blocks(guide):
    """A guide's code blocks: [(the text before it, its language, its content), ...]."""
    text = (GUIDES / guide).read_text(encoding="utf-8")
    parts = re.split(r"^```(\w*)\n(.*?)^```$", text, flags=re.DOTALL | re.MULTILINE)
    return [(parts[at], parts[at + 1], parts[at + 2]) for at in range(0, len(parts) - 1, 3)]


def made(target):
    """What a target of the Makefile runs, without its variables: [[argument, ...], ...]."""
    recipe = re.search(rf"^{target}:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(), re.M)
    assert recipe, target
    return [line.strip().removeprefix("@$(BIN)/python ").split() for line in recipe[1].splitlines()]


class Product:
    """A copy of the product in which a guide's steps are done."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.places = os.pathsep.join(str(folder / name) for name in ("firmware", "host"))
        copies.copy(paths.PACKAGE.parent, folder / "firmware")
        copies.copy(ROOT / "host", folder / "host")
        (folder / "hardware").mkdir()
        for name in ("boards.py", "board.toml"):
            shutil.copy(ROOT / "hardware" / name, folder / "hardware")

    def write(self, path: str, content: str) -> None:
        (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / path).write_text(content, encoding="utf-8")

    def change(self, path: str, old: str, new: str) -> None:
        text = (self.folder / path).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} in {path}"
        self.write(path, text.replace(old, new))

    def run(self, *arguments: str) -> str:
        """Run Python there; what it prints."""
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": self.places},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def shell(self, commands: str) -> str:
        """Run a guide's commands; what they print."""
        printed = ""
        for line in commands.splitlines():
            program, *arguments = shlex.split(line)
            assert program in ("make", ".venv/bin/tourelle")
            tourelle = [["-m", "tourelle_host", *arguments]]
            for run in made(arguments[0]) if program == "make" else tourelle:
                printed += self.run(*run)
        return printed

    def script(self, text: str, *options: str) -> str:
        self.write("script.txt", text)
        return self.run("-m", "tourelle_host", "script", "script.txt", *options)

    def follow(self, guide: str) -> None:
        """Write the files that a guide names above their content, and run its commands."""
        for before, language, content in blocks(guide):
            named = re.search(r"^(At the end of )?`([\w/]+\.\w+)`:\n\n$", before, re.MULTILINE)
            if named:
                path = self.folder / named[2]
                path.parent.mkdir(parents=True, exist_ok=True)
                kept = path.read_text(encoding="utf-8") if named[1] else ""
                path.write_text(f"{kept}\n{content}" if kept else content, encoding="utf-8")
            elif language == "sh":
                self.printed = self.shell(content)


@pytest.fixture
def product(tmp_path):
    return Product(tmp_path)


@pytest.mark.parametrize("vm", ONE_VM)
def test_adding_a_game(product, vm):
    product.follow("game.md")
    counts = [count(OPENING, "w", depth) for depth in (1, 2, 3)]
    assert counts == [22, 484, 11132]
    assert product.printed == "".join(f"perft({n}) {c}\n" for n, c in enumerate(counts, 1))
    drawn = product.folder / "firmware/tourelle/games/breakthrough/page/opening.svg"
    assert drawn.read_text().startswith("<svg")
    assert "games/breakthrough/__init__.py" in (product.folder / "package.json").read_text()
    for target in ("catalogue", "docs", "package"):
        for run in made(target):
            product.run(*run, "--check")
    (script,) = [text for _, language, text in blocks("game.md") if language == "hand"]
    held = product.script(script, "--grid", "square", "--vm", vm)
    assert held.startswith("all 7 expectations held")


# -- Breakthrough once more, from its rules as people read them

OPENING = {c + r: "w" if r in "12" else "b" for c in "abcdefgh" for r in "1278"}


def after(board, side):
    """The boards after each move of a side."""
    ahead = 1 if side == "w" else -1
    for cell in [cell for cell, man in board.items() if man == side]:
        for aside in (-1, 0, 1):
            to = chr(ord(cell[0]) + aside) + chr(ord(cell[1]) + ahead)
            there = board.get(to)
            on_board = "a" <= to[0] <= "h" and "1" <= to[1] <= "8"
            if on_board and there != side and not (there and aside == 0):
                yield {**{c: man for c, man in board.items() if c != cell}, to: side}


def count(board, side, depth):
    other = "b" if side == "w" else "w"
    return 1 if depth == 0 else sum(count(b, other, depth - 1) for b in after(board, side))


@pytest.mark.deep
@pytest.mark.needs_chromium
def test_the_game_of_the_guide_is_played_on_the_page(product, browser, monkeypatch):
    from browser import playing

    product.follow("game.md")
    monkeypatch.setenv("PYTHONPATH", product.places)
    with playing("--grid", "square") as address:
        browser.open_to_choose(address)
        browser.one("#new-games label:has([value=breakthrough])").click()
        browser.one("#new-against [value=hand]").click()
        browser.one("#new-dialog button[value=new]").click()
        browser.until(lambda: browser.text("#status .headline") == "White to move")
        for line in ("lift d2", "drop d3"):
            browser.do(line)
        browser.until(lambda: browser.text("#status .headline") == "Black to move")
        assert browser.log() == []


# -- a game on an empty board, with sides that no light was made for

NOUGHTS = """
from tourelle.games import FILLED, Outcome, TextError
from tourelle.games.position import Position as Base
from tourelle.grids import NONE

LINES = [[x + 8 * y for x in range(3)] for y in range(3)]
LINES += [[x + 8 * y for y in range(3)] for x in range(3)] + [[0, 9, 18], [2, 9, 16]]


class Position(Base):
    NAME, TITLE, GRID, SIDES, ONE_STEP, KINDS = "xo", "Noughts", "square", "xo", True, ("x", "o")

    def __init__(self, options=None):
        super().__init__(options)
        self.marks = {}

    def clear(self):
        self.marks.clear()
        self.occupancy[:] = bytes(64)

    def legal_moves(self):
        for cell in (0, 1, 2, 8, 9, 10, 16, 17, 18):
            if cell not in self.marks:
                yield cell

    def push(self, move):
        self.marks[move] = self.turn
        self.occupancy[move] = 1
        self.turn ^= 1
        self.turns += 1

    def pop(self):
        move, _ = self.marks.popitem()
        self.occupancy[move] = 0
        self.turn ^= 1
        self.turns -= 1
        return move

    def mark(self, move, marks, at):
        marks[at] = FILLED | move
        return at + 1

    def outcome(self):
        for side in (0, 1):
            if any(all(self.marks.get(cell) == side for cell in line) for line in LINES):
                return Outcome((side,), (), "three in a row")
        return Outcome((), (), "full") if len(self.marks) == 9 else None

    def owner(self, cell):
        return self.marks.get(cell, NONE)

    def pieces(self, cell):
        return "d%d" % self.marks[cell] if cell in self.marks else ""

    def stack_text(self, cell):
        return "xo"[self.marks[cell]]

    @staticmethod
    def glyphs(stack):
        if stack not in ("x", "o"):
            raise TextError("'%s' is no mark" % stack)
        return "d%d" % "xo".index(stack)

    def move_text(self, move):
        return self.grid.names[move]

    def fill(self, stacks, parts):
        for cell, text in stacks:
            self.marks[cell] = "xo".index(text)
            self.occupancy[cell] = 1
"""

AT_AN_EMPTY_BOARD = """
set xo
place b2 x
wait 1500
expect light b2 off
expect light a8 off
press ok
expect move b2
expect turn o
place a1 o
expect move a1
place b1 x
expect move b1
place a3 o
expect move a3
place b3 x
expect over x
"""


@pytest.mark.deep
def test_a_game_on_an_empty_board_begins_with_what_is_placed(product):
    product.write("firmware/tourelle/games/xo/__init__.py", NOUGHTS)
    product.write("firmware/tourelle/games/xo/page/rules.md", "# Noughts\n")
    product.shell("make catalogue\nmake docs\n")
    held = product.script(AT_AN_EMPTY_BOARD, "--grid", "square", "--vm", "cpython")
    assert held.startswith("all ")


@pytest.mark.parametrize("vm", ONE_VM)
def test_adding_a_board(product, vm):
    found = blocks("board.md")
    (below,) = [text for _, language, text in found if not language]
    shape, grid = [text for _, language, text in found if language == "python"]
    product.change("firmware/tourelle/grids.py", below, below + shape)
    product.follow("board.md")
    assert (product.folder / "firmware/boards/small.json").exists()
    product.follow("game.md")
    rules = "firmware/tourelle/games/breakthrough/__init__.py"
    product.change(rules, '    GRID = "square"\n', grid)
    product.shell("make catalogue\n")
    (script,) = [text for _, language, text in blocks("game.md") if language == "hand"]
    script = script.replace("e7", "e4").replace("e6", "e3")  # there are fewer rows
    held = product.script(script, "--grid", "small", "--vm", vm)
    assert held.startswith("all 7 expectations held")


# -- a sensor, driven by the simulated world

NOISE = (0, 7, -11, 4, -6, 12, -3)


class HallTable(CoreTable):
    """A table whose board has Hall sensors: pieces of one side have their other pole up."""

    def __init__(self, grid, hear):
        super().__init__(grid, 0, hear)

    def _scanner(self, contacts, period_ms):
        self._raw = bytearray(contacts)
        self._sample = sampler(self.grid, self.world)
        return Hall(contacts, self._field, self._read_buttons, lambda ms: None, 1)

    def _field(self, cell):
        self._sample(self._raw)
        noise = NOISE[(cell + self.now_ms) % len(NOISE)]
        if not self._raw[cell]:
            return noise
        top = self.world.cells[cell][-1] if self.world.cells[cell] else "d0"
        return (100 if top[1] == "0" else -100) + noise

    def _read_buttons(self, raw):
        self._sample(self._raw)
        raw[-2:] = self._raw[-2:]


def played(table_of):
    """What a board says when the script of the guide is done at it."""
    lines = []
    table = table_of("avalam", lines.append)
    (script,) = [text for _, language, text in blocks("sensor.md") if language == "hand"]
    for line in script.splitlines():
        table.do(line)
        if line.startswith("set"):
            table.wait(2000)
    return lines


def test_the_scanner_of_the_guide_is_the_one_that_is_tested():
    (scanner, choice) = [text for _, language, text in blocks("sensor.md") if language == "python"]
    assert scanner == (ROOT / "tests/guided/hall.py").read_text(encoding="utf-8")
    port = (paths.PACKAGE / "ports/micropython.py").read_text(encoding="utf-8")
    head = "def _scanner(board, grid):\n"
    assert port.count(head) == 1
    compile(port.replace(head, head + choice), "micropython.py", "exec")


def test_with_hall_sensors_the_same_hand_needs_no_question():
    reeds = played(lambda grid, hear: CoreTable(grid, 0, hear))
    hall = played(HallTable)
    assert not [line for line in reeds if line.startswith("@move")]
    assert [line for line in hall if line.startswith("@move")] == ["@move 1 y c9-d9"]
    assert not [line for line in hall if line.startswith("@question")]


def test_hall_sensors_say_nothing_while_nothing_happens():
    lines = []
    table = HallTable("avalam", lines.append)
    table.do("set avalam")
    table.wait(2000)
    lines.clear()
    table.wait(60000)
    assert lines == []
    table.do("nudge c9 120")
    table.wait(1000)
    assert [line for line in lines if line.startswith(("@lift", "@down"))] == [
        "@lift c9",
        "@down c9",
    ]
    table.do("press ok")
    table.wait(1000)
    assert not [line for line in lines if line.startswith("@move")]
