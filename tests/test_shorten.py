"""Private names that files share on a board: fewer of them, and the same program."""

import ast
import keyword
import tokenize
from io import StringIO
from pathlib import Path

import pytest

import copies
from tourelle_host import paths
from tourelle_host.cli import main
from tourelle_host.flash import contents, parameters
from tourelle_host.flash import names as names_on_board
from tourelle_host.flash.shorten import shorten


def names(text: str) -> set[str]:
    tokens = tokenize.generate_tokens(StringIO(text).readline)
    return {t.string for t in tokens if t.type == tokenize.NAME and not keyword.iskeyword(t.string)}


def of_parameters(texts: dict[str, str]) -> set[str]:
    nodes = [node for text in texts.values() for node in ast.walk(ast.parse(text))]
    return {node.arg for node in nodes if isinstance(node, ast.arg)}


def test_names_of_one_file_alone_are_shared_and_the_layout_stays():
    one = "class A:\n    def __init__(self):\n        self._count = self.size = 1  # _count\n"
    other = "_where = 3\n\n\ndef go(_more):\n    return _where + _more\n"
    short = shorten({"a.py": one, "b.py": other})
    assert short["a.py"] == one.replace("self._count", "self._a")
    assert short["b.py"] == "_a = 3\n\n\ndef go(_b):\n    return _a + _b\n"


@pytest.mark.parametrize(
    "text",
    [
        "def step():\n    pass\n",
        "class _Step:\n    pass\n",
        'x = getattr(object, "_step", 1)\nobject._step = 2\n',
        "__step__ = 1\n",
        "for _ in (): pass\n",
    ],
)
def test_what_is_read_by_people_or_by_name_stays(text):
    assert shorten({"a.py": text}) == {"a.py": text}


@pytest.mark.deep
def test_a_function_s_short_name_can_be_read_back(capsys, monkeypatch):
    """As a traceback of the board has it, with a number where the bundle needed one."""
    monkeypatch.setattr("sys.argv", ["names"])
    names_on_board.main()
    lines = dict(line.split(": ") for line in capsys.readouterr().out.splitlines())
    functions = [name for line in lines.values() for name in line.split()]
    assert "hindsight._moments" in functions
    short = next(short for short, line in lines.items() if "hindsight._moments" in line.split())
    monkeypatch.setattr("sys.argv", ["names", f"{short}2", "tick"])
    names_on_board.main()
    assert capsys.readouterr().out == f"{short}2: {lines[short]}\ntick: tick\n"


def test_a_name_that_two_files_have_is_two_names_unless_one_inherits_it():
    one = "def _go(_more):\n    return _more\n"
    other = "_go = 3\n"
    short = shorten({"a.py": one, "b.py": other})
    assert short == {"a.py": "def _a(_b):\n    return _b\n", "b.py": "_a = 3\n"}
    base = "class Base:\n    def _go(self):\n        pass\n"
    heir = "from base import Base\n\n\nclass Heir(Base):\n    def _go(self):\n        pass\n"
    assert shorten({"base.py": base, "heir.py": heir}) == {"base.py": base, "heir.py": heir}


def test_a_name_of_somebody_elses_stays():
    text = "import sys\n\n\nmachine = sys.implementation._machine\n"
    assert shorten({"a.py": text, "b.py": "_machine = 1\n"})["a.py"] == text


def test_a_name_that_another_file_imports_stays():
    sources = {"a.py": "_shared = 1\n", "b.py": "from a import _shared\n"}
    assert shorten(sources) == sources


def test_a_new_name_is_none_that_is_there():
    short = shorten({"a.py": "_long = 1\n_a = 2\nprint(_a)\n", "b.py": "_a = 1\n"})
    assert short["a.py"] == "_b = 1\n_c = 2\nprint(_c)\n"


def test_classes_that_inherit_across_files_share_no_names():
    base = "class Base:\n    def __init__(self):\n        self._mine = 1\n"
    heir = "from a.base import Base as Root\n\n\nclass Heir(Root):\n    _own = 2\n"
    heirs_heir = "from a.heir import Heir\n\n\nclass Last(Heir):\n    _last = 3\n"
    short = shorten({"a/base.py": base, "a/last.py": heirs_heir, "a/heir.py": heir})
    new = [
        names(text) - names(old)
        for text, old in zip(short.values(), (base, heirs_heir, heir), strict=True)
    ]
    assert len(set.union(*new)) == sum(map(len, new)) == 3


def test_two_heirs_of_a_class_share_names_and_two_ancestors_of_one_do_not():
    base = "class Base:\n    pass\n"
    heir = "from base import Base\n\n\nclass Heir(Base):\n    _own = 2\n"
    other = "from base import Base\n\n\nclass Other(Base):\n    _else = 3\n"
    sources = {"base.py": base, "heir.py": heir, "other.py": other}
    short = shorten(sources)
    assert "_a = 2" in short["heir.py"] and "_a = 3" in short["other.py"]
    both = (
        "from heir import Heir\nfrom other import Other\n\n\nclass Both(Heir, Other):\n    x = 1\n"
    )
    short = shorten({**sources, "both.py": both})
    assert "_a = 2" in short["heir.py"] and "_b = 3" in short["other.py"]


@pytest.mark.deep
def test_the_firmware_has_far_fewer_names_and_reads_moves_the_same(tmp_path, capfd):
    texts = {
        name: path.read_text(encoding="utf-8")
        for name, path in contents.on_board(paths.firmware()).items()
    }
    private = shorten(texts)
    short = parameters.shared(private)
    before, after = (set.union(*map(names, files.values())) for files in (texts, private))
    assert len(after) < len(before) - 200
    assert len(of_parameters(short)) < len(of_parameters(private)) - 200
    copies.copy(Path(__file__).parent.parent / "firmware", tmp_path / "firmware")
    for name, text in short.items():
        (tmp_path / "firmware" / name).write_text(text, encoding="utf-8")
    run = ["fumble", "tours", "--steps", "12", "--seed", "3"]
    said = []
    for words in (run, [*run, "--firmware", str(tmp_path)]):
        assert main(words) == 0
        said.append(capfd.readouterr().out)
    assert said[0] == said[1]
