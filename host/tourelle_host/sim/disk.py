"""What is on a simulated board's flash, and the folder that keeps it while its power is off."""

import fcntl
from pathlib import Path
from typing import NamedTuple

from tourelle_host.errors import UserError
from tourelle_host.scratch import Scratch

FLASH_BLOCKS = 352  # size of the Pico's file system
FLASH_BLOCK = 4096
FLASH_IMAGE = "flash.img"  # the file system, in the folder
ROM_IMAGE = "rom.img"  # a ROM file system of the file's size; without the file there is none


class Stored(NamedTuple):
    """What a board has on its flash before its power comes on for the first time.

    folder   where it outlives the board; None: it goes with the board
    files    what is put onto it, name on the board -> file; None: the firmware
    keep     leave a flash that exists as it is, and put nothing onto it
    blank    empty it, and put nothing onto it
    """

    folder: Path | None = None
    files: dict[str, Path] | None = None
    keep: bool = False
    blank: bool = False


class DiskError(UserError):
    """The folder cannot be used."""


class Disk:
    """A folder that one board at a time may use.

    folder   where it is
    """

    def __init__(self, folder: Path | None):
        """folder: None makes a temporary one, which goes with the board. DiskError."""
        self._scratch = None
        if folder is None:
            self._scratch = Scratch()
            self.folder = self._scratch.path.resolve()
            return
        self.folder = folder.resolve()
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._lock = (self.folder / "lock").open("w")
        except OSError as error:
            raise DiskError(
                f"the board's files cannot be kept in {folder} ({error.strerror}); "
                "name another folder"
            ) from None
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._lock.close()
            raise DiskError(
                f"another simulated board is using {folder}; stop it, or name another folder"
            ) from None

    def close(self) -> None:
        """Release the folder, for other boards."""
        if self._scratch:
            self._scratch.close()
        else:
            self._lock.close()
