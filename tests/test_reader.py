"""The reader at the table: evidence, questions, soft and hard; Avalam and an invented game."""

import pytest

from relay import Relay
from table import Memory, Table
from tourelle.buttons import OK, UNDO
from tourelle.games import opening, read
from tourelle.sound import MAY_LIE, QUESTION

# A stack of two, g5, of which a step takes the top to a neighbour.
SWAPPED = "tours w b1=b1 a1=b3 c4=b2 c5=b1 e7=w2 h8=w1"  # e7-d6 captures c5, where c4 may go
COLLAPSE = "tours w a1=b1 b1=b1 c1=b1 f8=w1 g8=w1 h8=w1 g5=w2"

# Where 2 rides to h3, 3 can only pass, and 1 goes on from e6.
FORCED = (
    "cabale 2 i1=J2 d2=d3 d3=t3 e3=t3 f3=d2 d4=t1 f4=d2 e5=t3 g5=t1 c6=d1 e6=J3 f6="
    "J1 a7=d3 c7=d2 e7=t1 f7=t2 a8=t2 c8=t1 d8=t1 e8=d2 c9=t1 e9=t3 ; tokens 12,10,"
    "12 ; doubles 3,0,2 ; barriers 1,2,2 ; walls a5/b5,a6/b5,b8/b9,c3/d2,c8/c9,c9/d"
    "8,d8/d9,e1/e2,e1/f1,e8/e9,e9/f8,f1/f2,h3/i2,h4/i4,h5/h6,h5/i4,h5/i5,i1/i2,i4/i"
    "5 ; options players=3"
)


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


def test_nobody_is_asked_for_thinking_but_ok_asks_and_one_touch_answers(avalam):
    avalam.lift("c9")
    avalam.run(60000)
    assert avalam.said("question") == []
    avalam.press(OK)
    avalam.run(400)
    assert avalam.said("question") == ["b8 c8 d8 d9"]
    assert avalam.lit("which") == {"d9", "b8", "c8", "d8"}
    avalam.touch("c8")
    assert avalam.moves() == ["y c9-c8"]
    avalam.run(1000)
    assert avalam.moves() == [] and avalam.said("question") == ["none"]


def test_after_four_seconds_with_a_piece_up_the_board_tells_that_a_touch_says_it_lies_there(avalam):
    avalam.lift("c9", ms=3999)
    assert avalam.lit("touch") == set()
    avalam.run(1)
    assert avalam.lit("touch") == {"d9", "b8", "c8", "d8"}
    assert (avalam.said("touch"), avalam.said("question")) == (["b8 c8 d8 d9"], [])
    avalam.touch("d9")
    avalam.run(400)
    assert (avalam.moves(), avalam.said("touch")) == (["y c9-d9"], ["none"])


def test_that_a_touch_says_so_is_heard_once_a_lift(avalam):
    tunes: list = []
    avalam.core.session.play.sound.play = tunes.append
    avalam.lift("c9", ms=5000)
    avalam.drop("e5", ms=200)  # passed over
    avalam.lift("e5", ms=5000)
    assert (avalam.light("d9"), tunes.count(MAY_LIE)) == ("touch", 1)
    avalam.drop("c9", ms=400)
    avalam.lift("c9", ms=5000)
    assert tunes.count(MAY_LIE) == 2


def test_two_touched_targets_are_asked_for(avalam):
    avalam.lift("c9")
    avalam.touch("d9", "c8")
    avalam.run(400)
    assert avalam.said("question") == ["c8 d9"]
    avalam.touch("d9")
    assert avalam.moves() == ["y c9-d9"]


def test_a_stack_with_one_target_may_still_be_in_the_hand():
    table = Table("avalam")
    table.start(read("avalam y c9=y1 d9=r1 e5=r1 f5=y1 f6=r1"))
    table.lift("c9")
    table.run(30000)
    assert table.moves() == []
    table.press(OK)
    table.run(400)
    assert (table.said("question"), table.moves()) == (["d9"], [])
    table.press(OK)
    assert (table.said("proposed"), table.moves()) == (["c9-d9"], [])
    table.press(OK)
    assert table.moves() == ["y c9-d9"]


