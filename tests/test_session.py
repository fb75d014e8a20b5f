"""The session at the table: recognising, menu, options, ends, free setup, the link's commands."""

import random
import re
from pathlib import Path

import pytest

from hands import led, move
from table import Memory, Table
from tourelle.buttons import OK, UNDO
from tourelle.game import Game
from tourelle.games import opening, read

PLAYING = Path(__file__).resolve().parent.parent / "docs" / "playing.md"


def set_up(table: Table, name: str, order=None) -> None:
    """Put up a game's opening, one piece after the other."""
    occupied = opening(name).occupancy
    cells = [cell for cell in range(table.cells.size) if occupied[cell]]
    for cell in order or cells:
        table.drop(table.cells.names[cell], ms=30)


@pytest.mark.parametrize("name", ["avalam", "tawol", "tours"])
def test_a_game_is_recognised_by_its_full_opening(name):
    table = Table({"avalam": "avalam"}.get(name, "square"))
    set_up(table, name)
    assert table.said("game")[1:] == [], "not before it has stood for a second"
    table.run(1000)
    assert [game.split()[0] for game in table.said("game")] == [name]
    assert table.position.text() == opening(name).text()


@pytest.mark.parametrize("name", ["tawol", "tours"])
def test_of_two_games_the_nearer_one_is_completed(name):
    table = Table("square")
    occupied = opening(name).occupancy
    set_up(table, name, [c for c in range(64) if occupied[c] and c not in (0, 4)])
    table.drop("e5")
    table.run(1500)
    assert table.said("set-up")[-1] == "put a1 e1 remove e5"
    assert (table.lit("put-back"), table.lit("remove")) == ({"a1", "e1"}, {"e5"})


@pytest.mark.parametrize(
    ("name", "grid"), [("tawol", "square"), ("tours", "square"), ("avalam", "avalam")]
)
def test_no_piece_of_an_opening_is_red_in_whatever_order_it_is_put_up(name, grid):
    chance = random.Random(name)
    occupied = opening(name).occupancy
    cells = [cell for cell in range(len(occupied)) if occupied[cell]]
    for _ in range(5):
        table = Table(grid)
        chance.shuffle(cells)
        for count in range(1, len(cells)):
            set_up(table, name, cells[count - 1 : count])
            assert table.lit("remove") == set(), cells[:count]
            asked = {table.cells.cell(lit) for lit in table.lit("put-back")}
            assert asked <= set(cells[count:]), "it would be right in another game only"
        assert table.lit("put-back") == {table.cells.names[cells[-1]]}


def test_an_incomplete_set_up_lights_what_is_missing_and_what_is_too_much():
    table = Table("avalam")
    cells = [cell for cell in range(49) if opening("avalam").occupancy[cell]]
    set_up(table, "avalam", cells[:-1])
    table.drop("e5")
    table.run(2000)
    assert (table.lit("put-back"), table.lit("remove")) == ({"d9"}, {"e5"})
    assert table.said("set-up")[-1] == "put d9 remove e5"
    table.lift("e5")
    table.drop("d9")
    table.run(1200)
    assert table.said("game")[-1].startswith("avalam")
    assert table.said("set-up")[-1] == "none"


def test_an_opening_that_comes_back_in_a_game_does_not_start_it_anew():
    table = Table("square")
    table.start(opening("tawol"))
    for origin, target in (("a1", "a2"), ("h8", "h7"), ("a2", "a1"), ("h7", "h8")):
        table.lift(origin)
        table.drop(target)
        table.run(2000)
    # Not even when many pieces are straightened, one by one or all in the hand at once.
    row = [column + "1" for column in "abcdefgh"]
    for cell in (*row, "b2", "c2"):
        table.lift(cell)
        table.drop(cell)
    table.run(3000)
    table.lift(*row)
    table.run(1500)
    table.drop(*row)
    table.run(3000)
    assert table.said("game") == []
    assert len(table.moves()) == 4 and table.said("undo") == []


def clear(table: Table) -> None:
    """Take everything off the board."""
    table.lift(*table.cells.names, ms=30)
    table.run(1500)


