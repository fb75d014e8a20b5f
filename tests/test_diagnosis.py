"""The doctor's verdict, on boards that are nothing but their electricity: any fault, any grid."""

import json
import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from depth import first
from tourelle.grids import NAMES, grid
from tourelle_host import paths
from tourelle_host.doctor import diagnosis
from tourelle_host.doctor.diagnosis import Observation
from tourelle_host.doctor.examination import (
    PIECES,
    Clear,
    Fill,
    Lift,
    Light,
    Press,
    Touch,
    Verdict,
    bands,
    examine,
    revealed,
)
from tourelle_host.errors import UserError
from tourelle_host.matrix import KINDS, Chain, Fault, Matrix, parse, write

CHAINS = {
    name: json.loads(paths.board(name).read_text())["leds"]["chain"].split() for name in NAMES
}


def answer(step, matrix: Matrix, chain: Chain, order: list[str], cells):
    """What a person sees, and the board, in a step of the self-test."""
    if isinstance(step, Light):
        place = order.index(cells.names[step.cell])
        lit = [cell for cell in range(cells.size) if chain.place(cell) == place]
        return lit[0] if lit else None
    if isinstance(step, Clear):
        return matrix.seen(())
    if isinstance(step, Touch):
        return matrix.seen((step.cell,))
    if isinstance(step, Fill):
        return matrix.seen(step.cells)
    if isinstance(step, Lift):
        return matrix.seen(step.cells - {step.cell})
    assert isinstance(step, Press)
    return True


def examined(name: str, faults: list[Fault]) -> tuple[Verdict, list]:
    """The verdict on a board with these faults, and the steps that it took."""
    cells = grid(name)
    matrix, chain = Matrix(cells, faults), Chain(cells, CHAINS[name], faults)
    examination = examine(cells, CHAINS[name]).steps
    steps = [next(examination)]
    while True:
        try:
            reply = answer(steps[-1], matrix, chain, CHAINS[name], cells)
            steps.append(examination.send(reply))
        except StopIteration as end:
            return end.value, steps


def single_faults(name: str) -> list[Fault]:
    """Every fault there can be, once."""
    cells = grid(name)
    rows, columns = sorted(set(cells.rows)), sorted(set(cells.columns))
    choices = {"CELL": range(cells.size), "ROW": rows, "COLUMN": columns}
    found = []
    for kind, usage in KINDS.items():
        slots = [word for word in usage.split() if word.isupper()]
        if len(slots) == 2:
            lines = choices[slots[0]]
            found += [Fault(kind, (a, b)) for a in lines for b in lines if a < b]
        elif slots:
            found += [Fault(kind, (at,)) for at in choices[slots[0]]]
        else:
            found.append(Fault(kind))
    return found


def alike(name: str, faults: list[Fault], others: list[Fault]) -> bool:
    """Whether two sets of faults cannot be told from each other by any switch alone, or LED."""
    cells = grid(name)
    chains = Chain(cells, CHAINS[name], faults), Chain(cells, CHAINS[name], others)
    if any(chains[0].place(cell) != chains[1].place(cell) for cell in range(cells.size)):
        return False
    one, other = Matrix(cells, faults), Matrix(cells, others)
    touches = [()] + [(cell,) for cell in range(cells.size)]
    return all(one.seen(touch) == other.seen(touch) for touch in touches)


@pytest.mark.parametrize("name", NAMES)
def test_a_sound_board_gets_a_clean_bill_in_few_steps(name):
    verdict, steps = examined(name, [])
    assert (verdict.faults, verdict.unclear, verdict.untested) == ([], [], frozenset())
    assert all(len(step.cells) <= PIECES for step in steps if isinstance(step, Fill))
    assert sum(isinstance(step, Fill) for step in steps) <= 7
    assert sum(isinstance(step, Lift) for step in steps) <= 30


@given(st.sampled_from(NAMES), st.randoms(use_true_random=False))
def test_every_single_fault_is_named(name, rng):
    fault = rng.choice(single_faults(name))
    verdict, _ = examined(name, [fault])
    assert not verdict.unclear
    assert verdict.faults == [fault] or (
        alike(name, verdict.faults, [fault]) and "diode" not in fault.kind
    )


@pytest.mark.parametrize("name", first(1, NAMES))
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_fault_is_named_as_it_is(name, kind):
    fault = random.Random(kind).choice([one for one in single_faults(name) if one.kind == kind])
    verdict, _ = examined(name, [fault])
    assert verdict.faults == [fault]
    text = diagnosis.sentence(fault, grid(name))
    assert text.endswith(".") and all(word in text for word in place_words(fault, name))


def place_words(fault: Fault, name: str) -> list[str]:
    """The cell, row or column that a sentence has to name."""
    return [word for word in write(fault, grid(name)).split()[1:-1] if word != "leds"]


