"""The fumbling hand plays a few games of each kind; long runs are `make fumble`."""

import random
import subprocess

import pytest

from beside import NAMES
from depth import deep, first
from tourelle import games
from tourelle_host import cli, paths
from tourelle_host.confidence import interval
from tourelle_host.fumble.faults import Faults
from tourelle_host.fumble.fumbler import Fumbled, Fumbler
from tourelle_host.fumble.gestures import step
from tourelle_host.fumble.match import Match
from tourelle_host.fumble.mixes import MIXES, USUAL
from tourelle_host.fumble.player import Player
from tourelle_host.fumble.rates import Rates
from tourelle_host.fumble.referee import Referee, Tally
from tourelle_host.fumble.table import CoreTable

STEPS = [*((game, 25) for game in NAMES), *deep(*((game, 300) for game in NAMES))]
CLEAN = Rates().times(0)


def play(game, rates, steps, seed=1, dead=0):
    """(tally, scripts of the failures) of so many steps."""
    scripts: list[str] = []
    mix = USUAL._replace(rates=rates, dead=dead)
    match = Match(game, mix, seed, scripts.append)
    match.play(steps, lambda done: None)
    return match.tally, "\n\n".join(scripts)


@pytest.mark.parametrize(("game", "steps"), STEPS)
def test_clean_gestures_are_read_without_a_question(game, steps):
    tally, failures = play(game, CLEAN, steps)
    assert not failures
    assert (tally.wrong, tally.stuck, tally.corrected, tally.questions) == (0, 0, 0, 0)


@pytest.mark.parametrize(("game", "steps"), STEPS)
def test_fumbled_gestures_are_read_right_unless_a_touch_is_forgotten(game, steps):
    tally, failures = play(game, Rates()._replace(forget=0.0), steps)
    assert (tally.wrong, tally.stuck) == (0, 0), failures


@pytest.mark.parametrize(("game", "steps"), STEPS)
def test_nothing_gets_stuck_though_touches_are_forgotten(game, steps):
    tally, failures = play(game, Rates(), steps)
    assert tally.stuck == 0, failures


@pytest.mark.parametrize(("game", "steps"), STEPS)
def test_a_dead_switch_in_each_game_costs_questions_only(game, steps):
    tally, failures = play(game, Rates()._replace(forget=0.0), steps, dead=1)
    assert (tally.wrong, tally.stuck) == (0, 0), failures


class Clumsy(Fumbler):
    """Its slips are written down."""

    def __init__(self, lines):
        self._lines = lines

    def gesture(self, step, position, before):
        return Fumbled(self._lines)


def correct(text, move, lines, dead=()):
    """Have a hand at a board in this position make a move so clumsily; its tally.

    dead: cells whose switches do not feel their pieces, which the board knows.
    """
    position = games.read(text)
    tally = Tally()
    referee = Referee(tally)
    table = CoreTable(position.grid.name, 1, referee.hear)
    player = Player(table, Clumsy(lines), random.Random(1), tally, position.SIDES)
    for name in dead:
        table.do(f"stuck {name} open")
        player.dead.add(table.grid.cell(name))
    table.start(games.read(text))
    if dead:
        table.wait(6000)
        for button in ("ok", "undo", "ok"):  # what may it be? Nothing: the board is right
            table.do(f"press {button}")
    referee.begin()
    made = step(position, position.parse_move(move))
    referee.made(made)
    assert player.make(made, position, True)
    assert referee.agrees()
    return tally


def test_the_hand_sees_a_ride_that_was_read_the_wrong_way_round():
    start = "cabale 1 i3=J1 a7=J2"
    lines = ["lift i3", "drop g5", "nudge g5", "place g3 t1"]
    assert correct(start, "g3-g5", lines).corrected == 1


def test_the_hand_takes_nothing_off_that_its_step_does_not_capture():
    start = "tours b d4=b2 c4=b1 c5=b1 b6=w1 g8=w1 h8=w1"
    lines = ["nudge d4", "nudge c5", "lift d4", "drop d4 1", "wait 1000", "nudge c5"]
    lines += ["drop c4", "nudge c4"]
    assert correct(start, "d4-c4", lines).corrected == 1


def test_the_hand_lets_a_proposal_lapse_that_it_does_not_mean():
    start = "tours b c1=b1 b2=b1 b3=b1 b4=b1 g8=w1 h8=w1 ; options turn=form-and-collapse"
    lines = ["lift c1", "wait 2000", "lift b2", "drop b2"]
    assert correct(start, "c1>b2", lines, dead=["b3"]).touches == 0


def test_the_hand_knows_that_no_touch_of_a_dead_switch_says_that_a_piece_is_off():
    start = "tours w e8=w2 c8=b2 a1=w1 h1=b2"
    lines = ["lift e8", "drop e8 1", "drop d8"]
    assert correct(start, "e8-d8", lines, dead=["c8"]).touches == 0


def test_a_game_that_is_over_already_is_seen_to_be():
    match = Match("tours", USUAL._replace(rates=CLEAN), 1, lambda script: None)
    position = games.read("tours b h8=w1")
    match._begin(position)
    assert match._ended(position)


