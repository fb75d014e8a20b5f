"""The simulated board's channel and pins; the start file puts them here for the other modules."""

channel = None
lines = {}  # GPIO number: what is soldered there
loose = None  # what every other GPIO has
real_time = False  # whether the clock is the machine's own, as programs at the prompt need it
