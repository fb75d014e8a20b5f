"""A step that is put back, replaced or undone, and one that the lights lead back."""

import pytest

from hands import move
from relay import Relay
from scenes import FORCED
from table import Memory, Table, table_of
from tourelle.buttons import OK, UNDO
from tourelle.games import opening, read


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


def test_the_hand_takes_a_step_back_in_the_middle_of_a_turn(relay):
    relay.lift("b2")
    relay.drop("b3")
    relay.run(400)
    relay.lift("b3")
    relay.drop("b2")
    relay.run(400)
    assert relay.said("undo") == ["1 b2-b3"]
    assert relay.position.text() == Relay().text()


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


@pytest.mark.parametrize(
    ("undone", "rested"), [(True, 400), (True, 10000), (True, 60000), (False, 6000), (False, 60000)]
)
def test_what_was_put_back_and_is_over_is_not_made_again_without_a_touch(avalam, undone, rested):
    avalam.lift("c9", "d9")
    avalam.drop("d9", ms=400)
    if undone:
        avalam.press(UNDO)
    avalam.lift("d9")
    avalam.drop("c9")
    avalam.drop("d9", ms=rested)
    avalam.moves()
    avalam.lift("c9", ms=1000)
    avalam.lift("e4", "e3")
    avalam.drop("e3", ms=6000)
    assert avalam.moves() == []
    assert avalam.said("question")[-1] == "b8 c8 d8 d9"


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


def test_undo_of_hard_steps_leads_the_hands_back_and_the_game_goes_on(avalam):
    move(avalam, "c9", "d9")
    move(avalam, "e4", "e3")
    avalam.press(UNDO)
    avalam.press(UNDO)
    assert avalam.said("undo") == ["2 e4-e3", "1 c9-d9"]
    assert avalam.said("way-back")[-1] == "put e4 c9 remove e3*1 d9*1"
    avalam.lift("e3", "d9")
    avalam.drop("e4", "e3", "c9", "d9")
    avalam.run(400)
    assert avalam.said("way-back")[-1] == "none"
    avalam.moves()
    move(avalam, "c9", "c8")
    assert avalam.moves() == ["y c9-c8"]


def test_undo_with_nothing_to_take_back_says_so(avalam):
    avalam.press(UNDO)
    assert avalam.said("say") == ["There is nothing to take back."]


def test_what_goes_without_saying_after_a_hosts_step_is_taken_back_by_itself():
    table = Table("hex")
    table.start(read(FORCED))
    table.core.session.play.play_shown(table.position.parse_move("h2-h3"))
    table.lift("i1")
    table.drop("h2", "h3", ms=1500)
    assert table.moves() == ["2 h2-h3", "2 x1"]
    table.press(UNDO, ms=20)
    assert table.said("undo")[0] == "2 x1"


@pytest.mark.parametrize("seat", ["hand", "host"])
def test_a_step_that_replaced_another_can_be_replaced_too_whoever_plays_the_other_side(
    avalam, seat
):
    avalam.send(f"seat r {seat}")
    avalam.run(300)
    avalam.lift("c9", "d9")
    avalam.drop("d9")
    avalam.run(400)
    avalam.lift("d9")
    avalam.drop("c9")
    avalam.lift("c8")
    avalam.drop("d9")
    avalam.run(1500)
    assert avalam.moves()[:2] == ["y c9-d9", "y c8-d9"]
    avalam.lift("d9")
    avalam.drop("c8", "d9")
    avalam.run(2000)
    assert avalam.said("undo")[-1:] == ["1 c8-d9"]
    assert avalam.said("way-back") == []


def test_a_step_under_way_counts_though_another_side_changes_hands_meanwhile(avalam):
    for side, origin, target in (("r", "c9", "d9"), ("y", "e4", "e3")):
        avalam.lift(origin)
        avalam.send(f"seat {side} host")
        avalam.run(400)
        assert avalam.lit("may-land"), "the hand goes on"
        avalam.send(f"seat {side} hand")
        avalam.lift(target)
        avalam.drop(target)
        avalam.run(400)
    assert avalam.moves() == ["y c9-d9", "r e4-e3"]


def test_an_undone_step_is_not_made_again_by_ok_once_its_pieces_were_put_back_unseen(avalam):
    avalam.lift("c9", "d9")
    avalam.drop("d9")
    avalam.run(400)
    avalam.press(UNDO)
    avalam.send("self-test")
    avalam.lift("d9")
    avalam.drop("c9", "d9")
    avalam.lift("e4")
    avalam.press(OK, 1500)
    avalam.run(1000)
    avalam.moves()
    avalam.press(OK)
    avalam.run(1000)
    assert avalam.moves() == [], "c9 stands"
