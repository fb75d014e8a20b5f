"""Processes that end with the one that started them, whatever ends it."""

import contextlib
import fcntl
import os
import signal
import subprocess
import weakref
from collections.abc import Sequence

from tourelle_host.ending import signals


class Child(subprocess.Popen):
    """As subprocess.Popen, of a program that ends when this process is gone, even killed.

    It has the reading end of a pipe whose other end is ours alone, and the kernel sends it
    SIGIO, which ends a program, when that is closed. (On Linux; elsewhere SIGIO is ignored.)
    """

    def __init__(self, command: Sequence[str], pass_fds: tuple[int, ...] = (), **options):
        # What asks to end waits meanwhile: half a Popen cannot be tidied up after.
        heard = signal.pthread_sigmask(signal.SIG_BLOCK, signals())
        try:
            self._begin(command, pass_fds, heard, options)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, heard)

    def _begin(self, command, pass_fds, heard, options) -> None:
        theirs, ours = os.pipe()
        weakref.finalize(self, os.close, ours)

        def hold() -> None:
            """In the child before its program begins, so there is no moment without it."""
            signal.pthread_sigmask(signal.SIG_SETMASK, heard)
            fcntl.fcntl(theirs, fcntl.F_SETOWN, os.getpid())
            fcntl.fcntl(theirs, fcntl.F_SETFL, os.O_ASYNC)

        try:
            super().__init__(command, pass_fds=(*pass_fds, theirs), preexec_fn=hold, **options)
        finally:
            os.close(theirs)


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
