"""The hand's language: what can be read, and what is said where it cannot."""

import pytest

from tourelle.grids import grid
from tourelle_host.sim import hand
from tourelle_host.sim.hand import HandError
from tourelle_host.sim.world import World

AVALAM = grid("avalam")


def parse(line):
    return hand.parse(line, AVALAM)


def cell(name):
    return AVALAM.cell(name)


def numbered(arg):
    """The same with cells as their numbers."""
    if isinstance(arg, tuple):
        return tuple(numbered(each) for each in arg)
    return cell(arg) if arg in AVALAM.names else arg


@pytest.mark.parametrize(
    ("line", "args"),
    [
        ("set avalam", ("avalam",)),
        ('set "avalam y c9=y1"', ("avalam y c9=y1",)),
        ("set avalam y c9=y1", ("avalam y c9=y1",)),
        ("lift c9", ("c9", None)),
        ("LIFT C9 2", ("c9", 2)),
        ("drop d9", ("d9", None, False)),
        ("drop d9 1", ("d9", 1, False)),
        ("drop d9 top", ("d9", "top", False)),
        ("drop d9 askew", ("d9", None, True)),
        ("drop d9 1 askew", ("d9", 1, True)),
        ("place c4 y1", ("c4", "y1")),
        ("remove c4", ("c4", None)),
        ("remove c4 1", ("c4", 1)),
        ("nudge d9", ("d9", 100)),
        ("nudge d9 120", ("d9", 120)),
        ("slide c4 d4 e4", (("c4", "d4", "e4"),)),
        ("touch e5", ("e5", 100, None)),
        ("touch e5 300", ("e5", 300, None)),
        ("touch b4/b5", ("b4", 100, "b5")),
        ("pace 120", (120,)),
        ("press undo", ("undo",)),
        ("hold ok 1500", ("ok", 1500)),
        ("wait 800", (800,)),
        ("bounce 0", (0,)),
        ("stuck c4 closed", ("c4", True)),
        ("stuck c4 open", ("c4", False)),
        ("free c4", ("c4", None)),
        ("power off", (False,)),
        ("power on", (True,)),
        ("send hello  there", ("hello  there",)),
        ("expect turn r", ("turn r",)),
    ],
)
def test_every_command_is_read(line, args):
    made = parse(line)
    assert made.word == line.split()[0].lower()
    assert made.args == numbered(args)


@pytest.mark.parametrize(
    ("line", "word", "args"),
    [
        ("drop box", "drop box", ()),
        ("place b4/b5 wall", "place wall", ("b4", "b5")),
        ("REMOVE b4/b5 WALL", "remove wall", ("b4", "b5")),
    ],
)
def test_the_box_and_barriers_have_words_of_their_own(line, word, args):
    assert parse(line) == (word, numbered(args))


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("lfit c9", "there is no command 'lfit'; there are: bounce, drop"),
        ("lift c11", "no cell 'c11' on the avalam grid"),
        ("slide c9 d9 z1", "no cell 'z1' on the avalam grid"),
        ("lift", "'lift' cannot be read; write lift CELL \\[PIECES\\]"),
        ("lift c9 0", "'lift c9 0' cannot be read"),
        ("lift c9 two", "'lift c9 two' cannot be read"),
        ("drop d9 askew top", "'drop d9 askew top' cannot be read"),
        ("drop box 1", "'drop box 1' cannot be read"),
        ("place c4", "'place c4' cannot be read"),
        ("place c4 wall", "'place c4 wall' cannot be read"),
        ("place c4/c5 y1", "'place c4/c5 y1' cannot be read"),
        ("slide c9", "'slide c9' cannot be read"),
        ("press start", "'press start' cannot be read; write press ok, or press undo"),
        ("hold ok", "'hold ok' cannot be read"),
        ("wait a while", "'wait a while' cannot be read"),
        ("stuck c4", "'stuck c4' cannot be read"),
        ("power", "'power' cannot be read; write power off, or power on"),
        ("set", "'set' cannot be read"),
        ("send", "'send' cannot be read"),
        ("meanwhile lift c9", "'meanwhile lift c9' cannot be read; write meanwhile nudge or touch"),
    ],
)
def test_what_cannot_be_read_is_named(line, sentence):
    with pytest.raises(HandError, match=f"^{sentence}"):
        parse(line)


@pytest.mark.parametrize(
    ("line", "takes"),
    [
        ("lift c9", 200),
        ("nudge c9 150", 200),
        ("nudge c9 350", 350),
        ("press ok", 200),
        ("hold ok 1500", 1500),
        ("stuck c9 open", 0),
        ("bounce 5", 0),
        ("pace 120", 0),
        ("meanwhile nudge c9 900", 0),
    ],
)
def test_a_gesture_takes_its_time(line, takes):
    world = World(AVALAM)
    hand.perform(parse("set avalam"), world)
    assert hand.perform(parse(line), world) == takes


@pytest.mark.parametrize(("line", "takes"), [("slide c9 d9 d8", 200), ("press ok", 100)])
def test_a_faster_pace_cuts_no_gesture_short(line, takes):
    world = World(AVALAM)
    hand.perform(parse("set avalam"), world)
    world.pace(50)
    assert hand.perform(parse(line), world) == takes


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("set chess", "no game 'chess'"),
        ("set avalam y c9=y6", "a stack is 1 to 5 high, not 'y6'"),
        ("set tawol", "tawol is played on the square grid, and this board is avalam"),
        ("place c4 b7", "'b7' is not a stack"),
    ],
)
def test_what_a_game_does_not_know_is_told_in_a_sentence(line, sentence):
    world = World(AVALAM)
    hand.perform(parse("set avalam"), world)
    with pytest.raises(HandError, match=f"^{sentence}"):
        hand.perform(parse(line), world)
