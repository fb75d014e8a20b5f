"""`tourelle engine`: the Universal Game Interface, and what a player or a GUI may do wrong."""

import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from depth import deep
from patience import PATIENCE_S
from tourelle import games
from tourelle_host import cli
from tourelle_host import record as records
from tourelle_host.engine import arena, worker


def begun(game, *arguments):
    """A fresh engine's process."""
    return subprocess.Popen(
        [sys.executable, "-m", "tourelle_host", "engine", game, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def talk(game, *lines, vm="cpython", arguments=()):
    """The answers of a fresh engine to these lines; the end of input comes after the last one."""
    last = "info string no command 'over'"
    found = []
    with begun(game, "--vm", vm, *arguments) as process:
        process.stdin.write("".join(line + "\n" for line in [*lines, "over"]))
        process.stdin.flush()
        for line in process.stdout:
            if line.startswith(last):
                break
            found.append(line.rstrip("\n"))
        said, complaints = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, said, complaints) == (0, "", "")
    return found


def best(lines):
    """The moves of the `bestmove` lines."""
    return [line.split()[1] for line in lines if line.startswith("bestmove")]


def test_the_handshake():
    lines = talk("avalam", "ugi", "isready", "quit", vm="cpython")
    assert lines[0].startswith("id name Tourelle") and lines[1].startswith("id author")
    assert lines[-2:] == ["ugiok", "readyok"]
    assert "option name Level type spin default 6 min 1 max 6" in lines
    assert "option name tie-break type combo default fives var fives var none" in lines


def test_searches_end_as_told(vm):
    lines = talk(
        "avalam",
        "position startpos moves c9-d9",
        "go depth 2",
        "go nodes 900",
        "go movetime 50",
        "go p1time 9000 p2time 400 p1inc 0 p2inc 0",
        vm=vm,
    )
    moves = best(lines)
    assert len(moves) == 4
    position = games.read("avalam")
    position.push_turn("c9-d9")
    for move in moves:
        position.parse_move(move)
    infos = [line.split() for line in lines if line.startswith("info depth")]
    assert infos[0][1:3] == ["depth", "1"] and infos[1][1:3] == ["depth", "2"]
    assert all(info[3:5] == ["score", "cp"] and "nps" in info and "pv" in info for info in infos)


def test_a_proved_win_is_told_by_its_points_in_every_game():
    # Player 2's last turn, whatever it is, leaves the jester of player 1 no ride.
    position = (
        "cabale 2 f1=d2 i1=t2 i2=J1 g3=t1 c4=d2 d4=d2 f4=t1 g4=d1 c5=J2 d5=t2 e5=d2 f5=t1 a6=d1 "
        "d6=t1 g6=d1 c7=t2 ; tokens 14,15 ; doubles 0,0 ; barriers 2,0 ; taken 6,9 ; walls a6/a7,"
        "a6/b5,c3/d2,d2/d3,d2/e2,e1/e2,f1/f2,f2/g1,g1/g2,g1/h1,g2/h1,h1/h2,h2/i1,h2/i2,h3/i2,"
        "h5/i4,i2/i3,i3/i4"
    )
    lines = talk("cabale", f"position fen {position}", "go depth 3")
    after = games.read(position)
    after.push_turn(best(lines)[0])
    one, two = after.outcome().scores
    told = [line.split() for line in lines if line.startswith("info depth")][-1]
    assert abs(int(told[5]) - 16000 - 100 * (two - one)) < 100, "to a point: not to the margin"


@pytest.mark.needs_micropython
def test_both_vms_find_the_same():
    def found(vm):
        lines = talk("tours", "position startpos", "go depth 3", vm=vm)
        return best(lines), [line.split()[:5] for line in lines if line.startswith("info depth")]

    assert found("cpython") == found("micropython")


def test_a_turn_of_several_steps_is_joined(vm):
    lines = talk("cabale", "position startpos moves i3 a7", "go nodes 3000", vm=vm)
    (move,) = best(lines)
    position = games.read("cabale")
    for turn in ("i3", "a7", move):
        position.push_turn(turn)
    assert position.turns == 3 and not position.mid_turn


def test_positions_with_parts_end_at_moves():
    text = "tawol w e5=bAwB a1=bT ; passes 1"
    lines = talk("tawol", f"position fen {text}", "query p1turn", "query gameover", "go depth 1")
    assert lines[:2] == ["response true", "response false"]
    lines = talk("tawol", f"position fen {text} moves pass", "query p1turn")
    assert lines[0].startswith("info string the position stays as it was: move 1: 'pass'")
    lines = talk("tawol", "position fen tawol w a1=bTwA h8=wTbA moves pass pass", "query result")
    assert lines == ["response draw"]


def test_more_than_two_sides():
    text = "cabale 3 i3=J1 a7=J2 d9=J3 ; options players=3"
    lines = talk("cabale", f"position fen {text}", "query p1turn", "go nodes 500 p3time 1000")
    assert lines[0] == "response false" and best(lines)
    over = (
        "cabale 1 i3=J1 a7=J2 d9=J3 e5=t3 ; tokens 5,5,0 ; doubles 4,4,4 ; barriers 0,0,0 ; "
        "options players=3"
    )
    lines = talk("cabale", f"position fen {over}", "query result", "query gameover", "go depth 3")
    assert lines[:2] == ["response p3win", "response true"]
    assert lines[2].startswith("info string the game is over") and best(lines) == ["0000"]


def test_options(vm):
    lines = talk(
        "avalam",
        "setoption name Level value 1",
        "setoption name Seed value 5",
        "setoption name placing value free",
        "position startpos",
        "go",
        vm=vm,
    )
    assert "@" in best(lines)[0]
    lines = talk("tours", "go depth 1", arguments=["--option", "turn=form-and-collapse"])
    assert "," in best(lines)[0]
    lines = talk("avalam", "ugi", arguments=["--option", "hash=2", "--option", "Level=3"])
    assert "option name Hash type spin default 2 min 1 max 256" in lines
    assert "option name Level type spin default 3 min 1 max 6" in lines


WRONG = [
    ("hello", "no command 'hello'"),
    ("stop", "nothing to stop"),
    ("position", "position startpos"),
    ("position startpos extra", "position startpos"),
    ("position fen avalam y c9=y9", "y9"),
    ("position fen tours w a1=w1", "position of tours"),
    ("position startpos moves c9-d9 c9-d9", "move 2: 'c9-d9' is not a legal move"),
    ("position startpos moves c9-j9", "no cell 'j9'"),
    ("go depth", "depth is a number"),
    ("go depth -3", "'-3'"),
    ("go movetime soon", "'soon'"),
    ("go fast 3", "go knows no 'fast'"),
    ("query weather", "no query 'weather'"),
    ("setoption Level 3", "setoption name NAME value VALUE"),
    ("setoption name Level value 9", "from 1 to 6"),
    ("setoption name colour value red", "no option 'colour'"),
    ("setoption name placing value x", "fixed or free"),
    (f"go depth {'9' * 5000}", f"not '{'9' * 40}'"),
    (f"go nodes {'9' * 5000}", "nodes is a number from 0 to"),
    ("go depth \u0663\u00b2", "depth is a number"),
    (f"setoption name Seed value {'9' * 5000}", "from 0 to 65535"),
    ("9" * 5000, f"no command '{'9' * 300}"),
    (f"position fen avalam y c9=y{'9' * 5000}", "the position stays as it was"),
]


@pytest.fixture(scope="module")
def answers():
    """What one engine answers to each of the wrong lines, and to what follows it."""
    found = {}
    with begun("avalam", "--vm", "cpython") as process:
        process.stdin.write("position startpos moves c9-d9\n")
        for line, _ in WRONG:
            process.stdin.write(f"{line}\nquery p1turn\ngo depth 1\n")
            process.stdin.flush()
            told = found[line] = []
            while not (told and told[-1].startswith("bestmove")):
                told.append(process.stdout.readline().rstrip("\n"))
                assert told[-1], found
        process.communicate(timeout=PATIENCE_S)
    return found


@pytest.mark.parametrize(("line", "words"), WRONG)
def test_what_is_wrong_is_named_and_the_game_goes_on(answers, line, words):
    lines = answers[line]
    assert lines[0].startswith("info string ") and words in lines[0] and len(lines[0]) < 500
    assert len(best(lines)) == 1
    assert "response false" in lines


def test_a_budget_of_nothing_and_of_a_billion():
    lines = talk("avalam", "go nodes 0", "go depth 0", "go movetime 0")
    assert len(best(lines)) == 3
    assert sum("looks one step ahead all the same" in line for line in lines) == 2


class Running:
    """An engine that is talked to while it thinks."""

    def __init__(self, game):
        self.process = begun(game)
        self.lines = []
        self.more = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout or ():
            with self.more:
                self.lines.append(line.rstrip("\n"))
                self.more.notify_all()

    def say(self, line):
        assert self.process.stdin
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, start):
        """Wait for a line that starts so; it and those before it are forgotten."""
        with self.more:
            found = self.more.wait_for(
                lambda: [line for line in self.lines if line.startswith(start)], PATIENCE_S
            )
            assert found, self.lines
            del self.lines[: self.lines.index(found[0]) + 1]


