"""Power off at any byte, power on, play on: the journal and the resumed session."""

import json
import os
import random
import subprocess
import zlib
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from beside import NAMES
from depth import first
from patience import PATIENCE_S
from table import Memory, Table
from tourelle import files
from tourelle.buttons import UNDO
from tourelle.files import Files, entry, line, reason
from tourelle.games import Outcome, opening, read
from tourelle.journal import Journal, Texts
from tourelle.timers import run_due
from tourelle_host import micropython, paths


@given(
    st.lists(st.one_of(st.none(), st.text("ab 12-", min_size=1))),
    st.integers(0, 40),
    st.integers(1, 20),
)
@example([*"abcdefghijklmnopqrs", *[None] * 12, "t"], 0, 20)  # there and back, over pages
def test_texts_are_a_list(changes, first, count):
    """A change of None takes the last one away."""
    plain: list[str] = []
    texts = Texts()
    for text in changes:
        if text is not None:
            plain.append(text)
            texts.append(text)
        elif plain:
            plain.pop()
            texts.pop()
        assert len(texts) == len(plain)
    assert list(texts) == list(texts.copy()) == list(Texts(plain)) == plain
    assert texts.part(first, count) == plain[first : first + count]


class CutOff(Exception):
    """The power went."""


class Cut(Memory):
    """A disk that loses power after so many bytes: a line is torn, a new journal whole or not."""

    def __init__(self, left: int):
        super().__init__()
        self.left = left

    def add(self, entry):
        self.journal += entry[: self.left]
        self._spend(len(entry))
        return True

    def anew(self, lines, size, aside):
        data = b"".join(lines)
        self._spend(len(data))
        yield
        self.journal = data

    def _spend(self, count):
        self.left -= count
        if self.left < 0:
            raise CutOff


def play(journal: Journal, name: str, seed: int, most: int = 60, options: dict | None = None):
    """Play random steps of a game into a journal; yields the position's text after each change."""
    rng = random.Random(seed)
    position = opening(name, options)
    journal.begin(position.text())
    journal.finish()
    assert not journal.full
    yield position.text()
    played = 0
    while position.outcome() is None and played < most:
        if played and rng.random() < 0.15:
            undone = position.move_text(position.pop())
            journal.undone(played, 0, undone)
            played -= 1
        else:
            move = rng.choice(list(position.legal_moves()))
            side, text = position.SIDES[position.turn], position.move_text(move)
            position.push(move)
            played += 1
            journal.played(played, side, move, text)
        journal.finish()
        assert not journal.full
        yield position.text()


def steps_of(name: str, seed: int, count: int) -> list[tuple[int, str]]:
    """Random steps of a game, from its opening on: numbers and notation."""
    rng = random.Random(seed)
    position = opening(name)
    found = []
    while len(found) < count and position.outcome() is None:
        move = rng.choice(list(position.legal_moves()))
        found.append((move, position.move_text(move)))
        position.push(move)
    return found


@pytest.mark.parametrize("name", first(1, NAMES))
def test_a_cut_at_every_byte_costs_the_last_step_at_most(name):
    whole = Memory()
    texts = list(play(Journal(whole), name, seed=1, most=12))
    written = 0
    for cut in range(len(whole.journal) + 1):
        disk = Cut(cut)
        reached = []
        try:
            for text in play(Journal(disk), name, seed=1, most=12):
                reached.append(text)
        except CutOff:
            pass
        disk.left = 1 << 20
        found = Journal(disk).resume()
        if not reached:
            assert found is None
        else:
            assert found is not None and found[0].text() == reached[-1]
            written += 1
    assert written > 100 and reached == texts


@pytest.mark.deep
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("avalam", {}),
        ("avalam", {"placing": "free", "tie-break": "none"}),
        ("tawol", {"half": "claim"}),
        ("tours", {}),
        ("tours", {"turn": "form-and-collapse"}),
        ("cabale", {"players": "3"}),
    ],
)
def test_a_cut_at_every_byte_of_a_whole_game(name, options):
    whole = Memory()
    texts = list(play(Journal(whole), name, seed=5, most=100, options=options))
    data = whole.journal
    starts = 2 * len(line("game " + texts[0]))  # where the start appears twice
    assert data.count(b"\n", starts) == len(texts) - 1 > 30
    reached = 0
    for cut in range(starts, len(data) + 1):
        if cut > starts and data[cut - 1 : cut] == b"\n":
            reached += 1
        elif data[cut : cut + 1] != b"\n":
            continue  # each line is compared when it is whole, and without its last byte
        disk = Memory(data[:cut])
        again = Journal(disk)
        found = again.resume()
        assert found is not None and found[0].text() == texts[reached]
        assert found[0].options == opening(name, options).options
        assert again.lost == "", "a torn end is no damage"
        again.finish()
        assert Journal(disk).resume()[0].text() == texts[reached], "it is mended"
    assert reached == len(texts) - 1


