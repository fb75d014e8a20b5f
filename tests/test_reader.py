"""What a gesture tells: at once, from hasty hands, and in a turn of several steps."""

import pytest

from scenes import COLLAPSE
from table import Table
from tourelle.buttons import OK, UNDO
from tourelle.games import opening, read


def test_a_lift_lights_the_destinations_at_the_second_sample(avalam):
    avalam.lift("c9", ms=2)
    assert avalam.lit("may-land") == {"d9", "b8", "c8", "d8"}
    assert avalam.light("c9") == "in-hand"


def test_what_has_not_changed_for_300_ms_is_decided(avalam):
    avalam.lift("c9", "d9")
    avalam.drop("d9", ms=299)
    assert avalam.moves() == []
    avalam.run(1)
    assert avalam.moves() == ["y c9-d9"]


@pytest.mark.parametrize("order", (["c9", "d9"], ["d9", "c9"]))
def test_the_natural_gesture_commits_whichever_is_lifted_first(avalam, order):
    avalam.lift(*order)
    avalam.drop("d9")
    avalam.run(400)
    assert avalam.moves() == ["y c9-d9"]


def test_a_nudge_of_the_target_commits(avalam):
    avalam.lift("c9")
    avalam.touch("d9")
    avalam.run(400)
    assert avalam.moves() == ["y c9-d9"]


def test_a_bounce_is_no_touch(avalam):
    avalam.lift("c9")
    avalam.lift("d9", ms=20)
    avalam.drop("d9")
    avalam.run(1000)
    assert avalam.moves() == []


def test_the_next_player_who_is_quicker_than_the_board(avalam):
    avalam.lift("c9", "d9")
    avalam.drop("d9", ms=10)
    avalam.lift("e4", "e3")
    avalam.drop("e3")
    avalam.run(1000)
    assert avalam.moves() == ["y c9-d9", "r e4-e3"]


def test_more_than_four_cells_at_once_are_a_knock_and_no_touch(avalam):
    avalam.lift("c9", ms=500)
    for count, moves in ((5, []), (4, ["y c9-d9"])):
        avalam.lift(*("d9", "a5", "b7", "e8", "g2")[:count], ms=5)
        avalam.run(60)
        avalam.drop(*("d9", "a5", "b7", "e8", "g2")[:count], ms=5)
        avalam.run(1000)
        assert avalam.moves() == moves


def test_several_steps_an_optional_one_and_done(relay):
    relay.lift("b2")
    relay.drop("b3")
    relay.run(400)
    assert relay.moves() == ["w b2-b3"]
    assert relay.said("turn") == ["w"]
    relay.press(OK)
    assert relay.moves() == ["w ."]
    assert relay.said("turn") == ["b"]


def test_a_turn_ends_by_itself_where_nothing_more_is_legal(relay):
    relay.lift("d2")
    relay.drop("d3")
    relay.run(400)
    assert relay.moves() == ["w d2-d3"]
    assert relay.said("turn") == ["b"]


def test_what_may_only_hover_has_to_stay_for_600_ms():
    """A piece over a cell to which only one stack reaches: in passing it is no move yet."""
    table = Table("square")
    table.start(read(COLLAPSE))
    table.drop("f5", ms=599)
    assert table.moves() == []
    table.run(1)
    assert table.moves() == ["w g5-f5"]


def test_the_clock_may_wrap_in_the_middle_of_a_move():
    table = Table("avalam", now=(1 << 30) - 2500)
    table.start(opening("avalam"))
    table.run((1 << 30) - table.now - 150)
    table.lift("c9", "d9")
    table.drop("d9")
    table.run(400)
    assert table.moves() == ["y c9-d9"]


def test_of_two_targets_the_one_that_was_lifted_and_came_down_last_outweighs_a_nudge(avalam):
    avalam.lift("c9")
    avalam.touch("d9")
    avalam.lift("c8", ms=200)
    avalam.drop("c8", ms=400)
    assert (avalam.said("question"), avalam.moves()) == ([], ["y c9-c8"])


