"""How a command ends when it is asked to from outside, and still tidies up."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

_AGAIN_S = 0.01


def signals() -> list[signal.Signals]:
    """The signals that ask a command to end, except those that were ignored from the start."""
    asking = [getattr(signal, name, None) for name in ("SIGINT", "SIGTERM", "SIGHUP")]
    return [one for one in asking if one and signal.getsignal(one) != signal.SIG_IGN]


@contextmanager
def orderly() -> Iterator[None]:
    """In this context, a signal that asks to end raises KeyboardInterrupt or SystemExit.

    So everything that was opened gets closed. A second signal ends the process at once.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread receives signals
        return
    before = {}
    hook = sys.unraisablehook

    def lost(unraisable) -> None:
        # It came in a callback of Python's own, which cannot raise: send it again.
        if issubclass(unraisable.exc_type, KeyboardInterrupt | SystemExit):
            error = unraisable.exc_value or unraisable.exc_type()

            def again(number: int, frame: FrameType | None) -> None:
                raise error

            signal.signal(signal.SIGALRM, again)
            signal.setitimer(signal.ITIMER_REAL, _AGAIN_S)
        else:
            hook(unraisable)

    try:
        sys.unraisablehook = lost
        for one in signals():
            before[one] = signal.signal(one, _end)
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
        sys.unraisablehook = hook


def _end(number: int, _: FrameType | None) -> None:
    for one in signals():
        signal.signal(one, signal.SIG_DFL)
    end(number)


def end(number: int) -> NoReturn:
    """End as this signal asks, by raising KeyboardInterrupt or SystemExit."""
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    raise SystemExit(128 + number)  # as shells report it
