"""The serial port as a terminal, set up so that MicroPython's prompt works over it.

While a program runs, Ctrl-C is a signal and a line feed is sent as CR LF. Both are off while the
program has turned off the keyboard interrupt, since it then exchanges plain bytes.
"""

import termios

import micropython

_OUTPUT = 1  # where a terminal's attributes hold these flags
_LOCAL = 3


class Console:
    """Also replaces the module `micropython`, whose `kbd_intr` knows nothing of terminals."""

    def __init__(self, path, signals, cooked):
        """path: of the terminal; signals, cooked: its flags for Ctrl-C and CR LF."""
        open(path, "r+b").close()  # the first terminal opened becomes the process's own
        self._signals = signals
        self._cooked = cooked

    def __getattr__(self, name):
        return getattr(micropython, name)

    def kbd_intr(self, character):
        """Set the character that interrupts the program; -1: none."""
        if character < 0:
            self.interrupts(False)
            micropython.kbd_intr(character)
        else:
            micropython.kbd_intr(character)
            self.interrupts(True)

    def interrupts(self, on):
        """Set whether Ctrl-C is a signal, and line feeds are sent as CR LF."""
        attributes = termios.tcgetattr(0)
        for which, flag in ((_LOCAL, self._signals), (_OUTPUT, self._cooked)):
            if on:
                attributes[which] |= flag
            else:
                attributes[which] &= ~flag
        termios.tcsetattr(0, termios.TCSANOW, attributes)
