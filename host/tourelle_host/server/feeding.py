"""Feeds a real board's lines to its mirror, from a thread that listens."""

import asyncio
import sys
import threading
from collections.abc import Callable

from tourelle import lights
from tourelle_host.connection import Gone
from tourelle_host.following import Follower
from tourelle_host.server.loop import Loop
from tourelle_host.server.mirror import Mirror

_MOST_AHEAD = 1000  # lines that the listening thread may be ahead of the page
_LOOK_S = 0.2  # how soon it notices that it has to stop


async def feed(mirror: Mirror, follower: Follower, save: Callable[[], str]) -> None:
    """Feed a board's lines to the mirror, until cancelled.

    save: called after each line, in the listening thread; what it returns is told on the page. A
    board that goes away is told, and shown as switched off; whatever else fails is raised.
    """
    inbox = Loop()
    stopped = threading.Event()
    room = threading.Semaphore(_MOST_AHEAD)

    def show(line: str) -> None:
        room.release()
        mirror.hear(line)

    def listen() -> None:
        for line in follower.lines(stopped.is_set):
            while line and not stopped.is_set():
                if room.acquire(timeout=_LOOK_S):
                    inbox.post(show, line)
                    break
            if words := save():
                inbox.post(mirror.hub.line, f"@say {words}")

    try:
        await asyncio.to_thread(listen)
    except Gone as gone:
        print(f"tourelle: {gone}", file=sys.stderr, flush=True)
        inbox.post(mirror.unplugged, str(gone))  # after the lines that it has said
        await asyncio.Event().wait()  # people may go on looking at the game
    finally:
        stopped.set()


async def tick(mirror: Mirror) -> None:
    """Keep the mirror's lights pulsing, until cancelled."""
    while True:
        await asyncio.sleep(lights.SLOT_MS / 1000)
        mirror.tick()
