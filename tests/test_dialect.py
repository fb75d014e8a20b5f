"""The host's code for the site: rewritten for MicroPython, it says and does the same there."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tourelle_host import micropython, paths
from tourelle_host.site import build
from tourelle_host.site.dialect import LACKING, DialectError, translated

COURSE = Path(__file__).parent / "wasm" / "course.py"


def ran(source: str, name: str):
    """What a name is after the translated source was run."""
    space: dict = {}
    exec(translated(source), space)
    return space[name]


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("f'{1 + 1} of {a!r}, {2.5:.2f}{{}}'", "2 of 'x', 2.50{}"),
        ("[*b, 3, *b]", [1, 2, 3, 1, 2]),
        ("(*b, 3)", (1, 2, 3)),
        ("{*b, 2, 3}", {1, 2, 3}),
        ("{**c, 'l': 2, **c}", {"k": 1, "l": 2}),
        ("list(zip(b, b, strict=True))", [(1, 1), (2, 2)]),
    ],
)
def test_an_expression_keeps_its_value(expression, value):
    source = f"a = 'x'\nb = [1, 2]\nc = {{'k': 1}}\nfound = {expression}\n"
    assert ran(source, "found") == value
    assert "f'" not in translated(source) and "**" not in translated(source)


def test_dataclasses_and_named_tuples_are_made_and_unpacked():
    source = (
        "from dataclasses import dataclass, field\nfrom typing import NamedTuple\n"
        'class Pair(NamedTuple):\n    """Two."""\n    one: int\n    other: tuple = ()\n'
        "@dataclass\nclass Bag:\n    name: str\n"
        "    things: list[str] = field(default_factory=list)\n"
        "    def count(self) -> int:\n        return len(self.things)\n"
        "one, other = Pair(7)\nbags = [Bag('a'), Bag('b', ['x'])]\nbags[0].things.append(1)\n"
        "found = one, other, [bag.count() for bag in bags], Bag('c').things\n"
    )
    assert ran(source, "found") == (7, (), [1, 1], [])


def test_names_for_types_are_left_out():
    source = (
        "from collections.abc import Callable\n"
        "Say = Callable[[str], None]\nNamed = dict[str, tuple[int, ...]]\n"
        "def first(named: Named, say: Say | None = None) -> int:\n    return named['a'][0]\n"
        "found = first({'a': (7,)})\n"
    )
    assert "Named" not in translated(source) and "Say" not in translated(source)
    assert ran(source, "found") == 7


@pytest.mark.parametrize(
    "source", ["match 1:\n    case 1: pass\n", "def f(a, /): pass\n", "'a'.isprintable()\n"]
)
def test_what_cannot_be_translated_is_named_with_its_line(source):
    with pytest.raises(DialectError, match="line 1: MicroPython has no "):
        translated(source)


@pytest.mark.needs_micropython
def test_the_methods_that_are_refused_are_those_that_micropython_lacks(tmp_path):
    names = sorted({name for kind in (str, bytes) for name in dir(kind) if name[0] != "_"})
    asks = tmp_path / "asks.py"
    asks.write_text(f"for name in {names}:\n    if not hasattr(str, name): print(name)\n")
    lacked = set(output(micropython.command(str(asks), heap="4M")))
    assert lacked - {"decode", "hex", "fromhex"} == LACKING  # those three are of bytes


@pytest.mark.needs_micropython
def test_the_table_has_the_same_course_on_micropython(tmp_path):
    firmware = {name: path.read_text("utf-8") for name, path in paths.firmware().items()}
    clock = {"javascript.py": "def seconds():\n    return 0\n"}
    for name, content in (firmware | build.table_sources() | clock).items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    there = micropython.command(str(COURSE), str(tmp_path), heap="4M")
    told = [json.loads(line) for line in output(there)]
    here = [json.loads(line) for line in output([sys.executable, str(COURSE), *paths.both()])]
    assert len(here) > 100
    assert told == here


def output(command: list[str]) -> list[str]:
    ran = subprocess.run(command, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-2000:]
    return ran.stdout.splitlines()
