"""Gives other programs on this machine the simulated board's serial port, by TCP or a PTY.

One program at a time has the port. While none has, the board's output is lost, as on a Pico;
while one has it and does not read, the port takes no more from the board.
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

_HOSTS = ("127.0.0.1", "localhost")  # anyone who reaches the port can run programs
_CHUNK = 65536

# How programs that know a serial port begin: mpremote and its kin, and those that speak the link.
# A web page can make a browser send bytes here, but those begin as HTTP, TLS or STUN.
_OPENINGS = (b"\r\x03", b"hello\n", b"hello\r", b"\nhello\n")
_OPENING_S = 1.0  # the time that they have to do so
_MOST_WAITING = 16  # connections that have not identified themselves
_LOOK_MS = 50


class Port:
    """What the board needs of either kind. No method ever waits.

    address   what to tell a program that connects, like "socket://127.0.0.1:4000"
    look_ms   call `serve` at least this often, where there is nothing to poll; or None
    """

    address = ""
    look_ms: int | None = None

    def __init__(self) -> None:
        self._out = b""

    @property
    def full(self) -> bool:
        """Whether the program that has the port must read before it can be sent more."""
        return bool(self._out)

    def descriptors(self) -> dict[int, int]:
        """Descriptors to poll before `serve`, with their events."""
        raise NotImplementedError

    def serve(self, power: bool) -> bytes:
        """Let programs come and go, and send what is waiting; returns what was received."""
        raise NotImplementedError

    def give(self, data: bytes) -> None:
        """Send bytes to the program that has the port; without one they are lost."""
        raise NotImplementedError

    def hang_up(self) -> bool:
        """Let the port vanish, like a USB device that loses power; False where it cannot."""
        raise NotImplementedError

    def close(self) -> None:
        """Stop offering it."""
        raise NotImplementedError


def open_port(text: str) -> Port:
    """The port for `--serial`: "pty", "tcp" (any that is free) or "tcp://127.0.0.1:4000"."""
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

    Any other connection is closed, and nothing that it sent is passed on.
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
        """Let new connections wait to be checked; where there are too many, close the oldest."""
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
        """Give the port to the first that begins as it should, and close the others."""
        for caller, known in list(self._waiting.items()):
            with contextlib.suppress(BlockingIOError):
                try:
                    part = caller.recv(_CHUNK)
                except ConnectionError:
                    part = b""
                known.began += part
                known.closed = not part
            if not known.closed and known.began.startswith(_OPENINGS):
                self._client = caller
                del self._waiting[caller]
                self._dismiss()
                return known.began
            may_begin = any(opening.startswith(known.began) for opening in _OPENINGS)
            if known.closed or not may_begin or self._clock() >= known.until:
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
                # Otherwise a program that sends in small pieces waits 40 ms for each answer.
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
    """A connection: what it has sent so far, and until when it may identify itself."""

    def __init__(self, until: float):
        self.until = until
        self.began = b""
        self.closed = False


class PtyPort(Port):
    """A pseudo-terminal, which programs open like a device."""

    def __init__(self) -> None:
        super().__init__()
        self._master, slave = os.openpty()
        os.set_blocking(self._master, False)
        tty.setraw(slave)
        self.address = os.ttyname(slave)
        # From now on it reports whether a program has it open.
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
