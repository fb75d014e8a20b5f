"""Gives the firmware what it has on a chip, and MicroPython for WebAssembly lacks."""

import builtins
import os

# Emscripten's error numbers -> MicroPython's: no access, exists, is a folder, does not exist,
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
    """This many random bytes."""
    with open("/dev/urandom", "rb") as file:
        return file.read(count)


builtins.open = _renumbered(open)
for name in ("listdir", "mkdir", "remove", "rename", "rmdir", "stat"):
    setattr(os, name, _renumbered(getattr(os, name)))
os.urandom = urandom
