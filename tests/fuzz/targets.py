"""What is attacked: each target makes attacks, lists of steps, and runs them.

A step is a list of texts and numbers, as it is kept in found/. A finding is a sentence.
"""

import asyncio
import atexit
import contextlib
import functools
import json
import random
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from browser import Browser, chromium, serving
from fuzz import network
from fuzz.witness import Witness, at_rest, pixels_differ, tale
from fuzz.words import mutated, opening, word
from table import Memory, Table
from tourelle import games
from tourelle.games.catalogue import GAMES
from tourelle.grids import NAMES, grid
from tourelle_host import expectation, lights, matrix, paths, script
from tourelle_host import record as records
from tourelle_host.blackbox import events, story
from tourelle_host.blackbox.script import write
from tourelle_host.engine.sides import Sides
from tourelle_host.errors import UserError
from tourelle_host.following import Follower
from tourelle_host.recorder import Recorder
from tourelle_host.server.local import local_board
from tourelle_host.server.mirror import Mirror
from tourelle_host.sim import hand
from tourelle_host.sim.board import SimulatedBoard
from tourelle_host.sim.disk import Stored
from tourelle_host.sim.port import open_port
from tourelle_host.sim.world import HandError, World

Step = list[Any]


class Target(NamedTuple):
    """make(rng) makes an attack, run(steps) says what it found, or nothing."""

    make: Callable[[random.Random], list[Step]]
    run: Callable[[list[Step]], str | None]


def _trace(error: BaseException) -> str:
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {str(error)[:200]} in {last.name}, {Path(last.filename).name}"


# -- texts: what people and files hand to the host

RECORD = """Game: avalam
Date: 2026-11-21
Player y: Ann
Options: tie-break=fives
Result: y 12 8

1. y c9-d9
2. r e4-e3
"""


EVENTS = """@event black-box 1 tourelle 0.1.0 board avalam
@event 7 83512 lift c9
@event 8 83790 lift d9
@event 9 83880 down d9
@event 10 84180 move 1 3056
@event 11 85180 press undo
@event 12 85380 release undo
@event 13 85380 undo 1 3056
@event switches d9
@event record 0 avalam
@event end 14
"""


def _texts(rng: random.Random) -> list[Step]:
    game = rng.choice(GAMES).name
    text = opening(rng, game)
    lines = [
        "lift c9 2", "drop d9 top askew", "place c4 y1", "place b4/b5 wall", "remove c4 1",
        "nudge d9 120", "slide c4 d4 e4", "touch e5", "hold ok 1500", "wait 800", "bounce 5",
        "stuck c4 closed", "power off", f"set {text}", "expect light d9 may-land/2",
        "expect question e4 e6", f"expect position {text}", "expect over y 12 8",
    ]  # fmt: skip
    kinds: list[tuple[str, str]] = [
        ("record", RECORD),
        ("events", EVENTS),
        ("record", f"Game: {game}\nPosition: {text}\n\n1. {word(rng)}\n"),
        ("position", text),
        ("position", f"{text} ; options {word(rng)} ; steps {word(rng)} ; passes {word(rng)}"),
        ("hand", rng.choice(lines)),
        ("script", "\n".join(rng.choices(lines, k=4))),
        ("port", "tcp://127.0.0.1:4000"),
        ("fault", rng.choice(list(matrix.KINDS.values()))),
        ("move", f"{rng.choice(['c9-d9', 'a1-b2', 'i3', 'e6-g4,x2,.', 'b1-e1>c1'])}"),
    ]
    kind, valid = rng.choice(kinds)
    return [[kind, mutated(rng, valid), rng.choice(NAMES), game]]


def _read_record(text: str, name: str, game: str) -> None:
    record = records.read(text)
    assert records.read(records.write(record)) == record


def _read_events(text: str, name: str, game: str) -> None:
    told = events.read(text)
    scene = events.scene(told)
    assert list(story.tell(told, scene)) and write(scene, "mutated")


def _read_position(text: str, name: str, game: str) -> None:
    position = games.read(text)
    assert games.read(position.text()).text() == position.text()


def _read_hand(text: str, name: str, game: str) -> None:
    made = hand.parse(text, grid(name))
    if made.word == "expect":
        expectation.parse(made.args[0], grid(name))
    elif made.word not in ("power", "send", "wait"):
        hand.perform(made, _world(name))


def _read_port(text: str, name: str, game: str) -> None:
    with contextlib.suppress(UserError):
        open_port(text).close()


