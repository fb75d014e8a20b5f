"""The board as a player: whole games by its lights, its thinking, and hands that meddle."""

import pytest

from depth import first
from hands import led, move, stands
from others import Others, whole_game
from table import Table
from tourelle.buttons import OK
from tourelle.games import opening, read
from tourelle.search import _PAST
from tourelle.thinking import Thinker

BOARD, BOTH = {"r": "board 1"}, {"y": "board 2", "r": "board 1"}

GAMES = [
    ("avalam", {}, BOARD),
    ("avalam", {"tie-break": "none"}, BOTH),
    ("avalam", {"placing": "free"}, BOARD),
    ("tawol", {}, {"b": "board 1"}),
    ("tawol", {"half": "claim"}, {"w": "board 2", "b": "board 1"}),
    ("tours", {}, {"w": "board 2"}),
    ("tours", {"turn": "form-and-collapse"}, {"w": "board 1", "b": "board 3"}),
    ("cabale", {}, {"2": "board 1"}),
    ("cabale", {"players": "3"}, {"2": "board 1", "3": "board 2"}),
    ("cabale", {"players": "4"}, {"1": "board 1", "3": "board 1", "4": "board 3"}),
]


@pytest.mark.parametrize(("name", "options", "seats"), first(1, GAMES[::-1]))
def test_what_the_board_plays_is_carried_out_in_natural_gestures(name, options, seats):
    others = whole_game(name, options, seats, 24, 3)
    wrong = ["@error"] if "placing" in options else ["@error", "@undo"]  # a touch turns a piece
    assert not [line for line in others.heard if line.split()[0] in wrong]


@pytest.mark.parametrize(("name", "options", "seats"), first(1, GAMES))
def test_the_lights_alone_lead_the_hands(name, options, seats):
    position = opening(name, options)
    table = Table(position.grid.name)
    table.start(position)
    for side in position.SIDES:
        table.send(f"seat {side} board 1")
    while table.core.session.play.mode == "play" and table.position.turns < 24:
        steps = table.core.session.play.step_count
        for _ in range(20):
            table.run(300)
            if table.core.session.play.step_count > steps:
                break
        led(table)
        assert stands(table)
    assert table.said("undo") == [] and table.said("error") == []


def test_the_board_plays_to_the_end_and_shows_its_last_step(avalam):
    for side in "yr":
        avalam.send(f"seat {side} board 1")
    while avalam.core.session.play.mode == "play":
        avalam.run(1500)
        led(avalam)
    led(avalam)
    assert stands(avalam) and len(avalam.said("over")) == 1
    assert avalam.position.outcome() is not None


def test_while_it_thinks_its_pieces_are_busy_and_hands_are_led_back(avalam):
    avalam.send("seat r board 1")
    assert avalam.lit("busy") == set(), "it is a person's turn"
    move(avalam, "c9", "d9")
    assert "f7" in avalam.lit("busy") and avalam.light("d9") == "last-move"
    avalam.lift("f7")
    assert avalam.light("f7") == "put-back"
    avalam.run(5000)
    assert avalam.moves() == ["y c9-d9"], "it does not play while hands are on the board"
    avalam.drop("f7")
    avalam.run(400)
    assert "f7" in avalam.lit("busy")
    avalam.run(2000)
    assert [text[0] for text in avalam.moves()] == ["r"]


def test_a_hand_does_not_play_the_boards_pieces(avalam):
    avalam.send("seat y board 1")
    move(avalam, "c9", "d9")
    avalam.run(5000)
    assert avalam.moves() == []
    avalam.drop("c9")
    avalam.run(3000)
    assert [text[0] for text in avalam.moves()] == ["y"]


def test_level_six_ends_without_a_clock(avalam):
    """In virtual time no time goes by while it thinks: the nodes of a Pico are an end, too."""
    avalam.start(read("avalam y c9=y1 d9=r1 e5=r1 f5=y1 f6=r1 g6=y2"))
    avalam.send("seat y board 6")
    avalam.run(2000)
    assert len(avalam.moves()) == 1


def test_a_dead_switch_does_not_stop_the_board(avalam):
    avalam.start(read("avalam r c9=y1 d9=r1 a5=y1 b5=r1"))
    avalam.send("seat r board 1")
    avalam.run(2000)
    [text] = avalam.moves()
    origin = text.split()[1].split("-")[0]
    assert avalam.lit("remove") == {origin}
    for waited, lit in ((3000, {origin}), (5000, {origin}), (1000, set())):
        avalam.run(waited)  # its switch is stuck: lifting does nothing
        avalam.press(OK)
        assert avalam.lit("remove") == lit, "only who insists on it within 5 s is believed"
    assert avalam.position.turn == 0


def test_mixed_seats_in_cabale_with_the_set_up():
    others = Others(opening("cabale", {"players": "join"}).text(), {"2": "board 1"}, 5)
    others.move(next(iter(others.shown.legal_moves())))
    others.wait_for_step()
    others.carry_out()
    assert others.shown.turn == 2 and others.steps == 2


@pytest.mark.parametrize("name", ["tours", "tawol"])
def test_no_position_of_the_last_game_counts_as_a_repetition(name):
    """A person makes the first step of the next game before the board thinks."""

    thinker = Thinker(name)
    thinker.note(opening(name))
    thinker.begin()
    position = opening(name)
    position.push(next(position.legal_moves()))
    thinker.note(position)
    assert thinker._search._words[_PAST] == 1
