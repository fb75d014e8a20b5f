"""Debian's Mosquitto for tests, with exactly the configuration that docs/together.md gives."""

import contextlib
import itertools
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from patience import until
from tourelle_host.together.broker import Broker

PATHS = os.environ["PATH"] + ":/usr/sbin"
PROGRAM = shutil.which("mosquitto", path=PATHS) or ""
DOCS = Path(__file__).resolve().parent.parent / "docs" / "together.md"
PASSWORD = "a secret of %s's"


# Each process has a hundred of its own, below 32 000: systems give others from there on.
_ports = itertools.count(10_000 + 100 * (os.getpid() % 220))


def free_port() -> int:
    """A free TCP port of this machine, which stays free while its broker is down."""
    while True:
        port = next(_ports)
        with contextlib.suppress(OSError), socket.socket() as bound:
            bound.bind(("127.0.0.1", port))
            return port


def documented(name: str) -> str:
    """The file that docs/together.md shows under this name."""
    found = re.search(rf"`{re.escape(name)}`[^`]*```[a-z]*\n(.*?)```", DOCS.read_text(), re.S)
    assert found, name
    return found[1]


class Mosquitto:
    """A running broker, in a folder of its own, on a loopback port."""

    def __init__(self, folder: Path, users: tuple[str, ...]):
        self.folder = folder
        self.port, self.web, self.plain = free_port(), free_port(), free_port()
        self._process: subprocess.Popen | None = None
        self._make(users)

    def _make(self, users: tuple[str, ...]) -> None:
        folder = self.folder
        folder.chmod(0o777)  # as root it becomes another user, who writes its process there
        config = documented("mosquitto.conf")
        assert "listener 8883\n" in config
        config = config.replace("listener 8883\n", f"listener {self.port} 127.0.0.1\n")
        # Of an address it takes no notice where it speaks WebSocket, of an interface it does.
        config += f"listener {self.web} lo\nprotocol websockets\n"
        config += f"listener {self.plain} 127.0.0.1\n"
        (folder / "mosquitto.conf").write_text(config)
        (folder / "acl").write_text(documented("acl"))
        (folder / "passwords").touch()
        for name in users:
            self.add(name)
        certify(folder, "localhost")
        for path in folder.iterdir():
            path.chmod(0o644)

    def add(self, name: str) -> None:
        """Give another user a password."""
        program = shutil.which("mosquitto_passwd", path=PATHS) or ""
        command = [program, "-b", "passwords", name]
        subprocess.run([*command, PASSWORD % name], cwd=self.folder, check=True, env=_quiet())
        (self.folder / "passwords").chmod(0o644)

    @property
    def authority(self) -> str:
        """The certificate that vouches for it."""
        return str(self.folder / "broker.pem")

    def start(self) -> None:
        """Start, and wait until it listens."""
        log = (self.folder / "log").open("ab")
        self._process = subprocess.Popen(
            [PROGRAM, "-c", "mosquitto.conf"], cwd=self.folder, stdout=log, stderr=log
        )
        until(self._listens, lambda: "Mosquitto does not listen")

    def _listens(self) -> bool:
        log = self.folder / "log"
        assert self._process and self._process.poll() is None, log.read_text()[-1000:]
        with contextlib.suppress(OSError):
            for port in (self.port, self.web, self.plain):
                socket.create_connection(("127.0.0.1", port), 1).close()
            return True
        return False

    def kill(self) -> None:
        """Kill it with SIGKILL: it forgets everything."""
        if self._process:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None

    def broker(self, user: str, password: str | None = None) -> Broker:
        """How this user reaches it."""
        said = PASSWORD % user if password is None else password
        return Broker("mqtts", "localhost", self.port, "", user, said)


def certify(folder: Path, host: str) -> None:
    """Put a key and a certificate for this host's name into a folder."""
    subject = ["-subj", f"/CN={host}", "-addext", f"subjectAltName=DNS:{host}"]
    made = ["-keyout", "broker.key", "-out", "broker.pem", "-days", "2"]
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *subject, *made]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


def _quiet() -> dict[str, str]:
    return os.environ | {"LC_ALL": "C"}


@contextlib.contextmanager
def running(*users: str) -> Iterator[Mosquitto]:
    """A broker for these users."""
    with tempfile.TemporaryDirectory() as folder:
        made = Mosquitto(Path(folder), users)
        made.start()
        try:
            yield made
        finally:
            made.kill()