def test_a_nudge_that_comes_last_is_not_outweighed(avalam):
    avalam.lift("c9")
    avalam.lift("c8", ms=200)
    avalam.drop("c8")
    avalam.touch("d9")
    avalam.run(400)
    assert (avalam.said("question"), avalam.moves()) == (["c8 d9"], [])


def test_two_hands_at_once_are_two_steps_though_the_second_began_before_the_first_was_over(avalam):
    avalam.lift("c9", "d9", "e4")
    avalam.drop("d9")
    avalam.lift("e3")
    avalam.drop("e3", ms=1000)
    assert (avalam.said("question"), avalam.moves()) == ([], ["y c9-d9", "r e4-e3"])


@pytest.mark.parametrize(("touched", "moves"), [("d5", []), ("b5", ["w g5-f5"])])
def test_a_touched_stack_that_may_go_on_over_the_cell_leaves_the_move_open(touched, moves):
    """d5 would fill e5 and f5; b5 does not come as far."""
    table = Table("square")
    table.start(read(COLLAPSE + " d5=w3 b5=w3"))
    table.touch(touched)
    table.drop("f5", ms=1000)
    assert table.moves() == moves


def test_what_lay_there_before_was_not_moved_there(relay):
    relay.drop("b3")
    relay.lift("b2", ms=400)
    assert relay.moves() == []


@pytest.mark.parametrize(("waited", "moves"), [(100, ["w g5-f5"]), (6000, [])])
def test_an_old_touch_is_no_evidence_where_all_has_stood_right(waited, moves):
    table = Table("square")
    table.start(read(COLLAPSE))
    table.touch("g5")
    table.run(waited)
    table.drop("f5", ms=400)
    assert table.moves() == moves


def test_a_touch_before_an_agreed_end_attests_nothing_a_minute_later():
    table = Table("square")
    table.start(read(COLLAPSE + " e5=w2"))
    table.send("resign")
    table.touch("e5")
    table.run(60000)
    table.press(UNDO)
    table.run(8000)
    table.moves()
    table.drop("f5")
    table.run(2000)
    assert table.moves() == [], "the top may have come from g5"


def test_what_is_moved_after_an_agreed_end_is_read_when_that_is_taken_back(avalam):
    avalam.core.session.play.agree()
    avalam.run(3000)
    avalam.lift("c9", "d9")
    avalam.drop("d9", ms=200)
    avalam.press(UNDO)
    avalam.run(1000)
    assert avalam.moves() == ["y c9-d9"]


def test_a_search_that_was_given_up_keeps_no_steps(avalam):
    reader = avalam.core.session.play.reader
    avalam.lift("c9", "d9")
    avalam.drop("d9", ms=400)
    avalam.lift("d9")
    avalam.drop("c9", "d9")
    avalam.run(1000)
    avalam.lift("e3", ms=3998)
    while reader.line._beyond is None:
        assert reader.act(avalam.now + 10) is None
    avalam.drop("e3")
    avalam.run(2000)
    assert reader.line._beyond is None


OVER_THE_LIMIT = (
    "tawol b a8=bAwA a7=wC b7=wB b8=wB h8=bAwA h7=wC g7=wB g8=wB a1=wTbA b1=wTbA c1=wTbB d1=wTbB "
    "e1=wTbB f1=wTbB g1=wTbC d4=wA e4=bT ; options half=claim"
)


def test_a_claim_is_ok_before_the_move():
    table = Table("square")
    table.start(read(OVER_THE_LIMIT))
    table.press(OK)
    assert table.moves() == ["b claim"]
    table.lift("e4")
    table.drop("e5")
    table.run(400)
    assert table.moves() == ["b e4-e5"]


def test_a_claim_that_is_taken_back_leaves_nothing_to_put_right():
    table = Table("square")
    table.start(read(OVER_THE_LIMIT))
    table.press(OK)
    table.press(UNDO)
    assert table.said("undo") == ["1 claim"]
    assert "e4" in table.lit("can-move") and table.core.session.play.rests()


def test_a_step_without_a_touch_counts_though_the_next_piece_comes_up_at_once():
    table = Table("square")
    table.start(read(COLLAPSE))
    table.drop("f5")
    table.lift("f8", ms=400)
    assert table.moves() == ["w g5-f5"]
