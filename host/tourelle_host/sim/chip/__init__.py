"""The board's controller as an emulated RP2040 that runs a MicroPython UF2 in exact time."""

from importlib.util import find_spec

from tourelle_host.errors import UserError

_PACKAGES = ("rp2040py", "numba", "littlefs")
MISSING = (
    "the emulated chip is not installed: pip install 'tourelle[chip]', or in a checkout "
    ".venv/bin/pip install --editable '.[chip]'"
)


def available() -> bool:
    """Whether the packages of the emulated chip are installed."""
    return all(find_spec(name) for name in _PACKAGES)


def check() -> None:
    """Raises UserError where they are not installed."""
    if not available():
        raise UserError(MISSING)
