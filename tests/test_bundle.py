"""The files of a board's start in one: the same program, from fewer files."""

import subprocess
import sys

import pytest

from tourelle_host import paths
from tourelle_host.errors import UserError
from tourelle_host.flash import contents
from tourelle_host.flash.bundle import bundle

PACKAGE = {"tourelle/__init__.py": "VERSION = '1'\n", "tourelle/loop.py": "def run():\n    pass\n"}


def answers(folder, sources: dict[str, str]) -> list[str]:
    """What a program prints that imports tourelle.core, and runs its main()."""
    for name, text in sources.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    program = "from tourelle.core import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def same(tmp_path, core: str, **modules: str) -> dict[str, str]:
    """The bundle of these modules, which prints what they print."""
    files = {f"tourelle/{name}.py": text for name, text in modules.items()}
    sources = {**PACKAGE, **files, "tourelle/core.py": core}
    made = bundle(sources)
    assert answers(tmp_path / "apart", sources) == answers(tmp_path / "bundled", made)
    return made


def test_what_is_imported_lies_before_it_and_files_that_are_left_find_it(tmp_path):
    made = same(
        tmp_path,
        "from tourelle.lamp import Lamp, ON\n\n\ndef main():\n    from tourelle.menu import show\n"
        "    print(Lamp(ON).state, show())\n",
        lamp="ON = 3\n\n\nclass Lamp:\n    def __init__(self, on):\n        self.state = on\n",
        menu="from tourelle import VERSION, lamp\nfrom tourelle.lamp import Lamp as Light\n\n\n"
        "def show():\n    return Light(lamp.ON).state, VERSION\n",
    )
    assert set(made) == {"tourelle/__init__.py", "tourelle/core.py", "tourelle/menu.py"}
    assert made["tourelle/core.py"].index("class Lamp") < made["tourelle/core.py"].index("def main")


def test_names_of_two_modules_stay_apart(tmp_path):
    same(
        tmp_path,
        "from tourelle import one\nfrom tourelle.other import LEFT, size as of_other\n\n\n"
        "def main():\n    print(one.LEFT, LEFT, one.size([]), of_other([]), size([]))\n\n\n"
        "def size(LEFT):\n    return LEFT, one.Tray().LEFT, max(1, 2)\n",
        one="LEFT = 'one'\n\n\ndef size(what):\n    return LEFT, what\n\n\n"
        "def max(*numbers):\n    return 0\n\n\n"
        "class Tray:\n    LEFT = ['tray']\n    size = lambda self, LEFT=LEFT: (LEFT, size(1))\n\n"
        "    def max(self):\n        return self.size(), max(1)\n",
        other="LEFT = 'other'\n\n\ndef size(what, given=LEFT):\n    global LEFT\n    LEFT += '!'\n"
        "    return [LEFT for LEFT in LEFT] + [what, given]\n",
    )


def test_a_variable_hides_no_function_of_another_module(tmp_path):
    same(
        tmp_path,
        "from tourelle import guide\n\n\ndef main():\n    turn = 4\n    print(guide.turn(turn))\n",
        guide="def turn(by):\n    return by * 2\n",
    )


def test_what_a_package_needs_is_not_loaded_twice(tmp_path):
    made = same(
        tmp_path,
        "from tourelle.games import ALL\nfrom tourelle.games.list import GAMES\n"
        "from tourelle.memory import kept\n\n\ndef main():\n    print(kept, ALL, GAMES)\n",
        memory="kept = []\n",
        **{
            "games/__init__": "from tourelle.memory import kept\n\nALL = 2\nkept.append(1)\n",
            "games/list": "GAMES = 4\n",
        },
    )
    assert "tourelle/memory.py" in made and "tourelle/games/list.py" not in made


def test_a_package_that_is_loaded_later_keeps_nothing_out_of_the_file(tmp_path):
    made = same(
        tmp_path,
        "from tourelle.grids import size\n\n\ndef main():\n"
        "    from tourelle.games.go import Position\n\n    print(size(), Position().size)\n",
        grids="def size():\n    return 19\n",
        **{
            "games/__init__": "",
            "games/go/__init__": "from tourelle.grids import size\n\n\n"
            "class Position:\n    size = size() ** 2\n",
        },
    )
    assert "tourelle/grids.py" not in made and "tourelle/games/go/__init__.py" in made


