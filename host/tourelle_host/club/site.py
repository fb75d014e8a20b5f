"""The club's website: all tables at its root, and a page for each of them."""

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from tourelle_host.club.wall import Wall
from tourelle_host.server import app
from tourelle_host.server.hub import Hub


def site(wall: Wall) -> Starlette:
    """The application that shows the wall."""

    async def all_of_them(_: Request) -> Response:
        return app.file("club.html")

    async def opened(request: Request) -> Response:
        if find(request) is None:
            return PlainTextResponse("There is no such table.\n", 404)
        return app.file("index.html")

    def find(asking: HTTPConnection) -> Hub | None:
        return wall.hub(asking.path_params["table"])

    one: list[BaseRoute] = [Route("/", opened), *app.page(find)]
    return app.site(
        [
            Route("/", all_of_them),
            Mount("/table/{table}", routes=one),
            *app.page(lambda _: wall),
        ]
    )
