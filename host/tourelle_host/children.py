"""Processes that end with the process that started them, however that ends."""

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
    """Like subprocess.Popen, but the program ends when this process is gone, even if it was killed.

    On Linux the kernel sees to that; elsewhere the program ends when it finds its pipes closed. It
    also ends with the thread that starts it, so that thread has to outlive it.
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
        if os.getppid() != parent:  # the parent was gone already
            os.kill(os.getpid(), signal.SIGKILL)

    return bind


def run(command: Sequence[str], patience_s: float | None = None, **options):
    """Like subprocess.run, with text where output is captured; the child ends with us."""
    with Child(command, text=True, errors="replace", **options) as child:
        try:
            said, complaints = child.communicate(timeout=patience_s)
        except BaseException:
            with contextlib.suppress(ProcessLookupError):
                child.kill()
            raise
    return subprocess.CompletedProcess(command, child.returncode, said, complaints)
