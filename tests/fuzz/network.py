"""What boards that share a game are told: a broker's messages, a board's lines, and invitations."""

import contextlib
import random
from typing import Any

from fuzz.words import mutated, word
from tourelle_host.errors import UserError
from tourelle_host.together import broker as brokers
from tourelle_host.together import invitation as invitations
from tourelle_host.together.bridge import Bridge
from tourelle_host.together.desk import Desk
from tourelle_host.together.log import mark

Step = list[Any]
_TABLE = "anna-abcdefghijkm"
_GAME = "01 120 avalam"
_RECORD = (
    '[1,1,9,1,1,"01 120 avalam",[[1,5],[1,9]],["c9-d9","e4-e3"],'
    '[["undo",[1,4220432963],0]],null,null]'
)
_INVITATION = "tourelle://join?b=mqtts%3A%2F%2Fh&t=anna-abcdefghijkm&g=avalam&p=1&k=x&c=00000000"


def attacks(rng: random.Random) -> list[Step]:
    """Messages and lines, valid ones and mutations of them."""
    kinds = (_message, _message, _line, lambda rng: ["invitation", mutated(rng, _INVITATION)])
    return [rng.choice(kinds)(rng) for _ in range(rng.choice((1, 4, 20)))]


def _message(rng: random.Random) -> Step:
    texts = (
        ("record", _RECORD),
        ("record", _RECORD.replace('"e4-e3"', f'"{word(rng)[:60]}"')),
        ("here", "[[1,9,1,1],true]"),
        ("ask", "1.1"),
        ("join", '[1,"00","Ben"]'),
        ("table", '["01 120 avalam",["anna","ben"],["A","B"]]'),
    )
    what, text = rng.choice(texts)
    user = rng.choice(("anna", "ben", "ben", "cleo", word(rng)))
    return ["message", f"tourelle/1/{_TABLE}/by/{user}/{what}", mutated(rng, text)]


def _line(rng: random.Random) -> Step:
    count, checksum = mark(("c9-d9",))
    lines = (
        f"@kept {count} {checksum:08x}",
        "@log 0 c9-d9",
        "@log 1 none",
        "@move 1 y c9-d9",
        "@undo 1 c9-d9",
        "@offer undo 0",
        "@withdraw undo",
        "@noted seat 1.5",
        "@note claim 1.2,0",
        "@game avalam",
        "@error no table is shared; x",
    )
    return ["line", mutated(rng, rng.choice(lines))]


def run(steps: list[Step]) -> str | None:
    """Tell a bridge all that; what it found is an error that is no sentence."""
    desk = Desk()
    desk.notes = {
        "table": _TABLE,
        "game": _GAME,
        "me": "anna 0",
        "users": "anna,ben",
        "seat": "1.5",
        "run": "1",
        "holders": "0.0,0.0",
    }
    bridge = Bridge(desk, lambda line: None, brokers.read("mqtt://anna@h"), lambda *said: None)
    for line in ("@log 0 none", "@kept 0 00000000"):
        desk.greet()
        bridge.hear(line)
    bridge.feed(("connected",))
    for what, *words in steps:
        if what == "message":
            bridge.heard(words[0], words[1].encode(errors="replace"), False)
        elif what == "line":
            bridge.hear(words[0])
        else:
            with contextlib.suppress(UserError):
                invitations.read(words[0])
    if bridge.users != ["anna", "ben"]:
        return f"somebody sat down uninvited: {bridge.users}"
    return None
