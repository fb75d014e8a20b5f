"""What a game says to its players on the page, from page/tasks.py of its folder."""

from types import ModuleType


def load(game: str) -> ModuleType | None:
    """The game's tasks.py; None where nobody wrote one."""
    try:
        return __import__(f"tourelle.games.{game}.page.tasks", None, None, ("*",))
    except ImportError:
        return None


def ends(game: str) -> dict[str, str]:
    """Why a game was over, in a sentence, by what its outcome says."""
    tasks = load(game)
    return tasks.ENDS if tasks else {}


def steps(game: str) -> list[tuple[str, str]]:
    """Of steps whose notation says little: the notation, * for a cell, and the same in words."""
    return list(getattr(load(game), "STEPS", ()))


def lead(game: str) -> int:
    """So far ahead, in hundredths of a point, a side wins 88 of 100 games: reviews go by it."""
    return getattr(load(game), "LEAD", 200)
