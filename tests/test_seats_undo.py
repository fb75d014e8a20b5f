"""Undo where sides are played by no hand: back to a person's decision, or a pause."""

import random

import pytest

from hands import led, move, stands
from others import steps_of
from table import Table
from tourelle.buttons import OK, UNDO
from tourelle.game import Game
from tourelle.games import opening
from tourelle.people import People


def test_undo_goes_back_to_the_persons_last_decision(avalam):
    avalam.send("seat r board 1")
    move(avalam, "c9", "d9")
    avalam.run(2000)
    led(avalam)
    assert len(avalam.moves()) == 2
    avalam.press(UNDO)
    assert len(avalam.said("undo")) == 1, "the hands are led step by step"
    led(avalam)
    avalam.run(500)
    led(avalam)
    assert avalam.position.text() == opening("avalam").text() and stands(avalam)
    avalam.run(5000)
    assert avalam.moves() == [], "it is the person's turn again"
    move(avalam, "c9", "d9")
    assert avalam.moves() == ["y c9-d9"]


@pytest.mark.parametrize("presses", [1, 2])
def test_undo_ends_where_it_was_to_end_though_hands_play_all_sides_meanwhile(avalam, presses):
    for origin, target in (("c9", "d9"), ("g3", "f3")):
        move(avalam, origin, target)
    avalam.send("seat r board 1")
    move(avalam, "c8", "d9")
    avalam.run(2000)
    led(avalam)
    assert len(avalam.moves()) == 4
    avalam.press(UNDO)
    avalam.send("seat r hand")
    for _ in range(presses - 1):
        avalam.press(UNDO)
    for _ in range(3):
        avalam.run(1000)
        led(avalam)
    assert avalam.core.session.play.step_count == 2 and stands(avalam)


def test_while_steps_are_taken_back_a_hint_is_refused_not_forgotten(avalam):
    avalam.send("seat r board 1")
    move(avalam, "c9", "d9")
    avalam.run(2000)
    led(avalam)
    avalam.press(UNDO)
    avalam.send("seat r hand")
    avalam.send("hint")
    assert avalam.said("error") == ["there is no hint while steps are taken back"]
    led(avalam)
    avalam.run(300)
    avalam.send("hint")
    avalam.run(1000)
    assert len(avalam.said("hint")) == 1


def test_what_was_not_carried_out_yet_needs_no_hands(avalam):
    avalam.send("seat r board 1")
    move(avalam, "c9", "d9")
    avalam.run(2000)
    assert len(avalam.moves()) == 2
    avalam.press(UNDO)
    avalam.run(500)
    assert [text.split()[0] for text in avalam.said("undo")] == ["2", "1"]
    assert avalam.lit("put-back") == {"c9"}


def test_undo_while_it_thinks_stops_that(avalam):
    avalam.send("seat r board 1")
    move(avalam, "c9", "d9")
    assert avalam.lit("busy")
    avalam.press(UNDO)
    avalam.run(5000)
    assert avalam.lit("busy") == set() and avalam.moves() == ["y c9-d9"]
    assert avalam.said("undo") == ["1 c9-d9"]


def test_in_an_unfinished_turn_undo_takes_back_one_step():
    table = Table("square")
    table.start(opening("tours", {"turn": "form-and-collapse"}))
    table.send("seat b board 1")
    table.send(f"move {steps_of(table.position)[0]}")
    table.run(300)
    led(table)
    assert table.position.mid_turn and table.core.session.play.step_count == 1
    table.press(UNDO)
    assert table.core.session.play.step_count == 0
    led(table)
    assert stands(table)


def test_with_no_person_undo_pauses_and_ok_goes_on(avalam):
    for side in "yr":
        avalam.send(f"seat {side} board 1")
    avalam.press(UNDO)
    assert any("paused" in words for words in avalam.said("say"))
    avalam.run(10000)
    assert avalam.moves() == [] and avalam.lit("busy") == set()
    avalam.press(OK)
    avalam.run(2000)
    assert len(avalam.moves()) == 1


def test_undo_with_nothing_of_a_persons_says_so(avalam):
    avalam.send("seat y board 1")
    avalam.run(2000)
    led(avalam)
    avalam.press(UNDO)
    assert avalam.said("say") == ["There is nothing to take back."]
    assert len(avalam.moves()) == 1 and avalam.said("undo") == []


def test_a_step_that_a_host_sends_ends_the_pause(avalam):
    avalam.send("seat y host")
    avalam.send("seat r host")
    avalam.press(UNDO)
    assert avalam.core.session.seats.players.paused
    avalam.send("move c9-d9")
    avalam.run(20)
    assert not avalam.core.session.seats.players.paused


def test_an_undo_under_way_ends_with_its_game(avalam):
    avalam.send("seat r board 1")
    move(avalam, "c9", "d9")
    avalam.run(4000)
    led(avalam)
    avalam.run(300)
    avalam.press(UNDO)
    avalam.send("seat r hand")
    avalam.send("stop")
    avalam.run(2000)
    assert type(avalam.core.session.seats.players) is People


def test_whoever_takes_a_side_of_a_paused_game_plays_on_without_ok(avalam):
    for side in "yr":
        avalam.send(f"seat {side} board 1")
    avalam.press(UNDO)
    assert "paused" in avalam.said("say")[-1]
    avalam.send("seat y hand")
    move(avalam, "c9", "d9")
    avalam.run(2500)
    assert [text[0] for text in avalam.moves()] == ["y", "r"]


@pytest.mark.parametrize("seed", range(4))
def test_undo_goes_back_to_what_a_person_decided_not_to_what_went_without_saying(seed):
    """Before each step of a random game: that decision is theirs, and none came after it."""
    rng = random.Random(seed)
    position = opening("cabale", {"players": "join"})
    passed = 0
    game = Game(position, ())
    while position.outcome() is None and game.step_count < 60:
        legal = list(position.legal_moves())
        plain = [move for move in legal if position.implied(move)]
        game.follow(0, [rng.choice(plain or legal)])
        decided = []  # steps before each one that side 0 decided
        moves = [position.pop() for _ in range(game.step_count)]
        for number, step in enumerate(reversed(moves)):
            said = position.implied(step)
            passed += said
            if position.turn == 0 and not said and any(position.footprint(step)):
                decided.append(number)
            position.push(step)
        assert game.before_decision((0,), False) == (decided[-1] if decided else None)
    assert passed
