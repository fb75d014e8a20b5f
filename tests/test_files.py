"""The board's files: a disk that is full, damaged, or has folders in the way."""

import pytest

from recording import steps_of, work
from tourelle import files
from tourelle.files import Files, line, reason
from tourelle.games import Outcome, opening
from tourelle.journal import Journal
from tourelle.timers import run_due


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
        work(made)
    made.undone(number, move, text)
    position = opening("avalam")
    made.ended(11, position, Outcome((), (), "agreed"), True)
    work(made)
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
    work(made)
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


@pytest.mark.parametrize("turns", range(8))
def test_a_line_kept_while_the_journal_is_rewritten_costs_no_other(tmp_path, turns):
    made = Journal(Files(f"{tmp_path}/"))
    made.begin(opening("avalam").text())
    made.keep("seat", "y", "away")
    made.keep("seat", "r", "hand")
    work(made)
    made.at_once(lambda: None)
    for _ in range(turns):
        run_due((made.adding, made.rewriting), 0)
    made.keep("seat", "y", "hand")
    work(made)
    again = Journal(Files(f"{tmp_path}/"))
    assert again.resume() is not None
    assert dict(again.kept("seat")) == {"y": "hand", "r": "hand"}


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
