"""Decodes WS2812 frames from the edges of the data pin and their times."""

from collections.abc import Callable

LONG_NS = 600  # a high pulse this long is a 1: LEDs take 0.4 us for a 0 and 0.8 us for a 1
RESET_NS = 50_000  # this long low ends a frame; older LEDs need no more


class Decoder:
    """Takes the data pin's edges; reports whole frames.

    A frame ends at the falling edge of its last bit. That it has ended is known by its size, or
    once the pin has been low for RESET_NS.
    """

    def __init__(self, size: int, told: Callable[[bytes, int, int], None]):
        """size: bytes in a frame. told(frame, began_ns, ended_ns) is called for each frame."""
        self._size = size
        self._told = told
        self._bytes = bytearray()
        self._byte = 1  # a leading 1, then the bits
        self._rose_ns = 0
        self._fell_ns = 0
        self._began_ns = 0

    def edge(self, high: bool, now_ns: int) -> None:
        """The pin is high or low from this moment on."""
        if high:
            if now_ns - self._fell_ns >= RESET_NS:
                self._byte = 1
                self._bytes.clear()
            if not self._bytes and self._byte == 1:
                self._began_ns = now_ns
            self._rose_ns = now_ns
            return
        self._fell_ns = now_ns
        if not self._rose_ns:
            return  # low since the start
        self._byte = self._byte << 1 | (now_ns - self._rose_ns >= LONG_NS)
        if self._byte > 0xFF:
            self._bytes.append(self._byte & 0xFF)
            self._byte = 1
            if len(self._bytes) == self._size:
                self._told(bytes(self._bytes), self._began_ns, now_ns)
