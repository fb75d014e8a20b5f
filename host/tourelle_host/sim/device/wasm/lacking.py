"""Gives the firmware what MicroPython for WebAssembly lacks of what it has on a chip."""

import builtins
import os

# Emscripten's numbers of errors -> MicroPython's: no access, there already, a folder, absent,
# full, not empty.
_NUMBERS = {2: 13, 20: 17, 31: 21, 44: 2, 51: 28, 55: 39}


def _renumbered(function):
    def call(*arguments):
        try:
            return function(*arguments)
        except OSError as error:
            raise OSError(_NUMBERS.get(error.errno, error.errno))

    return call


def urandom(count):
    """So many random bytes."""
    with open("/dev/urandom", "rb") as file:
        return file.read(count)


builtins.open = _renumbered(open)
for name in ("listdir", "mkdir", "remove", "rename", "rmdir", "stat"):
    setattr(os, name, _renumbered(getattr(os, name)))
os.urandom = urandom
