"""The simulated board's channel and pins; the start file puts them here for the other modules."""

from typing import Any

channel: Any = None
lines: dict[int, Any] = {}  # GPIO number: what is soldered there
