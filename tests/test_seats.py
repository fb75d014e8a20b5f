"""Sides that no hand plays: the board's own, a host's, and the hints; at the table, by light."""

import random

import pytest

from depth import first
from hands import led, move, stands
from others import Others, whole_game
from table import Memory, Table
from tourelle.buttons import OK, UNDO
from tourelle.games import TextError, opening, read
from tourelle.people import People
from tourelle.player import GONE_MS

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


def steps_of(position) -> list[str]:
    """The texts of the legal steps."""
    return [position.move_text(step) for step in position.legal_moves()]


def cabale_until(found):
    """A position of Cabale for two of which that is true, from a random game."""
    rng = random.Random(1)
    position = opening("cabale")
    while not found(position):
        position.push(rng.choice(list(position.legal_moves())))
    return read(position.text())


# -- whole games


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


# -- thinking


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


# -- what is said wrong


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("seat x board 3", "no side 'x'"),
        ("seat r board 9", "board 9"),
        ("seat r board", "board 1 to board 6"),
        ("seat r nobody", "nobody"),
        ("seat r", "hand, host"),
        ("seat yr hand", "no side 'yr'"),
    ],
)
def test_a_seat_that_makes_no_sense_is_refused(avalam, line, word):
    avalam.send(line)
    [error] = avalam.said("error")
    assert word in error
    move(avalam, "c9", "d9")
    assert avalam.moves() == ["y c9-d9"]


def test_without_a_game_there_is_no_seat():
    table = Table("avalam")
    table.send("seat y board 1")
    table.send("seat")
    table.send("hint")
    assert len(table.said("error")) == 3


# -- undo


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


# -- what hands cannot do


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


# -- changing seats, power, further games


def test_a_seat_is_given_changed_and_dropped_in_mid_game(avalam):
    for number in range(10):
        avalam.send(f"seat r board {number % 6 + 1}")
        avalam.send("seat r hand")
        assert not any(avalam.core.session.seats.players.barred)
    assert len(avalam.said("seat")) == 20
    move(avalam, "c9", "d9")
    avalam.send("seat r board 1")
    avalam.run(2000)
    assert len(avalam.moves()) == 2
    avalam.send("seat y board 1")
    led(avalam)
    avalam.run(2000)
    assert len(avalam.moves()) == 1
    led(avalam)
    avalam.send("seat r hand")
    avalam.run(3000)
    assert avalam.moves() == [], "a person has it now"


def test_seats_survive_a_power_cut():
    store = Memory()
    table = Table("avalam", store=store)
    table.start(opening("avalam"))
    table.send("seat r board 2")
    table.send("seat y host")
    table.send("seat y hand")
    move(table, "c9", "d9")
    again = Table("avalam", store=store, switches=bytes(table.switches))
    assert again.said("seat")[-2:] == ["y hand", "r board 2"]
    again.run(3000)
    assert [text[0] for text in again.moves()] == ["r"]


def test_after_a_crash_people_play_for_the_board_until_the_next_start():
    table = Table("square")
    table.start(opening("tours"))
    table.send("seat w board 1")
    table.send("seat b host")
    table.run(500)
    standing = bytes(table.switches)
    for crashed, seats in ((1, [0, 1]), (0, [1, 1])):
        table = Table("square", table.now, table.store, standing, crashed)
        table.run(500)
        assert list(table.core.session.seats.players.barred[:2]) == seats
        assert any("A person plays w now" in line for line in table.lines) == bool(crashed)


def test_the_next_game_of_the_kind_keeps_the_seats_and_another_does_not():
    store = Memory()
    table = Table("square", store=store)
    table.start(opening("tours"))
    table.send("seat b board 1")
    table.said("seat")
    table.send("new tours")
    table.run(50)
    assert table.said("seat") == ["w hand", "b board 1"]
    assert b"seat b board 1" in store.journal
    table.send("new tawol")
    table.run(50)
    assert table.said("seat") == [] and type(table.core.session.seats.players) is People


def test_by_light_alone_in_the_menu(avalam):
    avalam.press(OK, 1200)
    for name in ("seats", "r", "board-2"):
        menu = dict(choice.rsplit(":", 1) for choice in avalam.said("menu")[-1].split())
        assert avalam.light(menu[name]) == "choice"
        avalam.touch(menu[name])
        avalam.run(100)
    assert avalam.said("seat") == ["r board 2"]
    assert avalam.said("menu")[-1] == "none"


