"""A piece that may still be in the hand: what says that it is not, a touch or OK."""

from scenes import COLLAPSE
from table import Table, table_of
from tourelle.buttons import OK, UNDO
from tourelle.games import read
from tourelle.sound import MAY_LIE


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
    avalam.core.sound.play = tunes.append
    avalam.lift("c9", ms=5000)
    avalam.drop("e5", ms=200)  # passed over
    avalam.lift("e5", ms=5000)
    assert (avalam.light("d9"), tunes.count(MAY_LIE)) == ("touch", 1)
    avalam.drop("c9", ms=400)
    avalam.lift("c9", ms=5000)
    assert tunes.count(MAY_LIE) == 2


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


def test_what_one_hand_may_hold_is_not_asked_about_however_late_the_second_piece_comes_up(avalam):
    avalam.lift("c9", ms=2000)
    avalam.lift("d9", ms=400)
    assert avalam.said("question") == avalam.moves() == []


def test_ok_counts_when_the_piece_was_up_for_two_seconds(avalam):
    avalam.lift("c9", ms=0)
    avalam.press(OK)
    avalam.run(1799)
    assert avalam.said("question") == []
    avalam.run(1)
    assert avalam.said("question") == ["b8 c8 d8 d9"]


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


def test_a_piece_that_was_up_for_long_has_to_stay_where_it_comes_down():
    """It may only hover there, on its way to another place."""
    table = table_of("tawol")
    table.lift("c3", ms=1000)
    table.drop("c4", ms=500)
    assert table.moves() == []
    table.run(300)
    assert table.moves() == ["w c3-c4"]
