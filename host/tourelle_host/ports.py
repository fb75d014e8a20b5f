"""The serial ports of this machine: which there are, which one is the board's, and opening it."""

import errno
import os
from typing import NamedTuple, cast

import serial
from serial.tools import list_ports

from tourelle_host.errors import UserError

# USB's vendor and product ids of what runs MicroPython or CircuitPython; None: every product.
_BOARDS: dict[tuple[int, int | None], str] = {
    (0x2E8A, 0x0005): "MicroPython on an RP2040 or RP2350",
    (0x2E8A, None): "a Raspberry Pi microcontroller",
    (0xF055, None): "MicroPython",
    (0x239A, None): "CircuitPython",
}
_READ_S = 0.1  # how long a read waits for a byte


class Found(NamedTuple):
    """A serial port.

    path    to open it with, "/dev/ttyACM0"
    what    what is known of the device, in words
    board   whether it may be a board of ours
    """

    path: str
    what: str
    board: bool


class PortError(UserError):
    """A port that cannot be used; one sentence with the next step."""


def find() -> list[Found]:
    """The serial ports with something on them, those that may be a board first."""
    ports = []
    for port in list_ports.comports():
        if port.vid is None and port.description in (None, "", "n/a"):
            continue  # the machine's own sockets, mostly without anything in them
        board = _BOARDS.get((port.vid, port.pid)) or _BOARDS.get((port.vid, None))
        ports.append(Found(port.device, board or port.description, board is not None))
    return sorted(ports, key=lambda port: (not port.board, port.path))


def choose(path: str | None) -> str:
    """The port that is meant: the one that was named, or that of the only board. PortError."""
    if path:
        return path
    boards = [port for port in find() if port.board]
    if not boards:
        raise PortError(
            "no board is connected: plug it in with a USB cable that carries data, or name its "
            "port with --port"
        )
    if len(boards) > 1:
        names = ", ".join(port.path for port in boards)
        raise PortError(f"there are several boards, on {names}: name one of them with --port")
    return boards[0].path


def open_port(path: str) -> serial.Serial:
    """Open a device, a pseudo-terminal or "socket://HOST:PORT" for us alone. PortError."""
    try:
        if "://" in path:
            return cast(serial.Serial, serial.serial_for_url(path, timeout=_READ_S))
        return serial.Serial(path, timeout=_READ_S, exclusive=True)
    except ValueError:
        raise PortError(f"'{path}' is no port: give /dev/ttyACM0, for example") from None
    except (serial.SerialException, OSError) as error:
        raise PortError(explain(path, error)) from None


def explain(path: str, error: Exception) -> str:
    """Why a port could not be opened, and what to do, in a sentence."""
    number = getattr(error, "errno", None) or getattr(error.__context__, "errno", None)
    if number == errno.EACCES:
        return f"you may not use {path}: {_permission(path)}"
    if number in (errno.EBUSY, errno.EAGAIN):
        return f"{path} is in use by another program: close that one (a terminal, Thonny, ...)"
    if number == errno.ENOENT:
        return f"there is no {path}: plug the board in; tourelle doctor lists the ports there are"
    if "://" in path:
        return f"nobody answers at {path}: start the simulated board first, tourelle sim"
    return f"{path} cannot be opened as a serial port: {error}"


def _permission(path: str) -> str:
    """How to get the permission for a device."""
    try:
        import grp
        import pwd

        group = grp.getgrgid(os.stat(path).st_gid).gr_name
        user = pwd.getpwuid(os.getuid()).pw_name
    except (ImportError, OSError, KeyError):
        return "run this as a user who may"
    if group == "root":
        return "its group is root; a udev rule can give it to you, see the README"
    return f"join the group {group} (sudo usermod -aG {group} {user}) and log in again"