@given(st.sampled_from(NAMES), st.integers(2, 3), st.randoms(use_true_random=False))
@settings(max_examples=settings().max_examples // 4)  # a quarter of a second each
def test_several_faults_at_once_are_explained(name, count, rng):
    faults = rng.sample(
        [one for one in single_faults(name) if one.kind.startswith(("switch", "led-dead"))], count
    )
    dead = {fault.at[0] for fault in faults if fault.kind == "switch-dead"}
    cells = grid(name)
    for lines in (cells.rows, cells.columns):
        for line in set(lines):
            # Where no switch of a row works, or but one, its wire may as well be open.
            assume(len({cell for cell in range(cells.size) if lines[cell] == line} - dead) > 1)
    verdict, _ = examined(name, faults)
    stuck_and_dead = len({fault.at for fault in faults if fault.kind.startswith("switch")}) < sum(
        fault.kind.startswith("switch") for fault in faults
    )
    assert stuck_and_dead or alike(name, verdict.faults, faults)


@given(st.sampled_from(NAMES), st.randoms(use_true_random=False))
def test_of_two_missing_diodes_each_is_named_or_left_open(name, rng):
    cells = grid(name)
    faults = [Fault("diode-missing", (cell,)) for cell in sorted(rng.sample(range(cells.size), 2))]
    verdict, _ = examined(name, faults)
    named = {fault.at[0] for fault in verdict.faults}
    assert named <= {fault.at[0] for fault in faults}, "no other is blamed"
    for fault in faults:
        assert fault.at[0] in named | verdict.untested


# -- the electricity


def test_a_ghost_needs_three_corners_and_a_missing_diode():
    cells = grid("square")
    at = cells.cell
    corners = {at("b2"), at("b5"), at("f2")}
    assert Matrix(cells).seen(corners) == corners
    ghost = Matrix(cells, [Fault("diode-missing", (at("b2"),))])
    assert ghost.seen(corners) == corners | {at("f5")}
    assert ghost.seen({at("b2"), at("b5")}) == {at("b2"), at("b5")}


@given(st.sampled_from(NAMES), st.randoms(use_true_random=False))
def test_what_a_lift_reveals_is_what_the_electricity_says(name, rng):
    cells = grid(name)
    standing = frozenset(rng.sample(range(cells.size), rng.randrange(4, cells.size)))
    lifted = rng.choice(sorted(standing))
    shown = revealed(cells, standing, lifted)
    for cell in range(cells.size):
        matrix = Matrix(cells, [Fault("diode-missing", (cell,))])
        assert (lifted in matrix.seen(standing - {lifted})) == (cell in shown)


@pytest.mark.parametrize("name", NAMES)
def test_the_bands_test_every_diode(name):
    cells = grid(name)
    every = frozenset(range(cells.size))
    shown = set()
    for band in bands(cells, every):
        assert len(band) <= PIECES
        for cell in band:
            shown |= revealed(cells, band, cell)
    assert shown == every


def test_shorts_and_swaps():
    cells = grid("square")
    at = cells.cell

    def seen(fault: str, *touched: str) -> set[str]:
        matrix = Matrix(cells, [parse(fault, cells)])
        return {cells.names[cell] for cell in matrix.seen({at(name) for name in touched})}

    assert seen("rows 2 7 shorted", "c2") == {"c2", "c7"}
    assert seen("columns a h shorted", "h4") == {"a4", "h4"}
    assert seen("columns a h swapped", "h4") == {"a4"}
    assert seen("rows 1 8 swapped", "c1") == {"c8"}
    assert seen("row 3 open", "c3", "c4") == {"c4"}
    assert seen("column c open", "c3", "d4") == {"d4"}
    assert seen("switch c3 stuck") == {"c3"}


@pytest.mark.parametrize("name", NAMES)
def test_the_texts_of_faults_can_be_read(name):
    cells = grid(name)
    faults = single_faults(name)
    assert {fault.kind for fault in faults} == set(KINDS)
    assert [parse(write(fault, cells), cells) for fault in faults] == faults


@pytest.mark.parametrize(
    "text, words",
    [
        ("", "there is no fault ''"),
        ("row 3 wet", "write one of: switch CELL dead"),
        ("row 12 open", "the avalam board has no row '12'"),
        ("column z open", "the avalam board has no column 'z'"),
        ("led a1 dead", "no cell 'a1' on the avalam grid"),
    ],
)
def test_an_unknown_fault_is_named(text, words):
    with pytest.raises(UserError, match=words):
        parse(text, grid("avalam"))


def test_what_nothing_explains_is_told_as_it_was_seen():
    cells = grid("square")
    at = cells.cell
    strange = Observation(frozenset({at("a1")}), frozenset({at("c3"), at("e5"), at("g2")}))
    sound = [Observation(frozenset({cell}), frozenset({cell})) for cell in range(1, cells.size)]
    found = diagnosis.switches(cells, [Observation(frozenset(), frozenset()), strange, *sound])
    assert found.unexplained
