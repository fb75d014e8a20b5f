"""A stand-in for the browser's serial ports: one, whose cable ends at a pseudo-terminal here.

The page's code is the real one, and so are its streams; a fetch stands between them and this.
"""

import functools
import os
import select
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tourelle_host.chance import Chance

_LOOK_S = 0.05
_NEVER = 1 << 60
_SENT, _LOST = 204, 205  # neither is an error, which the browser's console would tell

# Before the page's own scripts. `plug` tells that the device is there again.
SCRIPT = """
const serial = new EventTarget();
const lost = () => new DOMException("The device has been lost.", "NetworkError");
const port = {
  readable: null,
  async open() {
    if (this.readable) throw new DOMException("It is open.", "InvalidStateError");
    const answer = await fetch("/cable");
    if (!answer.ok) throw new DOMException("Another program has it.", "NetworkError");
    const cord = answer.body.getReader();
    this.readable = new ReadableStream({
      async pull(to) {
        const { value, done } = await cord.read().catch(() => ({ done: true }));
        if (!done) return to.enqueue(value);
        port.readable = null;
        to.error(lost());
      },
      cancel: () => cord.cancel(),
    });
    this.writable = new WritableStream({
      async write(body) {
        const answer = await fetch("/cable", { method: "POST", body });
        if (answer.status !== 204) throw lost();
      },
    });
  },
  async setSignals() {},
  async close() {
    this.readable = null;
  },
};
serial.requestPort = async () => port;
window.plug = () => {
  const event = new Event("connect");
  Object.defineProperty(event, "target", { value: port });
  serial.dispatchEvent(event);
};
Object.defineProperty(navigator, "serial", { value: serial });
"""


class Cord:
    """A cable between the browser and a pseudo-terminal.

    open   whether the browser has it
    free   whether the browser may have it
    """

    def __init__(self, path: str, seed: int = 1):
        """path: of the pseudo-terminal; seed: of where what comes is cut."""
        self._path = path
        self._chance = Chance(seed)
        self._left = _NEVER
        self._descriptor = -1
        self.open = threading.Event()
        self.free = True

    def pull_after(self, count: int) -> None:
        """Pull it after so many bytes more from the board."""
        self._left = count

    def carry(self, browser: socket.socket) -> None:
        """Bring what the board says, in pieces, until it is pulled or the browser hangs up."""
        self._left = _NEVER
        self._descriptor = os.open(self._path, os.O_RDWR | os.O_NOCTTY)
        self.open.set()
        try:
            while self._left > 0:
                both: list[int | socket.socket] = [self._descriptor, browser]
                ready, _, _ = select.select(both, [], [], _LOOK_S)
                if browser in ready:
                    break
                if not ready:
                    continue
                data = os.read(self._descriptor, min(self._left, 1 + self._chance.below(64)))
                self._left -= len(data)
                browser.sendall(data)
        except OSError:
            pass  # one of the two is gone
        finally:
            self.open.clear()
            os.close(self._descriptor)

    def send(self, data: bytes) -> bool:
        """Bytes for the board; whether they came there."""
        try:
            if self.open.is_set():
                os.write(self._descriptor, data)
                return True
        except OSError:
            pass  # it was pulled in between
        return False


@contextmanager
def site_with(cord: Cord, folder: Path) -> Iterator[str]:
    """The site's folder from a server that has the cord's end, too; gives the address."""

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """There is no log: nobody would read it."""

        def do_GET(self) -> None:
            if self.path != "/cable":
                super().do_GET()
                return
            if not cord.free:
                self.send_error(409)
                return
            self.send_response(200)
            self.end_headers()
            cord.carry(self.connection)

        def do_POST(self) -> None:
            data = self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(_SENT if cord.send(data) else _LOST)
            self.end_headers()

    made = functools.partial(Handler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), made) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            cord.pull_after(0)
            server.shutdown()
            thread.join()
