"""The tables where the player sits, in virtual time."""

import json
from collections.abc import Callable

from tourelle.core import Core
from tourelle.games.position import Position
from tourelle.grids import grid as grid_named
from tourelle.lights import SLOT_MS, SLOTS
from tourelle.polled import Polled
from tourelle_host import paths
from tourelle_host.sim.files import Memory
from tourelle_host.sim.hand import GESTURE_MS, Command, parse, perform
from tourelle_host.sim.virtual import Outside, VirtualCore, sampler
from tourelle_host.sim.world import World

BOUNCE_MS = 8  # how long contacts chatter
UNDONE_MS = 60000  # how long after Undo a step that is taken back surprises nobody


class Table:
    """A board and what lies on it, where one command of a script is done after another.

    grid     the board's cells
    world    the pieces
    script   the commands since `start`, with waits, as in a script
    """

    world: World

    def __init__(self, grid: str):
        self._description = json.loads(paths.board(grid).read_text(encoding="utf-8"))
        self.grid = grid_named(grid)
        self.script: list[str] = []
        self._faults: set[int] = set()
        self._undo_ms = -UNDONE_MS  # when Undo was last pressed
        leds = self._description["leds"]
        order = [leds["order"].index(colour) for colour in "RGB"]
        chain = leds["chain"].split()
        self._pixels = [
            [3 * chain.index(name) + colour for colour in order] for name in self.grid.names
        ]

    @property
    def now_ms(self) -> int:
        """The board's time, in milliseconds."""
        raise NotImplementedError

    def close(self) -> None:
        """Leave the table; it cannot be used any more."""

    @property
    def faulty(self) -> bool:
        """Whether a switch sticks, open or closed."""
        return bool(self._faults)

    def mend(self) -> None:
        """Have every switch work again."""
        for cell in list(self._faults):
            self.do(f"free {self.grid.names[cell]}")

    def start(self, position: Position, begin: Callable[[], None] = lambda: None) -> None:
        """Put up a position, and let the board know that a game continues from there.

        begin(): called in between; from then on the board talks about this game.
        """
        text = position.text()
        self.script.clear()
        self.do(f'set "{text}"')
        begin()
        self.script.append(f"send position {text}")
        self._begin(position)
        self.wait(1000)

    def do(self, line: str) -> None:
        """Do one command of a script, including `wait`."""
        self.script.append(line)
        if line == "press undo":
            self._undo_ms = self.now_ms
        command = parse(line, self.grid)
        if command.word == "stuck":
            self._faults.add(command.args[0])
        elif command.word == "free":
            self._faults.discard(command.args[0])
        self._run(command.args[0] if command.word == "wait" else self._act(line, command))

    @property
    def held(self) -> list[str]:
        """The glyphs of the pieces that are up in the hand, bottom first."""
        return self.world.hand

    def glyphs(self, cell: int) -> str:
        """The pieces on a cell, bottom first, as glyphs of two characters."""
        return "".join(self.world.cells[cell])

    def undone(self) -> bool:
        """Whether Undo was pressed recently."""
        return self.now_ms - self._undo_ms < UNDONE_MS

    def wait(self, ms: int) -> None:
        """Let this much time pass."""
        if ms:
            self.do(f"wait {ms}")
        else:
            self._run(0)

    def watch(self) -> list[bytes]:
        """Watch the lights for one period: 3 bytes per cell for every slot."""
        frames = []
        for _ in range(SLOTS):
            frames.append(self._frame())
            self._run(SLOT_MS)
        self.script.append(f"wait {SLOTS * SLOT_MS}")
        size = len(frames[0])
        seen = b"".join(frames)
        return [
            b"".join(bytes(rgb) for rgb in zip(*(seen[at::size] for at in places), strict=True))
            for places in self._pixels
        ]

    # -- for each kind of board

    def _begin(self, position: Position) -> None:
        """Tell the board which game continues."""
        raise NotImplementedError

    def _act(self, line: str, command: Command) -> int:
        """Do any command but `wait`; returns how long it takes, in milliseconds."""
        raise NotImplementedError

    def _frame(self) -> bytes:
        """What the LEDs show, in the wire's order."""
        raise NotImplementedError

    def _run(self, ms: int) -> None:
        """Let this much time pass; 0: only what is due now."""
        raise NotImplementedError


class _Surroundings(Outside):
    """The pieces on a table, and the listener to the board."""

    def __init__(self, world: World, hear: Callable[[str], None]):
        self._world = world
        self._hear = hear

    def next_ms(self) -> int | None:
        return self._world.next_ms()

    def run(self, now_ms: int) -> None:
        self._world.run(now_ms)

    def hear(self, data: bytes) -> None:
        for line in data.decode().splitlines():
            self._hear(line)


class CoreTable(Table):
    """A table whose board is the firmware's core in this process."""

    def __init__(self, grid: str, seed: int, hear: Callable[[str], None]):
        """hear(line): called with each line that the board sends over its link."""
        super().__init__(grid)
        self._files = Memory()
        self._powered = True
        self.world = World(self.grid, seed)
        self._surroundings = _Surroundings(self.world, hear)
        self._switch_on()
        self.wait(0)
        self.do(f"bounce {BOUNCE_MS}")

    def _switch_on(self) -> None:
        self.core = Core(self._description, self._files)
        scanner = self._scanner(self.grid.size + 2, self._description["period_ms"])
        scanner.begin(self.core.contacts)
        self._virtual = VirtualCore(self.core, scanner, self._surroundings, self.now_ms)

    def _scanner(self, contacts: int, period_ms: int) -> Polled:
        """The part that reads the switches."""
        return Polled(contacts, sampler(self.grid, self.world), lambda ms: None, period_ms)

    @property
    def now_ms(self) -> int:
        return self.world.now_ms

    def _begin(self, position: Position) -> None:
        # Like `send` in a script; the link would take the text in small pieces.
        self.core.session.start(position)

    def _act(self, line: str, command: Command) -> int:
        if command.word != "power":
            return perform(command, self.world)
        self._powered = command.args[0]
        if self._powered:
            self._switch_on()
        return GESTURE_MS

    def _frame(self) -> bytes:
        return bytes(self.core.frame) if self._powered else bytes(len(self.core.frame))

    def _run(self, ms: int) -> None:
        end = self.now_ms + ms
        if self._powered:
            self._virtual.run(end)
        else:
            self.world.run(end)
