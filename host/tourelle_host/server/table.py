"""Ties a simulated board, which lives in a thread of its own, to the browsers' hub."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tourelle import games
from tourelle_host.server.describe import describe
from tourelle_host.server.hub import Hub
from tourelle_host.server.inbox import Inbox
from tourelle_host.sim.board import SimulatedBoard


@contextmanager
def table(board: SimulatedBoard) -> Iterator[Hub]:
    """Starts the board; a hub that shows it and does what browsers ask for.

    To be used within a running event loop. The caller made the board, and closes it.
    """
    inbox = Inbox(asyncio.get_running_loop())
    hub = Hub(describe(board.world.grid), lambda request: _do(board, request))

    def passed_on(tell: Callable) -> Callable:
        """A listener for the board's thread that lets the loop tell."""
        return lambda *heard: inbox.post(tell, *heard)

    def follow(text: str) -> None:
        """The pieces in the box are those of the game that the firmware plays."""
        name = text.removeprefix("@game ").split(" ")[0]
        if text.startswith("@game ") and name != "none":
            board.world.game = games.load(name).Position
            hub.world(_world(board))
        elif text.startswith("@hello ") and board.port is None:
            # No other program reads that link: the lights' meaning may be told there.
            board.send(b"follow on\n")

    listeners = (
        (board.on_line, passed_on(follow)),
        (board.on_line, passed_on(hub.line)),
        (board.on_frame, passed_on(lambda frame, _: hub.frame(board.rgb(frame)))),
        (board.on_tone, passed_on(hub.tone)),
        (board.on_pace, passed_on(hub.pace)),
        (board.on_world, passed_on(lambda: hub.world(_world(board)))),
    )
    try:
        for heard, listener in listeners:
            heard.append(listener)
        board.start()
        hub.world(_world(board))
        hub.frame(board.rgb())
        yield hub
    finally:
        for heard, listener in listeners:
            if listener in heard:
                heard.remove(listener)


def _world(board: SimulatedBoard) -> dict:
    """What a person sees, the game whose pieces these are, and why the board is dead if it is."""
    game = board.world.game
    more = {"game": game.NAME if game else None, "trouble": board.trouble}
    return board.snapshot() | more


def _do(board: SimulatedBoard, request: dict) -> None:
    """Do what a browser asks for; ValueError with a sentence where it cannot be."""
    match request:
        case {"do": str(command)}:
            board.do(command)
        case {"new": str(name), "options": dict(options)}:
            _put_up(board, name, options)
        case _:
            raise ValueError("the page sent a request that this server does not know")


def _put_up(board: SimulatedBoard, name: str, options: dict) -> None:
    """Put up a game's opening, and tell the firmware: it cannot feel what the options are."""
    opening = games.opening(name, options)
    board.do(f"set {opening.text()}")
    words = " ".join(f"{option}={value}" for option, value in opening.options.items())
    board.do(f"send new {opening.NAME} {words}".rstrip())