@pytest.mark.parametrize("asked", ["new tours turn=form-and-collapse", "learn tours"])
def test_a_board_is_cleared_for_the_game_that_was_asked_for(asked):
    table = Table("square")
    table.start(opening("tawol"))
    table.send(asked)
    table.run(300)
    table.lines.clear()
    clear(table)
    assert table.said("game") == [] and table.position.text().startswith("tours")
    for cell, occupied in enumerate(table.position.occupancy):
        if occupied:
            table.drop(table.cells.names[cell], ms=30)
    table.run(1500)
    assert table.said("game") == [] and table.lit("put-back") == table.lit("remove") == set()
    clear(table)
    assert table.said("game") == ["none"], "its pieces had arrived: now they are put away"


def test_a_board_is_cleared_for_the_last_game():
    table = Table("avalam")
    table.start(opening("avalam"))
    move(table, "c9", "d9")
    table.send("new avalam")
    table.drop("c9")
    table.send("menu")
    table.send("choose last-game")
    table.run(300)
    table.lines.clear()
    clear(table)
    assert table.said("game") == [] and table.core.session.play.step_count == 1


@pytest.mark.parametrize("how", ["new avalam", "put away", "learn avalam"])
def test_a_game_without_a_step_does_not_become_the_last_one(how):
    table = Table("avalam")
    table.start(opening("avalam"))
    move(table, "c9", "d9")
    clear(table)
    if how == "put away":
        set_up(table, "avalam")
        table.run(1500)
        assert table.position.text() == opening("avalam").text()
        clear(table)
    else:
        table.send(how)
        table.send("stop")
    table.send("menu")
    table.send("choose last-game")
    table.run(100)
    assert table.core.session.play.step_count == 1


def test_a_set_up_game_begins_without_options_that_want_another_opening():
    table = Table("avalam")
    table.start(opening("avalam"))
    move(table, "c9", "d9")
    table.send("option placing=free")
    table.send("option tie-break=none")
    table.send("stop")
    clear(table)
    set_up(table, "avalam")
    table.run(1500)
    assert table.said("game")[-1] == "avalam tie-break=fives placing=fixed"
    assert table.lit("remove") == set()


def test_an_option_is_for_the_next_game_where_this_one_began_elsewhere(avalam):
    avalam.send("position avalam y c9=y1 d9=r1 e5=r1 f5=y1")
    avalam.run(50)
    avalam.lines.clear()
    avalam.send("option tie-break=none")
    assert avalam.said("say") == ["tie-break is none in the next game."]
    assert avalam.said("game") == []
    avalam.send("option tie-break=none placing=free")
    assert avalam.said("error") == ["option NAME=VALUE"]


def test_in_the_self_test_nothing_is_to_be_set_up_or_put_back(avalam):
    avalam.lift("e4")
    for set_up_first in (False, True):
        avalam.send("stop" if set_up_first else "position avalam y c9=y1 d9=r1")
        avalam.send("self-test")
        avalam.run(300)
        avalam.lines.clear()
        avalam.send("show remove d9 e5 put-back c4")
        avalam.run(300)
        assert avalam.said("set-up") == avalam.said("way-back") == []
        avalam.send("self-test off")
        avalam.run(300)
        assert avalam.said("set-up" if set_up_first else "way-back")


def test_hello_tells_the_menu_and_the_hint_again(avalam):
    avalam.send("hint")
    avalam.run(10000)
    avalam.send("menu")
    (menu,), (hint,) = avalam.said("menu"), avalam.said("hint")
    avalam.send("hello")
    assert (avalam.said("menu"), avalam.said("hint")) == ([menu], [hint])


def test_of_many_steps_at_once_only_the_last_position_is_told(avalam):
    avalam.send("follow on")
    avalam.run(500)
    avalam.lines.clear()
    position = opening("avalam")
    steps = []
    for _ in range(24):
        steps.append(position.move_text(next(iter(position.legal_moves()))))
        position.push(position.parse_move(steps[-1]))
    avalam.send("\n".join(f"move {step}" for step in steps))
    avalam.run(500)
    assert len(avalam.moves()) == 24 and avalam.said("lost") == []
    assert avalam.said("position") == [position.text()] and len(avalam.said("turn")) == 1


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


def test_pieces_that_moved_while_the_power_was_off_can_be_put_away():
    store = Memory()
    table = Table("avalam", store=store)
    table.start(opening("avalam"))
    move(table, "c9", "d9")
    table.switches[table.cells.cell("e5")] = 0
    again = Table("avalam", store=Memory(store.journal), switches=bytes(table.switches))
    again.run(1500)
    assert len(again.said("game")) == 1
    clear(again)
    assert again.said("game") == ["none"]