def test_a_piece_that_is_gone_made_no_move_unless_ok_says_so_to_the_move():
    table = Table("avalam")
    table.start(read("avalam y c9=y1 d9=r1 e5=r1 f5=y1 f6=r1"))
    table.lift("c9")  # it has fallen off
    table.run(5000)
    for button in (OK, OK, UNDO):  # what may it be? Not that
        table.press(button)
        table.run(1000)
    assert (table.moves(), table.said("way-back")) == ([], [])
    table.run(6000)
    assert table.lit("put-back") == table.lit("touch") == table.lit("which") == set()


def test_putting_back_takes_back(avalam):
    avalam.lift("c9", "d9")
    avalam.drop("d9")
    avalam.run(400)
    avalam.lift("d9")
    avalam.drop("c9", "d9")
    avalam.run(400)
    assert avalam.said("undo") == ["1 c9-d9"]
    assert avalam.position.text() == opening("avalam").text()


def test_no_touch_outweighs_the_gesture_that_attested_a_move(avalam):
    avalam.lift("c9", "d9", ms=200)
    avalam.drop("d9", ms=200)
    avalam.run(400)
    avalam.touch("c8", "d8", "c8")
    avalam.run(400)
    assert avalam.said("question") == avalam.said("undo") == []
    assert avalam.moves() == ["y c9-d9"]


def test_a_told_next_step_hardens_the_one_before(avalam):
    avalam.lift("c9", "d9")
    avalam.drop("d9")
    avalam.run(400)
    avalam.lift("e4", "e3")
    avalam.drop("e3")
    avalam.run(400)
    assert avalam.moves() == ["y c9-d9", "r e4-e3"]
    avalam.drop("c9")
    avalam.run(400)
    assert avalam.said("undo") == [], "hard: no longer taken back by the hand alone"
    assert avalam.lit("remove") == {"c9"}


def test_the_next_player_who_is_quicker_than_the_board(avalam):
    avalam.lift("c9", "d9")
    avalam.drop("d9", ms=10)
    avalam.lift("e4", "e3")
    avalam.drop("e3")
    avalam.run(1000)
    assert avalam.moves() == ["y c9-d9", "r e4-e3"]


def test_a_forgotten_touch_is_asked_for_when_the_next_piece_is_lifted(avalam):
    avalam.lift("c9")
    avalam.run(1000)
    avalam.lift("e4")
    avalam.run(400)
    assert avalam.said("question") == ["b8 c8 d8 d9"]
    avalam.touch("e3")  # the next player goes on meanwhile
    avalam.touch("d9")
    avalam.run(400)
    assert avalam.moves() == ["y c9-d9", "r e4-e3"]


def test_a_hand_with_another_piece_answers_nothing_unless_it_insists(avalam):
    avalam.lift("c9", ms=1000)
    avalam.lift("e3", ms=400)
    assert avalam.said("question") == ["b8 c8 d8 d9"]
    avalam.touch("c8")
    avalam.run(400)
    assert (avalam.moves(), avalam.lit("which")) == ([], {"b8", "c8", "d8", "d9"})
    avalam.touch("c8")
    assert avalam.moves() == ["y c9-c8"]


def test_more_than_four_cells_at_once_are_a_knock_and_no_touch(avalam):
    avalam.lift("c9", ms=500)
    for count, moves in ((5, []), (4, ["y c9-d9"])):
        avalam.lift(*("d9", "a5", "b7", "e8", "g2")[:count], ms=5)
        avalam.run(60)
        avalam.drop(*("d9", "a5", "b7", "e8", "g2")[:count], ms=5)
        avalam.run(1000)
        assert avalam.moves() == moves


def test_playing_on_tells_that_a_question_is_lit_and_loses_nothing_told(avalam):
    tunes: list = []
    avalam.core.session.play.sound.play = tunes.append
    avalam.lift("c9", ms=1000)
    told = [("e3", "e4"), ("g5", "g4"), ("b6", "a5"), ("h2", "g1"), ("c5", "c4"), ("f7", "e8")]
    for origin, target in told:
        avalam.lift(origin, ms=400)
        avalam.lift(target)
        avalam.drop(target, ms=1000)
    assert (avalam.moves(), tunes.count(QUESTION)) == ([], 1)
    assert tunes.count(MAY_LIE) == len(told) - 1
    avalam.touch("d9")
    avalam.run(3000)
    moves = ["c9-d9", *(f"{origin}-{target}" for origin, target in told)]
    assert avalam.moves() == [f"{side} {move}" for side, move in zip("yryryry", moves, strict=True)]


