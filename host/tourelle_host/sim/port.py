"""Where other programs on this machine reach the simulated board's serial port: TCP or a PTY.

One program at a time has the port. While none has, what the board writes is lost, as on a Pico;
while one has it and does not read, the board finds that its port takes nothing more.
"""

import contextlib
import os
import re
import select
import socket
import time
import tty
from collections.abc import Callable

from tourelle_host.errors import UserError

_HOSTS = ("127.0.0.1", "localhost")  # whoever reaches the port can run programs
_CHUNK = 65536

# How programs begin that know a serial port: mpremote and its kin, and those that speak the link.
# A web page can make a browser send bytes here, but what it sends begins as HTTP, TLS or STUN.
_OPENINGS = (b"\r\x03", b"hello\n", b"hello\r", b"\nhello\n")
_OPENING_S = 1.0  # within which they do
_MOST_WAITING = 16  # connections that have not said who they are
_LOOK_MS = 50


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
    """The port that `--serial` asks for: "pty", "tcp" (any that is free), "tcp://127.0.0.1:4000"."""
    if text == "pty":
        return PtyPort()
    if text == "tcp":
        return TcpPort(0)
    matched = re.fullmatch(r"tcp://([^:/]+):(\d{1,5})", text)
    if not matched or int(matched[2]) > 65535:
        raise UserError(f'there is no serial port "{text}": take pty, tcp, or tcp://127.0.0.1:4000')
    if matched[1] not in _HOSTS:
        raise UserError(
            f"the serial port is not offered on {matched[1]}, since whoever reaches it can run "
            f"programs on this machine: take tcp://127.0.0.1:{matched[2]}"
        )
    return TcpPort(int(matched[2]))


class TcpPort(Port):
    """A TCP port of this machine, for programs that begin as users of a serial port do.

    Everything else that reaches it is hung up on, and nothing of what it sent is passed on.
    """

    def __init__(self, number: int, clock: Callable[[], float] = time.monotonic):
        """number: of the TCP port, 0 for any that is free; clock: gives seconds. UserError where
        the port is taken."""
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
        self._clock = clock
        self._client: socket.socket | None = None
        self._waiting: dict[socket.socket, _Caller] = {}

    def descriptors(self) -> dict[int, int]:
        wanted = {self._listener.fileno(): select.POLLIN}
        wanted.update((caller.fileno(), select.POLLIN) for caller in self._waiting)
        if self._client:
            wanted[self._client.fileno()] = select.POLLIN | (select.POLLOUT if self._out else 0)
        return wanted

    def serve(self, power: bool) -> bytes:
        received = self._receive()
        received += self._accept(power)
        received += self._vet()
        self.look_ms = _LOOK_MS if self._waiting else None
        self.give(b"")
        return received

    def _accept(self, power: bool) -> bytes:
        """Let whoever calls wait until it is vetted; where it is crowded, the first ones go."""
        received = b""
        with contextlib.suppress(BlockingIOError, ConnectionError):
            while True:
                caller, _ = self._listener.accept()
                if len(self._waiting) >= _MOST_WAITING:
                    received += self._vet()
                if self._client or not power:
                    caller.close()  # one at a time
                    continue
                if len(self._waiting) >= _MOST_WAITING:
                    first = next(iter(self._waiting))
                    del self._waiting[first]
                    first.close()
                caller.setblocking(False)
                caller.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self._waiting[caller] = _Caller(self._clock() + _OPENING_S)
        return received

    def _vet(self) -> bytes:
        """Give the port to the first that begins as it should, hang up on the others."""
        for caller, known in list(self._waiting.items()):
            with contextlib.suppress(BlockingIOError):
                try:
                    part = caller.recv(_CHUNK)
                except ConnectionError:
                    part = b""
                known.began += part
                known.gone = not part
            if not known.gone and known.began.startswith(_OPENINGS):
                self._client = caller
                del self._waiting[caller]
                self._dismiss()
                return known.began
            may_begin = any(opening.startswith(known.began) for opening in _OPENINGS)
            if known.gone or not may_begin or self._clock() >= known.until:
                del self._waiting[caller]
                caller.close()
        return b""

    def _dismiss(self) -> None:
        for caller in self._waiting:
            caller.close()
        self._waiting.clear()

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
        self._dismiss()
        if self._client:
            self._client.close()
            self._client = None
        self._out = b""
        return True

    def close(self) -> None:
        self.hang_up()
        self._listener.close()


class _Caller:
    """What is known of a connection that has not said who it is: what came, and its time."""

    def __init__(self, until: float):
        self.until = until
        self.began = b""
        self.gone = False


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
        self.look_ms = _LOOK_MS

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
