"""MicroPython's `neopixel` for the simulated board: bytes in `buf`, sent as they are."""


class NeoPixel:
    """A chain of n LEDs; `buf` holds the bytes of each in the wire's order."""

    ORDER = (1, 0, 2, 3)

    def __init__(self, pin, n, bpp=3, timing=1):
        self.pin = pin
        self.n = n
        self.bpp = bpp
        self.buf = bytearray(n * bpp)

    def __len__(self):
        return self.n

    def __setitem__(self, index, colour):
        for i in range(self.bpp):
            self.buf[index * self.bpp + self.ORDER[i]] = colour[i]

    def __getitem__(self, index):
        return tuple(self.buf[index * self.bpp + self.ORDER[i]] for i in range(self.bpp))

    def fill(self, colour):
        for index in range(self.n):
            self[index] = colour

    def write(self):
        self.pin.line.shift(self.buf)