def test_a_wrong_cell_lights_the_way_back(avalam):
    avalam.lift("a5")
    avalam.drop("e5")
    avalam.run(400)
    assert (avalam.lit("put-back"), avalam.lit("remove")) == ({"a5"}, {"e5"})
    assert avalam.said("way-back") == ["put a5 remove e5"]
    avalam.lift("e5")
    avalam.drop("a5")
    avalam.run(400)
    assert avalam.said("way-back") == ["none"]
    assert avalam.moves() == []


def test_undo_leads_the_hands_back_and_counts_what_to_lift(avalam):
    for _ in range(2):
        avalam.lift("c9", "d9")
        avalam.drop("d9")
        avalam.run(400)
        avalam.said("way-back")
        avalam.press(UNDO)
        assert avalam.said("undo") == ["1 c9-d9"]
        assert avalam.said("way-back") == ["put c9 remove d9*1"]
        assert avalam.lit("which") == {"b8", "c8", "d8"}
        avalam.lift("d9")
        avalam.drop("c9", "d9")
        avalam.run(400)
        assert not avalam.core.session.play.reader.leading.on
    avalam.moves()
    avalam.lift("c9", "b8")
    avalam.drop("b8")
    avalam.run(400)
    assert avalam.moves() == ["y c9-b8"]


def test_undo_corrects_a_wrong_reading_with_one_touch(avalam):
    avalam.lift("c9", "d9")
    avalam.drop("d9")
    avalam.run(400)
    avalam.press(UNDO)
    avalam.touch("c8")
    avalam.run(400)
    assert avalam.moves() == ["y c9-d9", "y c9-c8"]


def test_held_undo_takes_a_whole_turn_back(relay):
    relay.lift("b2")
    relay.drop("b3")
    relay.run(400)
    relay.press(OK)
    assert relay.moves() == ["w b2-b3", "w ."]
    relay.press(UNDO, 1200)
    assert relay.said("undo") == ["2 .", "1 b2-b3"]
    assert relay.lit("put-back") == {"b2"} and relay.lit("remove") == {"b3"}


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
    table.now += 7 * 24 * 3600 * 1000
    table.press(OK)
    table.run(1000)
    assert table.lit("put-back") == table.lit("remove") == set()


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


def test_the_hand_takes_a_step_back_in_the_middle_of_a_turn(relay):
    relay.lift("b2")
    relay.drop("b3")
    relay.run(400)
    relay.lift("b3")
    relay.drop("b2")
    relay.run(400)
    assert relay.said("undo") == ["1 b2-b3"]
    assert relay.position.text() == Relay().text()


@pytest.mark.parametrize("cells", (["d2", "e2"], ["e2", "d2"]))
def test_a_silent_step_is_proposed_and_confirmed_by_its_target(relay, cells):
    relay.lift("b2")
    relay.drop("b3")
    relay.run(400)
    relay.touch(*cells)
    proposed = relay.said("proposed")
    assert proposed in (["d2=e2"], ["e2=d2"])
    assert relay.lit("proposed") == {"d2", "e2"}
    target = proposed[0][-2:]
    relay.touch(target)
    assert relay.moves() == ["w b2-b3"], "who fingers pieces does not say yes"
    relay.run(1000)
    relay.touch(target)
    assert relay.moves() == ["w " + proposed[0]]


def test_a_proposal_is_dropped_after_a_while_but_not_by_a_touch_elsewhere(relay):
    relay.lift("b2")
    relay.drop("b3")
    relay.run(400)
    relay.touch("d2", "e2")
    relay.touch("b3")
    relay.run(10)
    assert relay.said("proposed") == ["d2=e2"]
    relay.run(5000)
    assert relay.said("proposed") == ["none"]
    relay.touch("d2", "e2")
    relay.press(OK)
    assert len([m for m in relay.moves() if "=" in m]) == 1
    assert relay.position.SIDES[relay.position.turn] == "b"


