"""Power off at any byte, or any operation of the flash, and on again."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from beside import NAMES
from depth import first
from patience import PATIENCE_S
from recording import play
from table import Memory, Table
from tourelle import files
from tourelle.files import Files, line
from tourelle.games import opening, read
from tourelle.journal import Journal
from tourelle_host import micropython, paths


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
