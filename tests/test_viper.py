"""The firmware's functions for viper, in the chip's arithmetic: signed words of 32 bits."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import beside
import viper
from patience import PATIENCE_S
from tourelle_host import paths

HERE = Path(__file__).parent
FIRMWARE = str(paths.PACKAGE.parent)
SEARCHES = "third_repetition or several_lines or (every_level and tours)"


def model(game: str, *tests: str) -> list[str]:
    """The program that runs these tests of a game's search, or all."""
    module = beside.module_name(game, "test_search")
    return [str(HERE / "run_on_micropython.py"), FIRMWARE, str(HERE), module, *tests]


def kernels(game: str) -> list[str]:
    return [str(HERE / "plain_kernels.py"), FIRMWARE, game, "3"]


SEARCHED = beside.having("test_search")
SHORT = {
    **{f"model of {game}": model(game, "test_counts") for game in SEARCHED},
    "search": ["-m", "pytest", "-q", str(HERE / "thinking/test_search.py"), "-k", SEARCHES],
}
LONG = [*map(kernels, beside.NAMES), *map(model, SEARCHED), SHORT["search"]]
PORTS = {f"tourelle.ports.rp2_{name}" for name in ("pixels", "scanner", "xip")}  # see tests/chip


def told(program: list[str]) -> str:
    """What a program prints when the firmware's functions in it compute as on the chip."""
    command = [sys.executable, str(HERE / "viper.py"), *program]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stderr


def marked() -> set[str]:
    """All functions of the firmware that are for viper, as "module.name"."""
    found = set()
    for name, path in paths.firmware().items():
        module = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                marks = [ast.unparse(mark) for mark in node.decorator_list]
                if "micropython.viper" in marks:
                    found.add(f"{module}.{node.name}")
    return found


@pytest.mark.parametrize("name", SHORT)
def test_functions_compute_the_same_as_ever(name):
    assert told(SHORT[name]).split()


@pytest.mark.deep
def test_every_function_computes_the_same_as_ever():
    run = set()
    for program in LONG:
        run.update(told(program).split())
    wanted = {name for name in marked() if name.rpartition(".")[0] not in PORTS}
    assert len(wanted) > 30
    assert wanted - run == set()


def made(text: str):
    """The function `f` of a module with this text."""
    space = viper.names("made")
    exec(compile(viper.rewrite(text, "made"), "made", "exec"), space)
    return space["f"]


@pytest.mark.parametrize(
    ("text", "given", "result"),
    [
        ("a + b", (0x7FFFFFFF, 1), -0x80000000),
        ("a - b", (-0x80000000, 1), 0x7FFFFFFF),
        ("a - b < 5", (0x80000001, 0x7FFFFFFF), True),  # as a timer of 32 bits would be compared
        ("a * b", (0x10000, 0x10001), 0x10000),
        ("a << b", (3, 30), -0x40000000),
        ("a >> b", (0x80000000, 4), -0x8000000),
        ("-a & b", (1, 0xFF), 0xFF),
        ("~a ^ b", (0, 0), -1),
    ],
)
def test_numbers_go_round_at_32_bits(text, given, result):
    f = made(f"@micropython.viper\ndef f(a: int, b: int):\n    return {text}\n")
    assert f(*given) == result


def test_what_is_stored_is_cut_to_its_size():
    f = made(
        "@micropython.viper\n"
        "def f(one: ptr8, two: ptr16, four: ptr32, deep_):\n"
        "    deep = ptr8(deep_)\n"
        "    one[0] = 0x1FF\n"
        "    two[0] -= 1\n"
        "    four[0] = 1 << 31\n"
        "    deep[1] = one[0] + 3\n"
        "    return four[0]\n"
    )
    one, two, four, deep = bytearray(1), bytearray(2), bytearray(4), bytearray(2)
    assert f(one, two, four, deep) == -0x80000000
    assert one + two + four + deep == b"\xff\xff\xff\0\0\0\x80\0\2"


@pytest.mark.parametrize("text", ["a / 2", "a ** 2", "a[0]", "a * 1.5"])
def test_what_it_does_not_know_is_reported_when_the_module_is_loaded(text):
    with pytest.raises(SyntaxError, match="is not known here"):
        made(f"@micropython.viper\ndef f(a: int):\n    return {text}\n")


def test_what_is_not_for_viper_stays_as_it_is():
    assert made("def f(a: int):\n    return a << 40\n")(1) == 1 << 40