def test_what_may_only_hover_has_to_stay_for_600_ms():
    """A piece over a cell to which only one stack reaches: in passing it is no move yet."""
    table = Table("square")
    table.start(read(COLLAPSE))
    table.drop("f5", ms=599)
    assert table.moves() == []
    table.run(1)
    assert table.moves() == ["w g5-f5"]


def test_a_piece_that_stands_where_an_attested_step_put_it_is_not_moved_on_by_another():
    """A row is piled up on f8; then something is set down on e8, which the row came over."""
    table = Table("square")
    table.start(read("tours w a1=b1 b1=b1 c1=b1 d8=w1 e8=w1 f8=w1 h4=w1 h6=w3"))
    table.lift("d8", "e8", "f8", ms=200)
    table.drop("f8", ms=400)
    assert table.moves() == ["w d8>f8"]
    table.drop("e8", ms=400)
    assert table.said("undo") == table.moves() == []
    assert table.light("f8") != "which"


def test_what_was_put_back_and_is_made_again_counts_though_the_next_hand_is_quick(avalam):
    avalam.lift("c9", "d9")
    avalam.drop("d9", ms=400)
    avalam.lift("d9")
    avalam.drop("c9")
    avalam.drop("d9", ms=400)
    assert (avalam.moves(), avalam.said("undo")) == (["y c9-d9"], ["1 c9-d9"])
    avalam.lift("c9", "d9")
    avalam.drop("d9", ms=50)
    avalam.lift("e4", ms=1000)
    assert (avalam.moves(), avalam.said("question")) == (["y c9-d9"], [])


def test_the_clock_may_wrap_in_the_middle_of_a_move():
    table = Table("avalam", now=(1 << 30) - 2500)
    table.start(opening("avalam"))
    table.run((1 << 30) - table.now - 150)
    table.lift("c9", "d9")
    table.drop("d9")
    table.run(400)
    assert table.moves() == ["y c9-d9"]


# -- which of two readings


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


@pytest.mark.parametrize("order", ["after", "before"])
def test_only_what_comes_down_after_the_piece_was_lifted_again_is_that_piece(relay, order):
    relay.lift("b2")
    relay.drop("b3", ms=400)
    assert relay.moves() == ["w b2-b3"]
    if order == "after":
        relay.lift("b3")
    relay.drop("c2")
    if order == "before":
        relay.lift("b3")
    relay.run(400)
    found = relay.said("undo"), relay.moves()
    assert found == ((["1 b2-b3"], ["w b2-c2"]) if order == "after" else ([], []))


def test_two_hands_at_once_are_two_steps_though_the_second_began_before_the_first_was_over(avalam):
    avalam.lift("c9", "d9", "e4")
    avalam.drop("d9")
    avalam.lift("e3")
    avalam.drop("e3", ms=1000)
    assert (avalam.said("question"), avalam.moves()) == ([], ["y c9-d9", "r e4-e3"])


def test_a_question_goes_when_the_hands_go_on(avalam):
    avalam.lift("c9", ms=2500)
    avalam.press(OK)
    assert avalam.said("question") == ["b8 c8 d8 d9"]
    avalam.lift("d9", ms=400)
    assert (avalam.said("question"), avalam.moves()) == (["none"], [])


def test_ok_asks_for_what_fits_instead_of_the_soft_step(avalam):
    avalam.lift("c9", "d9")
    avalam.drop("d9", ms=400)
    assert avalam.moves() == ["y c9-d9"]
    avalam.drop("c9")  # its top was taken off d9 without a touch
    avalam.lift("c8", ms=400)
    assert avalam.said("undo") == []
    avalam.press(OK)
    avalam.run(3000)
    assert "d9" in avalam.said("question")[-1]


def test_a_captured_piece_is_owed_until_it_comes_off():
    table = Table("square")
    table.start(read("tours w a1=b3 a5=b1 c7=w2 e8=w1 g8=w2 h5=w1"))
    table.touch("c7")
    table.drop("b6", ms=1000)
    assert table.moves() == ["w c7-b6"]
    table.touch("g8")
    table.run(6000)
    assert table.light("a5") == "capture" and table.said("way-back") == []
    table.lift("a5", ms=400)
    assert table.light("a5") != "capture" and table.said("way-back") == table.said("undo") == []
    table.drop("a5", ms=400)
    assert table.light("a5") != "capture", "once it was off, it is not owed any more"


