"""How a game ends: by its rules, by resigning or a draw, and what is possible after that."""

import random

import pytest

from hands import choose, led, move
from others import steps_of
from table import Table
from tourelle.buttons import OK, UNDO
from tourelle.games import opening, read


def ends(table: Table) -> list[str]:
    """How the game ended, and why: "draw", "agreed"."""
    return [over.split()[0] for over in table.said("over")] + table.said("why")


def finding(worth: int, monkeypatch) -> None:
    """The board's thoughts find any step, and the position worth so much."""
    thinker = "tourelle.thinking.Thinker"
    monkeypatch.setattr(f"{thinker}.think", lambda _, position, *__: next(position.legal_moves()))
    monkeypatch.setattr(f"{thinker}.value", worth)


def best(table: Table) -> str:
    """A legal step's text; any will do."""
    position = table.position
    return position.move_text(next(iter(position.legal_moves())))


def twelve_turns(avalam):
    """Some turns against the board, of a person who plays any move."""
    avalam.send("seat r board 2")
    while avalam.position.turns < 12:
        move(avalam, *best(avalam).split("-"))
        avalam.run(2500)
        led(avalam)


def test_the_board_declines_a_draw_in_the_opening(avalam):
    avalam.send("seat r board 1")
    avalam.send("draw")
    assert avalam.said("say") == ["The draw is declined."]
    assert avalam.core.session.play.mode == "play"


@pytest.mark.parametrize(("worth", "accepts"), [(-300, True), (0, True), (1, False), (40, False)])
def test_the_board_accepts_a_draw_when_it_does_not_stand_better(
    avalam, monkeypatch, worth, accepts
):
    finding(worth, monkeypatch)
    twelve_turns(avalam)
    avalam.send("draw")
    assert [over.split()[0] for over in avalam.said("over")] == ["draw"] * accepts


def test_the_board_declines_a_draw_while_it_is_points_ahead(avalam):
    twelve_turns(avalam)
    yellow, red = avalam.position.score()
    assert 4 < red - yellow < 8
    avalam.send("draw")
    assert avalam.said("say") == ["The draw is declined."]
    assert avalam.core.session.play.mode == "play"


def test_the_board_offers_a_draw_which_ok_accepts(monkeypatch):
    finding(0, monkeypatch)
    table = Table("square")
    table.start(opening("tours"))
    table.send("seat b board 1")
    rng = random.Random(0)
    while table.position.outcome() is None and not (offered := table.said("offered")):
        table.send(f"move {rng.choice(steps_of(table.position))}")
        table.run(2500)
        led(table)
        table.run(300)
    assert table.said("say") == ["A draw is offered: OK accepts, a move or undo declines."]
    assert offered == ["draw"] and len(table.lit("proposed")) == 64
    table.press(OK)
    table.run(100)
    assert ends(table) == ["draw", "agreed"]


def test_with_the_step_that_ends_the_game_the_board_offers_no_draw(monkeypatch):
    monkeypatch.setattr("tourelle.thinking.Board.offers_draw", lambda *_: True)
    table = Table("avalam")
    table.start(read("avalam r c9=y1 d9=r1"))
    table.send("seat r board 1")
    table.run(4000)
    assert len(table.moves()) == 1 and table.said("why") == ["stacks"]
    assert table.said("say") == []


def test_a_draw_is_offered_and_accepted_or_declined_by_a_move(avalam):
    avalam.send("draw")
    move(avalam, "c9", "d9")
    avalam.press(OK)
    assert avalam.said("over") == []
    avalam.send("draw")
    avalam.press(OK)
    assert avalam.said("over") == ["draw 24 23"] and avalam.said("why") == ["agreed"]


def test_a_draw_offered_from_the_menu_lights_the_whole_board_until_it_is_answered(avalam):
    avalam.press(OK, 1200)
    choose(avalam, "draw")
    every = set(avalam.cells.names)
    assert avalam.lit("proposed") == every
    avalam.lift("c9")
    assert avalam.light("d9") == "may-land"
    avalam.drop("c9")
    avalam.run(400)
    assert avalam.lit("proposed") == every
    avalam.press(UNDO)
    assert avalam.lit("proposed") == set()
    assert avalam.said("say")[-1] == "Nothing is offered any more."
    avalam.send("draw")
    assert avalam.lit("proposed") == every
    avalam.press(OK)
    assert avalam.said("over") == ["draw 24 24"]