# Kind of a text -> what reads one, on the grid of a name, in a game.
READERS: dict[str, Callable[[str, str, str], object]] = {
    "record": _read_record,
    "events": _read_events,
    "position": _read_position,
    "move": lambda text, name, game: games.opening(game).parse_move(text),
    "hand": _read_hand,
    "script": lambda text, name, game: script.parse(text, name),
    "fault": lambda text, name, game: matrix.parse(text, grid(name)),
    "port": _read_port,
}


def _world(name: str) -> World:
    world = World(grid(name))
    entry = next(entry for entry in GAMES if entry.grid == name)
    world.set(games.opening(entry.name))
    return world


def _run_texts(steps: list[Step]) -> str | None:
    for step in steps:
        try:
            kind, *rest = step
            READERS[kind](*rest)
        except (UserError, HandError, ValueError) as error:
            # A sentence for a person: not one of Python's own.
            if type(error) in (ValueError, UnicodeDecodeError) and "Exceeds" in str(error):
                return _trace(error)
            if not str(error) or "\n" in str(error).strip():
                return f"no sentence: {str(error)!r}"
        except Exception as error:
            return _trace(error)
    return None


# -- lines: what a board says to watch


def board_line(rng: random.Random, game: str) -> str:
    """A line of the link from a board, often mutated."""
    text = opening(rng, game)
    options = " ".join(f"{k}={v}" for k, v in games.opening(game).options.items())
    hello = "@hello tourelle 0.1.0 link 1 board avalam cells 49"
    n = rng.choice((0, 1, 2, 3, 12))
    lines = [
        hello, f"@game {game} {options}", f"@position {text}", "@turn y", "@score 24 24",
        f"@lift {word(rng)}", f"@down {word(rng)}", f"@move {n} y c9-d9", f"@undo {n} c9-d9",
        f"@question {word(rng)} {word(rng)}", "@proposed e4-e6", "@way-back put c9 remove d8*2",
        "@set-up put e5 remove a1", "@menu new-game:a5 placing=free:c5", "@over y 12 8",
        "@why stacks of five", "@say The draw is declined.", "@setting brightness 160",
        "@lights may-land=e5,f5 remove/2=d8 turn:y=a4", "@switches a5 c9", f"@record 0 {text}",
        f"@record {n} c9-d9 e4-e3", f"@record {n} none", "@status python=x memory-free=1",
        "@self-test on", "@left-out c4", "@button ok", "@fault broken", "@error no", "@lost 3",
        f"@event {n} 83512 lift c9", f"@event {n} 83512 move 1 3056", "@event record 0 avalam",
        f"@event end {n}", "@event black-box 1 tourelle 0.1.0 board avalam",
        f"@seat {rng.choice('yrwb')} host", "@seat y board 3", "@hint c9-d9",
        "Traceback (most recent call last):", ">>> ",
    ]  # fmt: skip
    line = mutated(rng, rng.choice(lines))
    if rng.random() < 0.1:  # the power fails in the middle of it
        line = line[: rng.randrange(len(line) + 1)] + hello
    return line


def _lines(rng: random.Random) -> list[Step]:
    game = rng.choice(GAMES).name
    return [[board_line(rng, game)] for _ in range(rng.choice((3, 10, 40)))]


class _Board:
    """A connection on which a board says these lines."""

    def __init__(self, lines: list[str]):
        self._lines = iter(lines)
        self.over = False

    def greet(self):
        return ["@hello tourelle 0.1.0 link 1 board avalam cells 49"]

    def send(self, line):
        pass

    def line(self, _):
        line = next(self._lines, None)
        self.over = line is None
        return line


def _run_lines(steps: list[Step]) -> str | None:
    board: Any = _Board([step[0] for step in steps])
    recorder = Recorder("2026-11-21", asks=True)
    try:
        follower = Follower(board, recorder, mirror=True, clock=lambda: 0.0)
        mirror = Mirror(grid("avalam"), recorder)
        alone = Recorder()
        sides = Sides(board.send, lambda sentence: None, asks=True)
        for line in follower.lines(lambda: board.over):
            mirror.hear(line)
            mirror.tick()
            alone.hear(line)
            sides.hear(line)
            sides.turn()
            for known in (recorder, alone):
                if known.record and not known.gap:
                    records.write(known.record)
        mirror.hub.join()
        lines, _, moves = tale(random.Random(json.dumps(steps)), "avalam")
        for told in lines:
            alone.hear(told)
        record = alone.record
        if record is None or alone.gap or record.steps != moves:
            return f"the record is {record and record.steps}: told were {moves}"
    except Exception as error:
        return _trace(error)
    return None


# -- frames: what a page's socket carries


