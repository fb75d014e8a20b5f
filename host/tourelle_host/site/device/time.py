"""What the host's code needs of Python's time."""

import javascript

monotonic = javascript.seconds
