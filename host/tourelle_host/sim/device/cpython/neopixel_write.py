"""CircuitPython's `neopixel_write` for the simulated board."""


def neopixel_write(pin, buffer):
    """Shift bytes out to the LEDs at a pin (a DigitalInOut)."""
    pin.line.shift(buffer)
