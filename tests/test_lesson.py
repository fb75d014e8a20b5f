"""The first lessons: what they tell and light, and what leads back to them."""

import importlib

import pytest

from hands import choose, led, menu
from table import Memory, Table
from tourelle import games
from tourelle.buttons import OK, UNDO
from tourelle.games import catalogue
from tourelle.people import People

LESSONS = {
    entry.name: importlib.import_module(f"tourelle.games.{entry.name}.lesson")
    for entry in catalogue.GAMES
}
GRIDS = {entry.name: entry.grid for entry in catalogue.GAMES}
C5_D5 = "1 6 Yellow begins: lift c5 and put it onto d5, and that stack is Yellow's."
C6_D6 = "2 6 Now Red: put c6 onto d6, and that stack is Red's."


@pytest.fixture
def table():
    """A board on which Avalam's lesson has begun."""
    return learning(Table("avalam"), "avalam")


def learning(table: Table, name: str) -> Table:
    """Ask for a lesson, and put its pieces up as light wants it."""
    table.send(f"learn {name}")
    table.run(500)
    while wanted := table.lit("put-back"):
        table.drop(sorted(wanted)[0], ms=30)
    table.run(1500)
    return table


def step(table: Table, origin: str, target: str) -> None:
    table.lift(origin)
    table.touch(target)
    table.run(1000)


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_is_five_to_eight_legal_steps_to_a_win(name):
    lesson = LESSONS[name]
    position = games.read(lesson.START)
    assert 5 <= len(lesson.STEPS) <= 8
    for text, words in lesson.STEPS:
        assert position.outcome() is None
        move = position.parse_move(text)
        assert position.move_text(move) == text
        position.push(move)
        assert words[0].isupper() and words.endswith(".") and words.count(".") == 1, words
    outcome = position.outcome()
    assert outcome and outcome.winners == (0,)
    assert lesson.AIM.endswith(".") and lesson.AIM.count(".") == 1


def test_the_aim_comes_first_and_each_step_is_said_and_lit(table):
    assert table.said("aim") == [LESSONS["avalam"].AIM]
    assert table.said("lesson") == [C5_D5]
    assert (table.lit("proposed"), table.lit("may-land")) == ({"c5"}, {"d5"})
    step(table, "c5", "d5")
    assert table.moves() == ["y c5-d5"] and table.said("lesson") == [C6_D6]
    assert (table.lit("proposed"), table.lit("may-land")) == ({"c6"}, {"d6"})


def test_a_lesson_is_for_hands_whoever_played_before():
    store = Memory()
    table = Table("avalam", store=store)
    table.start(games.opening("avalam"))
    table.send("seat r board 1")
    table.lines.clear()
    learning(table, "avalam")
    assert table.said("seat") == [] and b"seat r board" not in store.journal


def test_who_asks_who_plays_is_told_of_the_lesson(table):
    table.lines.clear()
    table.send("seat")
    assert table.said("error") == [] and table.said("lesson") == [C5_D5]
    table.send("seat r board 1")
    assert len(table.said("error")) == 1


def test_another_legal_step_is_taken_back(table):
    step(table, "c5", "d5")
    table.said("lesson")
    step(table, "d6", "c6")
    assert any("the lesson goes another way" in said for said in table.said("say"))
    assert table.lit("put-back") == {"d6"} and table.lit("remove") == {"c6"}
    table.lift("c6")
    table.drop("d6", "c6")
    table.run(1000)
    assert table.said("lesson")[-1] == C6_D6 and table.lit("proposed") == {"c6"}


def test_a_lesson_ends_with_its_game_and_a_new_game_is_not_a_lesson(table):
    for text, _ in LESSONS["avalam"].STEPS:
        step(table, *text.split("-"))
    assert table.said("over") == ["y 2 1"] and table.said("lesson")[-1] == "done"
    table.send("new avalam")
    table.run(500)
    table.lines.clear()
    assert type(table.core.session.seats.players) is People
    table.send("hello")
    assert table.said("aim") == table.said("lesson") == []


def wrong_ends(name: str) -> list[tuple[int, str]]:
    """(number of the lesson's step, another step that would end the game there), all of them."""
    found = []
    position = games.read(LESSONS[name].START)
    for number, (text, _) in enumerate(LESSONS[name].STEPS):
        for other in map(position.move_text, list(position.legal_moves())):
            position.push(position.parse_move(other))
            last = number == len(LESSONS[name].STEPS) - 1
            if other != text and (last or position.outcome()):
                found.append((number, other))
            position.pop()
        position.push(position.parse_move(text))
    return found


