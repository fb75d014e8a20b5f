"""The legal steps of a position, as the reader finds them."""

import random

import pytest

from relay import BATON, Relay
from tourelle import games
from tourelle.games.catalogue import GAMES
from tourelle.grids import NONE
from tourelle.lights import MAY_ATTACK, MAY_LAND
from tourelle.steps import ALL, ANY, Room, Steps, so_far

# Its second way, after "x1" and "done", leads to the next player's rides.
RIDDEN = "cabale 1 i4=J1 g7=J2 d4=t2 ; tokens 29,29 ; steps i2-g2"
STARTS = [entry.name for entry in GAMES] + [RIDDEN]


def built(position):
    """The steps of a position; between two slices it is as it was."""
    size = position.grid.size
    steps = Steps(position, bytearray(size), Room(size))
    text = position.text()
    while not steps.ready:
        steps.build()
        assert position.text() == text
    return steps


def all_of(steps):
    """The number and the footprint of each step."""
    return [(number, steps.foot(number)) for number in steps.having(b"", b"", ALL)]


def known(steps):
    """All that there is to know about steps: (path, footprint) of each."""
    return [(steps.moves_of(number), foot) for number, foot in all_of(steps)]


@pytest.mark.parametrize("start", STARTS)
def test_the_first_steps_are_the_legal_ones_in_their_order(start):
    position = games.read(start)
    legal = [((move,), position.footprint(move)) for move in position.legal_moves()]
    touching = [step for step in legal if any(step[1])]
    assert known(built(position))[: len(touching)] == touching


@pytest.mark.parametrize("start", STARTS)
def test_a_lifted_piece_lights_what_its_steps_fill_reach_and_take(start):
    position = games.read(start)
    steps = built(position)
    every = known(steps)
    assert every
    for cell in range(position.grid.size):
        lamps = bytearray(b"\1" * position.grid.size)
        feet = [foot for _, foot in every if cell in foot.vacated + foot.left]
        assert steps.light(cell, lamps) == steps.starts(cell) == bool(feet)
        if feet:
            attacked = {c for foot in feet for c in foot.attacked + foot.captured}
            landed = {c for foot in feet for c in foot.filled + foot.reached} - attacked
            assert {c for c, lamp in enumerate(lamps) if lamp == MAY_ATTACK} == attacked
            assert {c for c, lamp in enumerate(lamps) if lamp == MAY_LAND} == landed
            assert sum(map(bool, lamps)) == len(attacked | landed)


@pytest.mark.parametrize("entry", GAMES, ids=lambda entry: entry.name)
@pytest.mark.parametrize("seed", range(3))
def test_there_is_room_from_the_start_for_the_steps_of_a_game(entry, seed):
    chance = random.Random(seed)
    options = {name: chance.choice(values) for name, values in entry.options}
    position = games.opening(entry.name, options)
    for _ in range(60):
        if position.outcome() is not None:
            break
        feet = [foot for _, foot in all_of(built(position))]
        assert 0 < len(feet) <= position.STEP_ROOM[0]
        assert sum(len(cells) for foot in feet for cells in foot) <= position.STEP_ROOM[1]
        position.push(chance.choice(list(position.legal_moves())))


def test_a_game_without_memory_for_its_room_has_it_when_there_is_memory_again(monkeypatch):
    def full():
        raise MemoryError

    room = Room(81)
    with monkeypatch.context() as short:
        short.setattr("tourelle.steps.tidy", full)
        with pytest.raises(MemoryError):
            room.begin(100, 200)
    assert not room.tables()[0]
    room.begin(100, 200)
    ends, facts, marks, *_ = room.tables()
    assert len(ends) > 100 and len(facts) == 3 * len(ends) and len(marks) > 200
    room.take_back(ends)
    assert any(room.tables()[0] is ends for _ in range(2))


def test_steps_of_the_next_turn_follow_what_goes_without_saying():
    position = games.read(RIDDEN)
    steps = built(position)
    paths = [path for path, _ in known(steps)]
    assert {len(path) for path in paths} == {1, 2, 3}
    assert steps.starts(position.grid.cell("g7"))  # the other jester rides next
    assert not steps.movers[position.grid.cell("g7")]
    assert steps.origin == NONE


