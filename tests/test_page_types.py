"""The page's types are true: what the server tells has them."""

import asyncio
import json
import subprocess
from pathlib import Path

import pytest

from tourelle import games
from tourelle.games.catalogue import GAMES
from tourelle.grids import NAMES, grid
from tourelle_host.record import Record
from tourelle_host.recorder import Recorder
from tourelle_host.server.describe import describe
from tourelle_host.server.hub import Hub
from tourelle_host.server.local import local_board
from tourelle_host.server.mirror import Mirror
from tourelle_host.server.view import world
from tourelle_host.sim.board import SimulatedBoard
from tourelle_host.wasm import NODE

pytestmark = pytest.mark.needs_typescript

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "host/tourelle_host/page"


def checked(tmp_path: Path, kind: str, values: list) -> str:
    """What TypeScript has to say where these values are to be of a kind that types.js has."""
    typed = f'/** @type {{import("{PAGE / "types.js"}").{kind}[]}} */'
    (tmp_path / "given.js").write_text(f"{typed}\nexport const GIVEN = {json.dumps(values)};\n")
    project = {"extends": str(ROOT / "tsconfig.json"), "include": ["given.js"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(project))
    tsc = ROOT / "build/js/node_modules/typescript/bin/tsc"
    done = subprocess.run([*NODE, tsc, "-p", tmp_path], capture_output=True, text=True)
    return done.stdout + done.stderr


async def _told() -> list[dict]:
    """A message of each kind, and of every board, game and source."""
    texts = []
    game = Record(games.opening("avalam").text(), ["c9-d9"])
    for name in NAMES:
        hub = Hub(describe(grid(name)) | {"steps": 7}, None, lambda: game, fresh=True)
        for entry in GAMES:
            if entry.grid == name:
                hub.world(world(games.opening(entry.name)))
                texts += hub.join().take()
    watcher = hub.join()
    hub.line("@turn y")
    hub.at(3)
    hub.pace(1.25, 2000)
    hub.tone(440)
    hub.heard(watcher, "no request")
    hub.heard(watcher, '{"save": "record"}')
    hub.heard(watcher, '{"look": 1, "tag": "mine"}')
    hub.heard(watcher, '{"look": 1, "tag": "mine", "record": "no game"}')
    hub.interrupted(game)
    hub.frame(b"\x01\x02\xff")
    texts += watcher.take()
    texts += Mirror(grid("hex"), Recorder("")).hub.join().take()
    with local_board(SimulatedBoard("square", "cpython")) as simulated:
        texts += simulated.join().take()
    return [json.loads(text) for text in texts]


def test_every_message_of_the_server_has_the_type_that_the_page_believes(tmp_path):
    messages = asyncio.run(_told())
    assert {message["type"] for message in messages} == {
        "board", "world", "frame", "line", "story", "at", "tone", "pace", "file", "error",
        "look", "damaged", "interrupted",
    }  # fmt: skip
    assert checked(tmp_path, "Message", messages) == ""


@pytest.mark.parametrize("change", [{"hand": 3}, {"held": []}, {"cells": {"c9": "d0"}}])
def test_another_message_is_found(tmp_path, change):
    message = {"type": "world"} | world(games.opening("avalam")) | change
    assert "error TS" in checked(tmp_path, "Message", [message])
