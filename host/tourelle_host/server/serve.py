"""Runs the page's server on this machine until Ctrl-C."""

import asyncio
import errno
import logging
import os
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from tourelle_host.ending import signals
from tourelle_host.errors import UserError
from tourelle_host.server.app import Careful, application
from tourelle_host.server.hub import Hub

HOST = "127.0.0.1"  # this machine only: nothing is served to the network
USUAL_PORT = 8765
_LONGEST_REQUEST = 64 * 1024  # bytes; a saved game fits in one request
_MOST_QUIET = 32  # connections without a request
_PATIENCE_S = 1  # for browsers that do not close their connection


def listen(port: int | None) -> tuple[socket.socket, str | None]:
    """A socket on that port; on the usual one by default, or on any free one if that is taken.

    Returns it with a sentence where it is not the port asked for, else None. UserError where
    there is none.
    """
    wanted = USUAL_PORT if port is None else port
    try:
        return _bound(wanted), None
    except OSError as error:
        if error.errno not in (errno.EADDRINUSE, errno.EACCES):
            raise UserError(
                f"nothing can be offered on {HOST}:{wanted} ({error.strerror})"
            ) from None
        bound = _bound(0)
        reason = "taken" if error.errno == errno.EADDRINUSE else "not allowed"
        return bound, f"Port {wanted} is {reason}; taking {bound.getsockname()[1]} instead."


@contextmanager
def announced(
    what: str, port: int | None, browser: bool
) -> Iterator[tuple[socket.socket, Callable[[str], None]]]:
    """A socket for a page, see `listen`, and a function that tells people the page's address.

    what: "The board", for the message; browser: open the page in one.
    """
    bound, other_port = listen(port)
    if other_port:
        print(other_port)

    def ready(address: str) -> None:
        print(f"{what} is at {address} (Ctrl-C ends it)", flush=True)
        if browser:
            open_browser(address)

    with bound:
        yield bound, ready


def _bound(port: int) -> socket.socket:
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    # Allows the port to be used again right after an earlier run.
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((HOST, port))
        bound.listen()  # two may bind an unused port; the first to listen has it
    except OSError:
        bound.close()
        raise
    return bound


async def serve(hub: Hub, bound: socket.socket, ready: Callable[[str], None]) -> None:
    """Show the hub's board on the socket until Ctrl-C; `ready` is called with the address."""
    await serve_site(application(hub), bound, ready)


async def serve_site(site: ASGIApp, bound: socket.socket, ready: Callable[[str], None]) -> None:
    """Serve an application there until Ctrl-C; `ready` is called with its address."""
    # It warns about writes to a browser that has just left.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    config = uvicorn.Config(
        Careful(site),
        log_level="critical",  # it would log each refused request, and failures with a traceback
        ws_max_size=_LONGEST_REQUEST,
        http=_crowd(),
        backlog=_MOST_QUIET,
        timeout_graceful_shutdown=_PATIENCE_S,
    )
    server = _Server(config, lambda: ready(f"http://{HOST}:{bound.getsockname()[1]}/"))
    loop = asyncio.get_running_loop()

    def end() -> None:
        server.force_exit = server.should_exit  # asked twice
        server.should_exit = True

    for ended_by in signals():
        loop.add_signal_handler(ended_by, end)
    await server.serve(sockets=[bound])


def _crowd() -> type[H11Protocol]:
    """A protocol that closes the connections that have been quiet longest, when there are many.

    Otherwise someone who opens connections and asks nothing could use up the process's files.
    """
    callers: list[H11Protocol] = []

    class Bounded(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            callers[:] = [one for one in callers if one in one.connections] + [self]
            quiet = [one for one in callers if one.cycle is None or one.cycle.response_complete]
            for one in quiet[:-_MOST_QUIET]:
                one.transport.close()

    return Bounded


class _Server(uvicorn.Server):
    """Says when it is ready, and leaves signals to us."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]):
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    @contextmanager
    def capture_signals(self):
        yield


def open_browser(address: str) -> None:
    """Open the page in a browser, where somebody sits at a screen."""
    if has_screen():
        webbrowser.open(address)


def has_screen() -> bool:
    """Whether there is a desktop where a browser could open."""
    if os.environ.get("CI"):
        return False
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