def test_what_is_offered_is_lit_instead_of_the_way_back(avalam):
    """OK accepts it, whatever lies about on the board: so everybody has to see it."""
    avalam.lift("c9")
    avalam.drop("e5", ms=1000)
    assert (avalam.lit("put-back"), avalam.lit("remove")) == ({"c9"}, {"e5"})
    avalam.send("draw")
    assert avalam.lit("proposed") == set(avalam.cells.names)
    avalam.press(UNDO)
    assert (avalam.lit("put-back"), avalam.lit("remove")) == ({"c9"}, {"e5"})


def test_a_step_put_back_declines_what_was_offered_after_it(avalam):
    """Else OK would have the other side resign."""
    move(avalam, "c9", "d9")
    avalam.press(OK, 1200)
    avalam.send("choose resign")
    assert avalam.said("offered") == ["resign"]
    avalam.lift("d9")
    avalam.drop("c9", "d9", ms=1000)
    assert avalam.said("undo") == ["1 c9-d9"] and avalam.said("offered") == ["none"]
    avalam.press(OK)
    assert avalam.said("over") == []


def test_the_board_offers_a_draw_once_its_step_has_been_carried_out(monkeypatch):
    monkeypatch.setattr("tourelle.thinking.Board.offers_draw", lambda *_: True)
    table = Table("avalam")
    table.start(opening("avalam"))
    table.send("seat r board 1")
    move(table, "c9", "d9")
    table.run(6000)
    assert len(table.moves()) == 2 and table.said("offered") == []
    table.press(OK)
    assert table.said("over") == [], "OK is about what hands still have to do"
    led(table)
    table.run(300)
    assert table.said("offered") == ["draw"]
    table.press(OK)
    assert table.said("over")[0].startswith("draw")


def test_an_offer_that_was_never_lit_is_made_with_the_next_step(monkeypatch):
    finding(0, monkeypatch)
    monkeypatch.setattr("tourelle.thinking._LATE", 0)
    table = Table("avalam")
    table.start(opening("avalam"))
    table.send("seat r board 1")
    for turn in range(4):
        table.send(f"move {best(table)}")
        led(table)
        table.run(2500)
        if turn == 2:  # the step with which it offers
            table.send("undo")
            table.run(300)
        led(table)
        table.run(300)
    assert table.position.turns == 6 and table.said("offered") == ["draw"]


def test_what_was_offered_is_declined_when_a_seat_changes(avalam):
    for ask in ("menu", "choose resign"):
        avalam.send(ask)
    assert any("resigns" in words for words in avalam.said("say"))
    avalam.send("seat y host")
    assert "Nothing is offered any more." in avalam.said("say")
    avalam.press(OK)
    assert avalam.said("over") == []


def test_a_person_resigns_even_when_the_board_has_to_move(avalam):
    avalam.send("seat r board 6")
    move(avalam, "c9", "d9")
    avalam.send("resign")
    assert avalam.said("over")[0].startswith("r")


def test_of_three_players_who_resigns_leaves_the_game_to_the_other_two():
    table = Table("hex")
    table.start(opening("cabale", {"players": "3"}))
    table.send("resign")
    assert table.said("over")[0].split()[0] == "23" and table.said("why") == ["resigned"]


def test_where_several_people_play_nobody_resigns_for_another():
    table = Table("hex")
    table.start(opening("cabale", {"players": "3"}))
    table.send("seat 3 host")
    for text in ("i3", "a7"):
        table.send(f"move {text}")
        led(table)
    assert table.position.turn == 2
    table.said("say")
    for ask in ("menu", "choose resign", "ok"):
        table.send(ask)
    table.send("resign")
    assert table.said("over") == []
    assert table.said("say") == ["Several people are playing: resign on your own turn."] * 2


def test_a_game_that_all_sides_give_up_has_ended_the_same_way_after_a_power_cut(avalam):
    avalam.core.session.play.agree((0, 1))
    avalam.run(50)
    again = Table("avalam", store=avalam.store, switches=bytes(avalam.switches))
    assert ends(avalam) == ends(again) == ["draw", "agreed"]