@pytest.mark.parametrize("ms", [60, 100, 200])
def test_a_piece_put_where_a_captured_one_has_just_come_off_is_that_step(ms):
    table = table_of(SWAPPED)
    table.lift("e7")
    table.drop("e7")
    table.drop("d6", ms=1500)
    assert table.moves() == ["w e7-d6"] and table.lit("capture") == {"c5"}
    table.lift("c5", "c4", ms=ms)
    table.drop("c4", "c5", ms=ms)
    table.run(2000)
    assert table.moves() == ["b c4-c5"] and table.lit("capture") == set()


def test_a_nudge_of_a_captured_piece_that_stays_makes_no_step():
    table = table_of(SWAPPED)
    table.lift("e7")
    table.drop("e7")
    table.drop("d6", ms=1500)
    table.touch("c4")
    table.lift("c5", ms=60)
    table.drop("c5", ms=2000)
    assert table.moves() == ["w e7-d6"] and table.lit("capture") == {"c5"}


def test_a_captured_top_is_asked_for_until_its_tower_was_touched_or_ok_says_that_it_is_off():
    table = Table("square")
    table.start(read("tours w a1=b3 a5=b3 c7=w2 e8=w1 g8=w2 h5=w1"))
    table.touch("c7")
    table.drop("b6", ms=1000)
    table.touch("a1")
    table.drop("b2", "c3", ms=1000)
    assert table.moves() == ["w c7-b6", "b a1-c3"]
    assert table.light("a5") == "capture"
    table.press(OK)
    table.run(300)
    assert table.light("a5") != "capture"


def test_two_touched_stacks_that_both_reach_the_cell_are_asked_for():
    table = Table("square")
    table.start(read(COLLAPSE + " e5=w2"))
    table.touch("g5", "e5")
    table.drop("f5", ms=1000)
    assert (table.moves(), table.said("question")) == ([], ["e5 g5"])


@pytest.mark.parametrize(("touched", "moves"), [("d5", []), ("b5", ["w g5-f5"])])
def test_a_touched_stack_that_may_go_on_over_the_cell_leaves_the_move_open(touched, moves):
    """d5 would fill e5 and f5; b5 does not come as far."""
    table = Table("square")
    table.start(read(COLLAPSE + " d5=w3 b5=w3"))
    table.touch(touched)
    table.drop("f5", ms=1000)
    assert table.moves() == moves


def test_what_stands_where_an_attested_step_put_it_may_be_what_another_one_went_onto(avalam):
    avalam.lift("c9", "d9")
    avalam.drop("d9", ms=400)
    avalam.drop("c9")
    avalam.lift("d8", ms=6000)  # it was d8 that went there
    assert (avalam.said("undo"), avalam.said("question")) == ([], ["d9"])
    avalam.touch("d9")
    avalam.run(400)
    assert (avalam.said("undo"), avalam.moves()) == (["1 c9-d9"], ["y c9-d9", "y d8-d9"])


@pytest.mark.parametrize("touched", [False, True])
def test_a_piece_that_goes_is_put_back_unless_a_step_that_captures_it_has_begun(touched):
    """Black's d5-e5 captures what white has put on f5: that may come off first."""
    table = Table("square")
    table.start(read("tours w g5=w2 d5=b2 e5=b2 h1=w1 a1=b1"))
    table.touch("g5")
    table.drop("f5", ms=1000)
    assert table.moves() == ["w g5-f5"]
    if touched:
        table.touch("d5")
    table.lift("f5", ms=1000)
    assert table.said("undo") == ([] if touched else ["1 g5-f5"])


def test_a_captured_piece_that_is_said_to_be_off_is_seen_if_it_still_stands():
    table = Table("square")
    table.start(read("tours w a1=b3 a5=b1 c7=w2 e8=w1 g8=w2 h5=w1"))
    table.touch("c7")
    table.drop("b6", ms=1000)
    table.press(OK)
    table.run(300)
    assert (table.moves(), table.light("a5")) == (["w c7-b6"], "turn")
    table.touch("a1")
    table.drop("b1", "c1", ms=1000)
    assert table.moves() == [] and "a5" in table.lit("remove")
    table.lift("a5", ms=1000)
    assert table.moves() == ["b a1-c1"]


