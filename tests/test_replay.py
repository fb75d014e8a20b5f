"""A game from its journal, whatever became of the lines."""

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beside import NAMES
from recording import play, steps_of
from table import Memory
from tourelle.files import Files, entry, line
from tourelle.games import opening
from tourelle.journal import Journal


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_comes_back_with_its_undo_history(name):
    disk = Memory()
    last = list(play(Journal(disk), name, seed=7))[-1]
    position, turns, end = Journal(disk).resume()
    assert (position.text(), end) == (last, "")
    for before in reversed(turns):
        position.pop()
        assert position.turns == before
    assert position.text() == opening(name).text()


@given(st.integers(0, 9), st.data())
def test_a_damaged_line_costs_only_itself_and_what_builds_on_it(seed, data):
    """Undo lines cost nothing, one of the start's two neither; a step costs those after it."""
    disk = Memory()
    texts = list(play(Journal(disk), "tawol", seed, most=12))
    lines = disk.journal.splitlines(keepends=True)
    hit = data.draw(st.integers(0, len(lines) - 1))
    at = data.draw(st.integers(0, len(lines[hit]) - 2))
    kind = entry(lines[hit][:-1])[0]
    lines[hit] = lines[hit][:at] + bytes((lines[hit][at] ^ 1,)) + lines[hit][at + 1 :]
    disk.journal = b"".join(lines)
    before = disk.journal
    again = Journal(disk)
    position, turns, _ = again.resume()
    again.finish()
    assert again.lost and disk.aside == before, "it is said, and kept"
    if hit < 2 or (kind == "undo" and hit + 1 < len(lines)):
        assert "1 lines could not" in again.lost
        assert position.text() == texts[-1]
    elif hit + 1 == len(lines):
        assert position.text() == texts[-2]
    else:
        reached = [text for text in texts if text == position.text()]
        assert reached, "it is a position of the game"
        stands = [entry(raw)[1].split() for raw in disk.journal.splitlines()[2:]]
        assert [int(words[0]) for words in stands] == list(range(1, len(turns) + 1))
    assert Journal(disk).resume()[0].text() == position.text()


def test_a_lost_step_is_bridged_where_it_was_taken_back():
    disk = Memory()
    steps = steps_of("avalam", 4, 3)
    made = Journal(disk)
    made.begin(opening("avalam").text())
    made.finish()
    for number, (move, text) in enumerate(steps, 1):
        made.played(number, "y", move, text)
        made.finish()
        if number == 2:
            hit = disk.journal.splitlines(keepends=True)[-1]
            made.undone(number, move, text)
            made.played(number, "y", move, text)
            made.finish()
    disk.journal = disk.journal.replace(hit, hit.replace(b"step", b"stop"), 1)
    again = Journal(disk)
    assert len(again.resume()[1]) == 3
    assert again.lost == "the record was damaged: 3 steps could be read, 1 lines could not"


def test_no_step_after_a_missing_one_is_played():
    """Though it would be legal: it would make another game."""
    steps = enumerate(("c9-d9", "e4-e3", "i5-h5", "f1-g1"), 1)
    lines = [line(f"step {number} -1 {text}") for number, text in steps]
    for missing in range(len(lines)):
        rest = b"".join(lines[:missing] + lines[missing + 1 :])
        again = Journal(Memory(line("game avalam") + rest))
        _, turns, _ = again.resume()
        assert len(turns) == missing
        gone = len(lines) - missing - 1
        assert f"{gone} lines" in again.lost if gone else not again.lost


@pytest.mark.parametrize(
    ("texts", "steps"),
    [
        (["step 2 -1 i5-h5"], ["c9-d9", "i5-h5"]),  # the undo before it is missing
        (["step 1 -1 i5-h5"], ["i5-h5"]),
        (["undo 0"], ["c9-d9", "e4-e3"]),
        (["undo x"], ["c9-d9", "e4-e3"]),
        (["undo 3"], ["c9-d9", "e4-e3"]),
        (["undo 2"], ["c9-d9"]),
        (["step x -1 i5-h5"], ["c9-d9", "e4-e3"]),
        (["step 0 -1 i5-h5"], ["c9-d9", "e4-e3"]),
        (["undo 2", "undo 1"], []),
    ],
)
def test_a_line_tells_its_number_and_what_has_none_changes_nothing(texts, steps):
    texts = ["game avalam", "step 1 -1 c9-d9", "step 2 -1 e4-e3", *texts]
    again = Journal(Memory(b"".join(map(line, texts))))
    position, turns, _ = again.resume()
    assert len(turns) == len(steps)
    assert [position.move_text(position.pop()) for _ in steps] == steps[::-1]