def test_a_step_that_no_switch_feels_is_silent():
    position = games.read(RIDDEN)
    steps = built(position)
    feet = all_of(steps)
    silent = [number for number, foot in feet if not foot.vacated + foot.filled]
    assert 0 < len(silent) < len(feet)
    assert steps.silent(b"", b"") == silent
    cell = feet[silent[0]][1].reached[:1]
    assert steps.silent(cell, ANY) == [
        number for number in silent if any(cell[0] in cells for cells in feet[number][1])
    ]


@pytest.mark.parametrize("start", ["tawol", "tours", RIDDEN])
def test_a_step_is_possible_once_one_of_its_cells_has_changed_as_it_will(start):
    steps = built(games.read(start))
    feet = all_of(steps)
    assert feet
    for cell in range(len(steps.occupied)):
        alone = bytes((cell,))
        for closed in range(2):
            switches = bytes([closed]) * len(steps.occupied)
            expected = [
                number
                for number, foot in feet
                if cell in (_closes(foot) if closed else _opens(foot))
            ]
            assert steps.having(alone, so_far(alone, switches), ALL) == expected


def _closes(foot):
    return foot.filled + foot.via


def _opens(foot):
    return foot.vacated + foot.left + foot.reached + foot.captured


@pytest.mark.parametrize("start", ["tawol", "tours", RIDDEN])
def test_steps_are_found_by_the_cells_they_change_by_their_path_and_by_their_footprint(start):
    steps = built(games.read(start))
    feet = all_of(steps)
    assert feet
    for number, foot in feet[:: max(1, len(feet) // 20)]:
        changed = set(foot.vacated + foot.filled)
        alike = [n for n, other in feet if set(other.vacated + other.filled) == changed]
        if changed:
            assert steps.fitting_cells(bytes(changed)) == alike
        path = steps.moves_of(number)
        steps.forget()
        assert steps.number(path) == number and steps.foot_of(path) == foot
        numbers = [n for n, _ in feet]
        assert steps.same(number, numbers) == [n for n, other in feet if other == foot]
        assert steps.same(-1, numbers) == []


def test_of_steps_that_may_end_alike_each_is_marked():
    steps = built(games.read(RIDDEN))
    by_key: dict = {}
    for number, foot in all_of(steps):
        by_key.setdefault(steps.key_of(foot.vacated + foot.filled), []).append(number)
    marked = [steps.resemble(numbers) for numbers in by_key.values()]
    found = [sum(like & 2 > 0 for like in each) for each in marked if any(each)]
    assert found and 1 not in found


@pytest.mark.parametrize("start", ["tawol", "tours", RIDDEN])
def test_of_steps_with_the_same_footprint_all_but_the_first_are_marked(start):
    steps = built(games.read(start))
    feet = all_of(steps)
    assert feet
    by_key: dict = {}
    for number, foot in feet:
        by_key.setdefault(steps.key_of(foot.vacated + foot.filled), []).append((number, foot))
    for alike in by_key.values():
        before = [[foot for _, foot in alike[:at]] for at in range(len(alike))]
        expected = [foot in those for (_, foot), those in zip(alike, before, strict=True)]
        like = steps.resemble([number for number, _ in alike]) or bytes(len(alike))
        assert [mark & 1 > 0 for mark in like] == expected


class Twice(Relay):
    """Every baton may be handed over in two ways that look the same."""

    def legal_moves(self):
        for move in super().legal_moves():
            yield move
            if move & BATON:
                yield move | 1 << 17


def test_the_first_of_the_same_footprint_stays_the_first_beside_one_that_may_end_alike():
    position = Twice("w b2 d2 e2 b d7 e7")
    position.push_turn("b2-b3")
    steps = built(position)
    silent = steps.silent(b"", b"")
    there, back = [steps.foot(silent[number]) for number in (0, 2)]
    assert [steps.foot(number) for number in silent] == [there, there, back, back]
    assert list(steps.resemble(silent)) == [2, 3, 2, 3]
