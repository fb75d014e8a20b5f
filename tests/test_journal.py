"""Power off at any byte, power on, play on: the journal and the resumed session."""

import os
import random

import pytest

from table import Memory, Table
from tourelle import files
from tourelle.buttons import UNDO
from tourelle.files import Files
from tourelle.games import opening, read
from tourelle.journal import LONGEST, Journal, entries, line

GAMES = ("avalam", "tawol", "tours", "cabale")


class CutOff(Exception):
    """The power went."""


class Cut(Memory):
    """A disk that loses power after so many bytes: appends are torn, replacing is whole or not."""

    def __init__(self, left: int):
        super().__init__()
        self.left = left

    def append(self, data):
        self.journal += data[: self.left]
        self._spend(len(data))

    def replace(self, data):
        self._spend(len(data))
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
    yield position.text()
    played = 0
    while position.outcome() is None and played < most:
        if played and rng.random() < 0.15:
            position.pop()
            played -= 1
            journal.back()
        else:
            move = rng.choice(list(position.legal_moves()))
            text = position.move_text(move)
            position.push(move)
            played += 1
            journal.step(move, text)
        yield position.text()


@pytest.mark.parametrize("name", GAMES)
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
    assert len(entries(data)) == len(texts) > 30
    reached = 0  # lines of which the position was compared
    torn = 0
    for cut in range(data.index(b"\n") + 1, len(data) + 1):
        sound = entries(data[:cut])
        assert sound == entries(data)[: len(sound)]
        # Each line when it is whole, and when its last byte is missing.
        if len(sound) > reached:
            assert len(sound) == reached + 1
            reached += 1
        elif data[cut : cut + 1] == b"\n":
            torn += 1
        else:
            continue
        disk = Memory(data[:cut])
        found = Journal(disk).resume()
        assert found is not None and found[0].text() == texts[reached - 1]
        assert found[0].options == opening(name, options).options
        assert Journal(disk).resume()[0].text() == texts[reached - 1], "it is mended"
    assert reached == torn + 1 == len(texts)


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


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_comes_back_with_its_undo_history(name):
    disk = Memory()
    last = list(play(Journal(disk), name, seed=7))[-1]
    position, turns, end = Journal(disk).resume()
    assert (position.text(), end) == (last, "")
    for before in reversed(turns):
        position.pop()
        assert position.turns == before
    assert position.text() == opening(name).text()


def test_damage_costs_what_follows_it_and_is_mended():
    disk = Memory()
    texts = list(play(Journal(disk), "avalam", seed=3, most=5))
    lines = disk.journal.splitlines(keepends=True)
    disk.journal = b"".join(lines[:3]) + b"\x00\xff rubbish\n" + b"".join(lines[4:])
    position, _, _ = Journal(disk).resume()
    assert position.text() == texts[2]
    assert disk.journal == b"".join(lines[:3])


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"nonsense", line("M", "1 c9-d9"), line("S", "chess w")]
)
def test_what_is_no_record_is_no_game(data):
    assert Journal(Memory(data)).resume() is None


def test_a_step_of_another_numbering_is_read_by_its_notation():
    disk = Memory(line("S", "avalam") + line("M", "99999 c9-d9"))
    position, _, _ = Journal(disk).resume()
    assert position.move_text(position.pop()) == "c9-d9"


def test_the_file_does_not_grow_without_bound():
    disk = Memory()
    journal = Journal(disk)
    position = opening("avalam")
    journal.begin(position.text())
    move = next(position.legal_moves())
    for _ in range(2000):
        journal.step(move, position.move_text(move))
        journal.back()
        assert len(disk.journal) <= LONGEST
    assert Journal(disk).resume()[0].text() == position.text()


def test_files_keep_the_last_game_and_survive_a_full_disk(tmp_path):
    files = Files(f"{tmp_path}/")
    assert files.read() == b"" and files.settings() == {}
    files.replace(line("S", "avalam"))
    files.append(line("M", "1 a"))
    assert len(entries(files.read())) == 2
    files.keep()
    assert files.read() == b"" and len(entries(files.kept())) == 2
    files.restore()
    assert len(entries(files.read())) == 2
    files.save({"brightness": 96})
    assert Files(f"{tmp_path}/").settings() == {"brightness": 96}
    (tmp_path / "settings.json").write_text("{")
    assert files.settings() == {}
    lost = Files(f"{tmp_path}/nowhere/")
    lost.append(b"x")
    assert lost.full and lost.read() == b""


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


def test_a_cleared_board_starts_anew_and_the_last_game_can_be_had_back():
    table = Table("avalam")
    table.start(opening("avalam"))
    table.lift("c9", "d9")
    table.drop("d9")
    table.run(400)
    text = table.position.text()
    table.switches[:] = bytes(table.cells.size)
    table.run(1500)
    assert table.said("game") == ["none"]
    again = switched_on(table)
    assert again.core.session.position is None
    again.send("menu")
    again.send("choose last-game")
    assert again.position.text() == text