# -- what is still in the hand, what is too old, what takes too long


def test_what_one_hand_may_hold_is_not_asked_about_however_late_the_second_piece_comes_up(avalam):
    avalam.lift("c9", ms=2000)
    avalam.lift("d9", ms=400)
    assert avalam.said("question") == avalam.moves() == []


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


def test_ok_counts_when_the_piece_was_up_for_two_seconds(avalam):
    avalam.lift("c9", ms=0)
    avalam.press(OK)
    avalam.run(1799)
    assert avalam.said("question") == []
    avalam.run(1)
    assert avalam.said("question") == ["b8 c8 d8 d9"]


def test_what_is_taken_elsewhere_without_a_sign_is_asked_about_not_decided():
    table = Table("square")
    table.start(read(COLLAPSE))
    table.drop("f5", ms=700)
    assert table.moves() == ["w g5-f5"]
    table.lift("f5")
    table.drop("g4", ms=1000)
    assert table.moves() == table.said("undo") == table.said("question") == []
    table.run(5000)
    assert table.moves() == table.said("undo") == [] and table.said("question") == ["g5"]


def test_a_hand_that_is_led_is_not_asked(relay):
    relay.lift("b2")
    relay.drop("b3", ms=400)
    relay.press(UNDO)
    relay.lift("b3", ms=100000)
    assert relay.said("question") == [] and relay.lit("put-back") == {"b2"}


@pytest.mark.parametrize("after_ms", [50, 400])
def test_ok_makes_no_proposed_step_while_another_piece_is_in_the_hand(relay, after_ms):
    relay.lift("b2")
    relay.drop("b3", ms=400)
    relay.touch("d2", "e2")
    assert relay.said("proposed") == ["d2=e2"]
    relay.lift("b3", ms=after_ms)
    relay.press(OK)
    relay.run(500)
    assert relay.moves() == ["w b2-b3"] and relay.said("proposed") == ["none"]


@pytest.mark.parametrize("cell", ["d2", "e2"])
def test_ok_makes_the_proposed_step_while_its_own_piece_is_up(relay, cell):
    relay.lift("b2")
    relay.drop("b3", ms=400)
    relay.touch("d2", "e2")
    relay.moves()
    relay.lift(cell, ms=400)
    relay.press(OK)
    assert relay.moves() == ["w d2=e2"]


def test_a_proposal_goes_out_when_pieces_come_up(relay):
    relay.lift("b2")
    relay.drop("b3", ms=400)
    relay.touch("d2", "e2")
    assert relay.said("proposed") == ["d2=e2"]
    relay.lift("d2", "e2")
    assert relay.said("proposed") == ["none"]


@pytest.mark.parametrize("after_ms", [50, 400])
def test_ok_takes_nothing_that_it_proposed_while_another_piece_is_in_the_hand(avalam, after_ms):
    avalam.touch("d9")
    for _ in range(2):
        avalam.press(OK)
        avalam.run(300)
    assert avalam.said("proposed") == ["c8-d9"]
    avalam.lift("e4", ms=after_ms)
    avalam.press(OK)
    avalam.run(300)
    assert avalam.moves() == [] and avalam.light("c8") != "proposed"


def test_ok_takes_what_came_down_for_the_only_step_that_fits():
    """A touch of d5 may tell that its stack was fingered, too: nobody is asked until OK."""
    table = Table("square")
    table.start(read(COLLAPSE + " d5=w3 b5=w3"))
    table.touch("d5")
    table.drop("f5", ms=1000)
    assert table.moves() == []
    table.press(OK)
    table.run(1000)
    assert table.moves() == ["w g5-f5"]


WEEK_MS = 7 * 24 * 3600 * 1000


