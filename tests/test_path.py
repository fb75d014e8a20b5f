"""Told steps behind a piece that lies beside its switch: all stand, once it is set straight."""

import random
from typing import Any

import pytest

from table import Table
from tourelle import games
from tourelle.reading.line import Reading
from tourelle.reading.path import BUILDS, Path

GAP_MS = 700  # between two steps
CARRY_MS = 250


def plain_steps(chance: random.Random, count: int):
    """So many legal steps of Tawol in a row, each of one piece from one cell onto an empty one.

    No cell comes twice in them: [(text, origin, target), ...].
    """
    position = games.opening("tawol")
    made: list[tuple[str, int, int]] = []
    used: set[int] = set()
    while len(made) < count:
        found = []
        for move in position.legal_moves():
            foot = position.footprint(move)
            cells = [cell for group in foot for cell in group]
            plain = len(foot.vacated) == len(foot.filled) == 1 and len(cells) == 2
            if plain and not used.intersection(cells):
                found.append((move, foot.vacated[0], foot.filled[0]))
        move, origin, target = chance.choice(found)
        made.append((position.move_text(move), origin, target))
        used.update((origin, target))
        position.push(move)
    return made


def played(table: Table, steps, late: int) -> list[str]:
    """Make the steps; the target of one is felt only after all of them. What was committed."""
    table.start(games.opening("tawol"))
    table.run(1500)
    before = len(table.lines)
    for number, (_, origin, target) in enumerate(steps):
        table.switches[origin] = 0
        table.run(CARRY_MS)
        table.switches[target] = number != late
        table.run(GAP_MS)
    table.switches[steps[late][2]] = 1
    table.run(4000)
    return [line.split()[-1] for line in table.lines[before:] if line.startswith("@move")]


def trial(seed: int) -> tuple[list[str], list[str]]:
    """The steps that are made, one of them felt late, and those that were committed."""
    chance = random.Random(seed)
    steps = plain_steps(chance, chance.randint(3, 6))
    late = chance.randrange(len(steps) - 2)
    return [text for text, _, _ in steps], played(Table("square"), steps, late)


@pytest.mark.parametrize("seed", range(4))
def test_told_steps_behind_one_that_is_felt_late_commit_in_order(seed):
    made, committed = trial(seed)
    assert committed == made


@pytest.mark.parametrize("seed", [2, 10])
def test_eight_steps_are_a_path(seed):
    steps = plain_steps(random.Random(seed), 8)
    assert played(Table("square"), steps, late=0) == [text for text, _, _ in steps]


@pytest.mark.parametrize("seed", [2, 10])
def test_nine_steps_are_more_than_a_path_has(seed):
    steps = plain_steps(random.Random(seed), 9)
    table = Table("square")
    assert played(table, steps, late=0) == []
    assert table.lit("put-back") and table.lit("remove"), "the way back"


@pytest.mark.deep
def test_where_two_pieces_may_have_gone_either_way_nothing_commits_out_of_order():
    trials = [trial(seed) for seed in range(4, 64)]
    assert all(made[: len(committed)] == committed for made, committed in trials)
    assert sum(made == committed for made, committed in trials) > 48


def searched(reader) -> Path:
    """The paths that there are as the board stands."""
    path = Path(reader.evidence)
    for _ in path.search():
        pass
    return path


def test_where_all_may_have_gone_anywhere_the_search_ends_though_nothing_explains_the_board(
    monkeypatch,
):
    """Three pieces are up, each with four targets touched; and something lies on e5."""
    table = Table("avalam")
    table.start(games.opening("avalam"))
    table.drop("e5", ms=45)
    for origin, targets in (("c9", "b8 c8 d8 d9"), ("e4", "e3 f4 f3 d3"), ("g5", "g4 h4 h5 g6")):
        table.lift(origin, ms=45)
        for target in targets.split():
            table.lift(target, ms=45)
            table.drop(target, ms=45)
    reader: Any = table.core.session.play.reader
    looked_at: list = []
    usual = reader.line.steps_after

    def steps_after(reading):
        looked_at.append(reading)
        return usual(reading)

    monkeypatch.setattr(reader.line, "steps_after", steps_after)
    path = searched(reader)
    assert (path.firsts, len(looked_at)) == ([], BUILDS)


def test_a_search_that_looked_at_too_little_names_no_first_step():
    """b2-b3, then others; more first steps fit than the search has time for."""
    table = Table("square")
    table.start(
        games.read(
            "tours w b1=b1 c1=b1 d1=b1 e1=b1 b2=b1 c2=b1 b3=b1 a4=b4 b4=b4 h4=w1 h5=w1 g6=w1 "
            "h6=w1 e7=w4 g7=w1 h7=w1 e8=w1 f8=w2 g8=w1 h8=w1 ; quiet 4"
        )
    )

    def fingered(cells: str, ms: int, then_ms: int) -> None:
        """Lift what is marked with "-", nudge the other cells."""
        for cell in cells.split():
            table.lift(cell[:2], ms=ms)
            if len(cell) == 2:
                table.drop(cell, ms=ms)
        table.run(then_ms)

    fingered("e7 h4 b1 h7 c2", 120, 400)
    fingered("b2- b3 f8 b3", 280, 800)
    fingered("g7- h7 g6 h4 h7", 60, 800)
    fingered("d1- e1 f8 c2", 120, 100)
    fingered("h4 b1", 280, 0)
    table.drop("g4", ms=380)
    table.drop("f6", "g5", ms=100)
    table.run(5000)
    assert [move.split()[-1] for move in table.moves()] == ["e7-h4"]


def test_a_path_gives_its_first_step_and_the_change_before_the_second():
    table = Table("square")
    table.start(games.opening("tawol"))
    steps = plain_steps(random.Random(0), 3)
    (move,) = {
        move
        for move in table.position.legal_moves()
        if table.position.move_text(move) == steps[0][0]
    }
    reader: Any = table.core.session.play.reader
    before = reader.tokens.seq
    for number, (_, origin, target) in enumerate(steps):
        table.switches[origin] = 0
        table.run(CARRY_MS)
        table.switches[target] = number > 0
        table.run(100)
    table.switches[steps[0][2]] = 1
    table.run(100)
    path = searched(reader)
    assert (path.firsts, path.until) == ([Reading(True, (move,))], before + 1)


@pytest.mark.parametrize(
    ("untold", "firsts"), [(None, ["c9-d9"]), ("c9", []), ("e4", []), ("g5", [])]
)
def test_a_path_is_of_told_steps_alone(untold, firsts):
    table = Table("avalam")
    table.start(games.opening("avalam"))
    for origin, target in (("c9", "d9"), ("e4", "e3"), ("g5", "g4")):
        if origin != untold:
            table.lift(target, ms=60)
        table.lift(origin, ms=60)
        if origin != untold:
            table.drop(target, ms=60)
    found = searched(table.core.session.play.reader).firsts
    assert [table.position.move_text(move) for reading in found for move in reading.moves] == firsts


def test_what_the_late_step_captured_may_still_stand_when_others_have_played_on():
    table = Table("square")
    table.start(games.read("tours w a1=b3 a5=b1 c7=w2 e8=w1 g8=w2 h5=w1"))
    table.touch("c7")  # its piece lies beside b6
    table.run(GAP_MS)
    table.touch("a1")
    table.drop("b1", "c1", ms=GAP_MS)
    table.touch("g8")
    table.drop("g7", ms=GAP_MS)
    assert table.moves() == []
    table.drop("b6", ms=4000)
    assert table.moves() == ["w c7-b6", "b a1-c1", "w g8-g7"]
    assert table.light("a5") == "capture"
