"""An engine on a stream of lines, read in a thread so that a search can be stopped."""

import queue
import threading
from collections.abc import Iterable

from tourelle_host.engine.ugi import Engine


def run(engine: Engine, lines: Iterable[str]) -> None:
    """Have it answer lines until `quit` or the end of the lines."""
    heard: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    def feed() -> None:
        try:
            for line in lines:
                heard.put(line)
        finally:
            heard.put(None)

    threading.Thread(target=feed, daemon=True).start()
    more = False
    while not engine.over:
        if not more:
            engine.hear(heard.get())
        while not heard.empty():
            engine.hear(heard.get())
        more = engine.work()
