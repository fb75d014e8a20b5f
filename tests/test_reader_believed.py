"""Switches that OK says are right as they are, and what still counts of them."""

import pytest

from table import table_of
from tourelle.buttons import OK

WEEK_MS = 7 * 24 * 3600 * 1000


def test_ok_believes_the_board_and_a_dead_switch_is_left_out(avalam):
    avalam.lift("e4")  # dead from here on: it reads open though its piece stands
    avalam.drop("e5")  # and something lies on the centre
    avalam.run(400)
    assert avalam.lit("remove") == {"e5"}
    avalam.press(OK)
    avalam.run(400)
    assert avalam.lit("remove") == {"e5"}, "both switches have just worked"
    avalam.run(10000)
    avalam.press(OK)
    avalam.run(400)
    avalam.lift("c9", "d9")
    avalam.drop("d9")
    avalam.run(400)
    assert avalam.moves() == ["y c9-d9"]
    avalam.run(6000)
    assert avalam.lit("put-back") == avalam.lit("remove") == set()
    avalam.drop("e4")
    avalam.lift("e4", ms=400)
    assert avalam.light("e4") == "in-hand", "once it has changed, it counts again"


def test_ok_counts_though_nothing_was_touched_for_a_week():
    table = table_of("tawol")
    table.lift("b2")
    table.drop("e5", ms=20000)
    assert (table.lit("put-back"), table.lit("remove")) == ({"b2"}, {"e5"})
    table.now += WEEK_MS
    table.press(OK)
    table.run(1000)
    assert table.lit("put-back") == table.lit("remove") == set()


@pytest.mark.parametrize("gap_ms", [0, WEEK_MS])
def test_ok_after_a_host_has_played_is_heard_however_long_nobody_played(avalam, gap_ms):
    avalam.lift("c9", "d9")
    avalam.drop("d9", ms=1000)
    avalam.now += gap_ms
    avalam.send("move e4-e3")
    avalam.run(12000)
    assert avalam.lit("remove") == {"e4"}
    for _ in range(2):
        avalam.press(OK)
    avalam.run(1000)
    assert avalam.lit("remove") == set(), "the switch of e4 is left out"


def test_ok_at_rest_is_not_the_first_of_two_after_another_step(avalam):
    avalam.press(OK)
    avalam.send("move c9-d9")
    avalam.touch("e3")
    avalam.run(700)
    avalam.press(OK)
    avalam.run(1000)
    assert avalam.said("way-back")[-1] == "remove c9", "it is not believed to stand there yet"


@pytest.fixture
def righted():
    """OK took b2's missing piece and one on e5 as right; then both were put right, and it rests."""
    table = table_of("tawol")
    table.lift("b2")
    table.drop("e5", ms=12000)
    table.press(OK)
    table.lift("e5")
    table.drop("b2", ms=7000)
    assert table.core.session.play.rests() and table.moves() == []
    return table


def test_a_step_from_a_cell_that_was_left_out_is_read_once_its_switch_works_again(righted):
    righted.lift("b2")
    righted.drop("b3", ms=1000)
    assert righted.moves() == ["w b2-b3"]


def test_no_step_is_read_without_the_lift_that_a_working_switch_would_tell(righted):
    righted.drop("b3", ms=1000)
    assert righted.moves() == []
