"""Node.js, for what of the page and of MicroPython runs there."""

# With threads it can wait at its end for one of them for ever.
NODE = ("node", "--single-threaded")
