"""A pseudo-terminal: what is opened at one end, and a test that plays the board at the other."""

import contextlib
import os
import termios
import tty


class Terminal:
    """path: of the end that is opened; master: the test's own."""

    def __init__(self):
        self.master, slave = os.openpty()
        tty.setraw(slave)
        self.path = os.ttyname(slave)
        self._open = [self.master, slave]

    def say(self, text: str) -> None:
        self.write(text.encode("latin-1" if "\x9b" in text else "utf-8"))

    def write(self, data: bytes) -> None:
        while data:
            data = data[os.write(self.master, data) :]

    def until(self, words: bytes) -> bytes:
        """Everything that was sent, up to and with this."""
        heard = b""
        while words not in heard:
            heard += os.read(self.master, 4096)
        return heard

    def unplug(self) -> None:
        while self._open:
            descriptor = self._open.pop()
            with contextlib.suppress(termios.error):
                termios.tcflush(descriptor, termios.TCIOFLUSH)
            os.close(descriptor)
