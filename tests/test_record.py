"""Records of games: written, read, played through; and made of what a board says."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beside import NAMES
from table import Table
from tourelle.games import opening, read
from tourelle_host import record as records
from tourelle_host.draw import draw, standing
from tourelle_host.record import Record, RecordError
from tourelle_host.recorder import Recorder

OPTIONS = {
    "avalam": [{}, {"placing": "free", "tie-break": "none"}],
    "tawol": [{}, {"half": "claim"}],
    "tours": [{}, {"turn": "form-and-collapse"}],
    "cabale": [{}, {"players": "4"}],
}


def played(position, steps: int, rng) -> Record:
    """Play random steps; the record of them."""
    record = Record(position.text())
    for _ in range(steps):
        if position.outcome():
            break
        move = rng.choice(list(position.legal_moves()))
        record.steps.append(position.move_text(move))
        position.push(move)
    outcome = position.outcome()
    if outcome:
        record.result = records.result_text(position, outcome.winners, outcome.scores)
        record.why = outcome.why
    return record


@given(
    st.sampled_from(NAMES),
    st.integers(0, 1),
    st.integers(0, 60),
    st.integers(0, 60),
    st.randoms(use_true_random=False),
    st.text(max_size=20),
)
def test_what_is_written_is_read_again(game, options, before, steps, rng, name):
    position = opening(game, OPTIONS[game][options])
    played(position, before, rng)
    record = played(read(position.text()), steps, rng)
    record.date = "2026-11-21"
    record.players = {position.SIDES[0]: " ".join(name.split())} if name.strip() else {}
    again = records.read(records.write(record))
    assert again == record
    for (_, one), (_, other) in zip(record.positions(), again.positions(), strict=True):
        assert one.text() == other.text()


@given(st.sampled_from(NAMES), st.integers(1, 40), st.randoms(use_true_random=False))
def test_reading_is_tolerant(game, steps, rng):
    record = played(opening(game), steps, rng)
    headers, moves = records.write(record).split("\n\n", 1)
    turns = [line.split()[-1] for line in moves.splitlines()]
    text = "\ufeff# found in a drawer\r\nEvent: at home\n" + headers.upper() + "\n\n\n"
    text += " ".join(turns).upper() + "  # in one line"
    assert records.read(text).steps == record.steps


def test_a_record_as_a_person_reads_it():
    record = Record(
        opening("avalam").text(),
        ["c9-d9", "e4-e3"],
        {"y": "Ann", "r": "Bob\n Smith"},
        "2026-11-21",
    )
    assert records.write(record).splitlines() == [
        "Game: avalam",
        "Date: 2026-11-21",
        "Player y: Ann",
        "Player r: Bob Smith",
        "Options: tie-break=fives placing=fixed",
        "",
        "1. y c9-d9",
        "2. r e4-e3",
    ]


def test_a_header_without_a_value_says_nothing():
    text = "Game: Avalam\nPosition:\nOptions:\nResult:\n\n1. y c9-d9\n"
    assert records.read(text) == records.read("Game: Avalam\n\n1. y c9-d9\n")


def test_whole_turns_are_joined_and_one_may_be_unfinished():
    record = Record(opening("cabale").text(), ["i3", "a7", "e6-g4", "x2"])
    record.start = read("cabale 1 i3=J1 a7=J2").text()
    position = record.position()
    turn = next(move for move in position.legal_moves() if position.move_text(move)[0] != "x")
    record.steps = [position.move_text(turn), "x1"]
    assert records.write(record).splitlines()[-1] == f"1. 1 {record.steps[0]},x1"
    assert records.read(records.write(record)).steps == record.steps


@pytest.mark.parametrize(
    "text, said",
    [
        ("", "this is not a record of a game: it has no line 'Game: NAME'"),
        ("1. c9-d9", "this is not a record of a game: it has no line 'Game: NAME'"),
        ("Game: chess", "line 1: no game 'chess'"),
        ("Game: avalam\nGame: tours", "line 2: 'Game' appears twice"),
        ("Game: avalam\nOptions: placing=x", "line 2: option placing is fixed or free, not 'x'"),
        ("Game: avalam\nOptions: placing", "line 2: 'placing' is not of the form NAME=VALUE"),
        ("Game: tours\nPosition: avalam", "line 2: the position is not one of tours"),
        ("Game: avalam\nPosition: avalam y z9=y1", "line 2: no cell 'z9'"),
        (
            "Game: avalam\nPosition: avalam\nOptions: placing=free",
            "line 3: the position has other options",
        ),
        (
            "Game: avalam\n\n1. y c9-d9\n2. r e4-e6",
            "line 4: 'e4-e6' is not a legal move of r here: from e4 there are ",
        ),
        ("Game: avalam\nc9-d9\nc9-d9", "line 3: 'c9-d9' is not a legal move of r here: c9 "),
        ("Game: avalam\ne5-d9", "line 2: 'e5-d9' is not a legal move of y here: e5 is empty"),
        ("Game: tawol\na8-a7", "line 2: 'a8-a7' is not a legal move of w here: no legal "),
        ("Game: avalam\nc9-d9 z1-a1", "line 2: no cell 'z1' on the avalam grid"),
        ("Game: avalam\n1. r c9-d9", "line 2: it is the turn of y, not of r, after 0 steps"),
        (
            "Position: avalam y c9=y1 d9=r1\nc9-d9 c8-c9",
            "line 2: 'c8-c9' comes after the end of the game",
        ),
        (
            "Result: r 1 0\nPosition: avalam y c9=y1 d9=r1\nc9-d9",
            "line 1: the result is 'r 1 0', but the moves end in 'y 1 0'",
        ),
        ("Game: cabale\nOptions: players=2\npass", "line 3: no cell 'pass' on the hex grid"),
    ],
)
def test_a_record_that_cannot_be_played_names_the_line_and_the_reason(text, said):
    with pytest.raises(RecordError) as error:
        records.read(text)
    assert str(error.value).startswith(said)


@given(st.text(max_size=200), st.integers(0, 200), st.randoms(use_true_random=False))
def test_a_garbled_record_is_refused_in_a_sentence_or_read(noise, at, rng):
    text = records.write(played(opening(rng.choice(NAMES)), 8, rng))
    try:
        found = records.read(text[:at] + noise + text[at:])
    except RecordError as error:
        assert "\n" not in str(error)
    else:
        assert found.turns() is not None


# -- drawn


def test_positions_in_characters():
    assert draw(read("avalam y c9=y1 d9=ry")).splitlines()[0] == " 9         y1  ry"
    lines = draw(opening("tawol")).splitlines()
    assert lines[0].split() == "8 bC bT bT bT bT bT bT bC".split()
    assert lines[-1].split() == list("abcdefgh")
    hexagons = draw(read("cabale 1 i3=J1 a7=J2 ; barriers 11,12 ; walls a5/b4")).splitlines()
    assert hexagons[-1] == "walls b4/a5"
    assert hexagons[0].index(".") > hexagons[4].index(".")
    assert standing(opening("avalam")) == "y to move, 24 to 24"


# -- made of what a board says


def recorded(table: Table, recorder: Recorder) -> Record:
    """What a recorder makes of the lines since the last time."""
    for line in table.lines:
        recorder.hear(line)
    table.lines.clear()
    assert recorder.record
    return recorder.record


def test_a_game_at_the_board_is_recorded_with_what_is_taken_back():
    table = Table("avalam")
    recorder = Recorder("2026-11-21", {"y": "Ann"})
    table.send("new avalam placing=free")
    for line in ("move y@c9", "undo", "move y@d9", "move r@c9"):
        table.send(line)
    record = recorded(table, recorder)
    assert record.steps == ["y@d9", "r@c9"]
    assert records.write(record).splitlines()[:4] == [
        "Game: avalam",
        "Date: 2026-11-21",
        "Player y: Ann",
        "Options: tie-break=fives placing=free",
    ]
    table.send("hello")
    assert recorded(table, recorder).steps == ["y@d9", "r@c9"], "told again, it is the same game"
    table.send("resign")
    assert recorded(table, recorder).result.startswith("r ")
    assert recorded(table, recorder).why == "resigned"
    table.send("undo")
    assert (recorded(table, recorder).result, recorder.number) == ("", 1)
    table.send("new avalam")
    assert (recorded(table, recorder).steps, recorder.number) == ([], 2)


@pytest.mark.parametrize(
    ("lines", "left"),
    [
        (["new avalam"], None),
        (["new avalam", "move c9-d9"], ["c9-d9"]),
        (["new avalam", "move c9-d9", "hello"], ["c9-d9"]),
        (["new avalam", "move c9-d9", "undo"], None),
        (["new avalam", "move c9-d9", "resign"], None),
        (["new avalam", "move c9-d9", "resign", "undo"], ["c9-d9"]),
        (["new avalam", "learn", "move c5-d5"], None),
    ],
    ids=str,
)
def test_a_game_under_way_is_kept_when_another_begins(lines, left):
    table = Table("avalam")
    recorder = Recorder()
    for line in (*lines, "new avalam placing=free"):
        table.send(line)
    record = recorded(table, recorder)
    assert record.steps == []
    assert (recorder.interrupted and recorder.interrupted.steps) == left


@pytest.mark.parametrize("game", ["avalam", "tours", "tawol"])
def test_a_whole_random_game_is_recorded_as_it_was_played(game):
    table = Table("avalam" if game == "avalam" else "square")
    table.send(f"new {game}")
    recorder = Recorder()
    rng = random.Random(7)
    steps = []
    while table.core.session.play.mode == "play" and len(steps) < 40:
        position = table.position
        steps.append(position.move_text(rng.choice(list(position.legal_moves()))))
        table.send(f"move {steps[-1]}")
    record = recorded(table, recorder)
    assert (record.steps, recorder.gap) == (steps, False)
    assert records.read(records.write(record)) == record


def test_a_latecomer_asks_for_the_whole_game():
    table = Table("avalam")
    table.send("new avalam")
    rng = random.Random(1)
    for _ in range(16):
        moves = list(table.position.legal_moves())
        table.send(f"move {table.position.move_text(rng.choice(moves))}")
    table.lines.clear()
    recorder = Recorder(asks=True)
    for line in ("hello", "record 0", "record 1", "record 13", "record 17"):
        table.send(line)
    record = recorded(table, recorder)
    assert len(record.steps) == 16 and record.start == opening("avalam").text()
    assert list(record.positions())[-1][1].text() == table.position.text()
    table.send("undo")
    assert len(recorded(table, recorder).steps) == 15


def test_without_the_boards_own_record_a_game_begins_where_it_was_met():
    table = Table("avalam")
    table.send("new avalam")
    for line in ("move c9-d9", "move e4-e3"):
        table.send(line)
    table.lines.clear()
    recorder = Recorder()
    table.send("hello")
    start = table.position.text()
    table.send("move a4-a5")
    record = recorded(table, recorder)
    assert (record.start, record.steps, recorder.gap) == (start, ["a4-a5"], False)
    for _ in range(2):
        table.send("undo")
    recorded(table, recorder)
    assert recorder.gap, "that step was played before"


OPENING = opening("avalam").text()


def asking(*lines: str) -> Recorder:
    """A recorder that asks, told this."""
    recorder = Recorder(asks=True)
    for line in ("@game avalam", f"@position {OPENING}", f"@record 0 {OPENING}", *lines):
        recorder.hear(line)
    return recorder


def test_lost_lines_are_noticed_and_told_again():
    recorder = asking("@record 1 none", "@move 1 y c9-d9", "@move 3 y a4-a5")
    assert recorder.gap
    assert recorder.record and recorder.record.steps == ["c9-d9"]
    for line in (f"@record 0 {OPENING}", "@record 1 c9-d9 e4-e3", "@record 3 none"):
        recorder.hear(line)
    assert (recorder.record.steps, recorder.gap) == (["c9-d9", "e4-e3"], False)
    assert recorder.number == 1, "it is the same game"


def test_a_step_that_comes_while_the_board_tells_its_record_is_told_with_it():
    recorder = asking("@record 1 c9-d9", "@move 2 r e4-e3", "@record 2 e4-e3", "@record 3 none")
    assert recorder.record and recorder.record.steps == ["c9-d9", "e4-e3"]


def test_the_same_opening_with_other_steps_is_another_game():
    recorder = asking("@record 1 c9-d9", "@record 2 none", f"@record 0 {OPENING}", "@record 1 none")
    assert (recorder.number, recorder.record and recorder.record.steps) == (2, [])


@pytest.mark.parametrize(
    ("after", "number"),
    [
        (["c9-d9", "e4-e3", "a4-a5"], 1),
        (["c9-d9"], 1),  # it was taken back
        (["c9-d9", "a4-a5"], 2),  # the same first step
        (["a4-a5"], 2),
    ],
)
def test_a_game_that_began_while_lines_were_lost_leaves_the_one_before_whole(after, number):
    recorder = asking("@record 1 c9-d9 e4-e3", "@record 3 none")
    for line in (f"@record 0 {OPENING}", f"@record 1 {' '.join(after)}", "@record 9 none"):
        recorder.hear(line)
    assert recorder.number == number and recorder.record and recorder.record.steps == after
    before = recorder.interrupted and recorder.interrupted.steps
    assert before == (["c9-d9", "e4-e3"] if number == 2 else None)


@given(st.lists(st.sampled_from("@move @undo @record @position @over 0 1 2 y c9-d9 x -1".split())))
def test_no_line_makes_a_recorder_stumble(words):
    recorder = asking("@record 1 none")
    for cut in range(0, len(words), 3):
        recorder.hear(" ".join(words[cut : cut + 3]))
    assert recorder.record
    assert records.read(records.write(recorder.record)).steps == recorder.record.steps
