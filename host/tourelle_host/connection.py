"""A running board on a serial port: its lines come in, requests go out. It is never interrupted."""

import contextlib
import queue
import threading
import time

import serial

from tourelle import VERSION
from tourelle.grids import NAMES, Grid, grid
from tourelle.link import LINK
from tourelle_host import ports
from tourelle_host.errors import UserError
from tourelle_host.patience import seconds

HELLO = "@hello tourelle"
_PROMPT = ">>>"
PATIENCE_S = seconds(3.0)  # a running board answers a line well within this
_LONGEST = 2048  # bytes of a line; a board has no room for more. What is longer is cut off
_MOST_WAITING = 1000  # lines that nobody has taken yet; then the port has to wait
_AGAIN_S = 0.2  # how soon the reading thread notices that it is to end
# A board's words are printed in terminals, and control characters would steer them.
_CONTROLS = dict.fromkeys([*range(9), *range(10, 32), *range(127, 160)], "\ufffd")


class Gone(UserError):
    """The port has vanished, or somebody took it."""


class NoAnswer(UserError):
    """Whatever is on the port, it is no running board of ours.

    prompt   MicroPython's prompt is there
    heard    what came instead of an answer
    """

    def __init__(self, sentence: str, prompt: bool, heard: str):
        super().__init__(sentence)
        self.prompt = prompt
        self.heard = heard


class Connection:
    """Lines from and to a board. Nothing but the lines that are asked for is sent: no Ctrl-C.

    path   of the port
    """

    def __init__(self, path: str):
        """Open the port; PortError."""
        self.path = path
        self._port = ports.open_port(path)
        self._lines: queue.Queue[str | Exception] = queue.Queue(_MOST_WAITING)
        self._partial = b""
        self._closing = False
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def __enter__(self) -> "Connection":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the port."""
        self._closing = True
        self._thread.join()
        with contextlib.suppress(OSError):
            self._port.close()

    def send(self, line: str) -> None:
        """Send a line; Gone where there is no board any more."""
        try:
            self._port.write(line.encode() + b"\n")
        except (serial.SerialException, OSError):
            raise self._gone() from None

    def line(self, patience_s: float | None = None) -> str | None:
        """The next line; None where none comes for so long. Gone."""
        try:
            line = self._lines.get(timeout=patience_s)
        except queue.Empty:
            return None
        if isinstance(line, Exception):
            raise line
        return line

    def greet(self) -> list[str]:
        """Say hello, and wait for the answer: the lines up to it, itself the last. NoAnswer."""
        self.send("")  # ends whatever half line somebody left
        self.send("hello")
        end = time.monotonic() + PATIENCE_S
        heard: list[str] = []
        while (left := end - time.monotonic()) > 0:
            line = self.line(left)
            if line is None:
                break
            heard.append(line)
            if line.startswith(HELLO) and "board" in about(line):  # not the first half of one
                return heard
            if line.startswith(_PROMPT):
                break
        text = "\n".join([*heard, self._partial.decode(errors="replace")])
        if _PROMPT in text:
            raise NoAnswer(
                f"MicroPython's prompt is on {self.path}, and the firmware does not run: press "
                "the board's reset, or put the firmware on it: tourelle flash",
                True,
                text,
            )
        raise NoAnswer(
            f"what is on {self.path} does not answer as a Tourelle board does; see what it is: "
            f"tourelle doctor --port {self.path}",
            False,
            text,
        )

    def _read(self) -> None:
        """The reading thread."""
        while not self._closing:
            try:
                data = self._port.read(self._port.in_waiting or 1)
            except (serial.SerialException, OSError, TypeError):
                self._put(self._gone())
                return
            self._take(data)

    def _take(self, data: bytes) -> None:
        *whole, partial = data.split(b"\n")
        for raw in whole:
            text = (self._partial + raw)[:_LONGEST].decode(errors="replace").rstrip("\r")
            self._partial = b""
            for line in split(text.translate(_CONTROLS)):
                self._put(line)
        self._partial = (self._partial + partial)[:_LONGEST]

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


def split(line: str) -> list[str]:
    """A line, in two where the board was switched off in the middle of the first."""
    at = line.find(HELLO, 1)
    return [line] if at < 0 else [line[:at], line[at:]]


def about(hello: str) -> dict[str, str]:
    """What "@hello tourelle 0.1.0 link 1 board avalam cells 49" says, by name."""
    words = hello.split()[1:]
    return dict(zip(words[::2], words[1::2], strict=False))


def cells(hello: str) -> Grid:
    """The grid of the board that says so; UserError where this tourelle does not know it."""
    name = about(hello).get("board", "")
    if name not in NAMES:
        raise UserError(
            f"the board says that it is a '{name}' board, which is not known here: install a "
            "newer tourelle, or flash the board anew: tourelle flash"
        )
    return grid(name)


def advice(hello: str) -> str | None:
    """What a person has to know of the versions, in a sentence, or None."""
    told = about(hello)
    if told.get("link") != str(LINK):
        older = told.get("link", "0") < str(LINK)
        what = "flash the board anew: tourelle flash" if older else "install a newer tourelle here"
        return f"The board speaks version {told.get('link')} of the link, and this {LINK}: {what}."
    if told.get("tourelle") != VERSION:
        return f"The board runs Tourelle {told.get('tourelle')}, and this is {VERSION}."
    return None
