"""What lies with the games for tests, in folder `tests` of each game's: nothing here names one.

test_rules.py, test_search.py   run on MicroPython, too; test_page.py and others on CPython alone
known.py                        counts, ends and what else tests of all games ask for
second_opinion.py, odd.py       the rules once more, see second_opinion; odd positions
scripts/                        scripts of a hand, which `tourelle script` runs
"""

import importlib
from pathlib import Path
from types import ModuleType

from tourelle.games.catalogue import GAMES
from tourelle_host import paths

NAMES = [entry.name for entry in GAMES]


def folder(game: str) -> Path:
    """The folder of a game's tests; it may not be there."""
    return paths.PACKAGE / "games" / game / "tests"


def module_name(game: str, stem: str) -> str:
    """What Python calls the file of that name in a game's tests."""
    return f"tourelle.games.{game}.tests.{stem}"


def having(stem: str) -> list[str]:
    """The games among whose tests is a file of that name."""
    return [game for game in NAMES if (folder(game) / f"{stem}.py").exists()]


def modules(stem: str) -> dict[str, ModuleType]:
    """Game -> its file of that name, of the games that have one."""
    return {game: importlib.import_module(module_name(game, stem)) for game in having(stem)}


def scripts() -> dict[str, Path]:
    """What a script is called -> its file: those that cross games, then each game's."""
    found = {path.stem: path for path in sorted((Path(__file__).parent / "scripts").glob("*.txt"))}
    for game in NAMES:
        for path in sorted((folder(game) / "scripts").glob("*.txt")):
            found[f"{game} {path.stem}"] = path
    return found
