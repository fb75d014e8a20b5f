"""The simulated board's channel and pins, put here by the start file for the hardware modules."""

channel = None
lines = {}  # GPIO number: what is soldered there
loose = None  # what is at every other GPIO
real_time = False  # the clock is the machine's own, as a program at the prompt needs it
