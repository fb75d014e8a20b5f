"""The deep counts, and the command that prints them."""

import os
import pty
import subprocess
import sys

import pytest

import beside
from depth import deep
from tourelle.games import read
from tourelle.games.catalogue import GAMES
from tourelle.games.perft import divide, perft
from tourelle_host import cli, micropython

BOTH = "tours ; options turn=form-and-collapse"


KNOWN = [
    (text, depth, nodes)
    for known in beside.modules("known").values()
    for text, counts in known.COUNTS.items()
    for depth, nodes in enumerate(counts, 1)
]
QUICKLY = 150_000  # sequences of turns


@pytest.mark.parametrize(
    ("text", "depth", "nodes"),
    [
        *(known for known in KNOWN if known[-1] < QUICKLY),
        *deep(*(known for known in KNOWN if known[-1] >= QUICKLY)),
    ],
)
def test_deep_counts(text, depth, nodes):
    assert perft(read(text), depth) == nodes


@pytest.mark.deep
@pytest.mark.needs_micropython
@pytest.mark.parametrize(
    ("text", "depth", "nodes"), [known for known in KNOWN if known[-1] >= QUICKLY]
)
def test_deep_counts_on_micropython(text, depth, nodes, capfd):
    arguments = [text.split()[0], str(depth), "--position", text, "--vm", "micropython"]
    assert cli.main(["perft", *arguments]) == 0
    assert capfd.readouterr().out.splitlines()[-1] == f"perft({depth}) {nodes}"


@pytest.mark.parametrize(
    ("text", "depth"),
    [
        ("avalam", 2),
        ("tawol ; options half=claim", 2),
        (BOTH, 1),
        ("cabale 1 i3=J1 a7=J2 ; barriers 0,0", 1),
        ("cabale 1 i3=J1 a7=J2 ; steps e3-e5", 1),
        ("tawol w a1=bTwA h8=wTbA ; passes 1", 2),
    ],
)
def test_the_shares_add_up(text, depth):
    shares = list(divide(read(text), depth))
    assert sum(nodes for _, nodes in shares) == perft(read(text), depth)
    assert [step for step, _ in shares] == [
        read(text).move_text(move) for move in read(text).legal_moves()
    ]


def test_nothing_is_counted_after_the_end():
    assert list(divide(read("avalam y c9=y1"), 1)) == []
    assert perft(read("tawol w a1=bTwA h8=wTbA ; passes 2"), 1) == 0


def test_the_command_prints_a_line_for_each_depth(vm, capfd):
    assert cli.main(["perft", "avalam", "2", "--vm", vm]) == 0
    assert capfd.readouterr() == ("perft(1) 292\nperft(2) 81488\n", "")


def test_the_command_takes_options_and_positions(vm, capfd):
    position = "cabale 1 i3=J1 a7=J2 d9=J3 ; steps e3-e5"
    options = ["--position", position, "--option", "players=3", "--vm", vm]
    assert cli.main(["perft", "Tabale", "1", "--divide", *options]) == 0
    assert capfd.readouterr().out == "x1 67\nx2 67\nperft(1) 134\n"
    options = ["--position", "tawol w e5=bAwB", "--option", "half=claim", "--vm", vm]
    assert cli.main(["perft", "tawol", "1", *options]) == 0
    assert capfd.readouterr().out == "perft(1) 16\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess", "1"], ["chess", ", ".join(entry.name for entry in GAMES)]),
        (["avalam", "1", "--option", "colour=red"], ["colour", "tie-break"]),
        (["avalam", "1", "--option", "placing"], ["placing", "fixed or free"]),
        (["avalam", "1", "--position", "avalam y c9=y6"], ["y6"]),
        (["avalam", "1", "--position", "tours w a1=w1"], ["tours", "avalam"]),
        (["avalam", "1", "--position", " ; "], ["''"]),
    ],
)
def test_what_the_command_cannot_count(arguments, words, capsys):
    assert cli.main(["perft", *arguments]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert all(word in error for word in words)


@pytest.mark.parametrize("depth", ["0", "-1", "two", ""])
def test_a_depth_is_a_number_from_1(depth, capsys):
    with pytest.raises(SystemExit):
        cli.main(["perft", "avalam", depth])
    assert f"must be a number from 1, not '{depth}'\n" in capsys.readouterr().err


def test_without_the_vm(monkeypatch, capsys):
    monkeypatch.setattr(micropython, "available", lambda: False)
    assert cli.main(["perft", "avalam", "1", "--vm", "micropython"]) == 2
    assert "no MicroPython here" in capsys.readouterr().err


def test_a_long_count_says_how_far_it_is_on_a_terminal():
    terminal, inside = pty.openpty()
    run = subprocess.run(
        [sys.executable, "-m", "tourelle_host", "perft", "tawol", "2"],
        stdout=subprocess.PIPE,
        stderr=inside,
        text=True,
    )
    os.close(inside)
    assert run.stdout == "perft(1) 34\nperft(2) 1156\n"
    shown = os.read(terminal, 4096).decode()
    os.close(terminal)
    assert "perft(2): 34 of 34 first steps" in shown
    assert shown.endswith("\x1b[K")
