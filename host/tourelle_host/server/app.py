"""The web application: the page's files, and a WebSocket for each browser."""

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from tourelle.games.catalogue import GAMES
from tourelle_host.failures import Failures
from tourelle_host.server import rules
from tourelle_host.server.hub import Hub
from tourelle_host.server.watcher import Watcher

PAGE = Path(__file__).parent.parent / "page"

# Nothing may be loaded from elsewhere, and no other site may frame the page.
_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'",
    "Cache-Control": "no-cache",
    "X-Content-Type-Options": "nosniff",
}
_TRY_AGAIN_LATER = 1013


class _Files(StaticFiles):
    """The page's files, each with the headers above."""

    def file_response(self, *args, **kwargs):
        response = super().file_response(*args, **kwargs)
        response.headers.update(_HEADERS)
        return response


class Shown(Protocol):
    """What a page shows to its browsers: see `Hub`."""

    def join(self, wake: Callable[[], None]) -> Watcher: ...

    def heard(self, watcher: Watcher, text: str) -> None: ...

    def leave(self, watcher: Watcher) -> None: ...


def application(hub: Hub) -> Starlette:
    """The application that shows the hub's board."""
    return site(page(lambda _: hub))


def site(routes: list[BaseRoute]) -> Starlette:
    """An application for this machine only, which other sites' pages cannot use."""
    return Starlette(
        routes=routes,
        middleware=[
            # Another site may point its name at this machine: such a name must not reach the board.
            Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost"]),
            Middleware(_OwnPage),
        ],
    )


def page(find: Callable[[HTTPConnection], Shown | None]) -> list[BaseRoute]:
    """The routes of a page; find: what to show to a connection, or None for nothing."""

    async def socket(websocket: WebSocket) -> None:
        await websocket.accept()
        shown = find(websocket)
        if shown is None:
            await websocket.close(_TRY_AGAIN_LATER)
            return
        news = asyncio.Event()
        watcher = shown.join(news.set)
        sender = asyncio.create_task(_send(websocket, watcher, news))
        try:
            while (message := await websocket.receive())["type"] != "websocket.disconnect":
                shown.heard(watcher, message.get("text") or "")
        finally:
            shown.leave(watcher)
            sender.cancel()

    return [
        Route("/rules/{game}/page.html", _rules),
        Route("/rules/{game}/{picture}", _picture),
        WebSocketRoute("/ws", socket),
        Mount("/", _Files(directory=PAGE, html=True)),
    ]


def file(name: str) -> Response:
    """One of the page's files."""
    return FileResponse(PAGE / name, headers=_HEADERS)


async def _rules(request: Request) -> Response:
    """A game's rules page as a piece of HTML."""
    game = request.path_params["game"]
    if game not in [entry.name for entry in GAMES]:
        return PlainTextResponse("There are no such rules.\n", 404, headers=_HEADERS)
    return HTMLResponse(rules.page(game), headers=_HEADERS)


async def _picture(request: Request) -> Response:
    """A picture of a game's rules page."""
    game, name = request.path_params["game"], request.path_params["picture"]
    found = rules.pictures(game) if game in [entry.name for entry in GAMES] else {}
    if name not in found:
        return PlainTextResponse("There is no such picture.\n", 404, headers=_HEADERS)
    svg = found[name].read_text(encoding="utf-8")
    return Response(svg, media_type="image/svg+xml", headers=_HEADERS)


class Careful:
    """Wraps an application: a request that fails is reported in one sentence, and the rest go on.

    Each line of code that fails is reported once. Some failures are the caller's: a browser that
    has gone, or a program whose request stops being HTTP half-way.
    """

    def __init__(self, app: ASGIApp):
        self._app = app
        self._failures = Failures("a request to the page's server")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._app(scope, receive, send)
        except Exception as error:
            self._failures.report(error)


class _OwnPage:
    """Refuses requests that a browser makes on behalf of another site's page."""

    def __init__(self, app: ASGIApp):
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            headers = Headers(scope=scope)
            origin = headers.get("origin")
            if origin is not None and origin != f"http://{headers.get('host')}":
                await PlainTextResponse("This page is not for other sites.\n", 403)(
                    scope, receive, send
                )
                return
        await self._app(scope, receive, send)


async def _send(websocket: WebSocket, watcher: Watcher, news: asyncio.Event) -> None:
    """Send the browser everything new; news: set whenever there is something."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while not watcher.lost:
            await news.wait()
            news.clear()
            for text in watcher.take():
                await websocket.send_text(text)
        await websocket.close(_TRY_AGAIN_LATER)
