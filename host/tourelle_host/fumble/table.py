"""A table at which the fumbling hand sits: core and world in one process, in virtual time."""

import json
from collections.abc import Callable, Iterable, Iterator

from tourelle.core import Core
from tourelle.games.position import Position
from tourelle.lights import SLOT_MS, SLOTS
from tourelle.polled import Polled
from tourelle_host import paths
from tourelle_host.sim import hand
from tourelle_host.sim.world import World

BOUNCE_MS = 8  # how long the contacts chatter
UNDONE_MS = 60000  # so long after Undo nobody wonders that a step is taken back
_WRAP = (1 << 30) - 1  # the board's clock


class Memory:
    """A board's files (see files.py) that outlive a power cut: the game under way, and no more."""

    def __init__(self) -> None:
        self._journal: list[bytes] = []

    def lines(self, last: bool = False) -> Iterator[bytes]:
        for line in [] if last else self._journal:
            yield line.rstrip(b"\n")

    def anew(self, lines: Iterable[bytes], size: int, aside: bool) -> Iterator[None]:
        journal = list(lines)
        yield
        self._journal = journal

    def add(self, entry: bytes) -> bool:
        self._journal.append(entry)
        return True

    def keep(self) -> None:
        self._journal = []

    set_aside = discard = keep

    def ignore(self, *_: object) -> None:
        """Keep nothing."""

    restore = clean = save = ignore

    def damaged(self) -> bool:
        return False

    make_room = crashed = damaged

    def settings(self) -> dict:
        return {}


class Table:
    """A board and what lies on it; a hand does one command of its language after the other.

    world    the pieces
    script   the commands done since `start`, waits among them, as a script has them
    """

    def __init__(self, grid: str, seed: int, hear: Callable[[str], None]):
        """hear(line) is called with each line that the board says over its link."""
        board = json.loads(paths.board(grid).read_text(encoding="utf-8"))
        self._board = board
        self._files = Memory()
        self._powered = True
        self.undo_ms = -UNDONE_MS  # when Undo was pressed last
        self.core = Core(board, self._files)
        self.grid = self.core.cells
        self._scanner = Polled(self.grid.size + 2, self._sample, self._rest, board["period_ms"])
        self.world = World(self.grid, seed)
        self.script: list[str] = []
        self.now_ms = 0
        self._hear = hear
        self._bits = [
            (cell, 2 * self.grid.rows[cell] + self.grid.columns[cell] // 8, 1 << column % 8)
            for cell, column in enumerate(self.grid.columns)
        ]
        order = [board["leds"]["order"].index(colour) for colour in "RGB"]
        chain = board["leds"]["chain"].split()
        self._pixels = [
            [3 * chain.index(name) + colour for colour in order] for name in self.grid.names
        ]
        self._scanner.begin(self.core.contacts)
        self.wait(0)
        self.do(f"bounce {BOUNCE_MS}")

    def start(self, position: Position) -> None:
        """Put up a position, and let the board know that a game goes on from there."""
        text = position.text()
        self.script.clear()
        self.do(f'set "{text}"')
        # What a script does with `send`; the link would take the text in small pieces.
        self.script.append(f"send position {text}")
        self.core.session.start(position)
        self.wait(1000)

    def do(self, line: str) -> None:
        """Do one command of the hand's language, `wait` included."""
        command = hand.parse(line, self.grid)
        self.script.append(line)
        if line == "press undo":
            self.undo_ms = self.now_ms
        if command.word == "wait":
            self._run(command.args[0])
        elif command.word == "power":
            self._power(command.args[0])
            self._run(hand.GESTURE_MS)
        else:
            self._run(hand.perform(command, self.world))

    def undone(self) -> bool:
        """Whether Undo was pressed lately."""
        return self.now_ms - self.undo_ms < UNDONE_MS

    def _power(self, on: bool) -> None:
        self._powered = on
        if on:
            self.core = Core(self._board, self._files)
            self._scanner.begin(self.core.contacts)

    def wait(self, ms: int) -> None:
        """Let so much time pass."""
        if ms:
            self.do(f"wait {ms}")
        else:
            self._run(0)

    def watch(self) -> list[bytes]:
        """Look for one period of the lights: what each cell shows in every slot, 3 bytes a slot."""
        frames = []
        for _ in range(SLOTS):
            frames.append(bytes(self.core.frame))
            self._run(SLOT_MS)
        self.script.append(f"wait {SLOTS * SLOT_MS}")
        size = len(frames[0])
        seen = b"".join(frames)
        return [
            b"".join(
                bytes(rgb) for rgb in zip(*(seen[at::size] for at in places), strict=True)
            )
            for places in self._pixels
        ]

    def _sample(self, raw: bytearray) -> None:
        """What the contacts are, as the world has them."""
        inputs = self.world.inputs()
        for cell, byte, bit in self._bits:
            raw[cell] = 1 if inputs[byte] & bit else 0
        raw[-2] = inputs[-1] & 1
        raw[-1] = inputs[-1] >> 1

    def _rest(self, ms: int) -> None:
        """Time is let pass by `_run`."""

    def _run(self, ms: int) -> None:
        core, link, world, scanner = self.core, self.core.link, self.world, self._scanner
        end = self.now_ms + ms
        if not self._powered:
            self.now_ms = end
            world.run(end)
            return
        while True:
            core.sense(scanner, self.now_ms & _WRAP)
            wait = scanner.due(core.tick(self.now_ms & _WRAP))
            link.length = 0
            if link.count:
                self._listen(link)
            if wait == 0:
                # The board goes on at once, as the loop does; its world stands still meanwhile.
                continue
            moment = self.now_ms + wait
            moves = world.next_ms()
            if moves is not None and moves < moment:
                moment = moves
            self.now_ms = min(moment, end)
            world.run(self.now_ms)
            if moment > end:
                return

    def _listen(self, link) -> None:
        for line in bytes(link.out[: link.count]).decode().splitlines():
            self._hear(line)
        link.sent(link.count)