def test_a_game_of_the_other_kind_is_recognised_when_this_one_is_left_halfway():
    table = Table("square")
    table.start(opening("tawol"))
    for origin, target in (("a1", "a3"), ("h8", "h6")):
        table.lift(origin)
        table.drop(target)
        table.run(500)
    assert len(table.moves()) == 2
    wanted = opening("tours").occupancy
    for cell, name in enumerate(table.cells.names):
        if table.switches[cell] and not wanted[cell]:
            table.lift(name, ms=40)
    for cell, name in enumerate(table.cells.names):
        if wanted[cell] and not table.switches[cell]:
            table.drop(name, ms=40)
    table.run(1500)
    assert table.said("game") == ["tours turn=single"]
    assert (table.moves(), table.said("over")) == ([], [])


def test_a_game_abandoned_halfway_for_another_is_recognised(avalam):
    move(avalam, "c9", "d9")
    move(avalam, "e4", "e3")
    avalam.said("game")
    for name in ("a4", "a5", "b4", "b5", "b6", "b7", "b8", "c3", "c4"):
        avalam.lift(name)
    for name in ("a4", "a5", "b4", "b5", "b6", "b7", "b8", "c3", "c4", "c9", "e4"):
        avalam.drop(name)
    avalam.run(1200)
    assert [game.split()[0] for game in avalam.said("game")] == ["avalam"]
    assert avalam.position.text() == opening("avalam").text()


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


def test_free_setup_from_an_empty_board():
    table = Table("avalam")
    table.press(OK)
    assert table.said("game")[-1] == "avalam tie-break=fives placing=free"
    table.drop("c9")
    table.run(400)
    assert table.moves() == ["y y@c9"]
    table.touch("c9")
    table.run(400)
    assert table.moves() == ["y r@c9"], "a touch turns its colour"
    table.drop("d9")
    table.run(400)
    assert table.moves() == ["r r@d9"]
    assert table.position.text().startswith("avalam y c9=r1 d9=r1 ; setup")


def test_the_menu_is_opened_by_ok_and_chosen_with_a_piece(avalam):
    avalam.press(OK, 1200)
    menu = dict(choice.split(":") for choice in avalam.said("menu")[0].split())
    assert set(menu) >= {"new-game", "resign", "draw", "options", "brightness", "mute"}
    assert avalam.lit("choice") == set(menu.values())
    avalam.touch(menu["resign"])
    assert avalam.said("menu") == ["none"]
    assert avalam.said("over") == [] and avalam.lit("proposed"), "OK has to say so"
    avalam.press(OK)
    assert avalam.said("over") == ["r 24 24"] and avalam.said("why") == ["resigned"]
    avalam.press(UNDO)
    assert avalam.core.session.play.mode == "play"
    move(avalam, "c9", "d9")
    assert avalam.moves() == ["y c9-d9"]


def test_a_choice_is_made_after_its_touch_is_told(avalam):
    avalam.press(OK, 1200)
    menu = dict(choice.split(":") for choice in avalam.said("menu")[0].split())
    avalam.lines.clear()
    avalam.touch(menu["mute"])
    told = [f"@lift {menu['mute']}", f"@down {menu['mute']}", "@setting mute on", "@menu none"]
    assert avalam.lines[:4] == told


def test_a_choice_in_the_menu_is_no_touch_of_the_game(avalam):
    avalam.lift("g4", ms=1500)
    avalam.press(OK, 1200)
    menu = dict(choice.split(":") for choice in avalam.said("menu")[0].split())
    assert menu["mute"] == "h5", "g4 may go there"
    avalam.touch("h5")
    avalam.run(8000)
    assert avalam.moves() == []


def test_what_was_moved_while_the_menu_was_open_is_led_back_when_it_closes(avalam):
    avalam.press(OK, 1200)
    avalam.lift("c9", "g1")
    avalam.drop("e5")
    avalam.press(OK)
    avalam.run(500)
    assert avalam.lit("put-back") == {"c9", "g1"} and avalam.lit("remove") == {"e5"}
    assert avalam.said("way-back") == ["put g1 c9 remove e5"]


