"""Guests' accounts at one's own Mosquitto, in its password file."""

import contextlib
import os
import secrets
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

from tourelle_host.errors import UserError
from tourelle_host.together import table as tables
from tourelle_host.together.broker import Broker

_PROGRAM = "mosquitto_passwd"
_PATHS = os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin"
_PID = "mosquitto.pid"  # beside the password file, as docs/together.md has it
_SERVICE_PID = Path("/run/mosquitto/mosquitto.pid")  # Debian's


def invite(passwords: Path, broker: Broker, count: int) -> list[Broker]:
    """Make accounts for so many guests: the broker, each time with a user and a password.

    passwords: Mosquitto's password file, which has to exist. UserError.
    """
    guests = [
        broker._replace(user=tables.guest(), password=secrets.token_urlsafe(12))
        for _ in range(count)
    ]
    lines = _hashed([f"{guest.user}:{guest.password}\n" for guest in guests])
    try:
        with passwords.open("r+", encoding="utf-8") as file:
            whole = file.read()
            file.write(("" if whole.endswith("\n") or not whole else "\n") + lines)
    except OSError as error:
        raise UserError(
            f"the broker's passwords {passwords} cannot be written ({error.strerror}): run it "
            "where the broker runs, as a user who may"
        ) from None
    if not any(_reload(pid) for pid in (passwords.parent / _PID, _SERVICE_PID)):
        raise UserError(
            f"the broker has to read {passwords} anew, and {_PID} beside it does not tell which "
            "process it is: add the line `pid_file mosquitto.pid` to mosquitto.conf, and start "
            "it again"
        )
    return guests


def _hashed(lines: list[str]) -> str:
    """The lines with their passwords hashed; no other process may see the passwords."""
    program = shutil.which(_PROGRAM, path=_PATHS)
    if program is None:
        raise UserError(f"{_PROGRAM} is not here: run it where the broker runs")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "passwords"
        path.touch(mode=0o600)
        path.write_text("".join(lines), encoding="utf-8")
        made = subprocess.run([program, "-U", str(path)], capture_output=True, text=True)
        if made.returncode:
            raise UserError(f"{_PROGRAM} fails: {made.stderr.strip()[:100]}")
        return path.read_text(encoding="utf-8")


def _reload(pid: Path) -> bool:
    """Have the broker read its files again; False where it could not be told."""
    with contextlib.suppress(OSError, ValueError):
        os.kill(int(pid.read_text(encoding="utf-8")), signal.SIGHUP)
        return True
    return False
