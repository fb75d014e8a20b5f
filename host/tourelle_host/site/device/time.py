"""The part of Python's time that the host's code needs."""

import javascript

monotonic = javascript.seconds
