"""The simulated board's channel and pins, put here by the start file for the hardware modules."""

from typing import Any

channel: Any = None
lines: dict[int, Any] = {}  # GPIO number: what is soldered there
