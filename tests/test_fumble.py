"""The fumbling hand plays a few games of each kind; long runs are `make fumble`."""

import pytest

from tourelle_host import cli
from tourelle_host.fumble.match import Match
from tourelle_host.fumble.slips import Rates

GAMES = ("avalam", "tawol", "tours", "cabale")
CLEAN = Rates().times(0)


def play(game, rates, steps, seed=1, dead=0):
    """(tally, scripts of the failures) of so many steps."""
    scripts: list[str] = []
    match = Match(game, rates, seed, scripts.append, dead)
    match.play(steps, lambda done: None)
    return match.tally, "\n\n".join(scripts)


@pytest.mark.parametrize("game", GAMES)
def test_clean_gestures_are_read_without_a_question(game):
    tally, failures = play(game, CLEAN, 300)
    assert not failures
    assert (tally.wrong, tally.stuck, tally.corrected, tally.questions) == (0, 0, 0, 0)


@pytest.mark.parametrize("game", GAMES)
def test_fumbled_gestures_are_read_right_unless_a_touch_is_forgotten(game):
    tally, failures = play(game, Rates()._replace(forget=0.0), 300)
    assert not failures
    assert (tally.wrong, tally.stuck) == (0, 0)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_gets_stuck_though_touches_are_forgotten(game):
    tally, failures = play(game, Rates(), 300)
    assert tally.stuck == 0, failures


@pytest.mark.parametrize("game", GAMES)
def test_a_dead_switch_in_each_game_costs_questions_only(game):
    tally, failures = play(game, Rates()._replace(forget=0.0), 200, dead=1)
    assert (tally.wrong, tally.stuck) == (0, 0), failures
    assert tally.questions > 0


def test_a_failure_is_a_script_that_a_board_can_run(monkeypatch, capsys, tmp_path):
    scripts: list[str] = []
    match = Match("avalam", CLEAN, 1, scripts.append)
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
    assert cli.main(["fumble", "tawol", "tours", "--moves", "20", "--seed", "3"]) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split()[2:5] == ["steps", "wrong", "stuck"]
    assert [row.split()[:2] for row in rows] == [["tawol", "20"], ["tours", "20"]]


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["chess"], "no game 'chess'"),
        (["--without", "sneeze"], "there is no fumble 'sneeze'; there are: adjust, slide"),
    ],
)
def test_what_makes_no_sense_is_named(words, error, capsys):
    assert cli.main(["fumble", *words]) == 2
    assert error in capsys.readouterr().err
