"""Who plays a side: given, changed, refused, and kept from game to game and without power."""

import pytest

from hands import choose, led, menu, move
from table import Memory, Table
from tourelle.buttons import OK
from tourelle.games import TextError, opening
from tourelle.people import People


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


def test_a_seat_is_given_changed_and_dropped_in_mid_game(avalam):
    for number in range(10):
        avalam.send(f"seat r board {number % 6 + 1}")
        avalam.send("seat r hand")
        assert not any(avalam.core.session.play.barred)
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
        assert list(table.core.session.play.barred[:2]) == seats
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
        cell = menu(avalam)[name]
        assert avalam.light(cell) == "choice"
        avalam.touch(cell)
        avalam.run(100)
    assert avalam.said("seat") == ["r board 2"]
    assert avalam.said("menu")[-1] == "none"


def test_a_choice_that_cannot_be_had_is_told_and_the_game_goes_on(avalam, monkeypatch):
    def nothing(name):
        raise TextError(f"nothing can play {name}")

    monkeypatch.setattr("tourelle.games.model", nothing)
    avalam.send("menu")
    for name in ("seats", "r", "board-2"):
        choose(avalam, name)
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


def test_a_seat_that_changes_loses_no_step_of_another_side(avalam):
    avalam.lift("c9", "d9")
    avalam.drop("d9", ms=100)
    avalam.send("seat r host")
    avalam.run(1000)
    assert avalam.moves() == ["y c9-d9"]


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
    """What the board answers to `hello`: errors, whose turn it is, who plays."""
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
    assert list(table.core.session.play.barred) == [0, 1, 0, 0]


def test_a_side_whose_player_cannot_come_back_is_played_by_hands():
    table = Table("avalam")
    table.start(opening("avalam"))
    table.send("seat r host")
    play = table.core.session.play
    play.journal.keep("seat", "r", "board 99")
    table.core.session.seats.seat_as_recorded()
    table.run(100)
    assert any("A person plays r now" in line for line in table.said("say"))
    assert not any(table.core.session.play.barred)


def test_a_seat_that_is_refused_leaves_nobody_behind(avalam):
    avalam.send("seat r foo")
    avalam.run(100)
    assert type(avalam.core.session.seats.players) is People


def test_a_seat_in_the_record_that_breaks_something_does_not_stop_the_start(avalam, monkeypatch):
    def broken(*_):
        raise AttributeError("seat")

    avalam.send("seat r host")
    monkeypatch.setattr("tourelle.players.Players.seat", broken)
    again = Table("avalam", store=avalam.store, switches=bytes(avalam.switches))
    again.run(100)
    assert again.said("say") == ["A person plays r now: seat"]
    assert again.position.text() == avalam.position.text()