def test_undo_and_ok_pressed_as_often_lead_back_to_the_game_as_it_was():
    store = Memory()
    table = Table("hex", store=store)
    table.start(read(FORCED))
    for corner, way, end in (("i1", "h2", "h3"), ("e6", "d7", "d6")):
        table.lift(corner)
        table.drop(way, ms=400)
        table.lift(way)
        table.drop(end, ms=150)
        table.drop(way, ms=1500)
    made = table.moves()
    for button in (UNDO, UNDO, OK, OK):
        table.press(button)
    assert table.moves() == made
    table.run(3000)
    again = Table("hex", store=Memory(store.journal), switches=bytes(table.switches))
    assert again.said("fault") == []


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


@pytest.mark.parametrize("gap_ms", [0, WEEK_MS])
def test_ok_after_a_host_has_played_is_heard_however_long_nobody_played(avalam, gap_ms):
    avalam.lift("c9", "d9")
    avalam.drop("d9", ms=1000)
    avalam.run(gap_ms)
    avalam.send("move e4-e3")
    avalam.run(12000)
    assert avalam.lit("remove") == {"e4"}
    for _ in range(2):
        avalam.press(OK)
    avalam.run(1000)
    assert avalam.lit("remove") == set(), "the switch of e4 is left out"


# -- what is not the step that was meant


def table_of(position) -> Table:
    """A board on which a game stands, given by a position or its text."""
    position = read(position) if isinstance(position, str) else position
    table = Table(position.grid.name)
    table.start(position)
    return table


def test_a_step_that_was_put_back_long_ago_is_not_made_again_by_ok(avalam):
    avalam.lift("c9", "d9")
    avalam.drop("d9")
    avalam.run(400)
    avalam.press(UNDO)
    avalam.lift("d9")
    avalam.drop("c9", "d9")
    avalam.run(21000)
    avalam.moves()
    avalam.lift("e3")
    avalam.run(6000)
    for button in (OK, UNDO, OK):  # asks; nothing was made; the board is right as it is
        avalam.press(button)
        avalam.run(1000)
    assert avalam.moves() == [] and avalam.said("question")[-1] == "none"


def test_a_hosts_step_is_the_one_it_names_though_another_was_undone_there():
    table = table_of(opening("avalam", {"placing": "free"}))
    for line in ("move y@f1", "undo", "move r@f1"):
        table.send(line)
        table.run(500)
    assert table.moves() == ["y y@f1", "y r@f1"]


def test_an_answer_is_the_reading_that_was_asked_about_though_another_was_undone_there():
    table = table_of(opening("avalam", {"placing": "free"}))
    table.drop("f1", ms=3000)
    table.touch("f1")
    table.run(3000)
    assert table.moves() == ["y y@f1", "y r@f1"]
    table.press(UNDO)
    table.run(500)
    assert table.said("question")[-1] == "f1"
    table.touch("f1")
    table.run(1000)
    assert table.moves() == ["y y@f1"]


def test_what_is_moved_after_an_agreed_end_is_read_when_that_is_taken_back(avalam):
    avalam.core.session.play.agree()
    avalam.run(3000)
    avalam.lift("c9", "d9")
    avalam.drop("d9", ms=200)
    avalam.press(UNDO)
    avalam.run(1000)
    assert avalam.moves() == ["y c9-d9"]


CAPTURES = "tours w a1=b3 a5=b1 c7=w2 e8=w1 g8=w2 h5=w1"


def test_a_step_put_back_still_owes_what_the_one_before_it_has_captured():
    table = table_of(CAPTURES)
    table.touch("c7")
    table.drop("b6", ms=1000)
    for _ in range(2):
        table.touch("a1")
        table.drop("b1", "c1", ms=1000)
        assert table.moves()[-1] == "b a1-c1" and table.light("a5") == "capture"
        table.lift("b1", "c1")
        table.run(1000)
        assert table.said("undo") == ["2 a1-c1"] and table.light("a5") == "capture"


def test_a_step_that_is_shown_leaves_the_light_of_a_captured_top():
    table = table_of(CAPTURES.replace("a5=b1", "a5=b3"))
    table.touch("c7")
    table.drop("b6", ms=1000)
    table.core.session.play.play_shown(table.position.parse_move("a1-c3"))
    table.run(300)
    assert table.light("a5") == "capture"


