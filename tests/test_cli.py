"""The command `tourelle`: what it does around its subcommands, and the wheel that carries it."""

import argparse
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from depth import deep
from tourelle import VERSION
from tourelle_host import cli, paths, patience, progress
from tourelle_host.commands import bench
from tourelle_host.errors import UserError

ROOT = Path(__file__).resolve().parent.parent


def run(*arguments, cwd=None, **environment):
    """Run `python ARGUMENTS`; what it printed and its exit status."""
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        cwd=cwd,
        env={**os.environ, **environment},
    )


@pytest.fixture
def command(monkeypatch):
    """Runs `tourelle` with what it is handed in place of a subcommand; its status."""

    def run(act):
        parser = argparse.ArgumentParser()
        parser.set_defaults(func=act)
        with monkeypatch.context() as patch:
            patch.setattr(cli, "parser", lambda: parser)
            return cli.main([])

    return run


def test_a_commands_status_is_the_exit_status(command):
    assert command(lambda arguments: 7) == 7


def test_a_users_error_is_one_sentence_without_traceback(command, capsys):
    def act(arguments):
        raise UserError("no cell z9: cells are a1 to i9")

    assert command(act) == 2
    assert capsys.readouterr().err == "tourelle: no cell z9: cells are a1 to i9\n"


def test_ctrl_c_ends_quietly(command, capsys):
    def act(arguments):
        raise KeyboardInterrupt

    assert command(act) == 130
    assert "Traceback" not in capsys.readouterr().err


def test_typed_bytes_that_are_no_text_are_read_all_the_same(command, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"d\xe9\nc9\n"), "utf-8"))
    assert command(lambda arguments: sys.stdin.readlines() == ["d\\xe9\n", "c9\n"]) is True


TALKATIVE = """
import sys
from tourelle_host import cli

class Parser:
    def parse_args(self, argv):
        return self

    def func(self, arguments):
        while True:
            print("a line")

cli.parser = Parser
sys.exit(cli.main())
"""


