"""Reports exceptions that nobody expected, so that the rest can go on."""

import sys
import traceback
from collections.abc import Awaitable, Callable

from tourelle_host.errors import UserError


def _print(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


class Failures:
    """Reports what failed in one sentence; each line of code that fails is reported once."""

    def __init__(self, what: str, say: Callable[[str], None] = _print):
        """what: "a request to the page's server", for the sentence; say: prints it."""
        self._what = what
        self._say = say
        self._reported: set[tuple[str, int]] = set()

    def report(self, error: Exception) -> None:
        """Report an exception that was caught."""
        raised = traceback.extract_tb(error.__traceback__)[-1]
        place = raised.filename, raised.lineno or 0
        if place not in self._reported:
            self._reported.add(place)
            self._say(f"{self._what} failed ({type(error).__name__}: {error})")

    async def watch(self, running: Awaitable[None]) -> None:
        """Await what nobody else waits for; what it raises is reported, a UserError in its words.

        Only its being cancelled is raised.
        """
        try:
            await running
        except UserError as error:
            self._say(f"tourelle: {error}")
        except Exception as error:
            self.report(error)