def test_leaving_out_more_steps_than_there_are_gives_the_start():
    again = Journal(Memory(line("game avalam") + line("step 1 -1 c9-d9")))
    assert again.resume(3)[0].text() == opening("avalam").text()


def test_without_its_start_nothing_is_made_up_and_the_journal_is_kept():
    disk = Memory()
    list(play(Journal(disk), "avalam", seed=3, most=5))
    data = b"".join(disk.journal.splitlines(keepends=True)[2:])
    disk.journal = data
    again = Journal(disk)
    assert again.resume() is None
    assert again.lost == "the recorded game cannot be read"
    assert (disk.journal, disk.aside) == (b"", data)


@pytest.mark.parametrize("data", [b"", b"\n", b"nonsense"])
def test_what_is_not_a_record_gives_no_game(data):
    again = Journal(Memory(data))
    assert (again.resume(), again.lost) == (None, "")


@pytest.mark.parametrize(
    "text", ["step 1 1 c9-d9", "game chess w", "game", "undo 1", "end 0 y", ""]
)
def test_a_record_of_an_unknown_game_gives_no_game(text):
    assert Journal(Memory(line(text))).resume() is None


NUMBERS = st.one_of(st.integers(-5, 1 << 70).map(str), st.text(max_size=9))
TEXTS = st.one_of(
    st.builds("step {} {}".format, NUMBERS, st.text(max_size=9)),
    st.builds("step {} {} c9-d9".format, NUMBERS, NUMBERS),
    st.builds("step {} {}{} c9-d9".format, NUMBERS, st.text("-", max_size=3), NUMBERS),
    st.builds("undo {}".format, NUMBERS),
    st.builds("end {} {}".format, NUMBERS, st.text(alphabet="yrdaw", max_size=4)),
    st.builds("M {} {}".format, NUMBERS, st.sampled_from(("c9-d9", "e4-e3", ""))),
    st.sampled_from(("U ", "E draw", "S avalam", "journal 3 x", "game avalam")),
    st.text(max_size=20),
)


@given(st.lists(TEXTS, max_size=12))
def test_whatever_sound_lines_say_a_game_or_none_comes_of_it(texts):
    disk = Memory(line("game avalam") + b"".join(line(text) for text in texts))
    again = Journal(disk)
    position, turns, end = again.resume()
    again.finish()
    for before in reversed(turns):
        position.pop()
        assert position.turns == before
    assert position.text() == opening("avalam").text()
    assert end == "draw" or set(end) <= set("yr")


def old_line(kind: str, text: str) -> bytes:
    """A line as the first version of the firmware wrote it."""
    body = f"{kind} {text}".encode()
    return b"%08x %s\n" % (zlib.crc32(body), body)


def test_a_journal_of_the_first_version_is_read():
    (one, first), (two, second), _ = steps_of("avalam", 4, 3)
    data = old_line("S", "avalam ; options tie-break=none") + old_line("M", f"{one} {first}")
    data += old_line("M", f"{two} {second}") + old_line("U", "") + old_line("M", f"{two} {second}")
    disk = Memory(data + old_line("E", "draw"))
    again = Journal(disk)
    position, turns, end = again.resume()
    assert (len(turns), end, again.lost) == (2, "draw", "")
    assert position.options["tie-break"] == "none"
    assert position.move_text(position.pop()) == second
    again.finish()
    assert Journal(disk).resume()[2] == "draw", "it goes on in the new format"
    damaged = data.replace(b"M %d" % one, b"M 9%d" % one)
    again = Journal(Memory(damaged))
    assert (again.resume()[1], again.lost) == (
        [],
        "the record was damaged: 0 steps could be read, 3 lines could not",
    )


@pytest.mark.parametrize("unplaced", [b"00000000 M 1 c9-d9\n", old_line("M", "1 c9-c9")])
def test_in_the_first_version_nothing_is_placed_after_damage(unplaced):
    """It had no numbers: an undo may be of a step that is missing."""
    data = old_line("S", "avalam") + old_line("M", "-1 c9-d9")
    again = Journal(Memory(data + unplaced + old_line("U", "")))
    assert len(again.resume()[1]) == 1
    again = Journal(Memory(data + old_line("M", "-1 e4-e3") + unplaced + old_line("U", "")))
    assert len(again.resume()[1]) == 2
    again = Journal(Memory(data + old_line("M", "-1 e4-e3") + old_line("U", "")))
    assert len(again.resume()[1]) == 1


