"""A board's events on the PC: read, played again, explained, and written as a script."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table import Table
from tourelle.buttons import OK, UNDO
from tourelle.games import opening
from tourelle_host import cli
from tourelle_host.blackbox import events, rereading, story
from tourelle_host.blackbox.script import write


def told(table):
    """The text that a board's black box gives."""
    table.said("event")
    table.send("blackbox")
    table.run(3000)
    return "".join(f"@event {line}\n" for line in table.said("event"))


def before(scene):
    """The text of the position before a scene's first event."""
    position = scene.position()
    return position and position.text()


def playing(game="avalam", now=0):
    """A board with a game's opening, whose black box begins with the game."""
    table = Table(opening(game).GRID, now)
    table.start(opening(game))
    return table


@pytest.fixture(scope="module")
def misread():
    """A game with a step that was taken back, one of the host's, and one read by its touch."""
    table = playing()
    table.lift("c9")
    table.touch("d9")
    table.run(1000)
    table.press(UNDO)
    table.run(1000)
    table.drop("c9")
    table.run(1000)
    table.send("move e4-e3")
    table.run(1000)
    table.lift("e4")
    table.touch("e3")
    table.run(2000)
    table.lift("f5", "g5")
    table.drop("g5")
    table.run(1000)
    return told(table)


def test_what_was_taken_back_is_known_before_the_first_event(misread):
    scene = events.scene(events.read(misread))
    assert scene.settled and before(scene) == opening("avalam").text()
    assert [one.text for one in rereading.then(scene) if one.plays] == [
        "move 1 c9-d9", "undo 1 c9-d9", "move 1 e4-e3", "move 2 f5-g5",
    ]  # fmt: skip


def test_the_position_before_the_first_event_is_found_when_the_ring_has_wrapped():
    table = playing()
    positions = {}
    for number in range(22):
        position = table.position
        positions[number] = position.text()
        move = next(iter(position.legal_moves()))
        (origin,) = position.footprint(move).vacated
        (target,) = position.footprint(move).reached
        names = table.cells.names
        table.lift(names[origin], names[target])
        table.drop(names[target])
        table.run(1000)
        for _ in range(6):
            table.touch(names[target])
            table.run(300)
        assert table.core.session.play.step_count == number + 1
    found = events.read(told(table))
    scene = events.scene(found)
    assert len(found.events) == 256 and 5 < len(scene.moves) < 30
    assert before(scene) == positions[len(scene.moves)]
    assert scene.settled


def test_todays_reader_decides_what_the_same_firmware_decided(misread):
    scene = events.scene(events.read(misread))
    then = [(one.ms, one.text) for one in rereading.then(scene) if one.plays]
    now = [(one.ms, one.text) for one in rereading.decisions(rereading.now(scene)) if one.plays]
    assert now == then


def test_a_game_that_was_left_does_not_contradict_that_there_is_none():
    table = playing()
    table.lift("c9", "d9")
    table.drop("d9")
    table.run(1000)
    table.send("stop")
    table.lift("e4")
    scene = events.scene(events.read(told(table)))
    assert before(scene) is None and [event.word for event in scene.events] == ["lift"]


@pytest.mark.parametrize("began", [0, (1 << 30) - 1500, (1 << 29) + 7])
def test_the_clock_may_wrap_meanwhile(began):
    table = playing(now=began)
    for cells in (("c9", "d9"), ("e4", "e3")):
        table.lift(*cells)
        table.drop(cells[1])
        table.run(1500)
    scene = events.scene(events.read(told(table)))
    assert [one.text for one in rereading.decisions(rereading.now(scene))] == [
        "move 1 c9-d9",
        "move 2 e4-e3",
    ]


def test_days_of_quiet_take_a_moment():
    table = playing()
    table.lift("c9", "d9")
    table.drop("d9")
    table.now += 5 * 24 * 3600 * 1000
    table.run(1000)
    table.lift("e4", "e3")
    table.drop("e3")
    table.run(1000)
    scene = events.scene(events.read(told(table)))
    now = [one.text for one in rereading.decisions(rereading.now(scene)) if one.plays]
    assert now == ["move 1 c9-d9", "move 2 e4-e3"]