class Power:
    """What is left of it, in bytes written and files renamed; then nothing more happens."""

    def __init__(self, left: int):
        self.left = left

    def spend(self, count: int) -> None:
        self.left -= count
        if self.left < 0:
            raise CutOff

    def open(self, path, mode="r"):
        return Torn(path, mode, self) if mode in ("ab", "wb") else open(path, mode)

    def rename(self, old, new):
        self.spend(1)
        os.rename(old, new)

    def __getattr__(self, name):
        return getattr(os, name)


class Torn:
    """A file that is being written when the power goes."""

    def __init__(self, path: str, mode: str, power: Power):
        self.path = path
        self.mode = mode
        self.power = power

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def write(self, data):
        with open(self.path, self.mode) as file:
            file.write(data[: max(0, self.power.left)])
        self.power.spend(len(data))


def test_a_cut_anywhere_between_two_games_loses_neither(tmp_path, monkeypatch):
    """On real files: the first game's steps, the next game's start and its steps."""
    first, second = "avalam", "avalam ; options tie-break=none"
    seen = set()
    for left in range(10_000):
        folder = tmp_path / str(left)
        folder.mkdir()
        power = Power(left)
        monkeypatch.setattr(files, "open", power.open, raising=False)
        monkeypatch.setattr(files, "os", power)
        try:
            table = Table("avalam", store=Files(f"{folder}/"))
            for line in ("new avalam", "move c9-d9", "new avalam tie-break=none", "move c9-c8"):
                table.send(line)
                table.run(50)
            cut = False
        except CutOff:
            cut = True
        power.left = 1 << 20
        again = Journal(Files(f"{folder}/"))
        found = again.resume()
        lost = found is None
        if lost and again.last():
            again.restore()
            found = again.resume()
        text = found and found[0].text()
        seen.add((text, lost))
        if not cut:
            break
    played = [played_on(text, *moves) for text, moves in ((first, []), (first, ["c9-d9"]))]
    played += [played_on(text, *moves) for text, moves in ((second, []), (second, ["c9-c8"]))]
    # Nothing yet; each in turn; and the first as the last game, while the second is not there.
    assert seen == {(None, True), (played[1], True), *((text, False) for text in played)}


def played_on(text: str, *moves: str) -> str:
    position = read(text)
    for move in moves:
        position.push_turn(move)
    return position.text()


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


def test_the_lines_before_a_note_are_written_and_work_is_in_small_pieces():
    """So however quick the players are, a power cut costs one entry at most."""
    disk = Memory()
    made = Journal(disk)
    made.begin(opening("avalam").text())
    made.finish()
    for number, (move, text) in enumerate(steps_of("avalam", 4, 5)):
        made.played(number + 1, "y", move, text)
        assert disk.journal.count(b" step ") == number
    run_due((made.adding,), 0)
    assert made.adding.at is None and disk.journal.count(b" step ") == 5


def test_work_alone_writes_all_of_it_and_sets_nothing_aside():
    """Games with and without a step, who plays them: all are sound."""
    disk = Memory()
    made = Journal(disk)
    for steps in (0, 0, 1, 1):
        made.begin(opening("avalam").text())
        _work(made)
        assert Journal(Memory(disk.journal)).resume() is not None
        made.keep("seat", "r", "board 3")
        for move, text in steps_of("avalam", 4, steps):
            made.played(1, "y", move, text)
        _work(made)
        again = Journal(Memory(disk.journal))
        assert len(again.resume()[1]) == steps and again.kept("seat") == [("r", "board 3")]
        assert not disk.damaged() and disk.aside == b""