def test_a_start_with_other_rules_is_a_damaged_line():
    again = Journal(Memory(line("game chess w")))
    assert again.resume() is None
    assert again.lost == "the recorded game cannot be read"
    again = Journal(Memory(line("game chess w") + line("game avalam")))
    assert again.resume() is not None
    assert again.lost == "the record was damaged: 0 steps could be read, 1 lines could not"


def test_a_step_of_another_numbering_is_read_by_its_notation():
    disk = Memory(line("game avalam") + line("step 1 99999 c9-d9"))
    position, _, _ = Journal(disk).resume()
    assert position.move_text(position.pop()) == "c9-d9"


def test_a_number_of_another_step_is_not_believed_over_the_notation():
    moves = list(opening("avalam").legal_moves())
    text = opening("avalam").move_text(moves[-1])
    disk = Memory(line("game avalam") + line(f"step 1 {moves[0]} {text}"))
    position, _, _ = Journal(disk).resume()
    assert position.pop() == moves[-1]


@pytest.mark.parametrize("number", ["--5", "-", "", "5-", "+5", "\u0665", "9" * 5000, "-" * 12])
def test_a_step_with_an_invalid_number_is_read_by_its_notation_and_costs_no_game(number):
    steps = [f"step 1 {number} c9-d9", "step 2 1032 e4-e3", f"step 3 {number} c5-b5"]
    again = Journal(Memory(line("game avalam") + b"".join(map(line, steps))))
    position, turns, _ = again.resume()
    assert (len(turns), again.lost) == (3, "")
    assert position.move_text(position.pop()) == "c5-b5"


@pytest.mark.parametrize(
    "texts",
    [
        ["journal 3 abc.0", "position avalam", "turn 1 y c9-d9"],
        ["journal 3 abc.0", "game avalam", "game avalam", "step 1 3056 c9-d9", "clock 1 900"],
        ["opening avalam", "turn 1 y c9-d9"],
        ["journal 2 abc.0", "game chess w", "step 1 1 e2-e4"],
    ],
)
def test_a_journal_of_a_later_version_is_set_aside_before_the_next_game(texts, tmp_path):
    data = b"".join(map(line, texts))
    (tmp_path / "journal.txt").write_bytes(data)
    again = Journal(Files(f"{tmp_path}/"))
    resumed = again.resume()
    assert again.lost and (resumed is not None) == ("game avalam" in texts)
    again.finish()
    again.begin(opening("avalam").text())
    again.finish()
    assert (tmp_path / "damaged.txt").read_bytes() == data


def test_a_journal_without_a_game_is_not_set_aside(tmp_path):
    (tmp_path / "journal.txt").write_bytes(line("journal 2 abc.0"))
    again = Journal(Files(f"{tmp_path}/"))
    assert (again.resume(), again.lost) == (None, "")
    assert not (tmp_path / "damaged.txt").exists()


def test_lines_of_later_versions_are_kept():
    """Who sits where: the last line of each seat, whatever it says."""
    seats = ("seat y board 3", "seat r host", "seat y hand")
    disk = Memory(line("game avalam") + b"".join(map(line, seats)))
    for _ in range(2):
        again = Journal(disk)
        assert again.resume() is not None and again.lost == ""
        again.finish()
        kept = [raw[9:].decode() for raw in disk.journal.splitlines() if b" seat " in raw]
        assert kept == ["seat r host", "seat y hand"]


def test_only_so_many_lines_of_unknown_kinds_are_kept():
    """However many there are, they fill no memory; those that are kept can still change."""
    others = [f"kind{number} x 0" for number in range(40)] + ["kind3 x 1"]
    disk = Memory(line("game avalam") + b"".join(map(line, others)))
    again = Journal(disk)
    again.resume()
    again.finish()
    kept = [raw[9:].decode() for raw in disk.journal.splitlines() if b" kind" in raw]
    assert sorted(kept) == sorted([*(o for o in others[:32] if o != "kind3 x 0"), "kind3 x 1"])
