"""Processes that end with the one that started them, whatever ends it."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence

_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


class Child(subprocess.Popen):
    """As subprocess.Popen, of a program that ends when this process is gone, even killed.

    The kernel sees to that, on Linux; elsewhere it ends when it finds its pipes closed. It ends
    with the thread that starts it, too: that thread has to live until the child is done with.
    """

    def __init__(self, command: Sequence[str], **options):
        super().__init__(command, preexec_fn=_bound_to(os.getpid()), **options)


def _bound_to(parent: int) -> Callable[[], None] | None:
    """What the child calls before its program begins."""
    if _libc is None:
        return None
    libc = _libc

    def bind() -> None:
        libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it was gone before
            os.kill(os.getpid(), signal.SIGKILL)

    return bind


def run(command: Sequence[str], patience_s: float | None = None, **options):
    """As subprocess.run, with text captured where it is asked for; the child ends with us."""
    with Child(command, **options) as child:
        try:
            said, complaints = child.communicate(timeout=patience_s)
        except BaseException:
            with contextlib.suppress(ProcessLookupError):
                child.kill()
            raise
    return subprocess.CompletedProcess(command, child.returncode, said, complaints)