def test_of_three_players_who_resigns_leaves_the_game_to_the_other_two():
    table = Table("hex")
    table.start(opening("cabale", {"players": "3"}))
    table.send("resign")
    assert table.said("over")[0].split()[0] == "23" and table.said("why") == ["resigned"]


def test_the_menu_closes_again_and_the_game_goes_on(avalam):
    for close in (lambda: avalam.press(OK), lambda: avalam.press(UNDO)):
        avalam.press(OK, 1200)
        close()
        assert avalam.said("menu")[-1] == "none"
    move(avalam, "c9", "d9")
    assert avalam.moves() == ["y c9-d9"] and avalam.said("undo") == []


def test_a_draw_is_offered_and_accepted_or_declined_by_a_move(avalam):
    avalam.send("draw")
    move(avalam, "c9", "d9")
    avalam.press(OK)
    assert avalam.said("over") == []
    avalam.send("draw")
    avalam.press(OK)
    assert avalam.said("over") == ["draw 24 23"] and avalam.said("why") == ["agreed"]


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


def test_a_draw_offered_from_the_menu_lights_the_whole_board_until_it_is_answered(avalam):
    avalam.press(OK, 1200)
    menu = dict(choice.split(":") for choice in avalam.said("menu")[0].split())
    avalam.touch(menu["draw"])
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


@pytest.mark.parametrize(
    ("name", "option", "told"),
    [
        ("tawol", "half=claim", "tawol half=claim"),
        ("tours", "turn=form-and-collapse", "tours turn=form-and-collapse"),
    ],
)
def test_an_option_is_touched_in_the_menu(name, option, told):
    table = Table("square")
    table.start(opening(name))
    table.press(OK, 1200)
    for choice in ("options", option):
        table.touch(dict(word.split(":") for word in table.said("menu")[-1].split())[choice])
    assert table.said("game") == [told]
    table.press(OK, 1200)
    assert table.said("menu")[-1].startswith("new-game:")


def test_options_apply_at_once_before_the_first_step_and_later_to_the_next_game(avalam):
    avalam.send("option tie-break=none")
    assert avalam.said("game")[-1] == "avalam tie-break=none placing=fixed"
    avalam.run(500)
    move(avalam, "c9", "d9")
    avalam.send("option tie-break=fives")
    assert avalam.said("game") == []
    assert avalam.said("say") == ["tie-break is fives in the next game."]


def test_settings_are_kept_over_a_power_cut():
    store = Memory()
    table = Table("avalam", store=store)
    table.send("brightness 96")
    table.send("mute on")
    assert table.said("setting") == ["brightness 96", "mute on"]
    again = Table("avalam", store=store)
    assert (again.core.session.settings.brightness, again.core.sound.muted) == (96, True)


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("dance", "no command 'dance'"),
        ("new chess", "no game 'chess'"),
        ("new tawol", "tawol needs the square board; this one is avalam"),
        ("new avalam colour=blue", "avalam has no option 'colour'"),
        ("new avalam tie-break=coin", "option tie-break is fives or none, not 'coin'"),
        ("new avalam tie-break", "'tie-break' is no NAME=VALUE"),
        ("position avalam y c9=y6", "a stack is 1 to 5 high, not 'y6'"),
        ("position avalam y j9=y1", "no cell 'j9' on the avalam grid"),
        ("move c9-c7", "'c9-c7' is no legal move here"),
        ("move", "an empty text is no move"),
        ("move c9-d9,e4-e3", "'e4-e3' comes after the end of the turn"),
        ("undo everything", "undo takes back a step, undo turn a turn; not 'everything'"),
        ("option", "option NAME=VALUE"),
        ("record", "record FROM"),
        ("brightness 900", "brightness is 1 to 255, not '900'"),
        ("mute maybe", "mute is on or off, not 'maybe'"),
        ("choose resign", "the menu is closed"),
        ("x" * 900, "the line is longer than 800 bytes"),
        ("\x00\xff", "no command"),
    ],
)
def test_a_line_that_makes_no_sense_is_answered_and_nothing_is_lost(avalam, line, error):
    avalam.send(line)
    assert avalam.said("error")[0].startswith(error)
    move(avalam, "c9", "d9")
    assert avalam.moves() == ["y c9-d9"]


