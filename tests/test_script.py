"""`tourelle script`: what it runs, what it says where something does not hold, and its status."""

import io

import pytest

import beside
from depth import deep
from tourelle.grids import grid
from tourelle_host import cli, expectation, script
from tourelle_host.sim.board import SimulatedBoard
from tourelle_host.sim.report import Report
from tourelle_host.sim.world import HandError

SCRIPTS = beside.scripts()
OPENING = "set avalam\n"
STACKED = OPENING + "lift c9\nlift d9\ndrop d9\n"


@pytest.mark.parametrize("path", SCRIPTS.values(), ids=SCRIPTS)
def test_the_core_does_what_the_script_expects(one_process, path, capsys):
    assert cli.main(["script", str(path)]) == 0, capsys.readouterr().out


@pytest.mark.deep
@pytest.mark.parametrize("path", SCRIPTS.values(), ids=SCRIPTS)
def test_the_board_does_what_the_script_expects(vm, path, capsys):
    status = cli.main(["script", str(path), "--vm", vm])
    assert (status, capsys.readouterr().out[:4]) == (0, "all ")


@pytest.fixture
def run(monkeypatch, capsys):
    """run(text) runs a script from standard input: (status, what was printed, what was wrong)."""

    def run_text(text, *options):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode()), "utf-8"))
        status = cli.main(["script", "-", "--vm", "cpython", *options])
        said = capsys.readouterr()
        return status, said.out, said.err

    return run_text


@pytest.mark.parametrize(
    ("expected", "instead"),
    [
        ("move c9-b8", "the last move is c9-d9"),
        ("move none", "the last move is c9-d9"),
        ("move a4-a5,c9-b8", "the last move is c9-d9"),
        ("turn y", "it is r's turn"),
        ("over draw", "the game is not over"),
        ("question e4 e6", "it asks none"),
        ("position avalam", "the position is avalam r f1=r1"),
        ("light d9 may-land", "it says last-move"),
        *deep(("light e5 off", "it says turn")),
    ],
)
def test_what_does_not_hold_is_told_with_its_line_and_what_was_instead(run, expected, instead):
    status, out, _ = run(f"{STACKED}# a comment\n\nexpect {expected}  # and another\n")
    assert status == 1
    assert out.startswith(f"line 7: expect {expected}\n  but {instead}")
    assert "\n    @move 1 y c9-d9\n" in out


def test_only_what_was_said_since_the_last_expectation_is_told(run):
    status, out, _ = run(STACKED + "expect move c9-d9\nexpect turn y\n")
    assert status == 1
    assert "the board has said nothing" in out
    assert "@move" not in out


@pytest.mark.parametrize(
    "expected",
    [
        "move c9-d9",
        "move C9-D9",
        "turn r",
        "question none",
        "light c9 last-move",
    ],
)
def test_what_holds_is_counted(run, expected):
    assert run(f"{STACKED}expect {expected}\n") == (0, "all 1 expectations held\n", "")


def test_no_move_is_expected_since_the_last_expectation(run):
    assert run(STACKED + "wait 1000\nexpect turn r\nexpect move none\n")[0] == 0


@pytest.mark.deep
def test_a_position_that_leaves_pieces_open_holds_for_any(run):
    _, out, _ = run(STACKED + "expect position avalam\n")
    text = out.partition("the position is ")[2].partition("\n")[0]
    assert " d9=ry" in text
    assert run(STACKED + f'expect position "{text}"\n')[0] == 0
    assert run(STACKED + f'expect position "{text.replace("=ry", "=y2")}"\n')[0] == 0
    assert run(STACKED + f'expect position "{text.replace("=ry", "=r2")}"\n')[0] == 1
    assert run(STACKED + f'expect position "{text.replace("=ry", "=yr")}"\n')[0] == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("lift c9\nlfit d9\n", "line 2: there is no command 'lfit'"),
        ("lift c10\n", "line 1: no cell 'c10' on the avalam grid"),
        (OPENING + "lift c9\n\nlift c9\nexpect turn y\n", "line 4: there is nothing on c9 to lift"),
        ("set chess\n", "line 1: no game 'chess'"),
        ("set avalam y c9=yyyyyy\n", "line 1: a stack is 1 to 5 high"),
        (OPENING + "expect\n", "line 2: 'expect' cannot be read"),
        (OPENING + "expect silence\n", "line 2: 'expect silence' cannot be read"),
        (OPENING + "expect light c9 green\n", "line 2: there is no light 'green'"),
        (OPENING + "expect light c9 remove/9\n", "line 2: 'remove' counts 1 to 7, not '9'"),
        (OPENING + "expect light c9 which/2\n", "line 2: 'which' counts nothing"),
        (OPENING + "expect light j9 off\n", "line 2: no cell 'j9' on the avalam grid"),
        (OPENING + "expect question e4 x\n", "line 2: no cell 'x' on the avalam grid"),
        (OPENING + "expect position chess\n", "line 2: no game 'chess'"),
        (OPENING + "expect position\n", "line 2: 'expect position' cannot be read"),
        (OPENING + "expect turn r y\n", "line 2: 'expect turn r y' cannot be read"),
    ],
)
def test_a_line_that_cannot_be_read_or_done_is_named(run, text, sentence):
    status, out, err = run(text)
    assert (status, out) == (2, "")
    assert err.startswith(f"tourelle: {sentence}")
    assert err.count("\n") == 1


