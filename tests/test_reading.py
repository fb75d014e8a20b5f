"""The stages of reading, with literals: what tokens say for a step, and what is then decided."""

import ast
import inspect
from pathlib import Path

import pytest

from tourelle.games import NOTHING, Footprint
from tourelle.reading.decide import (
    ASK,
    FOLLOW,
    LONE,
    LOOK_BACK,
    OPEN,
    SETTLED,
    UNASK,
    decide,
    decision,
)
from tourelle.reading.explain import LIFTED, MISSING, NUDGED, RULED_OUT, SEEN, grade_foot
from tourelle.reading.hindsight import last_fit, standing_since
from tourelle.reading.line import OWED, TAKEN_BACK, Reading
from tourelle.reading.tokens import RECALL, Tokens
from tourelle.steps import ZOBRIST

ROOT = Path(__file__).resolve().parent.parent
ORIGIN, TARGET, OTHER, FAR = range(4)


def foot(**cells):
    """A footprint of these groups of cells."""
    return Footprint(*(bytes(cells.get(name, ())) for name in NOTHING._fields))


ONTO = foot(vacated=[ORIGIN], reached=[TARGET])  # everything onto a piece
ACROSS = foot(vacated=[ORIGIN], filled=[FAR])  # everything onto an empty cell
OFF = foot(left=[ORIGIN], filled=[FAR])  # a piece off a stack


def tokens(*changes):
    """The tokens of (ms, cell, closed)."""
    made = Tokens(4)
    for now, cell, closed in changes:
        made.changed(cell, closed, cell != FAR, now)
    return made


def graded(step, *changes, dead=(), origin=255):
    left_out = bytes(cell in dead for cell in range(4))
    made = tokens(*changes)
    return grade_foot(step, made, 0, made.seq, left_out, origin)


@pytest.mark.parametrize(
    ("step", "changes", "expected"),
    [
        (ONTO, [(1000, ORIGIN, 0)], MISSING),
        (ONTO, [(1000, ORIGIN, 0), (1200, TARGET, 0), (1500, TARGET, 1)], LIFTED),
        (ONTO, [(900, TARGET, 0), (1000, ORIGIN, 0), (1500, TARGET, 1)], LIFTED),
        (ONTO, [(800, TARGET, 0), (1000, TARGET, 1), (1300, ORIGIN, 0)], MISSING),
        (ONTO, [(1000, ORIGIN, 0), (2000, TARGET, 0), (2100, TARGET, 1)], NUDGED),
        (ACROSS, [(1000, ORIGIN, 0), (1300, FAR, 1)], SEEN),
        (ACROSS, [(1000, FAR, 1), (1300, ORIGIN, 0)], RULED_OUT),
        (OFF, [(1300, FAR, 1)], MISSING),
        (OFF, [(1000, ORIGIN, 0), (1300, FAR, 1), (1500, ORIGIN, 1)], LIFTED),
    ],
)
def test_how_much_the_tokens_say_for_a_step(step, changes, expected):
    assert graded(step, *changes) == expected


def test_where_a_dead_switch_ends_a_step_nothing_attests_it():
    assert graded(ACROSS, (1000, ORIGIN, 0), (1300, FAR, 1), dead=[FAR]) == MISSING


def test_the_only_stack_that_steps_start_from_needs_no_touch():
    assert graded(OFF, (1300, FAR, 1), origin=ORIGIN) == SEEN


RIDE = foot(vacated=[ORIGIN], filled=[OTHER, FAR], via=[OTHER])  # it turns on OTHER
ROW = foot(vacated=[ORIGIN, OTHER], filled=[FAR])  # piled up
PILED = foot(vacated=[ORIGIN, OTHER], reached=[TARGET])
TOP = foot(left=[ORIGIN], reached=[TARGET])  # off a stack onto a piece


@pytest.mark.parametrize(
    ("step", "order", "expected"),
    [
        (RIDE, "a C c D C", SEEN),
        (RIDE, "a D C", MISSING),  # no piece has rested there
        (RIDE, "a D d C D", MISSING),  # it was the other one
        (RIDE, "a C D c C", MISSING),  # it has not gone on from there
        (ROW, "a D c", SEEN),
        (ROW, "D a c", RULED_OUT),
        (PILED, "a c b B", LIFTED),
        (PILED, "a b B c", MISSING),  # the target was touched before all of the row was up
        (TOP, "a A b B", LIFTED),
        (TOP, "a A", MISSING),
        (TOP, "b B", MISSING),
    ],
)
def test_the_order_that_a_step_needs(step, order, expected):
    """a to d: the switch of that cell opens; A to D: it closes. 200 ms between any two."""
    made = Tokens(4)
    for number, sign in enumerate(order.split()):
        made.changed("abcd".index(sign.lower()), sign.isupper(), 1, 1000 + 200 * number)
    assert grade_foot(step, made, 0, made.seq, bytes(4), 255) == expected


