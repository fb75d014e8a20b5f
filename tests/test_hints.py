"""Hints: what is lit, what takes or declines one, and what ends the thinking about it."""

from hands import led, move, stands
from table import Table
from tourelle.buttons import OK, UNDO
from tourelle.games import opening
from tourelle.people import People


def test_a_hint_is_lit_and_need_not_be_taken(avalam):
    avalam.send("hint")
    avalam.run(1000)
    [hint] = avalam.said("hint")
    avalam.position.parse_move(hint)
    origin, target = hint.split("-")
    assert (avalam.lit("proposed"), avalam.lit("may-land")) == ({origin}, {target})
    other = next(
        text
        for text in map(avalam.position.move_text, avalam.position.legal_moves())
        if not set(text.split("-")) & set(hint.split("-"))
    )
    move(avalam, *other.split("-"))
    assert avalam.moves() == [f"y {other}"] and avalam.said("hint") == ["none"]
    assert avalam.core.session.seats.players.hint is None


def test_a_hint_ends_with_its_game():
    square = Table("square")
    square.start(opening("tawol"))
    square.send("hint")
    square.run(3000)
    assert square.said("hint")[-1] != "none"
    square.send("new tours")
    square.run(500)
    assert square.said("hint") == ["none"]


def test_who_thought_about_a_hint_goes_with_its_game(avalam):
    avalam.send("hint")
    avalam.send("stop")
    avalam.run(100)
    assert type(avalam.core.session.seats.players) is People


def test_a_hint_for_a_piece_from_the_box_is_lit_unlike_other_places():
    cabale = Table("hex")
    cabale.send("new cabale")
    cabale.run(500)
    places = cabale.lit("may-land")
    cabale.send("hint")
    cabale.run(3000)
    [hint] = cabale.said("hint")
    assert hint in places
    assert (cabale.lit("proposed"), cabale.lit("may-land")) == ({hint}, places - {hint})


def test_ok_takes_a_hint_and_undo_turns_it_down(avalam):
    for button in (UNDO, OK):
        avalam.send("hint")
        avalam.run(1000)
        hint = avalam.said("hint")[-1]
        avalam.press(button)
        avalam.run(100)
    assert avalam.moves() == [f"y {hint}"]
    led(avalam)
    assert stands(avalam)


def test_a_hint_from_the_menu(avalam):
    avalam.send("menu")
    avalam.send("choose hint")
    avalam.run(1000)
    assert avalam.lit("proposed")


def test_no_hint_in_the_boards_turn(avalam):
    avalam.send("seat y board 1")
    avalam.send("hint")
    assert "not a person's turn" in avalam.said("error")[0]


def test_with_the_end_of_the_game_nobody_thinks_about_a_hint(avalam):
    avalam.send("hint\nresign")
    avalam.run(1000)
    assert type(avalam.core.session.seats.players) is People