@pytest.mark.parametrize("name", [name for name in LESSONS if wrong_ends(name)])
def test_a_wrong_last_step_is_taken_back_even_if_it_ends_the_game(name):
    ends = wrong_ends(name)
    for number, other in ends[:: len(ends) // 3 or 1]:
        table = learning(Table(GRIDS[name]), name)
        for text, _ in LESSONS[name].STEPS[:number]:
            table.send(f"move {text}")
            led(table)
            table.run(1500)
        table.said("lesson")
        table.send(f"move {other}")
        led(table)
        table.run(1500)
        led(table)
        table.run(1500)
        assert any("the lesson goes another way" in said for said in table.said("say")), other
        lines = table.said("lesson")
        assert "done" not in lines and lines[-1].startswith(f"{number + 1} "), (other, lines)


def test_a_lesson_that_is_given_up_leads_nowhere_until_it_goes_on():
    store = Memory()
    table = learning(Table("avalam", store=store), "avalam")
    table.send("resign")
    table.run(500)
    assert table.said("over") and table.lit("proposed") == set()
    again = Table("avalam", store=store, switches=bytes(table.switches))
    again.run(1000)
    assert again.said("over") and again.said("lesson") == []
    again.press(UNDO)
    again.run(500)
    assert again.lit("proposed") == {"c5"}


def test_undo_leads_one_step_back_in_the_lesson(table):
    step(table, "c5", "d5")
    table.press(UNDO)
    table.run(500)
    assert table.lit("put-back") == {"c5"}
    assert table.said("lesson")[-1] == C5_D5


def test_a_power_cut_does_not_end_it():
    store = Memory()
    table = learning(Table("avalam", store=store), "avalam")
    step(table, "c5", "d5")
    again = Table("avalam", store=store, switches=bytes(table.switches))
    again.run(1000)
    assert again.said("aim") and again.said("lesson") == [C6_D6]
    assert again.lit("proposed") == {"c6"}


def test_a_power_cut_after_another_step_does_not_end_it_either():
    store = Memory()
    table = learning(Table("avalam", store=store), "avalam")
    table.lift("d6")
    table.touch("c6")
    table.lift("f6", ms=1000)  # while it is up, nothing is taken back
    again = Table("avalam", store=store, switches=bytes(table.switches))
    again.run(1000)
    assert again.said("aim") and again.said("say") == [] and again.said("move") == []
    again.drop("f6", ms=1000)
    assert again.said("undo") == ["1 d6-c6"] and again.lit("put-back") == {"d6"}


def test_the_menu_has_one_of_each_game_of_the_board():
    table = Table("square")
    table.press(OK, 1200)
    choose(table, "learn")
    lessons = menu(table)
    assert list(lessons) == ["tawol", "tours"]
    table.touch(lessons["tours"])
    table.run(500)
    assert table.said("aim") == [LESSONS["tours"].AIM] and table.position.NAME == "tours"
    assert len(table.lit("put-back")) == 8


def test_what_has_no_lesson_here_is_refused_and_the_game_goes_on(table, monkeypatch):
    table.send("learn cabale")
    assert "needs the hex board" in table.said("error")[-1]
    table.send("learn chess")
    assert "chess" in table.said("error")[-1]
    table.send("seat y board 1")
    assert "this is a lesson" in table.said("error")[-1]
    assert table.lit("proposed") == {"c5"}


@pytest.mark.parametrize(
    ("start", "steps", "why"),
    [
        ("avalam y c9=y9", (("c9-d9", "Go."),), "y9"),
        ("avalam y c9=y1 d9=r1", (("c9-e5", "Go."),), "c9-e5"),
    ],
)
def test_a_lesson_that_is_not_legal_costs_a_sentence_and_no_game(monkeypatch, start, steps, why):
    table = Table("avalam")
    table.start(games.opening("avalam"))
    before = table.position.text()
    monkeypatch.setattr(LESSONS["avalam"], "START", start)
    monkeypatch.setattr(LESSONS["avalam"], "STEPS", steps)
    table.send("learn avalam")
    table.run(500)
    assert why in table.said("error")[-1]
    assert table.position.text() == before and table.said("lesson") == []


def test_a_lesson_is_not_shared_with_boards_elsewhere(table):
    table.send("table share r")
    assert "this is a lesson" in table.said("error")[-1]
    again = Table("avalam", store=table.store, switches=bytes(table.switches))
    again.run(500)
    assert again.said("lesson") == [C5_D5]


def test_an_option_is_for_the_game_after_the_lesson(table):
    table.send("option tie-break=none")
    assert table.said("say") == ["tie-break is none in the next game."]
    table.send("hint")
    assert table.said("lesson")
