"""How long commands wait for a board or another program before they give up."""

import contextlib
import os

from tourelle_host.errors import UserError

_NAME = "TOURELLE_PATIENCE"
_LEAST, _MOST = 0.1, 1000


def check() -> None:
    """UserError where TOURELLE_PATIENCE is not a number within range.

    For the start of a command: where modules are imported, nobody could be told.
    """
    if _factor() is None:
        raise UserError(
            f"{_NAME} must be a number from {_LEAST:g} to {_MOST}, not '{os.environ[_NAME]}'"
        )


def seconds(usual: float) -> float:
    """So many seconds, multiplied by TOURELLE_PATIENCE: for machines that are busy otherwise."""
    return usual * (_factor() or 1)


def _factor() -> float | None:
    """The number in TOURELLE_PATIENCE; None where there is another text."""
    with contextlib.suppress(ValueError):
        if _LEAST <= (found := float(os.environ.get(_NAME) or 1)) <= _MOST:
            return found
    return None
