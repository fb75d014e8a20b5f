"""Feeds a real board's lines to its mirror, from a thread that listens."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tourelle import lights
from tourelle_host.errors import UserError
from tourelle_host.following import Follower
from tourelle_host.server.loop import Loop
from tourelle_host.server.mirror import Mirror

_MOST_AHEAD = 1000  # lines that the listening thread may be ahead of the page
_LOOK_S = 0.2  # how soon it notices that it has to stop


@contextmanager
def fed(mirror: Mirror, follower: Follower, heard: Callable[[], None]) -> Iterator[None]:
    """Feed a board's lines to the mirror, and keep its lights pulsing; within a running loop.

    heard: called after each line, in the listening thread. A board that goes away is shown as
    switched off, and its error is raised at the end.
    """
    inbox = Loop()
    stopped = threading.Event()
    room = threading.Semaphore(_MOST_AHEAD)
    errors: list[UserError] = []

    def show(line: str) -> None:
        room.release()
        mirror.hear(line)

    def listen() -> None:
        try:
            for line in follower.lines(stopped.is_set):
                while line and not stopped.is_set():
                    if room.acquire(timeout=_LOOK_S):
                        inbox.post(show, line)
                        break
                heard()
        except UserError as error:
            errors.append(error)
            inbox.post(mirror.gone, str(error))

    async def tick() -> None:
        while True:
            await asyncio.sleep(lights.SLOT_MS / 1000)
            mirror.tick()

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    ticking = asyncio.create_task(tick())
    try:
        yield
    finally:
        stopped.set()
        ticking.cancel()
        thread.join()
    if errors:
        raise errors[0]