def test_what_is_written_at_once_is_written_whole_and_sets_nothing_aside():
    disk = Memory()
    made = Journal(disk)
    made.begin(opening("avalam").text())
    steps = steps_of("avalam", 4, 12)

    def act():
        for number, (move, text) in enumerate(steps, 1):
            made.played(number, "y", move, text)

    made.finish()
    before = disk.journal
    made.at_once(act)
    assert disk.journal == before, "nothing of it yet"
    made.compact()
    made.finish()
    position, turns, _ = Journal(disk).resume()
    assert [len(turns), position.pop()] == [12, steps[-1][0]]
    assert not disk.damaged()


def test_what_fails_while_it_is_written_at_once_costs_no_later_step():
    disk = Memory()
    made = Journal(disk)
    made.begin(opening("avalam").text())

    def act():
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        made.at_once(act)
    for number, (move, text) in enumerate(steps_of("avalam", 4, 3), 1):
        made.played(number, "y", move, text)
    made.finish()
    assert len(Journal(disk).resume()[1]) == 3


def test_steps_that_other_boards_have_heard_of_are_not_left_out():
    disk = Memory()
    texts = list(play(Journal(disk), "avalam", seed=3, most=5))
    made = Journal(disk)
    count = len(made.resume()[1])
    assert len(made.resume(1)[1]) == count - 1
    disk.journal += line("seat r away")
    position, turns, _ = made.resume(1)
    assert (position.text(), len(turns)) == (texts[-1], count)


def test_of_a_new_game_too_only_the_last_step_may_be_lost():
    """A journal of it is not there yet, and a host tells steps faster than it is written."""
    disk = Memory()
    made = Journal(disk)
    made.begin(opening("avalam").text())
    written = []
    for number, (move, text) in enumerate(steps_of("avalam", 4, 5), 1):
        made.played(number, "y", move, text)
        written.append(disk.journal.count(b" step "))
    assert written == [0, 1, 2, 3, 4]


def test_what_is_noted_waits_until_the_journal_is_written_anew():
    disk = Memory()
    made = Journal(disk)
    made.begin(opening("avalam").text())
    made.finish()
    made.resume()
    for number, (move, text) in enumerate(steps_of("avalam", 4, 2), 1):
        made.played(number, "y", move, text)
        assert _due(made) == (False, True)
    _work(made)
    assert _due(made) == (False, False) and disk.journal.count(b" step ") == 2
    made.undone(2, move, text)
    assert _due(made) == (True, False)
    run_due((made.adding,), 0)
    assert _due(made) == (False, False) and disk.journal.count(b" undo ") == 1


def _due(journal: Journal) -> tuple[bool, bool]:
    """Whether lines wait to be added, and whether the journal is being written anew."""
    return journal.adding.at is not None, journal.rewriting.at is not None


def test_an_excerpt_is_some_steps():
    made = Journal(Memory())
    made.begin(opening("avalam").text())
    steps = steps_of("avalam", 4, 10)
    for number, (move, text) in enumerate(steps, 1):
        made.played(number, "y", move, text)
    texts = [text for _, text in steps]
    assert made.start == opening("avalam").text()
    assert made.excerpt(1, 0) == made.excerpt(11, 5) == []
    assert made.excerpt(7, 3) == texts[6:9] and made.excerpt(10, 3) == texts[9:]


def test_of_each_side_the_last_player_counts():
    made = Journal(Memory())
    made.begin(opening("avalam").text())
    for side, who in (("y", "board 3"), ("r", "board 1"), ("y", "hand"), ("r", "host")):
        made.keep("seat", side, who)
    assert made.kept("seat") == [("y", "hand"), ("r", "host")]


@pytest.mark.parametrize("failing", [1, 2])
def test_a_flash_that_fails_is_tried_once_more_and_each_time_anew(failing, monkeypatch):
    disk = Memory()
    left = failing
    usual = disk.anew

    def anew(*given):
        nonlocal left
        left -= 1
        if left >= 0:
            raise OSError(5, "I/O error")
        return usual(*given)

    monkeypatch.setattr(disk, "anew", lambda *given: (yield from anew(*given)))
    said: list[str] = []
    made = Journal(disk, said.append)
    for game in (1, 2):
        made.begin(opening("avalam").text())
        _work(made)
        assert len(said) == (game if failing > 1 else 0) and bool(made.full) == (failing > 1)
        assert bool(disk.journal) == (failing == 1)
        left = failing


