"""Stands in for the firmware's viper functions, which are JavaScript over this Python's memory."""

from javascript import run
from uctypes import addressof


class Kernel:
    """A viper function; it passes buffers by their addresses, and functions by their names."""

    def __init__(self, module, name):
        self.name = module + ":" + name

    def __call__(self, *given):
        return run(self.name, *[_plain(value) for value in given])


def _plain(value):
    if value is None or isinstance(value, int):
        return value
    return value.name if isinstance(value, Kernel) else addressof(value)