def test_one_module_at_two_names_and_a_number(tmp_path):
    same(
        tmp_path,
        "import sys as system\nfrom tourelle.a import path\nfrom tourelle.b import where\n\n\n"
        "def main():\n    print(path(), where(), type(system.path))\n",
        a="import os as sys\n\n\ndef path():\n    return sys.sep\n",
        b="import sys\n\n\ndef where():\n    return bool(sys.path)\n",
    )


def test_numbers_are_written_where_they_are_used(tmp_path):
    made = same(
        tmp_path,
        "from tourelle import lamp\nfrom tourelle.lamp import LOW as DEEP, both\n\n"
        "TWICE = DEEP * 2\n\n\n"
        "def main():\n    from tourelle.menu import told\n    LOW = 9\n"
        "    print(lamp.LOW**2, DEEP, TWICE, LOW, told(), both(), lamp.count())\n",
        lamp="LOW = -3\nONE = OTHER = 4\nOFTEN = 0\nWIDE = 1 << 40\nTRUE = True\n\n\n"
        "def count():\n    global OFTEN\n    OFTEN += 1\n    return OFTEN, WIDE, TRUE\n\n\n"
        "def both(LOW=LOW):\n    return ONE, OTHER, LOW\n",
        menu="from tourelle import lamp\nfrom tourelle.lamp import LOW\n\n\n"
        "def told():\n    from tourelle.lamp import LOW as low\n\n"
        "    return LOW, low, lamp.LOW, [LOW for LOW in (1, 2)]\n",
    )
    assert "TWICE" not in made["tourelle/core.py"] and "OFTEN = 0" in made["tourelle/core.py"]


@pytest.mark.parametrize(
    ("core", "said"),
    [
        ("from tourelle.lamp import OFF\n", "tourelle.lamp has no OFF"),
        ("from tourelle import lamp\n\nprint(lamp.OFF)\n", "tourelle.lamp has no OFF"),
        ("import tourelle.lamp\n", "`import tourelle.lamp` cannot be bundled"),
        (
            "LOW = 'a'\n\n\ndef take(LOW):\n    pass\n\n\nclass Tray:\n    LOW = [LOW]\n",
            "Tray cannot be bundled: which LOW is it",
        ),
        ("from tourelle import lamp\n\nkept = [lamp]\n", "module lamp cannot be bundled"),
    ],
)
def test_what_cannot_be_bundled_is_named(core, said):
    sources = {**PACKAGE, "tourelle/lamp.py": "ON = 1\n", "tourelle/core.py": core}
    sources["tourelle/loop.py"] = "from tourelle.lamp import ON\n"
    with pytest.raises(UserError, match=said):
        bundle(sources)


def test_files_without_a_core_stay_as_they_are():
    assert bundle({"main.py": "import tourelle\n"}) == {"main.py": "import tourelle\n"}


def test_what_runs_before_the_core_is_loaded_does_not_lie_in_its_file():
    """Else all of it would be loaded first, and the ring of samples would lie amid the heap."""
    files = {name: path for name, path in paths.firmware().items() if name.endswith(".py")}
    made = bundle({name: path.read_text(encoding="utf-8") for name, path in files.items()})
    early = ["startup", "before", "memory", "ports/__init__", "ports/rp2_scanner"]
    assert [name for name in early if f"tourelle/{name}.py" not in made] == []


def test_the_firmware_needs_every_name_that_it_has_and_starts_from_a_third_of_its_files(tmp_path):
    texts = {
        name: path.read_text(encoding="utf-8")
        for name, path in contents.on_board(paths.firmware()).items()
    }
    made = bundle(texts)
    assert len(made) < len(texts) - 25
    for name, text in made.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    known = "builtins = ['ptr8', 'ptr16', 'ptr32', 'uint']"  # viper's
    checked = [
        "ruff",
        "check",
        "--isolated",
        "--select",
        "F821,F823",
        "--config",
        known,
        "--exclude",
        "ports",
        ".",
    ]
    done = subprocess.run(
        [sys.executable, "-m", *checked], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
