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