def test_a_choice_that_cannot_be_had_is_told_and_the_game_goes_on(avalam, monkeypatch):
    def nothing(name):
        raise TextError(f"nothing can play {name}")

    monkeypatch.setattr("tourelle.games.model", nothing)
    avalam.send("menu")
    for name in ("seats", "r", "board-2"):
        menu = dict(choice.rsplit(":", 1) for choice in avalam.said("menu")[-1].split())
        avalam.touch(menu[name])
        avalam.run(100)
    assert avalam.said("say") == ["nothing can play avalam"]
    avalam.send("seat r board 3")
    avalam.send("hint")
    assert avalam.said("error") == ["nothing can play avalam"] * 2
    move(avalam, "c9", "d9")
    avalam.run(3000)
    assert avalam.moves() == ["y c9-d9"]


def test_a_seat_that_finds_no_room_is_refused_in_words_and_the_game_goes_on(avalam, monkeypatch):
    def full(*_):
        raise MemoryError

    monkeypatch.setattr("tourelle.search.Search", full)
    avalam.send("seat r board 3")
    avalam.send("hint")
    why = "there is not enough memory to think; people and hosts can play"
    assert avalam.said("error") == [why] * 2
    move(avalam, "c9", "d9")
    avalam.run(3000)
    assert avalam.moves() == ["y c9-d9"]


# -- a host


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


# -- hints


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


def test_a_step_that_a_host_sends_ends_the_pause(avalam):
    avalam.send("seat y host")
    avalam.send("seat r host")
    avalam.press(UNDO)
    assert avalam.core.session.seats.players.paused
    avalam.send("move c9-d9")
    avalam.run(20)
    assert not avalam.core.session.seats.players.paused


def test_a_hint_ends_with_its_game():
    square = Table("square")
    square.start(opening("tawol"))
    square.send("hint")
    square.run(3000)
    assert square.said("hint")[-1] != "none"
    square.send("new tours")
    square.run(500)
    assert square.said("hint") == ["none"]


def test_a_seat_that_changes_loses_no_step_of_another_side(avalam):
    avalam.lift("c9", "d9")
    avalam.drop("d9", ms=100)
    avalam.send("seat r host")
    avalam.run(1000)
    assert avalam.moves() == ["y c9-d9"]


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


# -- draws and resigning


def test_the_board_declines_a_draw_in_the_opening(avalam):
    avalam.send("seat r board 1")
    avalam.send("draw")
    assert avalam.said("say") == ["The draw is declined."]
    assert avalam.core.session.play.mode == "play"


def finding(worth: int, monkeypatch) -> None:
    """The board's thoughts find any step, and the position worth so much."""
    thinker = "tourelle.thinking.Thinker"
    monkeypatch.setattr(f"{thinker}.think", lambda _, position, *__: next(position.legal_moves()))
    monkeypatch.setattr(f"{thinker}.value", worth)


def twelve_turns(avalam):
    """Some turns against the board, of a person who plays any move."""
    avalam.send("seat r board 2")
    while avalam.position.turns < 12:
        move(avalam, *best(avalam).split("-"))
        avalam.run(2500)
        led(avalam)


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


def best(table: Table) -> str:
    """A legal step's text; any will do."""
    position = table.position
    return position.move_text(next(iter(position.legal_moves())))


def test_a_person_resigns_even_when_the_board_has_to_move(avalam):
    avalam.send("seat r board 6")
    move(avalam, "c9", "d9")
    avalam.send("resign")
    assert avalam.said("over")[0].startswith("r")


def test_mixed_seats_in_cabale_with_the_set_up():
    others = Others(opening("cabale", {"players": "join"}).text(), {"2": "board 1"}, 5)
    others.move(next(iter(others.shown.legal_moves())))
    others.wait_for_step()
    others.carry_out()
    assert others.shown.turn == 2 and others.steps == 2


def joined(seats: dict[str, str], store: Memory | None = None) -> Table:
    """Cabale between two who joined; seats were given before the second of them had."""
    table = Table("hex", store=store)
    table.start(opening("cabale", {"players": "join"}))
    for side, who in seats.items():
        table.send(f"seat {side} {who}")
    table.send("move i3")
    for line in ("move a7", "move ."):
        table.send(line)
    table.run(200)
    return table


def told(table: Table) -> list[list[str]]:
    """What `hello` is answered: errors, whose turn it is, who plays."""
    table.lines.clear()
    table.send("hello")
    return [table.said(word) for word in ("error", "turn", "seat")]


def test_a_seat_that_nobody_came_to_is_nobodys():
    store = Memory()
    table = joined({"4": "board 4"}, store)
    assert told(table) == [[], ["1"], []]
    table.send("undo")
    assert told(table) == [[], ["3"], []]  # they join again
    table.send("move .")
    standing = bytes(map(bool, table.position.occupancy))
    again = Table("hex", store=store, switches=standing)
    again.run(500)
    assert again.said("say") == []
    assert told(again) == [[], ["1"], []]


def test_the_board_answers_a_draw_though_others_might_have_joined():
    table = joined({"2": "board 1"})
    table.send("draw")
    assert "The draw is declined." in table.said("say")