def test_what_was_touched_before_is_no_evidence_nor_rules_it_out():
    made = tokens((1000, FAR, 1), (1300, ORIGIN, 0), (1600, TARGET, 0), (1900, TARGET, 1))
    assert grade_foot(ACROSS, made, 0, 4, bytes(4), 255) == RULED_OUT
    assert grade_foot(ACROSS, made, 1, 4, bytes(4), 255) == SEEN
    assert grade_foot(ONTO, made, 0, 4, bytes(4), 255) == LIFTED
    assert grade_foot(ONTO, made, 0, 3, bytes(4), 255) == MISSING
    assert grade_foot(ONTO, made, 4, 4, bytes(4), 255) == MISSING


def test_the_weakest_touch_counts():
    made = tokens((0, ORIGIN, 0), (500, ORIGIN, 1), (900, TARGET, 0), (1000, TARGET, 1))
    assert grade_foot(TOP, made, 0, 4, bytes(4), 255) == NUDGED
    assert grade_foot(foot(left=[TARGET, ORIGIN]), made, 0, 4, bytes(4), 255) == NUDGED


def test_a_dead_origin_needs_no_lift():
    assert graded(ONTO, (1000, TARGET, 0), (1500, TARGET, 1), dead=[ORIGIN]) == LIFTED


A, B, C = Reading(True, (1,)), Reading(True, (2,)), Reading(False, (3,))


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"fits": [TAKEN_BACK]}, (OPEN, [TAKEN_BACK])),
        (
            {"fits": [TAKEN_BACK], "attested": [TAKEN_BACK], "replaces": True},
            (FOLLOW, [TAKEN_BACK]),
        ),
        ({"attested": [A, TAKEN_BACK], "replaces": True}, (ASK, [A, TAKEN_BACK])),
        ({"fits": [A, B], "attested": [A]}, (FOLLOW, [A])),
        ({"fits": [A, B], "attested": [A, B]}, (ASK, [A, B])),
        ({"attested": [A, C], "stands": True}, (FOLLOW, [A])),
        ({"attested": [A, C]}, (ASK, [A, C])),
        ({"attested": [A, C], "replaces": True}, (ASK, [A, C])),
        ({"fits": [C], "attested": [C], "replaces": True}, (FOLLOW, [C])),
        ({"attested": [C]}, (ASK, [C])),
        ({"past": True, "fits": [A]}, (UNASK, [])),
        ({"fits": [A]}, (LONE, [A])),
        ({"fits": [A, B]}, (OPEN, [A, B])),
        ({"fits": [C]}, (OPEN, [C])),
        ({}, (LOOK_BACK, [])),
    ],
)
def test_the_table(facts, expected):
    known = {"fits": [], "attested": [], "stands": False, "replaces": False, "past": False}
    assert decide(**{**known, **facts}) == expected


def test_what_a_decision_does_not_name_is_not_to_be_done():
    """Nothing is played or taken back."""
    assert SETTLED == decision("settled") == ("settled", 0, (), {})


def test_the_table_of_the_docs_has_a_row_for_each_thing_that_is_decided():
    text = (ROOT / "docs" / "reading.md").read_text(encoding="utf-8")
    table = text.split("This table is `decide.py`")[1].split("|---|---|\n")[1].split("\n\n")[0]
    nodes = list(ast.walk(ast.parse(inspect.getsource(decide))))
    ends = [node for node in nodes if isinstance(node, ast.Return | ast.IfExp)]
    assert len(table.splitlines()) == len(ends)


class Fitting:
    """What hindsight asks a `Line` for; steps fit where just these cells differ."""

    def __init__(self, closed, occupied, *steps):
        self.closed = closed
        differing = [cell for cell in range(4) if closed[cell] != occupied[cell]]
        self.key = self._key(differing)
        self._keys = [self._key(step) for step in steps]

    def _key(self, cells):
        key = 0
        for cell in cells:
            key ^= ZOBRIST[cell]
        return key

    def beneath(self):
        return b""

    def felt(self):
        return False

    def fits(self, key, beneath):
        return key in self._keys


def result(slices):
    """What slices of work return at their end."""
    while True:
        try:
            next(slices)
        except StopIteration as end:
            return end.value


