"""The link's commands at the table: a line plays, tells or is refused, and nothing is lost."""

import pytest

from hands import move
from table import Table
from tourelle.games import opening


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("dance", "no command 'dance'"),
        ("new chess", "no game 'chess'"),
        ("new tawol", "tawol needs the square board; this one is avalam"),
        ("new avalam colour=blue", "avalam has no option 'colour'"),
        ("new avalam tie-break=coin", "option tie-break is fives or none, not 'coin'"),
        ("new avalam tie-break", "'tie-break' is not NAME=VALUE"),
        ("position avalam y c9=y6", "a stack is 1 to 5 high, not 'y6'"),
        ("position avalam y j9=y1", "no cell 'j9' on the avalam grid"),
        ("move c9-c7", "'c9-c7' is not a legal move here"),
        ("move", "an empty text is not a move"),
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


@pytest.mark.parametrize(
    ("grid", "line", "words"),
    [
        ("hex", "position cabale 1 i3=J1J2", "'J1J2' is not a piece"),
        ("hex", "position cabale 1 i3=J1 i3=J2", "i3 appears twice"),
        ("hex", "position cabale 1 z9=J1", "no cell 'z9' on the hex grid"),
        ("hex", "position cabale 1 i3=J1 ; walls a5/b4", "walls a5/b4: 1 stand and 0 were spent"),
        ("hex", "new cabale players=5", "option players is 2 or 3 or 4 or join, not '5'"),
        ("square", "position tawol w a1=wTwT", "'wTwT' is not a stack"),
        ("square", "position tours w a1=w8 b1=w8", "White has 16 pawns; there are 15"),
        ("square", "new tours turn=double", "option turn is single or form-and-collapse"),
        ("square", "position cabale", "cabale is not played on the square board"),
    ],
)
def test_what_no_game_can_hold_is_named_over_the_link(grid, line, words):
    table = Table(grid)
    table.send(line)
    assert words in table.said("error")[0]


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
    assert table.said("error") == ["'e5/e6' is not a legal move here"]
    assert (table.moves(), table.position.turn) == ([], 0)
    table.send("move e6-g4,x2,e6^g6,a5/b4")
    assert table.moves() == ["1 e6-g4", "1 x2", "1 e6^g6", "1 a5/b4"]
    assert table.said("turn")[-1] == "2"
    table.send("undo turn")
    assert table.said("undo") == ["4 a5/b4", "3 e6^g6", "2 x2", "1 e6-g4"]


def test_lights_and_state_on_request(avalam):
    avalam.send("lights")
    lamps = dict(word.split("=") for word in avalam.said("lights")[0].split())
    assert "c9" in lamps["can-move"].split(",") and lamps["turn:y"] == "e5"
    avalam.send("hello")
    assert avalam.said("hello")[-1].startswith("tourelle ")
    assert avalam.said("position")[-1] == opening("avalam").text()


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
