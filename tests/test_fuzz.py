"""A short run of the fuzzer, and everything that it has ever found, thrown again."""

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from depth import deep
from fuzz import campaign
from fuzz.targets import TARGETS, Target
from fuzz.witness import Witness
from tourelle import games
from tourelle.lights import IN_HAND
from tourelle_host import paths

# A second each, and ten times as many; make fuzz goes on for as long as one likes.
SHORT = {"texts": 150, "network": 150, "lines": 15, "frames": 2, "core": 8}
SHORT |= {"vm": 1, "disk": 1, "page": 1}

VM = [pytest.mark.needs_micropython]
NEEDS = {"vm": VM, "disk": VM, "page": [pytest.mark.needs_chromium, pytest.mark.deep]}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=NEEDS.get(name, [])) for name in TARGETS]
)
@pytest.mark.parametrize("times", [1, *deep(10)])
def test_a_short_run_finds_nothing(name, times):
    for number in range(times * SHORT[name]):
        steps, found = campaign.attack(name, 1, number)
        assert not found, steps


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=NEEDS.get(path.stem.partition("-")[0], []))
        for path in sorted(campaign.FOUND.glob("*.json"))
    ],
)
def test_what_was_found_once_stays_mended(path):
    kept = json.loads(path.read_text(encoding="utf-8"))
    assert TARGETS[kept["target"]].run(kept["steps"]) is None


@pytest.mark.parametrize("there", [[], ["chromium"], ["chromedriver"]])
def test_the_page_is_left_out_where_its_browser_cannot_be_driven(there, tmp_path):
    for name in there:
        (tmp_path / name).write_text("#!/bin/sh\nexit 1\n")
        (tmp_path / name).chmod(0o755)
    command = [sys.executable, "-m", "fuzz", "--seconds", "0", "--only", "page"]
    here = Path(__file__).parent
    done = subprocess.run(
        command, cwd=here, env={"PATH": str(tmp_path)}, capture_output=True, text=True
    )
    assert done.stdout.startswith("left out: page") and not done.stderr
    assert done.returncode == 0


def test_each_target_in_this_process_can_fail(monkeypatch):
    """With a defect planted below it, each finds it: nothing in between swallows it."""

    def broken(*_, **__):
        raise IndexError("planted")

    for name, place in {
        "texts": "tourelle_host.record._headed",
        "network": "tourelle_host.together.wire.read",
        "lines": "tourelle_host.recorder.Recorder.hear",
        "frames": "tourelle_host.sim.hand.parse",
        "core": "tourelle.session.Session.changed",
    }.items():
        with monkeypatch.context() as patch:
            patch.setattr(place, broken)
            attacks = (campaign.attack(name, 2, number) for number in range(400))
            found = next((found for _, found in attacks if found), None)
        assert found and "planted" in found, name


def _wrong_number(report, number, move, text):
    report._link.emit("undo", number + 1, text)


def _no_undo(journal, number, move, text):
    journal._steps.pop()


def _another_step(journal, number, side, move, text):
    journal._steps.append("-1 c9-d9")
    journal._note(f"step {number} -1 c9-d9")


def _whose_turn_last(report, position):
    report._link.emit("turn", position.SIDES[0])


def _all_in_hand(lamps, game, view, offered, players):
    lamps[:] = bytes([IN_HAND]) * len(lamps)


def _nothing_asked(lamps, cells):
    lamps[:] = bytes(len(lamps))


@pytest.mark.parametrize(
    ("place", "fault"),
    [
        ("tourelle.report.Report.undone", _wrong_number),
        ("tourelle.report.Report.turn", _whose_turn_last),
        ("tourelle.journal.Journal.undone", _no_undo),
        ("tourelle.journal.Journal.played", _another_step),
        ("tourelle.guide.game", _all_in_hand),
        ("tourelle.guide.choosing", _nothing_asked),
    ],
)
def test_what_the_board_says_keeps_and_lights_is_compared(monkeypatch, place, fault):
    """A wrong line, record or light crashes nothing, and is found all the same."""
    monkeypatch.setattr(place, fault)
    attacks = (campaign.attack("core", 1, number) for number in range(60))
    assert any(found for _, found in attacks)


@pytest.mark.needs_micropython
def test_a_crash_that_the_firmware_survives_is_found(monkeypatch, tmp_path):
    """It says so, starts again and plays on: that is a finding all the same."""
    firmware = dict(paths.firmware())
    session = firmware["tourelle/session.py"].read_text(encoding="utf-8")
    begin = "    def changed(self, cell, now):\n"
    assert begin in session
    broken = session.replace(begin, f"{begin}        raise IndexError('planted')\n")
    (tmp_path / "session.py").write_text(broken, encoding="utf-8")
    firmware["tourelle/session.py"] = tmp_path / "session.py"
    monkeypatch.setattr(paths, "firmware", lambda: firmware)
    found = TARGETS["disk"].run([["do", "set avalam"], ["wait", 500]])
    assert found and "planted" in found


@pytest.mark.parametrize(
    "lines",
    [
        ("@fault crashed (1 in a row), starting again",),
        ("@move 1 y c9-d9", "@move 3 r e4-e3"),
        ("@move 1 r c9-d9",),
        ("@move 1 y c9-c9",),
        ("@move 1 y c9-d9", "@turn y"),
        ("@move 1 y c9-d9", "@undo 1 d9-c9"),
        ("@move 1 y c9-d9", "@undo 2 c9-d9"),
        ("@score 24 23",),
        ("@move 1 y c9-d9", "@position avalam"),
        ("@lift c9", "@lift c9"),
    ],
)
def test_a_line_that_does_not_fit_those_before_is_noticed(lines):
    witness = Witness()
    for line in ("@game avalam", f"@position {games.opening('avalam').text()}", "@score 24 24"):
        witness.hear(line)
    assert not witness.odd
    for line in lines:
        witness.hear(line)
    assert lines[-1] in witness.odd


def test_a_finding_is_cut_down_to_what_it_takes_and_kept(monkeypatch, tmp_path):
    monkeypatch.setattr(campaign, "FOUND", tmp_path)

    def make(rng: random.Random):
        return [[number] for number in rng.sample(range(100), 60)]

    def run(steps):
        numbers = [number for (number,) in steps]
        return "KeyError: both" if {7, 42} <= set(numbers) else None

    monkeypatch.setitem(TARGETS, "planted", Target(make, run))
    rounds = iter(range(40))
    said: list[str] = []
    counts, found = campaign.run(["planted"], 3, lambda: next(rounds, 40) < 40, said.append)
    assert counts == {"planted": 40} and found == 1 and len(said) == 2
    (path,) = tmp_path.iterdir()
    assert sorted(json.loads(path.read_text())["steps"]) == [[7], [42]]


@pytest.mark.parametrize("name", TARGETS)
def test_the_same_seed_makes_the_same_attack(name):
    first, second = (TARGETS[name].make(random.Random(f"{name} 1 5")) for _ in range(2))
    assert first == second