@pytest.mark.deep
def test_stop_and_what_may_be_said_while_it_thinks():
    engine = Running("avalam")
    engine.say("go nodes 1000000000000")
    engine.until("info depth 2")
    engine.say("isready")
    engine.until("readyok")
    engine.say("query p1turn")
    engine.until("response true")
    engine.say("position startpos moves c9-d9")
    engine.say("query gameover")
    engine.until("response false")
    engine.say("stop")
    engine.until("bestmove")
    engine.say("query p1turn")
    engine.until("response false")  # the position came after the search
    engine.say("go infinite")
    engine.say("quit")
    assert engine.process.wait(PATIENCE_S) == 0


@pytest.mark.parametrize(
    "text", ["go infinite\n", *deep("go infinite", "go nodes 9999999999\nugi\ngo\n")]
)
def test_the_end_of_input_ends_the_search_and_the_engine(text):
    with begun("avalam") as process:
        said, complaints = process.communicate(text, timeout=PATIENCE_S)
    assert len(best(said.splitlines())) == text.count("go") and not complaints
    assert process.returncode == 0


def test_bytes_that_are_no_text_are_a_line_like_any_other():
    with begun("avalam") as process:
        process.stdin.buffer.write(b"\xff\xfe\nisready\n")
        said, complaints = process.communicate(timeout=PATIENCE_S)
    assert said.splitlines()[0].startswith("info string no command") and "readyok" in said
    assert not complaints and process.returncode == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess"], "there are: avalam"),
        (["avalam", "--option", "colour=red"], "no option 'colour'"),
        (["avalam", "--option", "placing"], "NAME=VALUE"),
        (["avalam", "--option", "Hash=0"], "Hash is a number from 1 to 256, not '0'"),
    ],
)
def test_unknown_games_and_options(arguments, words, capsys):
    assert cli.main(["engine", *arguments]) == 2
    assert words in capsys.readouterr().err


