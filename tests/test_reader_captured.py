"""Captured pieces: owed and lit until they come off."""

import pytest

from table import Table, table_of
from tourelle.buttons import OK, UNDO
from tourelle.games import read

SWAPPED = "tours w b1=b1 a1=b3 c4=b2 c5=b1 e7=w2 h8=w1"  # e7-d6 captures c5, where c4 may go

CAPTURES = "tours w a1=b3 a5=b1 c7=w2 e8=w1 g8=w2 h5=w1"


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


@pytest.mark.parametrize("captured", ["b1", "b3"])
def test_an_undone_step_leaves_the_light_of_what_the_one_before_it_captured(captured):
    table = table_of(CAPTURES.replace("a5=b1", f"a5={captured}"))
    table.touch("c7")
    table.drop("b6", ms=1000)
    table.core.session.play.play_shown(table.position.parse_move("a1-c3"))
    table.press(UNDO)
    table.run(300)
    assert table.said("undo")[-1:] == ["2 a1-c3"]
    assert table.light("a5") == "capture"
