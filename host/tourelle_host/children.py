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
        try:
            super().__init__(command, pass_fds=(*pass_fds, theirs), **options)
            flags = fcntl.fcntl(theirs, fcntl.F_GETFL)
            fcntl.fcntl(theirs, fcntl.F_SETOWN, self.pid)
            fcntl.fcntl(theirs, fcntl.F_SETFL, flags | os.O_ASYNC)
        finally:
            os.close(theirs)

    def end(self) -> None:
        """End it at once, and wait until it has."""
        self.kill()
        self.wait()


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
