"""The serial ports of this machine: finding them, choosing the board's, and opening it."""

import errno
from typing import NamedTuple

import serial
from serial.tools import list_ports

from tourelle_host.errors import UserError
from tourelle_host.flash.ports import MICROPYTHON_IDS, check, the_board
from tourelle_host.patience import seconds

_CIRCUITPYTHON = 0x239A  # Adafruit's USB vendor id
_READ_S = 0.1  # how long a read waits for a byte
_WRITE_S = seconds(5.0)  # how long a board may take to read what it is sent


class Found(NamedTuple):
    """A serial port.

    path    to open it with, "/dev/ttyACM0"
    what    what is known about the device, in words
    board   whether it may be one of our boards
    """

    path: str
    what: str
    board: bool


class PortError(UserError):
    """A port that cannot be used; the text is one sentence with what to do next."""


def find() -> list[Found]:
    """The serial ports with a device, those that may be a board first."""
    ports = []
    for port in list_ports.comports():
        if port.vid is None and port.description in (None, "", "n/a"):
            continue  # the machine's built-in ports, mostly with nothing in them
        what = port.description or "a serial port"
        board = port.vid == _CIRCUITPYTHON or (port.vid, port.pid) in MICROPYTHON_IDS
        ports.append(Found(port.device, what, board))
    return sorted(ports, key=lambda port: (not port.board, port.path))


def choose(path: str | None) -> str:
    """The port that was named, or the only board's. UserError."""
    return path or the_board()


def open_port(path: str) -> serial.Serial:
    """Open a device, a pseudo-terminal or "socket://HOST:PORT" for our use only. UserError."""
    check(path)
    try:
        if "://" in path:
            return serial.serial_for_url(path, timeout=_READ_S, write_timeout=_WRITE_S)
        return serial.Serial(path, timeout=_READ_S, write_timeout=_WRITE_S, exclusive=True)
    except ValueError:
        raise PortError(f"'{path}' is not a port: give /dev/ttyACM0, for example") from None
    except OSError as error:
        raise PortError(_explain(path, error)) from None


def _explain(path: str, error: OSError) -> str:
    """Why a port could not be opened and what to do, in a sentence."""
    if error.errno in (errno.EBUSY, errno.EAGAIN):
        return f"{path} is in use by another program: close that one (a terminal, Thonny, ...)"
    if "://" in path:
        return f"nobody answers at {path}: start the simulated board first, tourelle sim"
    return f"{path} cannot be opened as a serial port: {error}"
