"""What boards that share a game are told: a broker's messages, a board's lines, and invitations.

A bridge with a board of some steps hears it, and so does who looks on at all tables.
"""

import contextlib
import json
import random
import tempfile
from pathlib import Path
from typing import Any

from fuzz.words import NAMES, NUMBERS, mutated, word
from tourelle import games
from tourelle_host.club.archive import Archive
from tourelle_host.club.wall import Wall
from tourelle_host.errors import UserError
from tourelle_host.server.carrier import Carrier
from tourelle_host.together import broker as brokers
from tourelle_host.together import invitation as invitations
from tourelle_host.together import wire
from tourelle_host.together.bridge import Bridge
from tourelle_host.together.desk import Desk
from tourelle_host.together.log import course, mark
from tourelle_host.together.record import Record
from tourelle_host.together.rules import GameRules
from tourelle_host.together.table import Table

Step = list[Any]
_TABLE = "anna-abcdefghijkm"
_PLAYERS = ("anna", "ben", "cleo")
_SIDES = "012"
_OPENING = games.opening("cabale", {"players": "3"})
_GAME = Table(_TABLE, _OPENING.opening_text(), _SIDES).text
_INVITATION = "tourelle://join?b=mqtts%3A%2F%2Fh&t=anna-abcdefghijkm&g=cabale&p=1&k=x&c=00000000"
_EVENTS = ("claim", "take", "hurry", "connected", "cut", "left")
_MOST_STEPS = 6


def _played() -> tuple[str, ...]:
    """The steps of a game from which logs are made."""
    position = games.read(_OPENING.text())
    steps: list[str] = []
    while len(steps) < _MOST_STEPS:
        move = next(iter(position.legal_moves()))
        steps.append(position.move_text(move))
        position.push(move)
    return tuple(steps)


_STEPS = _played()


def attacks(rng: random.Random) -> list[Step]:
    """Who hears it, after so many steps, and whether a seat is free; then all that comes in."""
    kinds = (_message, _message, _message, _line, _event, _invitation)
    steps = [rng.choice(kinds)(rng) for _ in range(rng.choice((1, 4, 20, 60)))]
    player, free = rng.choice(((0, False), (1, False), (2, False), (0, True), (1, True)))
    return [["board", player, rng.randrange(_MOST_STEPS), free], *steps]


def _invitation(rng: random.Random) -> Step:
    return ["invitation", mutated(rng, _INVITATION)]


def _event(rng: random.Random) -> Step:
    if rng.random() < 0.3:
        return ["event", "passed", rng.choice((1, 5, 60, 200))]
    return ["event", rng.choice(_EVENTS)]


def _message(rng: random.Random) -> Step:
    player = rng.randrange(len(_PLAYERS))
    kinds = {
        "record": lambda: wire.write(_record(rng, player)).decode(),
        "here": lambda: wire.write_here(
            (*_holder(rng), rng.randrange(4), rng.randrange(4)), rng.random() < 0.5
        ).decode(),
        "ask": lambda: rng.choice(("1.1", "2.1", "x")),
        "join": lambda: json.dumps([rng.randrange(-1, 5), word(rng), rng.choice(NAMES)]),
        "table": lambda: wire.write_announced(_announced(rng)).decode(),
    }
    what = rng.choice(("record", "record", *kinds))
    text = kinds[what]()
    user = _PLAYERS[player] if rng.random() < 0.9 else rng.choice(("dora", word(rng)))
    # Most are written as bridges write them: what is wrong with these is what they say.
    text = mutated(rng, text) if rng.random() < 0.3 else text
    return ["message", f"tourelle/1/{_TABLE}/by/{user}/{what}", text, rng.random() < 0.3]


def _holder(rng: random.Random) -> tuple[int, int]:
    return rng.choice((0, 1, 1, 1, 2, 3)), rng.choice((5, 6, 7, 99))


def _log(rng: random.Random) -> tuple[str, ...]:
    """The game's steps, or words of any sort between and behind them."""
    log = list(_STEPS[: rng.randrange(_MOST_STEPS + 1)])
    for _ in range(rng.choice((0, 0, 0, 1, 1, 2))):
        log.insert(rng.choice((len(log), rng.randrange(len(log) + 1))), _word(rng))
    return tuple(log)


def _word(rng: random.Random) -> str:
    number = rng.choice(("0", "1", "2", "3", rng.choice(NUMBERS)[:20]))
    generation, device = _holder(rng)
    return rng.choice(
        (
            f"=undo {number}",
            f"=lost {number}",
            "=draw",
            f"=next {_TABLE}",
            f"=seat {rng.randrange(4)} {generation} {device}",
            rng.choice(_STEPS),
            word(rng)[:60],
        )
    )


def _record(rng: random.Random, player: int) -> Record:
    log = _log(rng)
    where = [mark(log), mark(_STEPS[: rng.randrange(_MOST_STEPS)]), (rng.randrange(9), 1)]
    entries = tuple(
        (kind, rng.choice(where), {"draw": None, "rematch": _TABLE}.get(kind, rng.randrange(4)))
        for kind in ("undo", "draw", "resign", "rematch")
        if rng.random() < 0.2
    )
    claim = (rng.choice(where), rng.randrange(5)) if rng.random() < 0.2 else None
    verdict = (rng.randrange(9), rng.randrange(5)) if rng.random() < 0.1 else None
    holders = tuple(_holder(rng) for _ in range(rng.choice((3, 3, 3, 3, 2, 4))))
    serial = (*_holder(rng), rng.randrange(5), rng.choice((0, 1, 2, 3, 2**52)))
    who = player if rng.random() < 0.9 else rng.randrange(6)
    return Record(who, *serial, _GAME, holders, log, entries, claim, verdict)