def test_what_nobody_looked_at_in_one_game_does_not_count_in_the_next(monkeypatch):
    rates = CLEAN._replace(quick=1.0)
    match = Match("avalam", USUAL._replace(rates=rates, blind=1), 1, lambda script: None)
    looks: list[int] = []
    monkeypatch.setattr(match._table, "watch", lambda: looks.append(1))
    for steps in (1, 2):  # each the first of a game
        match.play(steps, lambda done: None)
    assert not looks


def test_a_failure_is_a_script_that_a_board_can_run(monkeypatch, capsys, tmp_path):
    scripts: list[str] = []
    match = Match("avalam", USUAL._replace(rates=CLEAN), 1, scripts.append)
    monkeypatch.setattr(match._referee, "_judge", lambda: _blame(match._referee))
    match.play(3, lambda done: None)
    assert scripts[0].startswith("# avalam, seed 1, step 2: a complaint")
    path = tmp_path / "failure.txt"
    path.write_text(scripts[0])
    assert cli.main(["script", str(path), "--vm", "cpython"]) == 0


def _blame(referee):
    if referee._board:
        referee.wrong = "a complaint"


def test_the_command_prints_a_row_a_game(capsys):
    assert cli.main(["fumble", "tawol", "tours", "--steps", "20", "--seed", "3"]) == 0
    out = capsys.readouterr().out.splitlines()
    head, *rows = [line for line in out if line.startswith(("mix", "usual"))]
    assert head.split()[3:6] == ["steps", "wrong", "stuck"]
    assert [row.split()[1:3] for row in rows] == [["tawol", "20"], ["tours", "20"]]


@pytest.mark.parametrize("mix", first(2, MIXES))
def test_every_mix_is_played_and_judged(mix, capsys):
    words = ["avalam", "cabale", "--mix", mix, "--steps", "12", "--seed", "7", "--quiet"]
    cli.main(["fumble", *words])
    assert [row.split()[:2] for row in capsys.readouterr().out.splitlines()[1:]] == [
        [mix, "avalam"],
        [mix, "cabale"],
    ]


def test_switches_stick_though_nobody_looked_after_the_third_step(monkeypatch):
    counts: list[int] = []
    monkeypatch.setattr(Player, "let_switches_stick", lambda player, count: counts.append(count))
    player = object.__new__(Player)
    faults = Faults(0, 2, random.Random(1))
    for steps in (1, 2, 4, 5):
        faults.happen(player, steps, steps)
    assert counts == [2]


def test_no_light_is_lit_while_the_power_is_off():
    table = CoreTable("avalam", 1, lambda line: None)
    table.do("set avalam")
    assert any(map(any, table.watch()))
    table.do("power off")
    assert not any(map(any, table.watch()))


def test_how_sure_a_rate_is():
    low, high = interval(0, 1000)
    assert low == 0 and 0.003 < high < 0.005
    low, high = interval(10, 1000)
    assert low < 0.01 < high


def test_another_checkouts_firmware_is_measured(capfd):
    here = str(paths.PACKAGE.parent.parent)
    assert cli.main(["fumble", "tawol", "--steps", "5", "--firmware", here]) in (0, 1)
    assert capfd.readouterr().out.splitlines()[1].split()[:3] == ["usual", "tawol", "5"]


def test_another_checkouts_firmware_is_measured_with_all_that_was_asked_for(monkeypatch):
    here = str(paths.PACKAGE.parent.parent)
    words = ["tawol", "--steps=5", "--seed=3", "--seeds=2", "--times=2.0", "--dead=1"]
    words += ["--vm=cpython", "--mix=dead", "--mix=child", "--without=slide", "--quiet"]
    ran: list[list[str]] = []

    def run(command, env):
        ran.append(command)
        return subprocess.CompletedProcess(command, 1)

    monkeypatch.setattr(subprocess, "run", run)
    assert cli.main(["fumble", *words, "--firmware", here]) == 1
    assert ran[0][2:] == ["tourelle_host", "fumble", *words]


def test_a_firmware_that_the_hand_cannot_drive_is_refused(tmp_path, capsys):
    package = tmp_path / "firmware" / "tourelle"
    package.mkdir(parents=True)
    (package / "core.py").write_text("class Core:\n    def step(self, now):\n        return 0\n")
    assert cli.main(["fumble", "--firmware", str(tmp_path)]) == 2
    assert "is too old for this hand" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["chess"], "no game 'chess'"),
        (["--mix", "zoo"], "there is no mix 'zoo'; there are: usual"),
        (["--firmware", "/nowhere"], "/nowhere is not a checkout"),
        (["tawol", "--dead", "99"], "--dead 99: the board of tawol has 64 switches"),
        (["--without", "sneeze"], "there is no fumble 'sneeze'; there are: adjust, slide"),
    ],
)
def test_what_makes_no_sense_is_named(words, error, capsys):
    assert cli.main(["fumble", *words]) == 2
    assert error in capsys.readouterr().err


@pytest.mark.parametrize("words", ["--times nan", "--times inf", "--times -1", "--dead -1"])
def test_a_number_that_means_nothing_is_refused(words, capsys):
    option, number = words.split()
    with pytest.raises(SystemExit) as ended:
        cli.main(["fumble", "tawol", "--steps", "1", f"{option}={number}"])
    assert ended.value.code == 2
    assert f"{option}: must be a number from 0, not '{number}'" in capsys.readouterr().err