def test_undo_while_a_step_is_judged_lights_the_way_back_and_it_is_not_made(avalam):
    play = avalam.core.session.play
    avalam.lift("c9", "d9")
    avalam.drop("d9", ms=299)
    assert play.reader.act(avalam.now + 1) is None  # judging has begun
    play.give_back()
    avalam.run(1000)
    assert avalam.moves() == [] and avalam.light("c9") == "put-back"


def test_the_way_back_goes_out_though_the_menu_was_open_when_it_was_taken(avalam):
    avalam.lift("c9")
    avalam.drop("e5", ms=1000)
    assert avalam.said("way-back") == ["put c9 remove e5"]
    avalam.press(OK, 1500)
    avalam.lift("e5", ms=1000)
    avalam.press(UNDO)
    avalam.run(20000)
    assert avalam.said("way-back") == ["none"]
    avalam.press(OK)
    avalam.run(1000)
    assert avalam.said("question")[-1] == "b8 c8 d8 d9"


def test_a_question_goes_out_where_the_board_was_put_right_unseen(avalam):
    avalam.lift("c9")
    avalam.run(6000)
    avalam.press(OK)
    avalam.run(400)
    assert avalam.said("question")[-1] == "b8 c8 d8 d9"
    avalam.send("self-test")
    avalam.drop("c9")
    avalam.press(OK, 1500)
    avalam.run(1000)
    assert avalam.said("question") == ["none"] and avalam.core.session.play.rests()
    avalam.touch("d9")
    avalam.run(1000)
    assert avalam.moves() == []


def test_ok_at_rest_is_not_the_first_of_two_after_another_step(avalam):
    avalam.press(OK)
    avalam.send("move c9-d9")
    avalam.touch("e3")
    avalam.run(700)
    avalam.press(OK)
    avalam.run(1000)
    assert avalam.said("way-back")[-1] == "remove c9", "it is not believed to stand there yet"


def test_two_steps_that_undo_took_back_are_made_again_as_steps_that_can_be_put_back(avalam):
    play = avalam.core.session.play
    for cells in (("c9", "d9"), ("e3", "e4")):
        avalam.lift(*cells)
        avalam.drop(cells[1], ms=400)
    for act in (play.take_back, play.take_back, play.confirm, play.confirm):
        act()
    avalam.run(500)
    assert avalam.moves()[2:] == ["y c9-d9", "r e3-e4"]
    assert play.reader.line.felt()


def test_a_search_that_was_given_up_keeps_no_steps(avalam):
    reader = avalam.core.session.play.reader
    avalam.lift("c9", "d9")
    avalam.drop("d9", ms=400)
    avalam.press(UNDO)
    avalam.lift("d9")
    avalam.drop("c9", "d9")
    avalam.run(1000)
    avalam.lift("e3", ms=3998)
    while reader.line._beyond is None:
        assert reader.act(avalam.now + 10) is None
    avalam.drop("e3")
    avalam.run(2000)
    assert reader.line._beyond is None


def test_steps_that_look_alike_to_the_switches_do_not_replace_each_other_for_ever():
    table = table_of("tours w d8=w1 e8=w1 f8=w1 g8=w1 h8=w1 f7=w1 g7=w1 h7=w1 a1=b1 b1=b1 c1=b1")
    table.lift("f8", "d8")
    table.lift("g8", ms=200)
    table.lift("h8", ms=500)
    table.drop("g8")
    table.lift("g7", "e8")
    table.press(OK)  # what is gone is left out, so g8-e8 and h8-e8 are one to the switches
    table.lift("g8")
    table.drop("e8", "d8")
    table.press(OK)
    table.lift("f7")
    table.press(OK)
    table.lift("e8")
    table.press(OK)
    table.run(3000)
    assert table.said("move")[-1] == "1 w g8>e8"


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


def test_the_last_reading_that_is_turned_down_sounds_no_question(avalam):
    avalam.lift("c9", ms=1000)
    avalam.press(OK)
    avalam.run(6000)
    avalam.press(OK)
    avalam.run(400)
    view = avalam.core.session.play.reader.view
    tunes: list = []
    avalam.core.session.play.sound.play = tunes.append
    declined = 0
    while view.question and view.question.proposed:
        avalam.press(UNDO)
        avalam.run(400)
        declined += 1
    assert declined > 1 and tunes.count(QUESTION) == declined - 1