def _frames(rng: random.Random) -> list[Step]:
    commands = ["lift c9", "drop d9", "place c4 y1", "press ok", "power off", "power on",
                "send hello", "set avalam", "hold undo 1500", "slide c4 d4 e4"]  # fmt: skip
    frames: list[Any] = [
        {"do": mutated(rng, rng.choice(commands))} for _ in range(rng.choice((2, 6)))
    ]
    frames += [
        {"new": mutated(rng, "avalam"), "options": {word(rng): rng.choice(["x", 1, None, {}])}},
        {"new": "avalam", "options": {}, "seats": {word(rng): rng.choice(["host", 1, None, {}])}},
        {"seat": mutated(rng, "r"), "who": mutated(rng, "board 2")},
        {"step": rng.choice([0, -1, 10**30, "x", None])},
        rng.choice([None, 7, [], {}, "x", [[[]]], {"do": {"do": []}}, {"do": "\ud800"}]),
    ]
    rng.shuffle(frames)
    texts = [json.dumps(frame) for frame in frames]
    return [[mutated(rng, text) if rng.random() < 0.3 else text] for text in texts]


def _run_frames(steps: list[Step]) -> str | None:
    async def talk() -> None:
        board = SimulatedBoard("avalam", "cpython")
        with local_board(board) as hub:
            board.advance(500)
            watcher = hub.join()
            for (text,) in steps:
                await asyncio.sleep(0)  # what the board has said is heard
                hub.heard(watcher, text)
                board.advance(100)
            if board.trouble:
                raise AssertionError(board.trouble)

    try:
        asyncio.run(talk())
    except Exception as error:
        return _trace(error)
    return None


# -- the firmware: what comes over the link, switches, power cuts and a failing flash


def host_line(rng: random.Random, game: str) -> str:
    """A line of the link to a board, often mutated."""
    text = opening(rng, game)
    lines = [
        "hello", f"new {game}", f"position {text}", f"position {text}", "position", "move c9-d9",
        f"move {word(rng)}", "undo", "undo turn", "ok", "menu", "choose new-game", "choose resign",
        f"choose {word(rng)}", "option placing=free", "resign", "draw", "stop", "brightness 100",
        "mute on", "lights", "follow on", "follow off", "switches", "record 0", "record 3",
        "blackbox", "blackbox crash", "hint", "seat", f"seat {rng.choice('yrwb')} hand",
        f"seat {rng.choice('yrwb12')} {rng.choice(('host', 'board 1', 'board 6', word(rng)))}",
        f"record {word(rng)}", "identify", "status", "self-test", "self-test off",
        "show in-hand c4 remove d9 e5", "show can-move c4", "table share r", "table log 0",
        "table share r", f"table share {rng.choice('yrwb12')}", "table keep 0 00000000 0 c9-d9",
        "table note sides 01", "table ask undo 0", "table ask draw", "table away r",
    ]  # fmt: skip
    return mutated(rng, rng.choice(lines)).replace("\n", " ")


def _storm(rng: random.Random, cells: tuple) -> list[Step]:
    """Switches that change faster than any hand moves them."""
    some = rng.sample(cells, rng.choice((1, 2, 5, 20)))
    return [["switch", rng.choice(some), rng.randrange(2), rng.choice((1, 5, 40, 300, 1500))]
            for _ in range(rng.choice((2, 10, 60)))]  # fmt: skip


def _core(rng: random.Random) -> list[Step]:
    entry = rng.choice(GAMES)
    cells = tuple(grid(entry.grid).names)
    steps: list[Step] = [["grid", entry.grid], ["put", opening(rng, entry.name)]]
    for _ in range(rng.choice((3, 8, 20))):
        match rng.randrange(11):
            case 0 | 1 | 2:
                steps.append(["send", host_line(rng, entry.name)])
            case 8 | 9 | 10:  # what makes sense, in between
                steps += [[rng.choice(("hand", "move")), rng.randrange(1000)] for _ in range(3)]
                steps += [["send", "undo"]] * rng.randrange(2)
            case 3:  # several in one write
                lines = [host_line(rng, entry.name) for _ in range(rng.randrange(2, 5))]
                steps.append(["send", "\n".join(lines)])
            case 4:
                steps += _storm(rng, cells)
            case 5:
                steps.append(["press", rng.randrange(2), rng.choice((30, 100, 1200, 3000))])
            case 6:
                steps.append(["cut", rng.randrange(400), rng.choice(("", "\x00", "x", "{"))])
            case 7:
                steps.append(["full", rng.randrange(2)])
    return [*steps, ["wait", 2000]]