def test_the_link_plays_a_move_and_the_hands_follow_by_light(avalam):
    avalam.send("move c9-d9")
    assert avalam.moves() == ["y c9-d9"]
    avalam.run(400)
    avalam.lift("c9")
    avalam.run(400)
    move(avalam, "e4", "e3")
    assert avalam.moves() == ["r e4-e3"]


def test_the_link_plays_a_whole_turn_or_nothing_of_it():
    table = Table("hex")
    table.send("position cabale 1 e5=J1 f6=t2 a7=J2 ; tokens 30,29")
    table.send("move e6-g4,x2,e5/e6")
    assert table.said("error") == ["'e5/e6' is no legal move here"]
    assert (table.moves(), table.position.turn) == ([], 0)
    table.send("move e6-g4,x2,e6^g6,a5/b4")
    assert table.moves() == ["1 e6-g4", "1 x2", "1 e6^g6", "1 a5/b4"]
    assert table.said("turn")[-1] == "2"
    table.send("undo turn")
    assert table.said("undo") == ["4 a5/b4", "3 e6^g6", "2 x2", "1 e6-g4"]


@pytest.mark.parametrize(
    ("grid", "line", "words"),
    [
        ("hex", "position cabale 1 i3=J1J2", "'J1J2' is no piece"),
        ("hex", "position cabale 1 i3=J1 i3=J2", "i3 is there twice"),
        ("hex", "position cabale 1 z9=J1", "no cell 'z9' on the hex grid"),
        ("hex", "position cabale 1 i3=J1 ; walls a5/b4", "walls a5/b4: 1 stand and 0 were spent"),
        ("hex", "new cabale players=5", "option players is 2 or 3 or 4 or join, not '5'"),
        ("square", "position tawol w a1=wTwT", "'wTwT' is no stack"),
        ("square", "position tours w a1=w8 b1=w8", "White has 16 pawns; there are 15"),
        ("square", "new tours turn=double", "option turn is single or form-and-collapse"),
        ("square", "position cabale", "cabale is not played on the square board"),
    ],
)
def test_what_no_game_can_hold_is_named_over_the_link(grid, line, words):
    table = Table(grid)
    table.send(line)
    assert words in table.said("error")[0]


def test_lights_and_state_on_request(avalam):
    avalam.send("lights")
    lamps = dict(word.split("=") for word in avalam.said("lights")[0].split())
    assert "c9" in lamps["can-move"].split(",") and lamps["turn:y"] == "e5"
    avalam.send("hello")
    assert avalam.said("hello")[-1].startswith("tourelle ")
    assert avalam.said("position")[-1] == opening("avalam").text()


def test_the_power_limiter_holds_every_frame_to_the_budget(avalam):
    leds = avalam.board["leds"]

    def current():
        lit = sum(avalam.core.frame) * leds["full_ma"] / 255
        return lit + leds["rest_ma"] * len(avalam.core.frame) / 3

    lamps = avalam.core.lights.lamps
    drawn = []
    for lamp in range(17):
        for cell in range(len(lamps)):
            lamps[cell] = lamp
        for slot in range(16):
            avalam.core.lights.restart(0)
            avalam.core.lights.act(slot * 125)
            drawn.append(current())
    assert 0.9 * avalam.board["budget_ma"] < max(drawn) <= avalam.board["budget_ma"]
    avalam.core.lights.restart(0)


@pytest.mark.parametrize("jesters", [["a7", "i3"], ["i3", "a7", "f1"], ["b9", "i3", "a7", "f1"]])
def test_the_jesters_placed_when_ok_is_pressed_are_the_players(jesters):
    table = Table("hex")
    for name in jesters:
        table.drop(name)
    table.run(1500)
    table.press(OK)
    assert table.said("game")[-1].startswith("cabale")
    table.run(500)
    for side, name in enumerate(jesters):
        assert table.position.pieces(table.cells.cell(name)) == f"j{side}"
    assert len(table.position.SIDES) == len(jesters)
    assert table.position.turn == 0
    assert table.lit("can-move") == {jesters[0]}


