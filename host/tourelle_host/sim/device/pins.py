"""What the simulated board's GPIOs are soldered to. Runs on MicroPython and CPython."""


class Loose:
    """A GPIO that nothing is soldered to; also the base of the others."""

    def level(self):
        """What an input with a pull-up reads, 0 or 1."""
        return 1

    def drive(self, low):
        """Drive it low, or release it (high makes no difference to anything here)."""

    def tone(self, hz):
        """Output a square wave; 0 stops it."""


class Row(Loose):
    """A row of the matrix."""

    def __init__(self, channel, index):
        self._channel = channel
        self._index = index

    def drive(self, low):
        self._channel.drive(self._index, low)


class Column(Loose):
    """A column of the matrix."""

    def __init__(self, channel, index):
        self._channel = channel
        self._bit = 1 << index

    def level(self):
        return 0 if self._channel.low & self._bit else 1


class Button(Loose):
    """A button that connects its pin to ground."""

    def __init__(self, channel, index):
        self._channel = channel
        self._bit = 1 << index

    def level(self):
        return 0 if self._channel.pressed & self._bit else 1


class Buzzer(Loose):
    """The buzzer."""

    def __init__(self, channel):
        self._channel = channel
        self._hz = 0

    def tone(self, hz):
        if hz != self._hz:
            self._hz = hz
            self._channel.tone(hz)


class Leds(Loose):
    """The data line of the LEDs."""

    def __init__(self, channel):
        self._channel = channel

    def shift(self, pixels):
        """Shift bytes out to the LEDs."""
        self._channel.frame(pixels)


def solder(text, make_channel):
    """(channel, {GPIO number: what is soldered there}) from "rows=0,1 columns=9,10 ok=19 ...".

    make_channel(rows) opens the channel of a matrix with this many rows.
    """
    numbers = {}
    for word in text.split():
        name, _, values = word.partition("=")
        numbers[name] = [int(value) for value in values.split(",")]
    channel = make_channel(len(numbers["rows"]))
    lines: dict[int, Loose] = {}
    for index, number in enumerate(numbers["rows"]):
        lines[number] = Row(channel, index)
    for index, number in enumerate(numbers["columns"]):
        lines[number] = Column(channel, index)
    for index, name in enumerate(("ok", "undo")):
        lines[numbers[name][0]] = Button(channel, index)
    lines[numbers["leds"][0]] = Leds(channel)
    lines[numbers["buzzer"][0]] = Buzzer(channel)
    return channel, lines