class _Failing(Memory):
    """Files on a flash that can be full."""

    full = False

    def add(self, entry):
        return not self.full and super().add(entry)


def _play(table: Table, by_hand: bool, number: int) -> None:
    """One of the legal steps, with the natural gesture, or over the link and then carried out."""
    position = table.position
    if position is None or position.outcome() is not None:
        return
    legal = list(position.legal_moves())
    move = legal[number % len(legal)]
    foot = position.footprint(move)
    if not by_hand:
        table.send(f"move {position.move_text(move)}")
    names = table.cells.names
    table.lift(*(names[cell] for cell in (*foot.vacated, *foot.left, *foot.reached)))
    table.drop(*(names[cell] for cell in (*foot.left, *foot.reached, *foot.filled)))
    table.run(400)


class _Core:
    """A core with its store, to which steps are done."""

    def __init__(self, name: str):
        self.store = _Failing()
        self.table = Table(name, store=self.store)
        self._name = name

    def put(self, text):
        position = games.read(text)
        if position.grid.name == self._name:
            self.table.switches[:] = position.occupancy
            self.table.run(1500)

    def switch(self, cell, closed, ms):
        self.table.switches[self.table.cells.cell(cell)] = closed
        self.table.run(ms)

    def full(self, full):
        self.store.full = bool(full)

    def cut(self, lost, rest):
        """The power goes: the journal's end is lost, or something else is there."""
        store = self.store
        kept = store.journal[: max(0, len(store.journal) - lost)]
        again = _Failing(kept + rest.encode(), store.last)
        again.saved, again.aside, again.full = store.saved, store.aside, store.full
        self.store = again
        self.table = Table(self._name, self.table.now, again, bytes(self.table.switches))

    def do(self, kind, *values):
        """A step."""
        table = self.table
        ways: dict[str, Callable] = {
            "put": self.put,
            "send": table.send,
            "switch": self.switch,
            "hand": lambda *how: _play(table, True, *how),
            "move": lambda *how: _play(table, False, *how),
            "press": table.press,
            "wait": table.run,
            "full": self.full,
            "cut": self.cut,
            "grid": lambda name: None,
        }
        ways[kind](*values)


def _run_core(steps: list[Step]) -> str | None:
    witness = Witness()
    try:
        core = _Core(steps[0][1] if steps and steps[0][0] == "grid" else "avalam")
        for step in steps:
            core.do(*step)
            for line in core.table.lines:
                witness.hear(line)
            core.table.lines.clear()
            if witness.odd:
                return witness.odd
        core.table.run(2000)
        for line in core.table.lines:
            witness.hear(line)
        return at_rest(core.table, core.store, witness) or None
    except Exception as error:
        return _trace(error)


def _vm(rng: random.Random) -> list[Step]:
    entry = rng.choice(GAMES)
    cells = grid(entry.grid).names
    text = opening(rng, entry.name)
    position = games.read(text)
    steps: list[Step] = [["grid", entry.grid], ["do", f"set {text}"]]
    for _ in range(rng.choice((4, 12, 30))):
        match rng.randrange(10):
            case 0 | 1 | 2:
                steps.append(["send", host_line(rng, entry.name)])
            case 8 | 9:
                move = rng.choice([*position.legal_moves(), None])
                if move is not None:
                    steps.append(["send", f"move {position.move_text(move)}"])
                    position.push(move)
            case 3:
                lines = [host_line(rng, entry.name) for _ in range(rng.randrange(2, 6))]
                steps.append(["send", "\n".join(lines)])
            case 4:
                gesture = rng.choice(("lift", "drop", "touch", "nudge"))
                steps.append(["do", f"{gesture} {rng.choice(cells)}"])
            case 5:
                button = rng.choice(("press ok", "hold ok 1500", "press undo", "hold undo 1500"))
                steps.append(["do", rng.choice((button, "bounce 8", "bounce 0"))])
            case 6:
                state = rng.choice(("closed", "open"))
                steps.append(["do", f"stuck {rng.choice(cells)} {state}"])
            case 7:
                steps += [["wait", rng.choice((0, 1, 7, 350, 900))], ["do", "power off"],
                          ["wait", 10], ["do", "power on"]]  # fmt: skip
        steps.append(["wait", rng.choice((0, 20, 350, 2000))])
    return steps


def _disk(rng: random.Random) -> list[Step]:
    """As the VM, with a flash that fails now and then, or for good."""
    steps = _vm(rng)
    for _ in range(rng.choice((1, 2, 4))):
        kind = rng.choice(("read", "write", "erase", "silent", "wrong", "gone"))
        after, left = rng.choice((0, 1, 5, 30, 200)), rng.choice((1, 3, 30, -1))
        steps.insert(rng.randrange(1, len(steps)), ["send", f"disk {kind} {after} {left}"])
    return steps