def test_choosing_cabale_in_the_menu_asks_for_jesters_until_ok():
    table = Table("hex")
    table.press(OK, 1200)
    table.send("choose new-game")
    menu = dict(choice.split(":") for choice in table.said("menu")[-1].split())
    table.touch(menu["cabale"])
    assert table.said("game")[-1] == "cabale players=join"
    for name in ("i3", "a7", "d9"):
        table.drop(name)
        table.run(600)
    assert table.moves() == ["1 i3", "2 a7", "3 d9"]
    table.press(OK)
    table.run(500)
    assert table.position.text() == "cabale 1 i3=J1 a7=J2 d9=J3 ; options players=3"


def test_an_option_set_at_the_board_holds_for_the_next_game_from_the_menu():
    table = Table("hex")
    table.send("new cabale")
    assert table.said("game")[-1] == "cabale players=2"
    table.send("option players=4")
    assert table.said("game")[-1] == "cabale players=4"
    table.send("menu")
    table.send("choose new-game")
    table.send("choose cabale")
    assert table.said("game")[-1] == "cabale players=4"


def test_ok_on_half_a_set_up_begins_nothing():
    table = Table("avalam")
    for name in ("c9", "d9", "b8"):
        table.drop(name)
    table.press(OK)
    assert table.position is None


OVER_THE_LIMIT = (
    "tawol b a8=bAwA a7=wC b7=wB b8=wB h8=bAwA h7=wC g7=wB g8=wB a1=wTbA b1=wTbA c1=wTbB d1=wTbB "
    "e1=wTbB f1=wTbB g1=wTbC d4=wA e4=bT ; options half=claim"
)


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


def test_a_claim_is_ok_before_the_move():
    table = Table("square")
    table.start(read(OVER_THE_LIMIT))
    table.press(OK)
    assert table.moves() == ["b claim"]
    table.lift("e4")
    table.drop("e5")
    table.run(400)
    assert table.moves() == ["b e4-e5"]


def test_a_claim_that_is_taken_back_leaves_nothing_to_put_right():
    table = Table("square")
    table.start(read(OVER_THE_LIMIT))
    table.press(OK)
    table.press(UNDO)
    assert table.said("undo") == ["1 claim"]
    assert "e4" in table.lit("can-move") and table.core.session.play.rests()


def test_a_menu_that_nobody_touches_closes_by_itself(avalam):
    avalam.press(OK, 1200)
    avalam.run(14000)
    assert avalam.lit("choice")
    avalam.run(2000)
    assert avalam.said("menu")[-1:] == ["none"] and not avalam.lit("choice")


def test_the_menus_numbers_are_those_that_players_are_told(avalam):
    told = re.findall(r"^\| (\d+) \| `(\S+)` ", PLAYING.read_text(encoding="utf-8"), re.MULTILINE)
    names = {name: int(number) for number, name in told}
    assert sorted(names.values()) == list(range(1, len(told) + 1))
    seen = set()
    for _ in range(2):  # before a game's first step, and after it
        avalam.press(OK, 1200)
        menu = dict(choice.split(":") for choice in avalam.said("menu")[-1].split())
        # The middle row, and the one before it.
        cells = [name for row in "54" for name in avalam.cells.names if name[1] == row]
        assert all(cells[names[name] - 1] == cell for name, cell in menu.items())
        seen |= set(menu)
        avalam.press(OK)
        move(avalam, "c9", "d9")
    assert seen == set(names) - {"last-game"}  # there was none


def test_a_self_test_that_begins_again_is_over_first(avalam):
    avalam.send("self-test")
    avalam.send("self-test")
    assert avalam.said("self-test") == ["on", "off", "on"]
    avalam.press(OK, 1200)
    avalam.run(300)
    assert avalam.said("self-test") == ["off"]


def test_a_self_test_by_link_closes_the_menu(avalam):
    avalam.press(OK, 1200)
    avalam.said("menu")
    avalam.send("self-test")
    avalam.run(300)
    assert avalam.said("menu") == ["none"]
    avalam.press(OK, 1200)
    avalam.run(300)
    assert avalam.lit("choice") == set() and avalam.lit("can-move")


def test_what_was_lifted_in_a_self_test_after_the_end_is_put_back_when_the_game_goes_on(avalam):
    move(avalam, "c9", "d9")
    avalam.send("resign")
    avalam.run(3000)
    avalam.send("self-test")
    avalam.run(300)
    avalam.lift("f6")
    avalam.press(OK, 1200)
    avalam.press(UNDO)
    avalam.run(1000)
    assert avalam.lit("put-back") == {"f6"} and not avalam.core.session.play.rests()
