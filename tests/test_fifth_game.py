"""A fifth game is a folder and one test: this one, for a small Konane."""

import os
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import pytest

import copies
from second_opinion import comparing, split
from tourelle import games
from tourelle.games import catalogue
from tourelle.grids import grid
from tourelle_host import catalogue as generator
from tourelle_host import paths
from tourelle_host.server import describe

FOLDER = Path(__file__).resolve().parent / "fifth_game"
CELLS = [column + row for row in "12345678" for column in "abcdefgh"]


@dataclass
class State:
    turn: str
    board: dict


def read(text):
    side, board, _ = split(text)
    return State(side, board)


def moves(state):
    found = {}
    other = "w" if state.turn == "b" else "b"
    gaps = [cell for cell in CELLS if cell not in state.board]
    if len(gaps) < 2:
        for cell, stone in state.board.items():
            apart = [abs(ord(cell[0]) - ord(g[0])) + abs(ord(cell[1]) - ord(g[1])) for g in gaps]
            if stone == state.turn and (apart == [1] or (not gaps and cell in "a1 h8 d4 e5")):
                board = {c: s for c, s in state.board.items() if c != cell}
                found[cell] = replace(state, turn=other, board=board)
        return found
    for origin, stone in state.board.items():
        if stone != state.turn:
            continue
        for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            board = dict(state.board)
            cell = origin
            while True:
                over = chr(ord(cell[0]) + x) + chr(ord(cell[1]) + y)
                to = chr(ord(over[0]) + x) + chr(ord(over[1]) + y)
                if board.get(over) != other or to not in CELLS or to in board:
                    break
                del board[over]
                board[to] = board.pop(cell)
                cell = to
                found[f"{origin}-{to}"] = State(other, dict(board))
    return found


def count(state, depth):
    return 1 if depth == 0 else sum(count(after, depth - 1) for after in moves(state).values())


def points(state):
    return ()


def result(state):
    return None if moves(state) else ("w" if state.turn == "b" else "b", ())


@pytest.fixture
def konane(monkeypatch):
    """The fifth game among the others, as if its file lay beside theirs."""
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(FOLDER)])
    generated: dict = {}
    exec(generator.files()[generator.TARGET], generated)
    monkeypatch.setattr(catalogue, "GAMES", generated["GAMES"])
    yield games.load("konane")
    del sys.modules["tourelle.games.konane"]


def test_its_rules(konane):
    second = sys.modules[__name__]
    for seed in range(10):
        opening = games.opening("konane")
        compared, outcome = comparing.play(opening, read(opening.text()), second, Random(seed), 100)
        assert compared > 10 and outcome.why == "no move left"


def test_it_is_found_by_whoever_asks_for_a_game(konane):
    names = [path.parent.name for path in generator.TARGET.parent.glob("*/__init__.py")]
    listed = [entry.name for entry in catalogue.GAMES]
    assert listed == sorted({*listed, "konane"}) and set(listed) <= {*names, "konane"}
    assert games.find("Konane").opening == bytes([1] * 64)


@pytest.fixture
def product(tmp_path):
    """A copy of the product with the game's file and rules page; runs commands in it."""
    copies.copy(paths.PACKAGE.parent, tmp_path / "firmware")
    there = tmp_path / "firmware" / "tourelle" / "games" / "konane"
    copies.copy(FOLDER / "konane", there)

    def run(*arguments):
        environment = {**os.environ, "PYTHONPATH": str(tmp_path / "firmware")}
        done = subprocess.run(
            [sys.executable, "-m", *arguments], env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    run.folder, run.there = tmp_path, there  # type: ignore[attr-defined]
    return run


AT_THE_TABLE = """
set konane
wait 1500
expect turn b
expect light d4 can-move
expect light d5 off
lift d4
drop box
expect move d4
expect turn w
lift d5
drop box
expect move d5
lift d2
expect light d4 may-land
drop d4
expect light d3 capture
remove d3 1
expect move d2-d4
expect light d4 last-move
power off
power on
wait 1000
expect turn w
press undo
expect turn b
expect light d2 put-back
"""


def test_it_is_recognised_read_lit_and_resumed_on_the_board(product, vm):
    product("tourelle_host.catalogue")
    script = product.folder / "konane.txt"
    script.write_text(AT_THE_TABLE)
    held = product("tourelle_host", "script", str(script), "--grid", "square", "--vm", vm)
    assert held.startswith("all ")


def test_the_page_can_put_it_up(konane, monkeypatch):
    monkeypatch.setattr(describe, "GAMES", catalogue.GAMES)
    games_ = {game["name"]: game for game in describe.describe(grid("square"))["games"]}
    described = games_["konane"]
    assert (described["title"], described["sides"]) == ("Konane", "bw")
    assert [piece["glyphs"] for piece in described["box"]] == [["d0"], ["d1"]]


def test_it_is_in_the_product_with_its_file_and_page_alone(product, vm):
    product("tourelle_host.catalogue")
    product("tourelle_host.rule_pictures")
    assert (product.there / "page" / "opening.svg").read_text().startswith("<svg")
    product("tourelle_host.catalogue", "--check")
    product("tourelle_host.rule_pictures", "--check")
    printed = product("tourelle_host", "perft", "konane", "4", "--vm", vm)
    opening = State("b", {cell: "bw"[(ord(cell[0]) + ord(cell[1])) % 2] for cell in CELLS})
    assert printed == "".join(f"perft({n}) {count(opening, n)}\n" for n in (1, 2, 3, 4))
