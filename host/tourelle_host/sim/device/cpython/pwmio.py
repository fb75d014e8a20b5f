"""CircuitPython's `pwmio`, over the simulated board."""


class PWMOut:
    """A square wave on a pin."""

    def __init__(self, pin, *, duty_cycle=0, frequency=500, variable_frequency=False):
        self._line = pin.line
        self._duty = duty_cycle
        self._hz = frequency
        self._variable = variable_frequency
        self._sound()

    @property
    def duty_cycle(self):
        return self._duty

    @duty_cycle.setter
    def duty_cycle(self, duty):
        self._duty = duty
        self._sound()

    @property
    def frequency(self):
        return self._hz

    @frequency.setter
    def frequency(self, hz):
        if not self._variable:
            raise AttributeError("the frequency was fixed when this PWMOut was made")
        self._hz = hz
        self._sound()

    def _sound(self):
        self._line.tone(self._hz if self._duty else 0)
