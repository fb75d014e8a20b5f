"""Temporary folders that never outlive the process that made them."""

import contextlib
import fcntl
import os
import shutil
import tempfile
import weakref
from pathlib import Path

_PREFIX = "tourelle-"
_LOCK = "lock"  # in each folder; locked as long as its owner lives


class Scratch:
    """A temporary folder, until it is closed; making one removes those that killed processes left.

    path     where it is
    close()  removes it
    """

    def __init__(self) -> None:
        sweep()
        while True:
            self.path = Path(tempfile.mkdtemp(prefix=_PREFIX))
            lock = _locked(self.path, os.O_CREAT)
            if lock is not None:
                # Even if nobody closes it.
                self.close = weakref.finalize(self, _remove, self.path, lock)
                return  # otherwise another process has just removed it

    def __enter__(self) -> Path:
        return self.path

    def __exit__(self, *_: object) -> None:
        self.close()


def _remove(folder: Path, lock: int) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    os.close(lock)


def sweep() -> None:
    """Remove our folders whose owner is gone."""
    for folder in Path(tempfile.gettempdir()).glob(_PREFIX + "*"):
        with contextlib.suppress(OSError):
            if folder.is_symlink() or folder.stat().st_uid != os.getuid():
                continue
            lock = _locked(folder, 0)
            if lock is None:
                folder.rmdir()  # only if it is empty: its owner has not locked it yet
            else:
                _remove(folder, lock)


def _locked(folder: Path, flags: int) -> int | None:
    """Lock the folder; None where another process has the lock, or the lock file is gone."""
    path = folder / _LOCK
    try:
        lock = os.open(path, os.O_RDWR | os.O_CLOEXEC | flags, 0o600)
    except OSError:
        return None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.fstat(lock).st_ino == path.stat().st_ino:
            return lock
    except OSError:
        pass
    os.close(lock)
    return None
