"""Waits until a board that was reset says hello."""

import time

import serial

from tourelle import VERSION
from tourelle_host.errors import UserError
from tourelle_host.patience import seconds

PATIENCE_S = seconds(20.0)  # a Pico takes two seconds to appear on USB again
_AGAIN_S = 1.0
_REST_S = 0.05


def wait(port: str) -> str:
    """The greeting of a board with this version of the firmware. UserError where none comes."""
    end = time.monotonic() + PATIENCE_S
    said: list[str] = []
    while time.monotonic() < end:
        try:
            line = serial.serial_for_url(port, timeout=_AGAIN_S, exclusive=True)
        except (OSError, ValueError):
            time.sleep(_REST_S)  # not there again yet
            continue
        try:
            with line:
                hello = _listen(line, end, said)
        except OSError:
            continue  # it was reset while we listened
        if hello:
            return hello
    faults = [text for text in said if text.startswith("@fault")]
    if faults:
        raise UserError(f"the firmware is on the board, and reports: {faults[-1][7:]}")
    last = f"; its last word: {said[-1]}" if said else ""
    raise UserError(
        f"the firmware is on the board, but no hello of version {VERSION} came within "
        f"{PATIENCE_S:g} seconds: unplug it and plug it in again{last}"
    )


def _listen(line: serial.SerialBase, end: float, said: list[str]) -> str | None:
    """Ask until the board says hello; None when time is up."""
    while time.monotonic() < end:
        line.write(b"hello\r\n")
        while received := line.read_until(b"\n"):
            text = received.decode(errors="replace").strip()
            if text:
                said.append(text)
            if text.startswith(f"@hello tourelle {VERSION} "):
                return text
            if time.monotonic() >= end:
                break
    return None