def test_a_bad_line_is_found_before_anything_is_done(run):
    status, out, _ = run(OPENING + "expect turn r\nlfit c9\n")
    assert (status, out) == (2, "")


def test_a_file_that_cannot_be_read_is_named(tmp_path, capsys):
    assert cli.main(["script", str(tmp_path / "none.txt")]) == 2
    assert "none.txt cannot be read: No such file or directory" in capsys.readouterr().err
    binary = tmp_path / "binary.txt"
    binary.write_bytes(b"\xff\xfe")
    assert cli.main(["script", str(binary)]) == 2
    assert "is not UTF-8 text" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "# nothing\n", STACKED])
def test_a_script_that_expects_nothing_is_refused(run, text):
    status, out, err = run(text)
    assert (status, out) == (2, "")
    assert err.startswith("tourelle: the script expects nothing") and err.count("\n") == 1


def test_the_first_set_tells_the_grid_and_without_one_the_option(run):
    assert run("bounce 3\ntouch a1\nset tours\nexpect turn w\n")[0] == 0
    assert run("touch a1\nexpect move none\n")[0] == 2
    assert run("touch a1\nexpect move none\n", "--grid", "square")[0] == 0


def test_the_same_script_takes_the_same_time_and_says_the_same():
    text = "bounce 7\n" + STACKED + "expect move c9-d9\nexpect light d9 last-move\nnudge e4\n"

    def record():
        boards = []

        def make(name):
            boards.append(SimulatedBoard(name, "cpython"))
            return boards[-1]

        assert script.run(script.parse(text, "avalam"), make) is None
        return boards[0].now_ms, boards[0].lines

    first = record()
    assert first[0] > 4000
    assert record() == first


def hear(*lines):
    report = Report()
    for line in lines:
        report.hear(line)
    return report


def test_a_move_that_is_taken_back_stands_no_more():
    report = hear("@move 1 y c9-d9", "@move 2 r b8-c8", "@undo 2 b8-c8")
    assert report.moves == ["c9-d9"]
    report.hear("@move 2 r b7-c7")
    assert report.moves == ["c9-d9", "b7-c7"]
    assert report.fresh == 3


def test_a_new_game_begins_with_its_first_move():
    report = hear("@move 1 y c9-d9", "@move 2 r b8-c8", "@over y 3 2", "@game tours", "@turn w")
    assert report.over is None
    report.hear("@move 1 w b1-e1>c1")
    assert report.moves == ["b1-e1>c1"]


def test_what_is_told_again_changes_nothing():
    report = hear("@game avalam", "@position avalam r c9=y1", "@turn r", "@move 1 r c9-d9")
    for line in ("@hello tourelle", "@game avalam", "@position avalam y", "@turn y", "Traceback"):
        report.hear(line)
    assert (report.moves, report.turn, report.position) == (["c9-d9"], "y", "avalam y")


def test_a_turn_of_several_steps_is_expected_as_a_whole():
    report = hear("@move 1 1 i3", "@move 2 1 e6-g4", "@move 3 1 x2", "@move 4 1 .")
    hexagons = grid("hex")
    for text, holds in (("e6-g4,x2,.", True), (".", True), ("x2,e6-g4,.", False)):
        made = expectation.parse(f"move {text}", hexagons)
        assert isinstance(made, expectation.Move)
        assert made.holds(report) is holds


@pytest.mark.parametrize(
    ("text", "line", "holds"),
    [
        ("over y 12 8", "@over y 12 8", True),
        ("over y", "@over y 12 8", True),
        ("over y 12 7", "@over y 12 8", False),
        ("over draw", "@over draw 10 10", True),
        ("over r", "@over draw 10 10", False),
        ("question e6 e4", "@question e4 e6", True),
        ("question e4", "@question e4 e6", False),
        ("question none", "@question none", True),
        ("question none", "@question e4", False),
    ],
)
def test_what_the_board_says_is_held_against_what_is_expected(text, line, holds):
    made = expectation.parse(text, grid("avalam"))
    assert isinstance(made, expectation.Expectation)
    assert made.holds(hear(line)) is holds


def test_a_cell_of_another_grid_cannot_be_expected():
    with pytest.raises(HandError, match="no cell 'a9' on the square grid"):
        expectation.parse("light a9 off", grid("square"))