def test_what_fitted_last_is_found_behind_what_the_next_hand_has_begun():
    made = tokens((1000, ORIGIN, 0), (1300, FAR, 1), (1400, OTHER, 0))
    line = Fitting(bytes([0, 1, 0, 1]), bytes([1, 1, 1, 0]), [ORIGIN, FAR])
    moment = result(last_fit(line, made, 0))
    assert (moment.until, moment.by_lift) == (2, True)
    assert moment.key == ZOBRIST[ORIGIN] ^ ZOBRIST[FAR]
    assert result(last_fit(line, made, 3)) is None, "the position has changed since"


def test_what_fits_now_is_not_what_fitted_last():
    made = tokens((1000, ORIGIN, 0), (1300, FAR, 1))
    line = Fitting(bytes([0, 1, 1, 1]), bytes([1, 1, 1, 0]), [ORIGIN, FAR], [ORIGIN])
    moment = result(last_fit(line, made, 0))
    assert (moment.until, moment.by_lift, moment.key) == (1, False, ZOBRIST[ORIGIN])


def test_a_touch_meanwhile_is_after_the_step_stood():
    made = tokens((1000, ORIGIN, 0), (1300, FAR, 1), (1600, FAR, 0), (1700, FAR, 1))
    line = Fitting(bytes([0, 1, 1, 1]), bytes([1, 1, 1, 0]), [ORIGIN, FAR])
    assert result(standing_since(line, made, 0)) == 2
    other = Fitting(bytes([0, 1, 1, 1]), bytes([1, 1, 1, 0]), [ORIGIN, FAR], [ORIGIN])
    assert result(standing_since(other, made, 0)) == 4, "lifted, it fitted another"


def test_hindsight_ends_where_memory_does():
    changes = [(1000, ORIGIN, 0), (1300, FAR, 1)]
    changes += [(1400 + 100 * i, TARGET, i % 2) for i in range(RECALL)]
    line = Fitting(bytes([0, 1, 1, 1]), bytes([1, 1, 1, 0]), [ORIGIN, FAR])
    made = tokens(*changes)
    assert result(standing_since(line, made, 0)) == made.seq - RECALL


def test_a_captured_piece_that_comes_off_does_not_count_as_a_change_of_the_step():
    made = tokens((1000, ORIGIN, 0))
    made.changed(FAR, 0, 0, 2000, OWED)
    line = Fitting(bytes([0, 1, 1, 0]), bytes([1, 1, 1, 0]), [FAR], [ORIGIN, FAR])
    assert result(last_fit(line, made, 0)) is None


# -- tokens


@pytest.mark.parametrize(
    ("up_ms", "touched", "lifted"),
    [(39, False, False), (40, True, False), (149, True, False), (150, True, True)],
)
def test_how_long_a_piece_was_up_tells_chatter_nudges_and_lifts(up_ms, touched, lifted):
    made = tokens((1000, TARGET, 0), (1000 + up_ms, TARGET, 1))
    assert made.touched(TARGET, 0, made.seq) == touched
    assert made.lifted(TARGET) == lifted
    assert made.opening(TARGET, made.seq) == touched, "chatter has not even opened it"


def test_a_magnet_on_an_empty_cell_may_be_there_for_a_moment_only():
    made = tokens((1000, FAR, 1), (1010, FAR, 0), (1030, FAR, 1))
    assert made.opening(FAR, 9) == 2 and made.closing(FAR, 9) == 3
    assert made.closing(FAR, 2) == 1


def test_what_never_changed_says_nothing():
    made = tokens()
    for cell in range(4):
        assert made.opening(cell, 9) == made.closing(cell, 9) == 0
        assert made.change(cell) == 0 and not made.changed_twice(cell, 0)
        assert not made.handled(cell, 0) and not made.touched(cell, 0, 9)
    assert made.last(ONTO) == 0 and made.first(ONTO, 0) == 0
    assert made.changed(TARGET, 0, 1, 5) == 300, "nobody knows: a touch"
    assert made.changed(TARGET, 1, 1, 17) == 12


def test_each_change_is_remembered_with_its_cell_for_a_while():
    made = tokens((1000, ORIGIN, 0), (1100, FAR, 1))
    assert made.cell(1) == (ORIGIN, 0) and made.cell(2) == (FAR, 0) and made.oldest() == 0
    made.changed(TARGET, 0, 1, 1200, OWED)
    cell, left_out = made.cell(3)
    assert cell == TARGET and left_out
    for now in range(1300, 1300 + 100 * RECALL, 100):
        made.changed(OTHER, now % 200 > 0, 1, now)
    assert made.oldest() == 3 and made.cell(4) == (OTHER, 0)


