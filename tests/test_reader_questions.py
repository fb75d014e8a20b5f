"""What the board asks about, what answers it, and when a question goes out."""

from scenes import COLLAPSE, FORCED
from table import Table, table_of
from tourelle.buttons import OK, UNDO
from tourelle.games import opening, read
from tourelle.sound import MAY_LIE, QUESTION


def test_two_touched_targets_are_asked_for(avalam):
    avalam.lift("c9")
    avalam.touch("d9", "c8")
    avalam.run(400)
    assert avalam.said("question") == ["c8 d9"]
    avalam.touch("d9")
    assert avalam.moves() == ["y c9-d9"]


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


def test_playing_on_tells_that_a_question_is_lit_and_loses_nothing_told(avalam):
    tunes: list = []
    avalam.core.sound.play = tunes.append
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


def test_an_answer_that_several_readings_share_asks_between_them():
    table = Table("hex")
    table.start(read(FORCED))
    table.lift("i1", ms=2500)
    table.press(OK)
    assert table.said("question") == ["f1 g1 h1 h2 g3"]
    table.touch("h2")  # where it turns
    assert table.said("question") == ["h1 e2 f2 g2 i2 h3 h4 h5"] and table.moves() == []
    table.touch("h3")
    assert table.said("question") == ["none"] and table.moves()[0] == "2 h2-h3"


def test_two_touched_stacks_that_both_reach_the_cell_are_asked_for():
    table = Table("square")
    table.start(read(COLLAPSE + " e5=w2"))
    table.touch("g5", "e5")
    table.drop("f5", ms=1000)
    assert (table.moves(), table.said("question")) == ([], ["e5 g5"])


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


def test_the_last_reading_that_is_turned_down_sounds_no_question(avalam):
    avalam.lift("c9", ms=1000)
    avalam.press(OK)
    avalam.run(6000)
    avalam.press(OK)
    avalam.run(400)
    view = avalam.core.session.play.reader.view
    tunes: list = []
    avalam.core.sound.play = tunes.append
    declined = 0
    while view.question and view.question.proposed:
        avalam.press(UNDO)
        avalam.run(400)
        declined += 1
    assert declined > 1 and tunes.count(QUESTION) == declined - 1


def test_no_touch_answers_with_a_step_whose_piece_was_put_back(avalam):
    avalam.lift("c9")
    avalam.touch("d9", "c8")
    avalam.run(400)
    assert avalam.said("question") == ["c8 d9"]
    avalam.drop("c9")
    avalam.touch("d9")
    avalam.run(1000)
    assert avalam.moves() == []
    avalam.lift("c9", "d9")
    avalam.drop("d9")
    avalam.run(400)
    assert avalam.moves() == ["y c9-d9"], "its switch is not taken for dead"


def test_what_ok_proposed_and_is_turned_down_leaves_the_last_step_as_it_was(avalam):
    avalam.lift("c9", "d9")
    avalam.drop("d9")
    avalam.run(400)
    avalam.touch("e4")
    for _ in range(2):
        avalam.press(OK)
        avalam.run(300)
    view = avalam.core.session.play.reader.view
    assert view.question
    for _ in range(len(view.question.readings)):
        avalam.press(UNDO)
        avalam.run(300)
    assert not view.question
    avalam.lift("d9")
    avalam.drop("c9", "d9")
    avalam.run(2000)
    assert avalam.said("undo") == ["1 c9-d9"], "a hand can still take it back"


def test_that_a_step_was_only_put_back_is_proposed_in_a_word():
    table = table_of(read("tours w g5=w2 d5=b2 e5=b2 h1=w1 a1=b1"))
    table.touch("g5")
    table.drop("f5", ms=1000)
    table.touch("d5", "e5")
    table.run(1500)
    table.lift("f5", ms=1000)
    table.press(OK)
    table.run(300)
    table.press(UNDO)
    table.run(300)
    assert table.said("proposed")[-1] == "undo"
    table.press(OK)
    table.run(1000)
    assert table.said("undo") == ["1 g5-f5"]
