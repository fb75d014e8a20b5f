"""A host as a player: its steps and turns are shown to the hands, and it may go away."""

import random

import pytest

from hands import led, move, stands
from others import steps_of
from table import Table
from tourelle.buttons import OK, UNDO
from tourelle.games import opening, read
from tourelle.player import GONE_MS


def cabale_until(found):
    """The first position of a random game of Cabale for two where this is found."""
    rng = random.Random(1)
    position = opening("cabale")
    while not found(position):
        position.push(rng.choice(list(position.legal_moves())))
    return read(position.text())


def test_a_barrier_is_led_too():
    table = Table("hex")
    table.start(cabale_until(lambda position: any("/" in text for text in steps_of(position))))
    wall = next(text for text in steps_of(table.position) if "/" in text)
    table.send(f"seat {table.position.SIDES[table.position.turn]} host")
    table.send(f"move {wall}")
    table.run(300)
    assert table.lit("barrier") == set(wall.split("/"))
    table.touch(*wall.split("/"))
    table.run(400)
    assert table.lit("barrier") == set()


def test_a_host_plays_its_seat(avalam):
    avalam.send("seat r host")
    move(avalam, "c9", "d9")
    assert "f7" in avalam.lit("busy")
    avalam.send("move f7-g7")
    avalam.run(300)
    assert avalam.moves() == ["y c9-d9", "r f7-g7"]
    assert avalam.lit("remove") == {"f7"} and avalam.lit("put-back") == {"g7"}
    led(avalam)
    assert avalam.lit("can-move") and not avalam.lit("busy")


def test_an_illegal_move_of_a_host_is_refused_and_it_is_still_its_turn(avalam):
    avalam.send("seat r host")
    move(avalam, "c9", "d9")
    avalam.send("move a1-b2")
    assert avalam.said("error") and avalam.lit("busy")


@pytest.fixture
def turn_of_two():
    """A host has sent a turn of two steps, and the first one is shown; with their texts."""
    table = Table("square")
    table.start(opening("tours", {"turn": "form-and-collapse"}))
    table.send("seat w host")
    position = read(table.position.text())
    turn = []
    turns = position.turns
    while position.turns == turns:
        step = next(iter(position.legal_moves()))
        turn.append(position.move_text(step))
        position.push(step)
    assert len(turn) == 2
    table.send(f"move {','.join(turn)}")
    table.run(2000)
    assert table.moves() == [f"w {turn[0]}"], "the second one when the first stands"
    return table, turn


def test_a_hosts_turn_of_several_steps_is_shown_step_by_step(turn_of_two):
    table, turn = turn_of_two
    led(table)
    table.run(300)
    assert table.moves() == [f"w {turn[1]}"]
    led(table)
    assert stands(table)


def test_the_rest_of_a_hosts_turn_waits_for_ok_while_the_game_is_paused(turn_of_two):
    table, turn = turn_of_two
    table.send("seat b host")
    table.press(UNDO)
    assert "paused" in table.said("say")[-1]
    led(table)
    table.run(3000)
    assert table.moves() == []
    table.press(OK)
    table.run(300)
    assert table.moves() == [f"w {turn[1]}"]


def test_the_rest_of_a_hosts_turn_is_shown_when_another_side_changes_hands(turn_of_two):
    table, turn = turn_of_two
    table.send("seat b host")
    led(table)
    table.run(300)
    assert table.moves() == [f"w {turn[1]}"]


def test_whoever_takes_a_hosts_seat_in_its_turn_does_not_play_the_rest_of_it(turn_of_two):
    table, _ = turn_of_two
    table.send("seat b host")
    table.send("seat w hand")
    led(table)
    table.run(3000)
    assert table.moves() == [] and table.lit("can-move")


def test_a_host_that_goes_away_is_told_by_light_and_a_person_may_take_over(avalam):
    avalam.send("seat r host")
    move(avalam, "c9", "d9")
    avalam.run(GONE_MS + 100)
    assert avalam.lit("fault") and not avalam.lit("busy")
    assert any("host is gone" in words for words in avalam.said("say"))
    avalam.send("hello")
    assert avalam.lit("busy") and not avalam.lit("fault"), "it is there again"
    avalam.run(GONE_MS + 100)
    avalam.said("seat")
    avalam.press(OK)
    assert avalam.said("seat") == ["r hand"]
    move(avalam, "f7", "g7")
    assert avalam.moves()[-1] == "r f7-g7"
