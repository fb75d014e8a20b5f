"""Where other programs on this machine reach the simulated board's serial port: TCP or a PTY.

One program at a time has the port. While none has, what the board writes is lost, as on a Pico;
while one has it and does not read, the board finds that its port takes nothing more.
"""

import contextlib
import os
import re
import select
import socket
import tty

from tourelle_host.errors import UserError

_HOSTS = ("127.0.0.1", "localhost")  # whoever reaches the port can run programs
_CHUNK = 65536


class Port:
    """What the board wants of either kind; everything in it returns at once.

    address   what a program that connects is to be told, "socket://127.0.0.1:4000"
    look_ms   serve it at least so often, where nothing can be polled for; None otherwise
    """

    address = ""
    look_ms: int | None = None

    def __init__(self) -> None:
        self._out = b""

    @property
    def full(self) -> bool:
        """The program that has the port must read before it can get more."""
        return bool(self._out)

    def descriptors(self) -> dict[int, int]:
        """What to poll for, by descriptor, before `serve`."""
        raise NotImplementedError

    def serve(self, power: bool) -> bytes:
        """Let programs come and go, send what is waiting; returns what was received."""
        raise NotImplementedError

    def give(self, data: bytes) -> None:
        """Send bytes to the program that has the port; they are lost where there is none."""
        raise NotImplementedError

    def hang_up(self) -> bool:
        """The port vanishes, as a USB device does that loses its power; False where it cannot."""
        raise NotImplementedError

    def close(self) -> None:
        """Offer it no more."""
        raise NotImplementedError


def open_port(text: str) -> Port:
    """The port that `--serial` asks for: "pty", or "tcp://127.0.0.1:4000" (0: any that is free)."""
    if text == "pty":
        return PtyPort()
    matched = re.fullmatch(r"tcp://([^:/]+):(\d{1,5})", text)
    if not matched or int(matched[2]) > 65535:
        raise UserError(f'there is no serial port "{text}": take tcp://127.0.0.1:4000 or pty')
    if matched[1] not in _HOSTS:
        raise UserError(
            f"the serial port is not offered on {matched[1]}, since whoever reaches it can run "
            f"programs on this machine: take tcp://127.0.0.1:{matched[2]}"
        )
    return TcpPort(int(matched[2]))


class TcpPort(Port):
    """A TCP port of this machine."""

    def __init__(self, number: int):
        """number: of the TCP port, 0 for any that is free. UserError where it is taken."""
        super().__init__()
        try:
            self._listener = socket.create_server((_HOSTS[0], number))
        except OSError as error:
            raise UserError(
                f"TCP port {number} cannot be had ({error.strerror}): name another, or 0 for "
                "any that is free"
            ) from None
        self._listener.setblocking(False)
        self.address = f"socket://{_HOSTS[0]}:{self._listener.getsockname()[1]}"
        self._client: socket.socket | None = None

    def descriptors(self) -> dict[int, int]:
        wanted = {self._listener.fileno(): select.POLLIN}
        if self._client:
            wanted[self._client.fileno()] = select.POLLIN | (select.POLLOUT if self._out else 0)
        return wanted

    def serve(self, power: bool) -> bytes:
        received = self._receive()
        with contextlib.suppress(BlockingIOError):
            while True:
                client, _ = self._listener.accept()
                if self._client or not power:
                    client.close()  # one at a time
                    continue
                client.setblocking(False)
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self._client = client
        self.give(b"")
        return received

    def _receive(self) -> bytes:
        data = b""
        while self._client:
            try:
                part = self._client.recv(_CHUNK)
            except BlockingIOError:
                break
            except OSError:
                part = b""
            if not part:
                self.hang_up()
            elif hasattr(socket, "TCP_QUICKACK"):
                # A program that sends in small pieces waits 40 ms for each answer otherwise.
                self._client.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
            data += part
        return data

    def give(self, data: bytes) -> None:
        if not self._client:
            return
        self._out += data
        try:
            self._out = self._out[self._client.send(self._out) :]
        except BlockingIOError:
            pass
        except OSError:
            self.hang_up()

    def hang_up(self) -> bool:
        if self._client:
            self._client.close()
            self._client = None
        self._out = b""
        return True

    def close(self) -> None:
        self.hang_up()
        self._listener.close()


class PtyPort(Port):
    """A pseudo-terminal, which programs open as they open a device."""

    def __init__(self) -> None:
        super().__init__()
        self._master, slave = os.openpty()
        os.set_blocking(self._master, False)
        tty.setraw(slave)
        self.address = os.ttyname(slave)
        # From now on it says whether a program has it open.
        os.close(slave)
        self._open = False
        self.look_ms = 50

    def descriptors(self) -> dict[int, int]:
        if not self._open:
            return {}  # it would be ready all the time
        return {self._master: select.POLLIN | (select.POLLOUT if self._out else 0)}

    def serve(self, power: bool) -> bytes:
        poll = select.poll()
        poll.register(self._master, select.POLLIN)
        events = dict(poll.poll(0)).get(self._master, 0)
        data = b""
        if events & select.POLLIN:
            with contextlib.suppress(BlockingIOError, OSError):
                data = os.read(self._master, _CHUNK)
        self._open = not events & select.POLLHUP
        if not self._open:
            self._out = b""
        self.give(b"")
        return data if power else b""

    def give(self, data: bytes) -> None:
        if self._open and (self._out or data):
            self._out += data
            with contextlib.suppress(BlockingIOError, OSError):
                self._out = self._out[os.write(self._master, self._out) :]

    def hang_up(self) -> bool:
        self._out = b""
        return False

    def close(self) -> None:
        os.close(self._master)