def test_a_game_without_a_search_file(monkeypatch, capsys):
    def none(name):
        raise games.TextError(f"nothing can play {name}: there is no games/{name}/search.py")

    monkeypatch.setattr(games, "model", none)
    for command in ("engine", "match", "tune"):
        assert cli.main([command, "avalam"]) == 2
        assert "nothing can play avalam" in capsys.readouterr().err


def test_a_review_says_what_each_turn_cost(tmp_path, capsys):
    """The record that it writes is the same game; a gift is named, and the end is exact."""
    record = tmp_path / "game.txt"
    text = "avalam y c9=y1 d9=r1 h2=y2 g2=r3 ; options tie-break=none"
    record.write_text(f"Position: {text}\nd9-c9 g2-h2\n")
    assert cli.main(["review", str(record), "--seconds", "60"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert "gives the game away" in out[0] and "proved" in out[0]
    written = (tmp_path / "game.review.txt").read_text()
    again = records.read(written)
    assert again.steps == ["d9-c9", "g2-h2"]
    assert (tmp_path / "game.review.svg").read_text().startswith("<svg")


def test_a_review_overwrites_nothing_and_says_where_it_is(tmp_path, capsys):
    record, remarks = tmp_path / "game.txt", tmp_path / "game.review.txt"
    record.write_text("Position: avalam y c9=y1 d9=r1 ; options tie-break=none\nd9-c9\n")
    remarks.write_text("remarks of my own")
    assert cli.main(["review", str(record), "--seconds", "0.05"]) == 0
    assert remarks.read_text() == "remarks of my own"
    names = ("game.review-2.txt", "game.review.svg")
    assert capsys.readouterr().out.splitlines()[1:] == [str(tmp_path / name) for name in names]


def test_a_review_needs_a_file_beside_which_it_is_written(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["review", "-"]) == 2
    assert "a review is written beside its record" in capsys.readouterr().err


def test_the_pages_review_has_the_engines_numbers_for_a_decided_game():
    page = (Path(cli.__file__).parent / "page" / "review.js").read_text(encoding="utf-8")
    numbers = dict(re.findall(r"const (DECIDED|WON) = (\d+);", page))
    assert numbers == {"DECIDED": str(worker.DECIDED), "WON": str(worker.WON)}


# -- matches and tuning


@pytest.mark.needs_micropython
def test_a_match_is_the_same_with_the_same_seed(capsys):
    arguments = ["match", "avalam", "level:2", "random", "--games", "6", "--seed", "3"]
    assert cli.main(arguments) == 0
    first = capsys.readouterr().out
    assert first.startswith("avalam: level:2 - random: +6 =0 -0, 100.0 % (61 to 100)")
    assert cli.main(arguments) == 0
    assert capsys.readouterr().out == first
    assert cli.main([*arguments, "--vm", "cpython"]) == 0
    assert capsys.readouterr().out == first


@pytest.mark.deep
@pytest.mark.needs_micropython
@pytest.mark.parametrize("text", ["tours", "tawol", "cabale ; options players=3"])
def test_baselines_play_every_game(text, capsys):
    for players in (("greedy", "playouts:20"), ("level:1", "random")):
        assert cli.main(["match", text, *players, "--games", "2", "--nodes", "500"]) == 0
        out = capsys.readouterr().out
        assert out.startswith(f"{text}: {players[0]} - {players[1]}: +")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["avalam", "level:7", "random"], "'level:7' is not a player"),
        (["avalam", "level:\u00b2", "random"], "'level:\u00b2' is not a player"),
        (["avalam", f"playouts:{'9' * 5000}", "random"], "is not a player"),
        (["avalam", "level:3:x", "random"], "'x' is not the 22 numbers"),
        (["avalam", "level:3:1,2", "random"], "'1,2' is not the 22 numbers"),
        (["cabale", f"level:3:{'9' * 40}{',1' * 5}", "random"], "is not the 6 numbers"),
        (["avalam", "random"], "between two players"),
        (["", "random", "greedy"], "an empty text is not a position"),
        (["chess", "random", "greedy"], "no game 'chess'"),
        (["avalam", "ugi:nodes 9:no-such-program", "greedy"], "no program 'no-such-program'"),
        (["avalam", "ugi:nodes 9:a 'quote", "greedy"], "No closing quotation"),
        (["avalam", "ugi:nodes 9:", "greedy"], "no program '' to play with"),
    ],
)
def test_an_impossible_match_is_refused(arguments, words, capsys):
    assert cli.main(["match", *arguments]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.needs_micropython
@pytest.mark.parametrize("vm", ["cpython", "micropython"])
def test_an_opening_that_no_game_reaches_is_refused(vm, capfd):
    ending = "avalam y c9=y1 d9=r1 ; options tie-break=none"
    words = ["match", ending, "random", "greedy", "--opening", "500", "--vm", vm]
    assert cli.main(words) == 2
    complaints = capfd.readouterr().err
    assert f"no game from '{ending}' lasts for 500 random turns" in complaints
    assert "the match broke off after 0 games" in complaints
    assert "Traceback" not in complaints


def test_ctrl_c_ends_what_plays_without_a_traceback():
    def interrupted():
        raise KeyboardInterrupt

    with pytest.raises(SystemExit) as ended:
        arena.told(interrupted)
    assert ended.value.code == 130


DEAF = "sh -c 'exec 0<&-; echo ugiok'"


def test_a_program_that_ends_early_breaks_the_match_off_in_a_sentence(capfd):
    words = ["match", "avalam", f"ugi:nodes 9:{DEAF}", "greedy", "--games", "1"]
    assert cli.main([*words, "--vm", "cpython"]) == 2
    complaints = capfd.readouterr().err
    assert "a program has ended in mid-game: ['sh', " in complaints
    assert "Traceback" not in complaints


NONSENSE = """sh -c 'echo ugiok; echo readyok; while read line; do echo bestmove zz; done'"""


def test_so_does_one_that_answers_no_step(capfd):
    words = ["match", "avalam", f"ugi:nodes 9:{NONSENSE}", "random", "--games", "1"]
    assert cli.main([*words, "--vm", "cpython"]) == 2
    complaints = capfd.readouterr().err
    assert "'zz'" in complaints and "the match broke off after 0 games" in complaints
    assert "Traceback" not in complaints


@pytest.mark.parametrize("weights", ["1,2", "x", "999999" + ",0" * 21])
def test_weights_that_are_none_of_the_games_are_refused(weights, capsys):
    assert cli.main(["tune", "avalam", "--weights", weights]) == 2
    assert f"'{weights}' is not the 22 numbers" in capsys.readouterr().err


@pytest.mark.needs_micropython
def test_weights_are_not_tuned_from_where_a_game_is_all_but_over(capfd):
    assert cli.main(["tune", "avalam y c9=y1 d9=r1 ; options tie-break=none"]) == 2
    complaints = capfd.readouterr().err
    assert "random turns" in complaints and "Traceback" not in complaints


@pytest.mark.deep
@pytest.mark.needs_micropython
def test_tuning_finds_weights_that_say_better_how_games_end(capsys):
    arguments = ["tune", "avalam", "--games", "200", "--match", "4", "--level", "3"]
    bad = ",".join(["60"] * 20 + ["0", "0"])
    assert cli.main([*arguments, "--weights", bad]) == 0
    lines = capsys.readouterr().out.splitlines()
    before, after = (float(word) for word in lines[0].split() if word.startswith("0."))
    assert after < before
    new = [int(word) for word in lines[2].removeprefix("new weights ").split(", ")]
    assert "new against old" in lines[3]
    # Of the stacks of four the safest is worth the most: no other colour can be put on it.
    assert new[15] == max(new[15:20])
