"""CircuitPython's `digitalio` for the simulated board."""


class Direction:
    INPUT = "input"
    OUTPUT = "output"


class Pull:
    UP = "up"
    DOWN = "down"


class DriveMode:
    PUSH_PULL = "push-pull"
    OPEN_DRAIN = "open drain"


class DigitalInOut:
    """A GPIO; an input until it is configured otherwise."""

    def __init__(self, pin):
        self.line = pin.line
        self.pull = None
        self._direction = Direction.INPUT
        self._value = True

    def switch_to_input(self, pull=None):
        self.direction = Direction.INPUT
        self.pull = pull

    def switch_to_output(self, value=False, drive_mode=DriveMode.PUSH_PULL):
        self.direction = Direction.OUTPUT
        self.value = value

    def deinit(self):
        self.direction = Direction.INPUT

    @property
    def direction(self):
        return self._direction

    @direction.setter
    def direction(self, direction):
        self._direction = direction
        if direction is Direction.OUTPUT:
            self.value = False
        else:
            self.line.drive(False)

    @property
    def value(self):
        if self._direction is Direction.OUTPUT:
            return self._value
        return bool(self.line.level())

    @value.setter
    def value(self, value):
        self._value = bool(value)
        self.line.drive(not value)