def test_a_touch_that_has_answered_is_used_up():
    made = tokens((1000, TARGET, 0), (1100, TARGET, 1), (1300, TARGET, 0), (1400, TARGET, 1))
    assert made.handled(TARGET, 2) and not made.handled(TARGET, 3)
    assert made.changed_twice(TARGET, 2) and not made.changed_twice(TARGET, 3)
    made.use_up(TARGET)
    assert (made.opening(TARGET, 9), made.closing(TARGET, 9)) == (1, 2), "the one before still says"
    assert [number for number in range(6) if made.answering(number)] == [3], "it was open"


def test_where_a_step_began_and_ended():
    made = tokens((1000, OTHER, 0), (1100, ORIGIN, 0), (1200, TARGET, 0), (1300, TARGET, 1))
    assert (made.first(ONTO, 0), made.first(ONTO, 1), made.first(ONTO, 2)) == (2, 2, 4)
    assert made.first(foot(reached=[TARGET]), 0) == made.last(ONTO) == 4
    assert made.last(foot(vacated=[OTHER, ORIGIN])) == 2
    assert made.first(foot(vacated=[ORIGIN, OTHER]), 0) == 1


@pytest.mark.parametrize(("ms", "moved"), [(9999, True), (10000, False)])
def test_a_piece_that_was_moved_just_now_shows_that_both_switches_work(ms, moved):
    made = tokens((1000, ORIGIN, 0), (1000, FAR, 1))
    closed = bytes([0, 1, 1, 1])
    assert made.moved([ORIGIN, FAR], closed, 1000 + ms) == moved
    assert not made.moved([ORIGIN], closed, 1000), "one alone has not been moved anywhere"
    assert not made.moved([ORIGIN, TARGET], closed, 1000), "the other has always been there"


@pytest.mark.parametrize(("ms", "together"), [(799, True), (800, False)])
def test_two_hands_lift_at_about_the_same_time(ms, together):
    made = tokens((1000, ORIGIN, 0), (1000 + ms, TARGET, 0))
    assert made.together([ORIGIN, TARGET]) == together


@pytest.mark.parametrize(("ms", "hovers"), [(700, False), (701, True)])
def test_a_piece_that_was_up_for_long_may_only_hover(ms, hovers):
    made = tokens((1000, ORIGIN, 0), (1000 + ms, FAR, 1))
    assert made.hovers([ORIGIN, FAR], bytes([0, 1, 1, 1])) == hovers
    assert not made.hovers([ORIGIN], bytes([0, 1, 1, 0])), "nothing came down"


@pytest.mark.parametrize(("ms", "touched"), [(30, False), (31, True)])
def test_five_cells_within_30_ms_are_a_knock_and_no_touch(ms, touched):
    made = Tokens(5)
    for closed in range(2):
        for cell in range(4):
            made.changed(cell, closed, 1, 1000 + 100 * closed)
        lasted = made.changed(4, closed, 1, 1000 + ms + 100 * closed)
    assert (lasted, made.touched(4, 0, made.seq)) == ((100, True) if touched else (0, False))


@pytest.mark.parametrize(("ms", "soon"), [(3999, True), (4000, False)])
def test_a_piece_that_came_up_soon_after_another_may_be_in_the_same_hand(ms, soon):
    made = tokens((1000, ORIGIN, 0), (1000 + ms, TARGET, 0))
    assert made.followed_soon(ORIGIN, [ORIGIN, TARGET], 4000) == soon
    assert not made.followed_soon(TARGET, [ORIGIN, TARGET], 4000), "it was the later one"


def test_an_answer_leaves_the_grade_of_the_touch_before_it():
    made = Tokens(9)
    for closed, now in ((0, 1000), (1, 1300), (0, 3000), (1, 3060)):
        made.changed(TARGET, closed, 1, now)
    assert not made.lifted(TARGET)
    made.use_up(TARGET)
    assert made.lifted(TARGET)


@pytest.mark.parametrize("soon, late", [(1, 2), (2, 1)])
def test_one_cell_soon_after_is_enough_in_any_order(soon, late):
    made = Tokens(9)
    for cell, closed, now in ((5, 0, 1000), (soon, 0, 2000), (late, 1, 9000)):
        made.changed(cell, closed, 1, now)
    assert made.followed_soon(5, bytes((1, 2, 5)), 4000)


def test_chatter_after_a_lift_leaves_it_a_lift():
    made = Tokens(9)
    for closed, now in ((0, 1000), (1, 1300), (0, 1360), (1, 1380)):
        made.changed(TARGET, closed, 1, now)
    assert made.lifted(TARGET)
