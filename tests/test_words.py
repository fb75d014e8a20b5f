"""The words of a search have numbers: all files that use them say the same."""

import ast
import itertools
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FIRMWARE = ROOT / "firmware" / "tourelle"
FILES = (
    FIRMWARE / "search.py",
    FIRMWARE / "alphabeta.py",
    FIRMWARE / "transpositions.py",
    ROOT / "host" / "tourelle_host" / "engine" / "analysis.py",
)


def constants(path: Path) -> dict[str, str]:
    """What each `const` of a file is, by its name."""
    found = {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        value = node.value if isinstance(node, ast.Assign) else None
        if isinstance(value, ast.Call) and ast.unparse(value.func) == "const":
            assert isinstance(node, ast.Assign)
            found[ast.unparse(node.targets[0])] = ast.unparse(value.args[0])
    return found


GAMES = sorted(FIRMWARE.glob("games/*/search.py"))
# What a game's search has to number as the common part does; its other names are its own.
COMMON = {"_MAXI", "_CURSOR", "_VALUE", "_FINAL", "_QUIET", "_TURN", "_DONE", "_MOST", "_MIDDLE"}


def test_the_games_number_the_common_words_as_the_search_does():
    common: dict[str, str] = {}
    for path in FILES:
        common.update({name: it for name, it in constants(path).items() if name in COMMON})
    assert common.keys() == COMMON and len(GAMES) > 3
    for path in GAMES:
        own = {name: it for name, it in constants(path).items() if name in COMMON}
        assert len(own) > 3, path
        assert own == {name: common[name] for name in own}, path


def test_all_files_number_the_words_alike():
    for one, other in itertools.combinations(map(constants, FILES), 2):
        both = one.keys() & other.keys()
        assert len(both) > 5
        assert {name: one[name] for name in both} == {name: other[name] for name in both}
