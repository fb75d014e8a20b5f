"""Processes that end with the one that started them, whatever ends it."""

import contextlib
import fcntl
import os
import subprocess
import weakref
from collections.abc import Sequence


class Child(subprocess.Popen):
    """As subprocess.Popen, of a program that ends when this process is gone, even killed.

    It has the reading end of a pipe whose other end is ours alone, and the kernel sends it
    SIGIO, which ends a program, when that is closed. (On Linux; elsewhere SIGIO is ignored.)
    """

    def __init__(self, command: Sequence[str], pass_fds: tuple[int, ...] = (), **options):
        theirs, ours = os.pipe()
        weakref.finalize(self, os.close, ours)

        def hold() -> None:
            """In the child before its program begins, so there is no moment without it."""
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
