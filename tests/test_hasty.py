"""Hands quicker than the 300 ms: what fitted last, two steps at once, a touch meanwhile."""

from table import Table
from tourelle.games import read


def square(text: str) -> Table:
    table = Table("square")
    table.start(read(text))
    return table


def test_what_may_be_one_step_under_way_or_two_is_asked_about_with_all_that_had_fitted(avalam):
    """The nudge may have told the first step, or have belonged to nothing."""
    avalam.lift("c9")
    avalam.touch("c8")
    avalam.lift("d9", ms=4000)  # to set c9 on it, or for the next step
    assert (avalam.moves(), avalam.said("question")) == ([], [])
    avalam.run(1500)
    assert (avalam.moves(), avalam.said("question")) == ([], ["b8 c8 d8 d9"])


def test_a_first_step_that_nobody_told_counts_where_its_piece_lies_and_the_next_one_is_told():
    table = square("tours w a1=b1 b1=b1 c1=b1 f8=w1 g8=w1 h8=w1 g5=w2")
    table.drop("f5", ms=50)
    table.lift("a1", "b1", "c1", ms=50)
    table.drop("c1", ms=1000)
    assert (table.moves(), table.said("question")) == (["w g5-f5", "b a1>c1"], [])


def test_two_first_steps_that_nobody_told_are_asked_about_though_the_next_one_is_told():
    table = square("tours w a1=b1 b1=b1 c1=b1 f8=w1 g8=w1 h8=w1 g5=w2 e5=w2")
    table.drop("f5", ms=50)
    table.lift("a1", "b1", "c1", ms=50)
    table.drop("c1", ms=1000)
    assert (table.moves(), table.said("question")) == ([], ["e5 g5"])
    table.touch("e5")
    table.run(1000)
    assert table.moves() == ["w e5-f5", "b a1>c1"]


def test_a_piece_that_passed_over_a_target_and_came_down_elsewhere_made_no_move():
    table = square("tawol")
    table.lift("b2")
    table.drop("b3", ms=100)
    table.lift("b3", ms=100)
    table.drop("e5", ms=1000)
    assert table.moves() == []
    assert (table.lit("put-back"), table.lit("remove")) == ({"b2"}, {"e5"})


def test_a_piece_that_is_touched_as_soon_as_it_was_placed_turns_its_colour():
    table = Table("avalam")
    table.start(read("avalam y ; setup ; options placing=free"))
    table.drop("d9")
    table.touch("d9")
    table.run(1000)
    assert table.position.text().startswith("avalam r d9=r1 ;")
