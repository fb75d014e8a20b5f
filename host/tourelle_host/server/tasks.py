"""What a game tells its players on the page, from page/tasks.py in its folder."""

from types import ModuleType


def load(game: str) -> ModuleType | None:
    """The game's tasks.py; None where it has none."""
    try:
        return __import__(f"tourelle.games.{game}.page.tasks", None, None, ("*",))
    except ImportError:
        return None


def ends(game: str) -> dict[str, str]:
    """Why a game ended, in a sentence, by the reason in its outcome."""
    tasks = load(game)
    return tasks.ENDS if tasks else {}


def steps(game: str) -> list[tuple[str, str]]:
    """Words for steps whose notation says little: (notation with * for a cell, words)."""
    return list(getattr(load(game), "STEPS", ()))


def lead(game: str) -> int:
    """The lead, in hundredths of a point, with which a side wins 88 of 100 games; for reviews."""
    return getattr(load(game), "LEAD", 200)
