"""The board's controller as an emulated RP2040 with a MicroPython UF2: real pins, real time."""

from importlib.util import find_spec

from tourelle_host.errors import UserError

_PACKAGES = ("rp2040py", "numba", "littlefs")
MISSING = (
    "the emulated chip is not installed: pip install 'tourelle[chip]', or in a checkout "
    ".venv/bin/pip install --editable '.[chip]'"
)


def available() -> bool:
    """Whether the packages are there that the emulated chip is made of."""
    return all(find_spec(name) for name in _PACKAGES)


def check() -> None:
    """UserError where the packages are not there."""
    if not available():
        raise UserError(MISSING)
