"""Shows the progress of something slow on standard error, if that is a terminal."""

import contextlib
import sys
from collections.abc import Iterator

_WIDTH = 30  # of the bar, in characters
_CLEAR = "\r\x1b[K"


class Bar:
    """A progress bar, which is erased at the end; without a terminal it shows nothing.

    what  text before the bar
    unit  text after the total: "bytes"
    """

    def __init__(self, total: int, what: str = "", unit: str = ""):
        self._total = total
        self._what = f"{what} " if what else ""
        self._unit = f" {unit}" if unit else ""
        self._done = 0

    def __enter__(self) -> "Bar":
        self.to(0)
        return self

    def to(self, done: int, note: str = "") -> None:
        """So many steps are done; note: what else is known by now."""
        self._done = done
        if self._total:
            bar = ("#" * (_WIDTH * done // self._total)).ljust(_WIDTH, ".")
            _show(f"{self._what}[{bar}] {done} of {self._total}{self._unit} {note}".rstrip())

    def add(self, count: int) -> None:
        """This many more steps are done."""
        self.to(self._done + count)

    def __exit__(self, *_: object) -> None:
        erase()


@contextlib.contextmanager
def doing(what: str) -> Iterator[None]:
    """Show what is being done while it is done."""
    _show(f"{what} ...")
    try:
        yield
    finally:
        erase()


def erase() -> None:
    """Erase what is shown; a bar comes back with its next step."""
    _show("")


def _show(text: str) -> None:
    if sys.stderr and sys.stderr.isatty():
        sys.stderr.write(_CLEAR + text)
        sys.stderr.flush()
