"""Standard input and output in the form of CircuitPython's `usb_cdc` console, for Blinka."""

import os
import select
import sys


class Stream:
    """The part of `usb_cdc.Serial` that the port uses; it never waits."""

    connected = True

    def __init__(self, source=None, sink=None):
        """source and sink: file descriptors; by default standard input and output."""
        self._source = sys.stdin.fileno() if source is None else source
        self._sink = sys.stdout.fileno() if sink is None else sink
        self._ended = False

    @property
    def in_waiting(self):
        """1 if there is something to read, else 0."""
        if self._ended:
            return 0
        return len(select.select((self._source,), (), (), 0)[0])

    def readinto(self, buffer):
        """Read what is there into buffer; returns how many bytes."""
        got = os.read(self._source, len(buffer))
        self._ended = not got
        buffer[: len(got)] = got
        return len(got)

    def write(self, data):
        """Write what can be taken at once; returns how many bytes."""
        # A pipe or terminal that is ready takes a page; a longer write could block.
        if not select.select((), (self._sink,), (), 0)[1]:
            return 0
        return os.write(self._sink, data[:512])