def test_a_flash_that_fails_later_does_not_replace_the_damaged_journal(monkeypatch):
    disk = Memory()
    list(play(Journal(disk), "avalam", seed=3, most=5))
    damaged = disk.journal = disk.journal[:-10] + b"?" + disk.journal[-9:]
    made = Journal(disk)
    position, _, _ = made.resume()
    made.finish()
    assert disk.aside == damaged and disk.journal != damaged
    usual = disk.add
    failing = iter((True,))

    def add(text):
        if next(failing, False):
            raise OSError(5, "I/O error")
        return usual(text)

    monkeypatch.setattr(disk, "add", add)
    move = next(position.legal_moves())
    made.played(position.turns + 1, "y", move, position.move_text(move))
    made.finish()
    assert not made.full and b" step " in disk.journal
    assert disk.aside == damaged, "the sound journal was set aside over it"


def test_what_is_recorded_stays_where_no_more_can_be(monkeypatch):
    def fail(*_):
        raise OSError(5, "I/O error")

    disk = Memory()
    made = Journal(disk)
    made.begin(opening("avalam").text())
    _work(made)
    kept = disk.journal
    monkeypatch.setattr(disk, "add", fail)
    monkeypatch.setattr(disk, "anew", lambda *_: (fail() for _once in range(1)))
    made.played(1, "y", *steps_of("avalam", 4, 1)[0])
    made.finish()
    assert "not recorded" in made.full and disk.journal == kept


def test_the_room_that_a_journal_asks_for_is_what_it_takes(monkeypatch):
    disk = Memory()
    asked = []
    usual = disk.anew

    def anew(lines, size, aside):
        asked.append(size)
        return usual(lines, size, aside)

    monkeypatch.setattr(disk, "anew", anew)
    list(play(Journal(disk), "avalam", seed=3, most=40))
    again = Journal(disk)
    again.resume()
    again.finish()
    assert len(disk.journal) <= asked[-1] <= 1.5 * len(disk.journal)


def _work(journal: Journal) -> None:
    assert any(run_due((journal.adding, journal.rewriting), 0) for _ in range(100))


def test_a_resumed_game_that_can_be_recorded_no_more_is_still_there():
    disk = Memory()
    list(play(Journal(disk), "avalam", seed=3, most=5))
    kept = disk.journal
    made = Journal(disk)

    def anew(*_):
        for _once in range(1):
            raise OSError(28, "No space left on device")
        yield

    disk.anew = anew  # type: ignore[method-assign]
    made.resume()
    made.finish()
    assert "not recorded" in made.full and disk.journal == kept


def test_steps_that_come_while_the_journal_is_begun_are_in_it():
    disk = Memory()
    made = Journal(disk)
    made.begin(opening("avalam").text())
    steps = steps_of("avalam", 4, 20)
    for number, (move, text) in enumerate(steps, 1):
        made.played(number, "y", move, text)
    made.undone(number, move, text)
    made.finish()
    assert len(Journal(disk).resume()[1]) == 19


# -- files


class Full:
    """What is left of a disk, in bytes: opening files for writing, renaming them."""

    def __init__(self, left: int):
        self.left = left

    def open(self, path, mode="r"):
        return _Scarce(path, mode, self) if mode in ("ab", "wb") else open(path, mode)


class _Scarce:
    def __init__(self, path, mode, disk):
        self.path = path
        self.mode = mode
        self.disk = disk
        self._write(b"")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def write(self, data):
        self.disk.left -= len(data)
        if self.disk.left < 0:
            raise OSError(28, "No space left on device")
        self._write(data)

    def _write(self, data):
        with open(self.path, self.mode) as file:
            file.write(data)
        self.mode = "ab"


def on_a_picos_flash(*arguments: object):
    """What cut_journal.py found on MicroPython's littlefs."""
    script = str(Path(__file__).with_name("cut_journal.py"))
    firmware = str(paths.firmware()["main.py"].parent)
    command = micropython.command("-X", "heapsize=16m", script, firmware, *map(str, arguments))
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.needs_micropython
@pytest.mark.parametrize("name", NAMES)
def test_no_sector_is_erased_between_a_games_first_move_and_its_last(name):
    played = json.loads(on_a_picos_flash("measure", name, 120))
    assert len(played) == 5
    for count, begun, _, erased, programs in played:
        assert begun <= 4, "two for its own blocks, and now and then a folder's two"
        assert count > 30 and erased == 0
        assert programs < 1.2 * count, "one, or two where a line goes on in the next page"


