"""Waiting for what a simulated board says in real time."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from patience import PATIENCE_S
from tourelle_host.sim.board import SimulatedBoard


def said(board: SimulatedBoard, text: str) -> threading.Event:
    """An event that is set when the board says a line with this text."""
    heard = threading.Event()
    board.on_line.append(lambda line: heard.set() if text in line else None)
    return heard


@contextmanager
def awaited(board: SimulatedBoard, text: str) -> Iterator[None]:
    """Wait at the end until the board has said this since the beginning."""
    heard = said(board, text)
    yield
    assert heard.wait(PATIENCE_S), f"the board never said {text}: {board.lines[-9:]}"
