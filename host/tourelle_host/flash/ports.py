"""Finds the board among the serial ports of this machine."""

import os
import stat
import sys
from pathlib import Path

import serial
import serial.tools.list_ports

from tourelle_host.errors import UserError

# USB vendor and product IDs of boards that run MicroPython: Raspberry Pi's, and MicroPython's own.
MICROPYTHON_IDS = {(0x2E8A, 0x0005), (0xF055, 0x9800), (0xF055, 0x9802)}


def boards() -> list:
    """The serial ports of boards with MicroPython, as pyserial describes them."""
    found = serial.tools.list_ports.comports()
    return sorted(port for port in found if (port.vid, port.pid) in MICROPYTHON_IDS)


def the_board() -> str:
    """The port of the one board that is plugged in. UserError where there is none, or several."""
    found = boards()
    if not found:
        raise UserError(
            "no board with MicroPython is plugged in: use a USB cable that carries data, or name "
            "the port (--port); if the board is new, hold BOOTSEL while you plug it in, and "
            "tourelle flash --uf2 FILE puts MicroPython on it"
        )
    if len(found) > 1:
        names = ", ".join(f"{port.device} ({port.serial_number})" for port in found)
        raise UserError(f"several boards are plugged in: {names}; choose one with --port")
    return found[0].device


def check(port: str) -> None:
    """UserError where a device does not exist, or may not be used."""
    if "://" in port:
        try:
            serial.serial_for_url(port, do_not_open=True)
        except ValueError:
            raise UserError(f"'{port}' is not a port: take socket://127.0.0.1:4000") from None
        return
    if sys.platform == "win32":
        return
    device = Path(port)
    if not device.exists():
        raise UserError(f"there is no port {port}: tourelle doctor lists the ports")
    if not os.access(device, os.R_OK | os.W_OK):
        raise UserError(_no_permission(device))


def _no_permission(device: Path) -> str:
    import grp
    import pwd

    found = device.stat()
    group = grp.getgrgid(found.st_gid).gr_name
    user = pwd.getpwuid(os.getuid()).pw_name
    if found.st_mode & stat.S_IRGRP and found.st_mode & stat.S_IWGRP and group != "root":
        return (
            f"you may not use {device}, which is for the group {group}: join it with "
            f"sudo usermod -a -G {group} {user}, then log out and in again"
        )
    return (
        f"you may not use {device}: sudo chmod a+rw {device} allows it until the board is unplugged"
    )
