"""The menu at the board: opened, chosen from with a piece, closed, and its numbers."""

import re
from pathlib import Path

import pytest

from hands import choose, menu, move
from table import Table
from tourelle.buttons import OK, UNDO
from tourelle.games import opening

PLAYING = Path(__file__).resolve().parent.parent / "docs" / "playing.md"


def test_the_menu_is_opened_by_ok_and_chosen_with_a_piece(avalam):
    avalam.press(OK, 1200)
    choices = menu(avalam)
    assert set(choices) >= {"new-game", "resign", "draw", "options", "brightness", "mute"}
    assert avalam.lit("choice") == set(choices.values())
    avalam.touch(choices["resign"])
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
    choices = menu(avalam)
    avalam.lines.clear()
    avalam.touch(choices["mute"])
    told = [
        f"@lift {choices['mute']}",
        f"@down {choices['mute']}",
        "@setting mute on",
        "@menu none",
    ]
    assert avalam.lines[:4] == told


def test_a_choice_in_the_menu_is_no_touch_of_the_game(avalam):
    avalam.lift("g4", ms=1500)
    avalam.press(OK, 1200)
    choices = menu(avalam)
    assert choices["mute"] == "h5", "g4 may go there"
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
    choose(table, "options", option)
    assert table.said("game") == [told]
    table.press(OK, 1200)
    assert table.said("menu")[-1].startswith("new-game:")


def test_the_menus_numbers_are_those_that_players_are_told(avalam):
    told = re.findall(r"^\| (\d+) \| `(\S+)` ", PLAYING.read_text(encoding="utf-8"), re.MULTILINE)
    names = {name: int(number) for number, name in told}
    assert sorted(names.values()) == list(range(1, len(told) + 1))
    seen = set()
    for _ in range(2):  # before a game's first step, and after it
        avalam.press(OK, 1200)
        choices = menu(avalam)
        # The middle row, and the one before it.
        cells = [name for row in "54" for name in avalam.cells.names if name[1] == row]
        assert all(cells[names[name] - 1] == cell for name, cell in choices.items())
        seen |= set(choices)
        avalam.press(OK)
        move(avalam, "c9", "d9")
    assert seen == set(names) - {"last-game"}  # there was none


def test_the_menu_closes_again_and_the_game_goes_on(avalam):
    for close in (lambda: avalam.press(OK), lambda: avalam.press(UNDO)):
        avalam.press(OK, 1200)
        close()
        assert avalam.said("menu")[-1] == "none"
    move(avalam, "c9", "d9")
    assert avalam.moves() == ["y c9-d9"] and avalam.said("undo") == []


def test_a_menu_that_nobody_touches_closes_by_itself(avalam):
    avalam.press(OK, 1200)
    avalam.run(14000)
    assert avalam.lit("choice")
    avalam.run(2000)
    assert avalam.said("menu")[-1:] == ["none"] and not avalam.lit("choice")


def test_a_menu_closes_when_the_game_under_it_goes_on(avalam):
    avalam.send("menu")
    avalam.send("move c9-d9")
    assert avalam.core.session.menu is None and len(avalam.moves()) == 1


def test_a_self_test_by_link_closes_the_menu(avalam):
    avalam.press(OK, 1200)
    avalam.said("menu")
    avalam.send("self-test")
    avalam.run(300)
    assert avalam.said("menu") == ["none"]
    avalam.press(OK, 1200)
    avalam.run(300)
    assert avalam.lit("choice") == set() and avalam.lit("can-move")


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
