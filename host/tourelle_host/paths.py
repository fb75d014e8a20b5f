"""Where the firmware's files are, in a checkout and in an installed wheel."""

from pathlib import Path

import tourelle
from tourelle_host.errors import UserError

PACKAGE = Path(tourelle.__file__).resolve().parent

# main.py and boards/ are beside the package in a checkout, in tourelle_host in a wheel.
_CHECKOUT = PACKAGE.parent
_HOST = Path(__file__).resolve().parent
_WHEEL = _HOST / "firmware"
_BESIDE = _WHEEL if _WHEEL.is_dir() else _CHECKOUT


def firmware() -> dict[str, Path]:
    """The firmware's files: name on the board ("tourelle/grids.py") -> file on this machine.

    Folders within a game's folder are for the host, and left out.
    """
    files = {"main.py": _BESIDE / "main.py"}
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE)
        if name.parts[0] != "games" or len(name.parts) <= len(("games", "NAME", "search.py")):
            files[f"tourelle/{name.as_posix()}"] = path
    return files


def page(game: str) -> Path:
    """The folder of what a game shows to its players: rules.md, opening.svg."""
    return PACKAGE / "games" / game / "page"


def rules(game: str) -> Path:
    """The file with a game's rules in words."""
    return page(game) / "rules.md"


def both() -> tuple[str, str]:
    """The folders that the packages of the firmware and of the host are imported from."""
    return str(PACKAGE.parent), str(_HOST.parent)


def boards() -> dict[str, Path]:
    """Name of each board -> its description, which becomes /board.json on the board."""
    return {path.stem: path for path in sorted((_BESIDE / "boards").glob("*.json"))}


def board(name: str) -> Path:
    """The description of the board of that name. UserError where there is none."""
    found = boards()
    if name not in found:
        raise UserError(f'there is no board "{name}"; there are: {", ".join(found)}')
    return found[name]
