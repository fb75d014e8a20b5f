"""Cuts what the board sends over the world channel into messages; device/wire.py lists them."""

import struct

from tourelle_host.sim.device import wire


class Messages:
    """Takes bytes as they come, and returns the messages that are complete."""

    def __init__(self) -> None:
        self._received = b""

    def feed(self, data: bytes) -> list[tuple[int, tuple, bytes]]:
        """The messages completed by these bytes: letter, numbers, and a frame's pixels."""
        data = self._received + data
        found = []
        at = 0
        while at < len(data):
            layout = wire.FORMATS[data[at]]
            after = at + 1 + struct.calcsize(layout)
            if len(data) < after:
                break
            values = struct.unpack(layout, data[at + 1 : after])
            end = after + values[1] if data[at] == wire.FRAME else after
            if len(data) < end:
                break
            found.append((data[at], values, data[after:end]))
            at = end
        self._received = data[at:]
        return found
