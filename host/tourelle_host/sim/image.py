"""Makes the simulated board's flash image for its first start."""

import functools
from pathlib import Path
from subprocess import PIPE, STDOUT

from tourelle_host import children, micropython
from tourelle_host.errors import UserError
from tourelle_host.scratch import Scratch
from tourelle_host.sim.disk import FLASH_BLOCK, FLASH_BLOCKS

_MAKER = Path(__file__).parent / "device" / "micropython" / "blank.py"
_EMPTY = bytes(FLASH_BLOCKS * FLASH_BLOCK)


def prepare(image: Path, files: dict[str, Path] | None) -> dict[str, Path] | None:
    """Make the image where there is none yet, with these files on it.

    files: to install, name on the board -> file on this machine. Returns those still to be
    installed, or None. UserError where a file cannot be read.
    """
    if image.exists():
        return files
    if files is None:
        image.write_bytes(_EMPTY)
        return None
    try:
        image.write_bytes(_made(tuple((name, path.read_bytes()) for name, path in files.items())))
    except OSError as error:
        raise UserError(f"{error.filename} cannot be read: {error.strerror}") from error
    return None


def write_list(listing: Path, files: dict[str, Path]) -> None:
    """Write the list of files to install as device/install.py reads it."""
    listing.write_text("".join(f"{name}\t{path}\n" for name, path in files.items()))


@functools.lru_cache(maxsize=2)  # several boards of one caller have the same firmware
def _made(contents: tuple[tuple[str, bytes], ...]) -> bytes:
    """An image with a file system and these files: name and content of each."""
    with Scratch() as folder:
        made = folder / "flash.img"
        made.write_bytes(_EMPTY)
        files = {}
        for number, (name, content) in enumerate(contents):
            files[name] = folder / str(number)
            files[name].write_bytes(content)
        listing = folder / "install.txt"
        write_list(listing, files)
        command = micropython.command(str(_MAKER), str(made), str(FLASH_BLOCKS), str(listing))
        done = children.run(command, stdout=PIPE, stderr=STDOUT)
        if done.returncode:
            raise UserError(f"no flash image can be made: {done.stdout.strip()}")
        return made.read_bytes()