def test_what_no_hand_played_is_played_again_and_its_side_is_not_read():
    table = playing()
    table.send("seat r host")
    table.lift("c9", "d9")
    table.drop("d9")
    table.run(2000)
    table.send("move e4-e3")
    table.run(500)
    table.lift("e4", "e3")
    table.drop("e3")
    table.run(1000)
    table.lift("f5", "g5")
    table.drop("g5")
    table.run(1500)
    assert table.core.session.play.step_count == 3
    found = events.read(told(table))
    assert found.others == ["r"]
    scene = events.scene(found)
    now = [one.text for one in rereading.decisions(rereading.now(scene)) if one.plays]
    assert now == ["move 1 c9-d9", "move 2 e4-e3", "move 3 f5-g5"]
    assert any("NOT BY HAND: 2. e4-e3" in line for line in story.tell(found, scene))


def same_again(table) -> list[str]:
    """The steps that today's reader plays, which are those that were played then."""
    scene = events.scene(events.read(told(table)))
    then = [one.text for one in rereading.then(scene) if one.plays]
    assert [one.text for one in rereading.decisions(rereading.now(scene)) if one.plays] == then
    return then


@pytest.mark.parametrize("ok", ["button", "link"])
def test_a_hint_that_was_taken_is_played_again(ok):
    table = playing()
    table.lift("c9", "d9")
    table.drop("d9")
    table.run(1000)
    table.send("hint")
    table.run(6000)
    if ok == "button":
        table.press(OK)
    else:
        table.send("ok")
    table.run(1000)
    assert len(same_again(table)) == 2


def test_what_came_from_a_board_elsewhere_is_played_again():
    table = playing()
    table.send("table share r")
    table.lift("c9", "d9")
    table.drop("d9")
    table.run(2500)
    count, checksum = table.said("kept")[-1].split(" ")
    table.send(f"table keep {count} {checksum} {count} e4-e3")
    table.run(1000)
    assert same_again(table) == ["move 1 c9-d9", "move 2 e4-e3"]


def test_each_decision_is_explained_in_words(misread):
    found = events.read(misread)
    lines = list(story.tell(found, events.scene(found)))
    assert lines[0].startswith("The avalam board with tourelle 0.1.0: Avalam after 0 steps, y to")
    at = next(i for i, line in enumerate(lines) if line.endswith("1. c9-d9 is played."))
    assert "THE BOARD AND TODAY'S READER" in lines[at]
    assert lines[at + 1].strip() == (
        "c9-d9: for it, c9 was lifted at 0.000 s; d9 was touched at 0.200 s. Against it, nothing. "
        "For the reader it is attested, by nudges."
    )
    assert "c8 was not lifted" in lines[at + 2]
    assert lines[at + 2].endswith("For the reader it does not fit.")
    assert [line for line in lines if "NOT BY HAND: 1. e4-e3 is played." in line]
    assert lines[-1] == "Today's reader plays the same."


def test_a_step_that_the_board_decided_otherwise_is_reported(misread):
    """The events of a board whose reader took another step: here its record is changed."""
    other = misread.replace("f5-g5", "f5-g6")
    position = opening("avalam")
    for step in ("e4-e3",):
        position.push(position.parse_move(step))
    played, instead = position.parse_move("f5-g5"), position.parse_move("f5-g6")
    other = other.replace(f"move 2 {played}", f"move 2 {instead}")
    found = events.read(other)
    lines = list(story.tell(found, events.scene(found)))
    assert re.fullmatch(
        r"They differ first at \S+ s: then 2. f5-g6 is played, today 2. f5-g5 is played.",
        lines[-1],
    )
    (at,) = [i for i, line in enumerate(lines) if line.endswith("THE BOARD: 2. f5-g6 is played.")]
    assert "nothing was felt on g6" in lines[at + 1]


def test_a_misreading_becomes_a_test_in_one_command(misread, tmp_path, capsys, vm):
    (tmp_path / "events.txt").write_text(misread)
    script = tmp_path / "script.txt"
    command = ["replay", "--events", str(tmp_path / "events.txt"), "--script", str(script)]
    assert cli.main(command) == 0
    lines = script.read_text().splitlines()
    assert "expect move c9-d9" in lines and "expect move f5-g5" in lines
    capsys.readouterr()
    assert cli.main(["script", str(script), "--vm", vm]) == 0
    assert capsys.readouterr().out == "all 6 expectations held\n"
    script.write_text(script.read_text().replace("expect move f5-g5", "expect move f5-g6"))
    assert cli.main(["script", str(script), "--vm", vm]) == 1
    changed = script.read_text()
    assert cli.main(command) == 0
    assert f"The script is in {tmp_path / 'script-2.txt'}: " in capsys.readouterr().out
    assert script.read_text() == changed