def _run_disk(steps: list[Step]) -> str | None:
    firmware = paths.firmware()
    failing = Path(__file__).parents[1] / "failing_disk.py"
    return _run_vm(steps, {**firmware, "firmware.py": firmware["main.py"], "main.py": failing})


def _do(board: SimulatedBoard, kind: str, *values: Any) -> None:
    if kind == "send":
        board.send(values[0].encode(errors="replace") + b"\n")
    elif kind == "wait":
        board.advance(*values)
    elif kind == "do":
        with contextlib.suppress(HandError):
            board.advance(board.do(*values))


def _run_vm(steps: list[Step], files: dict[str, Path] | None = None) -> str | None:
    """files: on the board, instead of the firmware."""
    name = steps[0][1] if steps and steps[0][0] == "grid" else "avalam"
    if files:
        files = {**files, "board.json": paths.board(name)}
    seen = lights.Recorder()
    try:
        with SimulatedBoard(name, "micropython", Stored(files=files)) as board:
            board.on_frame.append(lambda frame, now_ms: seen.add(board.rgb(frame), now_ms))
            board.advance(1500)
            for step in steps:
                _do(board, *step)
            # What it says of its lights, twice, with more than a period between.
            for _ in range(2):
                board.advance(2 * lights.PERIOD_MS)
                board.send(b"\nbrightness 160\nhello\nlights\n")
            board.advance(100)
            if board.trouble:
                return board.trouble
            witness = Witness()
            for line in board.lines:
                witness.hear(line)
            if witness.odd:
                last = [said for said in board.lines if "Error" in said][-1:]
                return f"{witness.odd} {last}" if last else witness.odd
            return pixels_differ(board.lines, seen, board.now_ms, grid(name)) or None
    except Exception as error:
        return _trace(error)


# -- the page: what its server tells it that a board has said

SAY = """
const odd = [], socket = window.sockets.at(-1);
for (const message of arguments[0])
  try { socket.onmessage({data: JSON.stringify(message)}); }
  catch (error) { odd.push(String(error.stack)); }
return odd;
"""

POINTS = """
return [...document.querySelectorAll("#status .sides b")].map((points) => points.textContent);
"""


@functools.cache
def the_page() -> Browser:
    """A browser that shows a board which says nothing by itself, until this process ends."""
    things = contextlib.ExitStack()
    atexit.register(things.close)
    address = things.enter_context(serving("play", "--vm", "cpython"))
    page = things.enter_context(chromium())
    page.open(address)
    return page


def _messages(rng: random.Random) -> list[Step]:
    game = rng.choice(GAMES).name
    lines = [board_line(rng, game) for _ in range(rng.choice((5, 30)))]
    steps: list[Step] = [[{"type": "line", "text": line}] for line in lines]
    steps.append([{"type": "story", "lines": lines[:10]}])
    steps.append([{"type": rng.choice(("tone", "error", "x", *NAMES)), "hz": 440, "text": "x"}])
    rng.shuffle(steps)
    return steps


def _run_page(steps: list[Step]) -> str | None:
    """At the end the page is told of a game, which it then has to show."""
    page = the_page()
    odd = page.driver.execute_script(SAY, [message for (message,) in steps])
    rng = random.Random(json.dumps(steps))
    lines, position, moves = tale(rng, "avalam")
    odd += page.driver.execute_script(SAY, [{"type": "story", "lines": lines}])
    if odd:
        return f"{odd[0]}"
    to_move = ("Yellow to move", "Red to move")[position.turn]
    points = page.driver.execute_script(POINTS)
    shown = page.text("#status .headline"), points, page.moves()
    told = to_move, [str(count) for count in position.score()], moves
    if shown != told:
        return f"the page shows {shown}: it was told {told}"
    planted = page.driver.execute_script("return document.querySelectorAll('.planted').length")
    return "an element that a line of the board made" if planted else None


def _run_network(steps: list[Step]) -> str | None:
    try:
        return network.run(steps)
    except Exception as error:
        return _trace(error)


TARGETS = {
    "texts": Target(_texts, _run_texts),
    "lines": Target(_lines, _run_lines),
    "frames": Target(_frames, _run_frames),
    "core": Target(_core, _run_core),
    "vm": Target(_vm, _run_vm),
    "disk": Target(_disk, _run_disk),
    "network": Target(network.attacks, _run_network),
    "page": Target(_messages, _run_page),
}