@pytest.mark.parametrize("before, after", [("4", "2"), ("2", "4")])
def test_another_game_has_other_sides(before, after):
    table = Table("hex")
    table.start(opening("cabale", {"players": before}))
    table.send("seat 2 board 1")
    if before == "4":
        table.send("seat 4 board 1")
    table.lines.clear()
    table.send(f"new cabale players={after}")
    table.run(100)
    seats = ["1 hand", "2 board 1", "3 hand", "4 hand"]
    assert table.said("error") == [] and table.said("seat") == seats[: int(after)]
    assert list(table.core.session.seats.players.barred) == [0, 1, 0, 0]


def test_a_side_whose_player_cannot_come_back_is_played_by_hands():
    table = Table("avalam")
    table.start(opening("avalam"))
    table.send("seat r host")
    play = table.core.session.play
    play.journal.keep("seat", "r", "board 99")
    table.core.session.seats.seat_as_recorded()
    table.run(100)
    assert any("A person plays r now" in line for line in table.said("say"))
    assert not any(table.core.session.seats.players.barred)


# -- ends, and what comes after them


def ends(table: Table) -> list[str]:
    """How the game ended, and why: "draw", "agreed"."""
    return [over.split()[0] for over in table.said("over")] + table.said("why")


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


def test_what_was_offered_is_declined_when_a_seat_changes(avalam):
    for ask in ("menu", "choose resign"):
        avalam.send(ask)
    assert any("resigns" in words for words in avalam.said("say"))
    avalam.send("seat y host")
    assert "Nothing is offered any more." in avalam.said("say")
    avalam.press(OK)
    assert avalam.said("over") == []


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
    assert table.said("say") == ["Several people play: who resigns does so in turn."] * 2


def test_a_resigned_game_is_a_resigned_one_after_a_power_cut(avalam):
    avalam.send("resign")
    assert ends(avalam) == ["r", "resigned"]
    again = Table("avalam", store=avalam.store, switches=bytes(avalam.switches))
    assert ends(again) == ["r", "resigned"]


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
    assert table.said("say") == ["The game is paused: OK goes on with it."]
    led(table)
    table.press(OK)
    table.send("move c9-d9")
    assert table.moves() == ["y c9-d9"] * 2


def test_whoever_takes_a_side_of_a_paused_game_plays_on_without_ok(avalam):
    for side in "yr":
        avalam.send(f"seat {side} board 1")
    avalam.press(UNDO)
    assert "paused" in avalam.said("say")[-1]
    avalam.send("seat y hand")
    move(avalam, "c9", "d9")
    avalam.run(2500)
    assert [text[0] for text in avalam.moves()] == ["y", "r"]


def test_a_seat_that_is_refused_leaves_nobody_behind(avalam):
    avalam.send("seat r foo")
    avalam.run(100)
    assert type(avalam.core.session.seats.players) is People


def test_a_menu_closes_when_the_game_under_it_goes_on(avalam):
    avalam.send("menu")
    avalam.send("move c9-d9")
    assert avalam.core.session.menu is None and len(avalam.moves()) == 1


def test_a_seat_in_the_record_that_breaks_something_does_not_stop_the_start(avalam, monkeypatch):
    def broken(*_):
        raise AttributeError("seat")

    avalam.send("seat r host")
    monkeypatch.setattr("tourelle.players.Players.seat", broken)
    again = Table("avalam", store=avalam.store, switches=bytes(avalam.switches))
    again.run(100)
    assert again.said("say") == ["A person plays r now: seat"]
    assert again.position.text() == avalam.position.text()


# -- the end


def test_a_game_that_its_last_step_has_ended_is_not_resigned_any_more():
    table = Table("avalam")
    table.start(read("avalam y c9=y1 d9=y1 f1=r1 i5=r1"))
    table.send("move c9-d9\nresign")
    table.run(100)
    assert ends(table) == ["r", "stacks"]


def test_with_the_end_of_the_game_nobody_thinks_about_a_hint(avalam):
    avalam.send("hint\nresign")
    avalam.run(1000)
    assert type(avalam.core.session.seats.players) is People


def test_the_menu_is_said_to_be_closed_where_another_game_closes_it(avalam):
    avalam.send("menu")
    avalam.said("menu")
    avalam.send("new avalam")
    assert avalam.said("menu") == ["none"]


@pytest.mark.parametrize("ways", (["new-game", "avalam"], ["learn", "avalam"], ["mute"]))
def test_the_menu_is_said_to_be_closed_once_whatever_is_chosen(avalam, ways):
    avalam.send("menu")
    for name in ways:
        avalam.said("menu")
        avalam.send(f"choose {name}")
    assert avalam.said("menu") == ["none"]
    assert avalam.core.session.menu is None