def _announced(rng: random.Random) -> wire.Announced:
    game = rng.choice((_GAME, _GAME, "01 120 avalam", _GAME.replace("120", "0"), word(rng)))
    users = tuple(rng.choice((*_PLAYERS, "", "dora")) for _ in range(rng.choice((3, 3, 3, 2, 4))))
    return wire.Announced(game, users, tuple(rng.choice(NAMES) for _ in users))


def _line(rng: random.Random) -> Step:
    count = rng.randrange(_MOST_STEPS)
    number, checksum = mark(_STEPS[:count])
    lines = (
        f"@kept {number} {checksum:08x}",
        f"@log 0 {','.join(_STEPS[:count]) or 'none'}",
        f"@log {count} none",
        f"@move 1 1 {_STEPS[0]}",
        f"@undo 1 {_STEPS[0]}",
        "@offer undo 0",
        "@offer draw",
        "@offer resign",
        "@offer rematch",
        "@withdraw undo",
        f"@noted seat {rng.randrange(4)}.5",
        f"@note claim {number}.{checksum},0",
        "@game cabale",
        "@error no table is shared; x",
    )
    return ["line", mutated(rng, rng.choice(lines))]


class _Flash:
    """A board that does what a bridge says, and is wrong where the rules forbid that."""

    def __init__(self, log: tuple[str, ...]):
        self.log = log
        self.wrong = ""
        self._rules = GameRules(games.read(_OPENING.text()), [int(player) for player in _SIDES])

    def hear(self, line: str) -> str:
        """The answer, "" where there is none."""
        _, what, *words = line.split(" ", 2)
        rest = words[0] if words else ""
        if what == "note":
            return f"@noted {rest}"
        if what == "log" and rest.isdecimal():
            return f"@log {rest} {','.join(self.log[int(rest) :]) or 'none'}"
        return self._keep(*rest.split(" ", 3)) if what == "keep" else ""

    def _keep(self, count: str, checksum: str, at: str, words: str = "") -> str:
        if f"{count} {checksum}" == "{} {:08x}".format(*mark(self.log)):
            made = (*self.log[: int(at)], *(words.split(",") if words else ()))
            if course(self._rules, made) is None:
                self.wrong = f"the board is told to keep {made}, which the rules forbid"
            self.log = made
        return "@kept {} {:08x}".format(*mark(self.log))


def run(steps: list[Step]) -> str | None:
    """Tell a bridge all that; what it found is an error that is no sentence, or a rule broken."""
    if steps[0][0] != "board":  # what is cut down may lack it
        steps = [["board", 0, 1, False], *steps]
    [[_, player, count, free], *told] = steps
    users = [*_PLAYERS[:2], "" if free else _PLAYERS[2]]
    flash = _Flash(_STEPS[:count])
    desk = Desk()
    desk.notes = {
        "table": _TABLE,
        "game": _GAME,
        "me": f"{_PLAYERS[player]} {player}",
        "users": ",".join(users),
        "invite": "2=a-token-that-nobody-has" if free else "none=",
        "seat": "1.5",
        "run": "1",
        "holders": "0.0,0.0,0.0",
    }
    desk.greet()
    for line in (
        f"@log 0 {','.join(flash.log) or 'none'}",
        *([f"@log {count} none"] if count else []),
        "@kept {} {:08x}".format(*mark(flash.log)),
    ):
        desk.hear(line)
    desk.take()
    said: list[str] = []
    bridge = Bridge(desk, said.append, brokers.read("mqtt://anna@h"), lambda *words: None)
    with tempfile.TemporaryDirectory() as folder:
        wall = Wall(Archive(Path(folder)), Carrier(), lambda sentence: None)
        wall.connected()
        bridge.connected()
        bridge.feed(("echo",))
        for what, *words in told:
            _tell(bridge, wall, what, words)
            while said and not flash.wrong:
                answer = flash.hear(said.pop(0))
                if answer:
                    bridge.hear(answer)
    # At a free seat sits whoever the table's creator says.
    if bridge.users != users and (player == 0 or bridge.users[:2] != users[:2]):
        return f"somebody sat down uninvited: {bridge.users}"
    return flash.wrong or None


def _tell(bridge: Bridge, wall: Wall, what: str, words: list[Any]) -> None:
    if what == "message":
        topic, text, retained = words
        payload = text.encode(errors="replace")
        bridge.receive(topic, payload, retained)
        wall.receive(topic, payload, retained)
    elif what == "line":
        bridge.hear(words[0])
    elif what == "event":
        bridge.feed(tuple(words))
        if words[0] == "passed":
            wall.tick(wall.now + words[1])
    elif what == "invitation":
        with contextlib.suppress(UserError):
            invitations.read(words[0])
