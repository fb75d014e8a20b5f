"""A running board on a serial port: lines in, requests out; its program is never interrupted."""

import contextlib
import queue
import threading
import time

import serial

from tourelle_host import ports
from tourelle_host.errors import UserError
from tourelle_host.hello import ASKED, Greeting
from tourelle_host.lines import Lines
from tourelle_host.patience import seconds

PATIENCE_S = seconds(3.0)  # a running board answers a line well within this
_MOST_WAITING = 1000  # lines that nobody has taken; then the port has to wait
_AGAIN_S = 0.2  # how soon the reading thread notices that it has to end


class Gone(UserError):
    """The port has vanished, or another program took it."""


class Connection:
    """Lines from and to a board. Only the given lines are sent: never Ctrl-C.

    path   of the port
    """

    def __init__(self, path: str):
        """Open the port. PortError."""
        self.path = path
        self._port = ports.open_port(path)
        self._lines: queue.Queue[str | Exception] = queue.Queue(_MOST_WAITING)
        self._cut = Lines()
        self._closing = False
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def __enter__(self) -> "Connection":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the port."""
        self._closing = True
        self._thread.join()
        with contextlib.suppress(OSError):
            self._port.close()

    def send(self, line: str) -> None:
        """Send a line. Gone where the board is no longer there."""
        try:
            self._port.write(line.encode() + b"\n")
        except (serial.SerialException, OSError):
            raise self._gone() from None

    def line(self, patience_s: float | None = None) -> str | None:
        """The next line; None where none comes in time. Gone."""
        try:
            line = self._lines.get(timeout=patience_s)
        except queue.Empty:
            return None
        if isinstance(line, Exception):
            raise line
        return line

    def greet(self) -> list[str]:
        """Say hello and wait for the answer; returns the lines up to and including it. NoAnswer."""
        for line in ASKED:
            self.send(line)
        end = time.monotonic() + PATIENCE_S
        greeting = Greeting()
        while (left := end - time.monotonic()) > 0 and not greeting.hopeless:
            heard = self.line(left)
            if heard is None:
                break
            if greeting.hear(heard):
                return greeting.heard
        raise greeting.failure(self._cut.rest, self.path)

    def _read(self) -> None:
        """The reading thread."""
        while not self._closing:
            try:
                data = self._port.read(self._port.in_waiting or 1)
            except (serial.SerialException, OSError, TypeError):
                self._put(self._gone())
                return
            for line in self._cut.feed(data):
                self._put(line)

    def _put(self, line: str | Exception) -> None:
        while not self._closing:
            with contextlib.suppress(queue.Full):
                self._lines.put(line, timeout=_AGAIN_S)
                return

    def _gone(self) -> Gone:
        return Gone(
            f"the board on {self.path} is gone, or another program is using it: look after its "
            "cable, close the other program, and start again"
        )