@pytest.mark.needs_micropython
def test_the_figures_on_the_page_are_what_littlefs_does():
    page = (Path(__file__).parent.parent / "docs" / "journal.md").read_text()
    assert on_a_picos_flash("ways") in page


@pytest.mark.needs_micropython
def test_blocks_that_wear_out_or_cannot_be_told_apart_cost_nothing():
    assert json.loads(on_a_picos_flash("worn")) == [[40, 10], [20, 0]]


@pytest.mark.needs_micropython
def test_a_cut_at_every_operation_of_the_flash_costs_the_last_entry_at_most():
    found = json.loads(on_a_picos_flash("cut", 32))
    assert found["cuts"] > 600 and found["entries"] == 25


def test_a_full_disk_is_reported_once_and_the_game_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "open", Full(900).open, raising=False)
    said: list[str] = []
    made = Journal(Files(f"{tmp_path}/"), said.append)
    (tmp_path / "mine.txt").write_text("my own")
    (tmp_path / "last.txt").write_text("an old game")
    made.begin(opening("avalam").text())
    for number, (move, text) in enumerate(steps_of("avalam", 4, 12), 1):
        made.played(number, "y", move, text)
        made.finish()
        _work(made)
    made.undone(number, move, text)
    position = opening("avalam")
    made.ended(11, position, Outcome((), (), "agreed"), True)
    _work(made)
    assert said == [made.full] and "not recorded any more" in made.full
    assert (tmp_path / "mine.txt").read_text() == "my own"
    assert not (tmp_path / "last.txt").exists()
    monkeypatch.undo()
    found = Journal(Files(f"{tmp_path}/")).resume()
    assert 0 < len(found[1]) < 12, "what was written before is still there"


def test_a_game_that_cannot_be_begun_leaves_none_to_resume(tmp_path, monkeypatch):
    made = Journal(Files(f"{tmp_path}/"))
    made.begin(opening("avalam").text())
    made.finish()
    monkeypatch.setattr(files, "open", Full(300).open, raising=False)
    said: list[str] = []
    made = Journal(Files(f"{tmp_path}/"), said.append)
    made.begin(opening("avalam", {"tie-break": "none"}).text())
    made.finish()
    monkeypatch.undo()
    _work(made)
    assert said == [made.full] and Journal(Files(f"{tmp_path}/")).resume() is None


def test_files_keep_the_last_game_and_settings(tmp_path):
    store = Files(f"{tmp_path}/")
    assert list(store.lines()) == [] and store.settings() == {}
    made = Journal(store)
    made.begin(opening("avalam").text())
    (move, text), *_ = steps_of("avalam", 4, 1)
    made.played(1, "y", move, text)
    made.leave()
    assert made.last() and made.resume() is None
    made.restore()
    assert not made.last() and len(made.resume()[1]) == 1
    store.save({"brightness": 96})
    assert Files(f"{tmp_path}/").settings() == {"brightness": 96}


@pytest.mark.parametrize(
    "data", [b"{", b"5", b"null", b"[]", b"[" * 999, b"\xff\xfe", b"{" + b" " * 300_000, None]
)
def test_settings_that_cannot_be_read_count_as_none(tmp_path, data):
    """Where data is None, a folder has the file's name."""
    path = tmp_path / "settings.json"
    path.mkdir() if data is None else path.write_bytes(data)
    store = Files(f"{tmp_path}/")
    assert store.settings() == {}
    store.save({"mute": True})
    assert store.settings() == {"mute": True}


@pytest.mark.parametrize("data", [b"x", b"x" * 300_000, b"x\n" * 150_000, None])
def test_a_huge_journal_or_a_folder_in_its_place_is_set_aside(tmp_path, data):
    path = tmp_path / "journal.txt"
    path.mkdir() if data is None else path.write_bytes(data)
    (tmp_path / "damaged.txt").write_text("an earlier one")
    store = Files(f"{tmp_path}/")
    made = Journal(store)
    assert made.resume() is None
    assert (made.lost == "") == (data is None)
    made.begin(opening("avalam").text())
    made.finish()
    assert Journal(store).resume() is not None
    there = tmp_path / "damaged.txt"
    assert there.is_dir() if data is None else there.read_bytes() == data