def test_a_scene_without_a_game_and_one_in_the_middle_of_a_move(tmp_path, capsys):
    table = Table("square")
    table.drop("a1", "b2")
    table.run(2000)
    text = told(table)
    found = events.read(text)
    assert events.scene(found).position() is None
    assert "no game is under way" in next(story.tell(found, events.scene(found)))

    table = playing()
    table.lift("c9")
    table.run(300)
    text = told(table)
    kept = [line for line in text.splitlines() if not re.match(r"@event \d+ \d+ game", line)]
    kept = [line for line in kept if not re.match(r"@event \d+ \d+ down", line)]
    number = next(int(line.split()[1]) for line in kept if "lift c9" in line)
    kept = [line for line in kept if f"{number} " not in line or "lift" not in line]
    kept[-1] = "@event end 0"
    scene = events.scene(events.read("\n".join(kept)))
    assert not scene.settled and "c9" not in scene.switches
    assert write(scene, "x").count("stuck c9 open") == 1


# -- what cannot be read


BAD = [
    (lambda text: "", "there are no events of a board in it"),
    (lambda text: "Game: avalam\n\n1. y c9-d9\n", "there are no events of a board in it"),
    (lambda text: text.partition("\n")[2], "the events' beginning is missing"),
    (lambda text: text[: len(text) // 2].rpartition("\n")[0], "the events' end is missing"),
    (lambda text: text.replace("black-box 1", "black-box 2"), "are of version 2"),
    (lambda text: text.replace("board avalam", "board go"), "there is no board 'go'"),
    (lambda text: text.replace("board avalam", "board square"), "line "),
    (lambda text: text.replace("record 0 avalam", "record 0 go"), "no game 'go'"),
    (lambda text: text.replace("record 0 avalam", "record 0 tours 1"), "line "),
    (lambda text: re.sub("@event 52 .*\n", "", text), "event 53 follows event 51"),
    (lambda text: text.replace("lift c9", "lift z9"), "no cell 'z9'"),
    (lambda text: text.replace("lift c9", "float c9"), "is not an event"),
    (lambda text: text.replace(" move 2 ", " move 3 "), "contradicts the record"),
    (lambda text: text.replace("3056", "3057"), "is no legal step"),
    (lambda text: text.replace("e4-e3", "e4-i9"), "step 1 of the record, 'e4-i9'"),
    (lambda text: re.sub("end .*", "end 3", text), "the last of the 3 events are missing"),
    (lambda text: re.sub(r"(@event \d+) \d+", r"\1 99999999999999", text), "is not an event"),
]


@pytest.mark.parametrize(("damage", "sentence"), BAD)
def test_what_cannot_be_read_is_told_in_a_sentence(misread, tmp_path, capsys, damage, sentence):
    path = tmp_path / "events.txt"
    path.write_text(damage(misread))
    assert cli.main(["replay", "--events", str(path)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"tourelle: {path}: ") and sentence in said
    assert said.count("\n") == 1 and "Traceback" not in said


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "name the record to show, or a board's events with --events FILE"),
        (["game.txt", "--events", "x"], "name a record, or events with --events, not both"),
        (["game.txt", "--script", "x"], "--script writes events as a script"),
        (["--events", "not-there.txt"], "not-there.txt cannot be read"),
    ],
)
def test_what_makes_no_sense_is_reported(capsys, arguments, sentence):
    assert cli.main(["replay", *arguments]) == 2
    assert sentence in capsys.readouterr().err


@given(data=st.data())
def test_damaged_events_are_read_or_refused(misread, data):
    lines = misread.splitlines(keepends=True)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(lines) - 1))
        kind = data.draw(st.sampled_from(["drop", "swap", "change", "double"]))
        if kind == "drop" and len(lines) > 1:
            lines.pop(at)
        elif kind == "swap":
            lines[at], lines[0] = lines[0], lines[at]
        elif kind == "double":
            lines.insert(at, lines[at])
        else:
            words = lines[at].split(" ")
            words[data.draw(st.integers(0, len(words) - 1))] = data.draw(
                st.sampled_from(["", "0", "-1", "256", "4294967296", "none", "c9", "i9", "é"])
            )
            lines[at] = " ".join(words)
    try:
        found = events.read("".join(lines))
        scene = events.scene(found)
    except events.EventsError as error:
        assert str(error) and "\n" not in str(error)
        return
    assert list(story.tell(found, scene))
    assert write(scene, "damaged")


def test_a_held_button_is_written_as_it_was():
    table = playing()
    table.press(OK, 1500)
    table.run(500)
    scene = events.scene(events.read(told(table)))
    assert "meanwhile hold ok 1500" in write(scene, "The menu").splitlines()