def test_a_reader_that_has_seen_enough_causes_no_traceback():
    with subprocess.Popen(
        [sys.executable, "-c", TALKATIVE], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout and process.stderr
        assert process.stdout.readline() == "a line\n"
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait() == 1


COMMANDS = [path.stem for path in (Path(cli.__file__).parent / "commands").glob("[!_]*.py")]


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_says_what_it_is_for(name):
    (line,) = re.findall(rf"^ +{name} .*", cli.parser().format_help(), re.MULTILINE)
    assert len(line.split()) > 1


def test_tourelle_alone_shows_its_help(capsys):
    assert cli.main([]) == 0
    assert capsys.readouterr().out == cli.parser().format_help()


def test_every_help_has_examples_that_can_be_typed():
    made = cli.parser()
    seen = 0
    for name, command in {"": made, **cli.commands_of(made)}.items():
        text = command.format_help()
        assert "\nexamples:\n" in text, name
        for line in text.partition("\nexamples:\n")[2].splitlines():
            typed, why = line[2:].split("  ", 1)
            assert why.strip()
            if "--help" in typed:
                continue
            # `$(tourelle completion bash)` and `... > FILE` are a shell's to read.
            words = shlex.split(typed.removeprefix('eval "$(').removesuffix(')"').split(" > ")[0])
            assert words[0] == "tourelle" and words[1] in ([name] if name else COMMANDS)
            made.parse_args(words[1:])
            seen += 1
    assert seen > 30


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh"])
def test_completion_knows_every_command_and_option(capsys, shell):
    assert cli.main(["completion", shell]) == 0
    script = capsys.readouterr().out
    for name, command in cli.commands_of(cli.parser()).items():
        assert name in script
        options = re.findall(r"--([a-z-]+)", command.format_help())
        assert "help" in options
        for option in options:
            assert option in script, (name, option)


def test_a_shell_completes(capsys, tmp_path):
    bash = shutil.which("bash")
    if not bash:
        pytest.skip("there is no bash")
    cli.main(["completion", "bash"])
    (tmp_path / "script").write_text(capsys.readouterr().out)
    (tmp_path / "game.txt").touch()
    asked = """source ./script
        ask() { COMP_WORDS=(tourelle "$@"); COMP_CWORD=$#; COMPREPLY=(); _shtab_tourelle
                echo "${COMPREPLY[@]}"; }
        ask pla; ask play --gr; ask play --grid ""; ask replay game"""
    said = subprocess.run([bash, "-c", asked], capture_output=True, text=True, cwd=tmp_path)
    assert said.stdout.splitlines() == ["play", "--grid", "avalam hex square", "game.txt"]


class Terminal(io.StringIO):
    """What is written to a terminal."""

    def isatty(self):
        return True


@pytest.mark.parametrize("environment, coloured", [({}, True), ({"NO_COLOR": "1"}, False)])
def test_colour_is_for_terminals_that_want_it(command, monkeypatch, environment, coloured):
    def act(arguments):
        raise UserError("no")

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    shown = Terminal()
    monkeypatch.setattr("sys.stderr", shown)
    assert command(act) == 2
    prefix = "\x1b[1;31mtourelle:\x1b[0m" if coloured else "tourelle:"
    assert shown.getvalue() == f"{prefix} no\n"
    cli.parser().print_help(shown)
    assert ("\x1b[1mcommands:\n\x1b[0m" in shown.getvalue()) == coloured


def test_a_bar_is_shown_on_a_terminal_and_gone_afterwards(monkeypatch):
    shown = Terminal()
    monkeypatch.setattr("sys.stderr", shown)
    with progress.Bar(4, "avalam") as bar:
        bar.add(1)
        bar.to(3, "3 won")
    full, empty = "#" * 22, "." * 8
    assert shown.getvalue().endswith(f"\r\x1b[Kavalam [{full}{empty}] 3 of 4 3 won\r\x1b[K")
    file = io.StringIO()
    monkeypatch.setattr("sys.stderr", file)
    with progress.doing("Waiting"), progress.Bar(1) as bar:
        bar.add(1)
    assert file.getvalue() == ""


@pytest.mark.parametrize(
    "arguments, seen",
    [
        ("perft tawol 2", "perft(1): 34 of 34 first steps"),
        ("perft tawol 2", "perft(2): 34 of 34 first steps"),
        ("match avalam random greedy --games 2 --vm cpython", "2 of 2"),
        ("fumble avalam --steps 2 --quiet", "2 of 2"),
        *deep(
            ("review game.txt --seconds 0.1", "2 of 2 turns"),
            pytest.param(
                "tune avalam --games 2 --match 2 --level 1",
                "2 of 2 +",
                marks=pytest.mark.needs_micropython,
            ),
            ("image -o made.uf2", "Compiling the firmware ..."),
            ("bench avalam --vm cpython", "Measuring avalam on cpython ..."),
        ),
    ],
)
def test_what_takes_long_shows_how_far_it_is(monkeypatch, tmp_path, capsys, arguments, seen):
    (tmp_path / "game.txt").write_text(
        "Position: avalam y c9=y1 d9=r1 h2=y2 g2=r3 ; options tie-break=none\nd9-c9 g2-h2\n"
    )
    monkeypatch.chdir(tmp_path)
    shown = Terminal()
    monkeypatch.setattr("sys.stderr", shown)
    assert cli.main(arguments.split()) == 0
    assert seen in shown.getvalue()
    assert shown.getvalue().endswith("\x1b[K")


@pytest.mark.parametrize("number", ["0", "-1", "x", "1.5", "9" * 5000])
@pytest.mark.parametrize(
    "words",
    [
        "fumble avalam --steps",
        "fumble avalam --seeds",
        "match avalam random greedy --games",
        "match avalam random greedy --nodes",
        "match avalam random greedy --entries",
        "tune avalam --games",
        "tune avalam --match",
        "tune avalam --nodes",
    ],
)
def test_a_count_is_a_number_from_1(words, number, capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(f"{words}={number}".split())
    assert ended.value.code == 2
    assert f"must be a number from 1, not '{number[:40]}'" in capsys.readouterr().err


@pytest.mark.parametrize("number", ["0", "-1", "x", "nan", "inf", "3601", "9" * 5000])
@pytest.mark.parametrize("words", ["review game.txt --seconds", "opponent --seconds"])
def test_a_time_to_think_is_a_number_of_seconds(words, number, capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(f"{words}={number}".split())
    assert ended.value.code == 2
    wanted = f"must be a number of seconds from 0.05 to 3600, not '{number[:40]}'"
    assert wanted in capsys.readouterr().err


@pytest.mark.parametrize(
    "command", ["play --no-browser", "sim --serial tcp --headless", "script -"]
)
def test_a_uf2_file_for_another_vm_than_the_chip_is_refused(command, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"expect turn y\n")))
    assert cli.main([*command.split(), "--uf2", "RPI_PICO.uf2"]) == 2
    (complaint,) = capsys.readouterr().err.splitlines()
    assert "no UF2 file: add --vm chip" in complaint


@pytest.mark.parametrize(
    "option",
    [
        *("--uf2 RPI_PICO.uf2", "--steps 9", "--lifts 9", "--touches 9", "--seed 9", "--jobs 9"),
        *("--misses", "--write page.md", "--steps 200"),
    ],
)
def test_what_is_measured_on_the_chip_alone_is_refused_elsewhere(option, monkeypatch, capsys):
    monkeypatch.setattr(bench, "_estimate", lambda vm, entries: 0)
    assert cli.main(["bench", "avalam", *option.split()]) == 2
    said = f"{option.split()[0]} is not for this machine's own VMs: add --vm chip"
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("letter", ["", " ", "yr", "y host\nundo"])
def test_a_side_is_a_letter(letter, capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(["opponent", f"--side={letter}"])
    assert ended.value.code == 2
    assert f"--side: must be one letter, as y, not '{letter}'" in capsys.readouterr().err


@pytest.mark.parametrize("position", ["", " "])
def test_an_empty_position_is_not_the_opening(position, capsys):
    assert cli.main(["perft", "avalam", "1", "--position", position]) == 2
    assert "an empty text is not a position" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["abc", "-1", "0", "nan", "inf", "1e9", "2 3"])
def test_a_patience_that_is_no_number_in_range_is_one_sentence(text):
    done = run("-m", "tourelle_host", "perft", "avalam", "1", TOURELLE_PATIENCE=text)
    assert done.returncode == 2
    assert done.stderr == (
        f"tourelle: TOURELLE_PATIENCE must be a number from 0.1 to 1000, not '{text}'\n"
    )


@pytest.mark.parametrize("text, waits", [("", 3), ("10", 30), ("0.5", 1.5)])
def test_patience_multiplies_what_is_usual(text, waits, monkeypatch):
    monkeypatch.setenv("TOURELLE_PATIENCE", text)
    patience.check()
    assert patience.seconds(3) == waits


def test_an_opening_has_no_turns_or_more(capsys):
    with pytest.raises(SystemExit):
        cli.main("match avalam random greedy --opening -1".split())
    assert "must be a number from 0, not '-1'" in capsys.readouterr().err
    assert cli.main("match avalam random random --opening 0 --games 1 --vm cpython".split()) == 0


def test_version_is_the_firmwares_and_the_packages(capsys):
    with pytest.raises(SystemExit) as stopped:
        cli.main(["--version"])
    assert stopped.value.code == 0
    assert capsys.readouterr().out == f"tourelle {VERSION}\n"
    assert f'version = "{VERSION}"' in (ROOT / "pyproject.toml").read_text()


def test_help_imports_nothing_that_takes_long():
    heavy = "asyncio starlette uvicorn neopixel tourelle_host.sim tourelle.games.avalam".split()
    result = run(
        "-c",
        "import sys; from tourelle_host.cli import parser; parser().format_help(); "
        f"print([name for name in {heavy} if name in sys.modules])",
    )
    assert (result.stdout, result.stderr) == ("[]\n", "")


def test_the_firmwares_files_are_found_in_the_checkout():
    files = paths.firmware()
    assert files["main.py"] == ROOT / "firmware" / "main.py"
    assert files["tourelle/grids.py"] == ROOT / "firmware/tourelle/grids.py"
    assert set(paths.boards()) == {"avalam", "hex", "square"}


def test_an_unknown_board_is_named_with_those_that_exist():
    with pytest.raises(UserError, match='no board "round"; there are: avalam, hex, square'):
        paths.board("round")


@pytest.mark.deep
def test_the_wheel_carries_all_that_tourelle_needs(tmp_path):
    """Built without the network, installed elsewhere: same files there as in the checkout."""
    built = run(
        "-m", "pip", "wheel", "--no-deps", "--no-index", "--no-build-isolation", "--quiet",
        "--wheel-dir", tmp_path / "dist", ROOT,
    )  # fmt: skip
    assert built.returncode == 0, built.stderr
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    installed = tmp_path / "installed"
    zipfile.ZipFile(wheel).extractall(installed)

    def files(*folders):
        return {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for folder in folders
            for path in folder.rglob("*")
            if path.is_file() and "__pycache__" not in path.parts
        }

    assert files(installed / "tourelle_host" / "firmware" / "boards") == files(
        ROOT / "firmware" / "boards"
    )
    host = files(ROOT / "host" / "tourelle_host")
    assert host == {
        name: content
        for name, content in files(installed / "tourelle_host").items()
        if not name.startswith("firmware/")
    }
    assert files(installed / "tourelle") == {
        name: content
        for name, content in files(ROOT / "firmware" / "tourelle").items()
        if "/tests/" not in name
    }
    seen = run(
        "-c",
        "import json, tourelle_host.paths as p; "
        "print(json.dumps({name: str(path) for name, path in p.firmware().items()}))",
        cwd=tmp_path,
        PYTHONPATH=str(installed),
    )
    found = {name: Path(path) for name, path in json.loads(seen.stdout).items()}
    assert all(path.is_relative_to(installed) for path in found.values())
    assert {name: path.read_bytes() for name, path in found.items()} == {
        name: path.read_bytes() for name, path in paths.firmware().items()
    }
    asked = run("-m", "tourelle_host", "--version", cwd=tmp_path, PYTHONPATH=str(installed))
    assert asked.stdout == f"tourelle {VERSION}\n"


def test_a_board_on_a_serial_port_is_not_shared_in_silence(capsys):
    assert cli.main(["play", "--serial", "pty", "--guests", "passwd"]) == 2
    assert "leave out --serial, or --broker and --guests" in capsys.readouterr().err