def test_folders_with_files_in_every_place_are_named_as_what_is_in_the_way(tmp_path):
    for name in ("journal.txt", "settings.json"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "mine").write_text("keep me")
    store = Files(f"{tmp_path}/")
    made = Journal(store)
    assert made.resume() is None
    made.begin(opening("avalam").text())
    made.finish()  # the first of them is set aside
    with pytest.raises(OSError) as caught:
        store.save({"mute": True})
    assert reason(caught.value).startswith("a folder has the name")
    assert (tmp_path / "settings.json" / "mine").read_text() == "keep me"


def test_a_new_journal_is_taken_where_the_cut_came_before_its_name(tmp_path):
    made = Journal(Files(f"{tmp_path}/"))
    made.begin(opening("avalam").text())
    made.finish()
    (tmp_path / "journal.txt").rename(tmp_path / "journal.new")
    assert Journal(Files(f"{tmp_path}/")).resume() is not None
    (tmp_path / "journal.txt").write_bytes(line("game avalam ; options tie-break=none"))
    again = Journal(Files(f"{tmp_path}/"))
    assert again.resume()[0].options["tie-break"] == "none"
    assert not (tmp_path / "journal.new").exists(), "nor may it come back later"


def switched_on(table: Table) -> Table:
    """A new start of the board, with what is on its disk and under its pieces."""
    again = Table(table.cells.name, table.now, table.store, bytes(table.switches))
    again.run(400)
    return again


def test_the_board_resumes_and_shows_what_differs():
    table = Table("avalam")
    table.start(opening("avalam"))
    for origin, target in (("c9", "d9"), ("e4", "e3")):
        table.lift(origin, target)
        table.drop(target)
        table.run(400)
    text = table.position.text()
    table.switches[table.cells.cell("a5")] = 0  # lost while the power was off
    again = switched_on(table)
    assert again.position.text() == text
    assert again.lit("put-back") == {"a5"}
    again.drop("a5")
    again.run(400)
    assert again.lit("put-back") == set()
    assert again.lit("last-move") == {"e4", "e3"}
    again.press(UNDO)
    assert again.said("undo") == ["2 e4-e3"]
    again.drop("e4")
    again.run(400)
    again.lift("c5", "d4")
    again.drop("d4")
    again.run(400)
    assert again.moves() == ["r c5-d4"]


@pytest.mark.parametrize(
    ("grid", "text", "turn"),
    [
        ("avalam", "avalam ; options tie-break=none,placing=free", "y@c9"),
        ("square", "tawol ; options half=claim", "a1-a3"),
        ("square", "tours ; options turn=form-and-collapse", "h8>e8"),
        ("hex", "cabale 1 i3=J1 a7=J2 d9=J3 ; options players=3", "g3-g4,x2"),
    ],
)
def test_the_board_resumes_options_a_turn_under_way_and_what_can_be_taken_back(grid, text, turn):
    table = Table(grid)
    table.start(read(text))
    table.send(f"move {turn}")
    table.switches[:] = table.position.occupancy
    table.run(600)
    again = switched_on(table)
    assert again.position.text() == table.position.text()
    assert again.position.options == read(text).options
    assert again.lit("put-back") == again.lit("remove") == set()
    again.send("undo turn")
    assert len(again.said("undo")) == len(turn.split(","))
    assert again.position.text() == read(text).text()


@pytest.mark.parametrize("on", [True, False], ids=("switched on", "switched off"))
def test_a_cleared_board_starts_anew_and_the_last_game_can_be_had_back(on):
    table = Table("avalam")
    table.start(opening("avalam"))
    table.lift("c9", "d9")
    table.drop("d9")
    table.run(400)
    text = table.position.text()
    table.switches[:] = bytes(table.cells.size)
    if on:
        table.run(1500)
        assert table.said("game") == ["none"]
    again = switched_on(table)
    assert again.core.session.play.position is None
    again.send("menu")
    again.send("choose last-game")
    assert again.position.text() == text


def test_where_the_last_game_cannot_be_read_nothing_is_played_unrecorded():
    damaged = b"00000000 game avalam\n" * 2 + line("step 1 3056 c9-d9")
    table = Table("avalam", store=Memory(last=damaged))
    table.start(opening("avalam"))
    table.send("menu")
    table.send("choose last-game")
    assert "cannot be read" in table.said("fault")[0]
    assert table.said("game") == ["none"] and table.position is None


def test_a_game_that_begins_on_an_empty_board_goes_on_there():
    table = Table("hex")
    table.send("new cabale players=3")
    table.run(400)
    text = table.position.text()
    again = switched_on(table)
    assert again.position.text() == text and again.position.options == {"players": "3"}