def test_a_resigned_game_is_a_resigned_one_after_a_power_cut(avalam):
    avalam.send("resign")
    assert ends(avalam) == ["r", "resigned"]
    again = Table("avalam", store=avalam.store, switches=bytes(avalam.switches))
    assert ends(again) == ["r", "resigned"]


def test_a_game_that_its_last_step_has_ended_is_not_resigned_any_more():
    table = Table("avalam")
    table.start(read("avalam y c9=y1 d9=y1 f1=r1 i5=r1"))
    table.send("move c9-d9\nresign")
    table.run(100)
    assert ends(table) == ["r", "stacks"]


def play_out(table: Table, seed: int) -> None:
    """Play random legal moves to the end, with clean gestures."""
    rng = random.Random(seed)
    while table.core.session.play.mode == "play":
        moves = list(table.position.legal_moves())
        origin, target = table.position.move_text(rng.choice(moves)).split("-")
        move(table, origin, target)


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_by_hand_to_the_winner(avalam, seed):
    play_out(avalam, seed)
    verdict = avalam.position.outcome()
    said = avalam.said("over")
    winners = "".join("yr"[side] for side in verdict.winners) or "draw"
    assert said == [f"{winners} {verdict.scores[0]} {verdict.scores[1]}"]
    owned = {
        name
        for cell, name in enumerate(avalam.cells.names)
        if avalam.position.owner(cell) in (verdict.winners or (0, 1))
    }
    assert avalam.lit("winner") == owned
    avalam.press(UNDO)
    assert avalam.core.session.play.mode == "play"


@pytest.mark.parametrize(
    ("options", "said"), [("", "y 2 2"), (" ; options tie-break=none", "draw 2 2")]
)
def test_the_tie_break_and_without_it(options, said):
    table = Table("avalam")
    text = "avalam y a5=r1 i5=r1 c9=y5 f1=y1 g1=r1 e5=r1" + options
    position = read(text.replace("f1=y1 g1=r1", "g1=y1").replace(" e5=r1", ""))
    table.start(position)
    table.run(500)
    assert table.core.session.play.mode == "over"
    game = table.core.session.play.game
    assert game is not None
    verdict = game.verdict
    assert verdict is not None and verdict.winners == ((0,) if "y " in said else ())


@pytest.mark.parametrize("then", ["menu", "draw", "hint", "seat r board 1"])
def test_what_follows_the_last_step_at_once_finds_the_game_over(then):
    table = Table("avalam")
    table.start(read("avalam y c9=y1 d9=r1"))
    table.send("move c9-d9\n" + then)
    led(table)
    table.run(2500)
    assert len(table.said("over")) == 1
    assert table.said("offered") == [] and "resign" not in "".join(table.said("menu"))
    assert len(table.said("error")) == (then in ("draw", "hint"))
    table.press(OK)
    if then == "menu":
        table.press(OK)
    assert table.said("game")[-1:] == ["none"]


@pytest.mark.parametrize("asked", ["seat r board 1", "learn avalam"])
def test_who_plays_is_told_again_when_an_agreed_end_is_taken_back(avalam, asked):
    avalam.send(asked)
    avalam.run(50)
    told = avalam.said("seat") + avalam.said("aim") + avalam.said("lesson")
    avalam.send("resign")
    avalam.run(300)
    avalam.lines.clear()
    avalam.send("undo")
    avalam.run(50)
    assert len(avalam.said("game")) == 1
    again = avalam.said("seat") + avalam.said("aim") + avalam.said("lesson")
    assert again and again[-1] == told[-1]


def test_undo_after_a_game_that_no_person_played_goes_back_and_waits():
    table = Table("avalam")
    table.start(read("avalam y c9=y1 d9=r1"))
    for seat in ("y host", "r host"):
        table.send(f"seat {seat}")
    table.send("move c9-d9")
    led(table)
    table.run(3000)
    assert ends(table) == ["y", "stacks"]
    table.press(UNDO)
    assert table.said("say") == ["The game is paused: press OK to go on."]
    led(table)
    table.press(OK)
    table.send("move c9-d9")
    assert table.moves() == ["y c9-d9"] * 2
