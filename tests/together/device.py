"""A board, its bridge, and their cable: what a player has at home."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from together.board import Board
from together.network import Connection, Message
from tourelle_host.together.decide import Decider
from tourelle_host.together.record import Record

if TYPE_CHECKING:
    from together.world import World

LINE_S = (0.001, 0.01)  # a line on the cable
RESTART_S = 0.3
WAIT_S = 2  # before a claim: short, so that schedules are


class Device:
    """What one player plays with.

    bridge    its `Decider`, None while it does not run
    dead      the device is gone for good, with its journal
    offline   until then there is no network
    snap      the bridge is killed after so many of the next acts
    latest    of each player the record that was said last of those that this bridge heard
    said      when that was
    returned  of each the highest serial with which it was heard to be here, in this connection
    """

    def __init__(self, world: "World", player: int, number: int, generation: int):
        self.player = player
        self.number = number
        self.world = world
        self.bridge: Decider | None = None
        self.dead = False
        self.offline = 0.0
        self.snap: int | None = None
        self.latest: dict[int, Record] = {}
        self.said: dict[int, tuple] = {}
        self.returned: dict[int, tuple] = {}
        self.board = Board(player, world.rules, world.clock, world.kept)
        self.board.tell = self._from_board
        self.board.insert(
            game="standin",
            log=(),
            generation=generation,
            device=number,
            run=0,
            holders=((0, 0),) * world.rules.players,
            claim=None,
            verdict=None,
        )
        self._connection: Connection | None = None
        self._life = 0  # of the bridge
        self._free = {"up": 0.0, "down": 0.0}  # the cable

    @property
    def seat(self) -> tuple[int, int]:
        """(generation, device), as the flash has it."""
        return self.board.journal["generation"], self.number

    # -- the bridge

    def boot(self) -> None:
        """Start the bridge, once its board runs."""
        if self.bridge or self.dead:
            return
        if not self.board.on:
            self.world.clock.after(RESTART_S, self.boot)
            return
        self.board.journal["run"] += 1
        self._life += 1
        self.bridge = self.world.decider(
            self.player, self.world.rules, dict(self.board.journal), WAIT_S
        )
        if self.seat[0] == 0:
            self.bridge.decide(("take",))
        self.board.greet()
        self._soon(0.0, 0.3, self.connect)

    def crash(self, seconds: float) -> None:
        """The bridge is killed, and starts again."""
        if self.bridge:
            self.cut()
            self.bridge = None
            self._life += 1
            self.latest.clear()
            self.said.clear()
            self.returned.clear()
            self.world.clock.after(seconds, self.boot)

    def feed(self, event: tuple) -> None:
        """Have the bridge decide, and do what it says; it may be killed on the way."""
        if self.bridge is None:
            return
        before = self.bridge.best.log
        acts = self.bridge.decide(event)
        self.world.look(self, event, before, acts)
        for done, act in enumerate(acts):
            if self.snap is not None and done >= self.snap:
                self.snap = None
                self.crash(RESTART_S)
                return
            self._do(act)

    def _do(self, act: tuple) -> None:
        if act[0] in ("keep", "note", "read"):
            self._line("down", lambda: self.board.order(act))
        elif act[0] == "say":
            self.world.said(self, act)
        elif act[0] == "reconnect":
            self.cut()
        elif self._connection:
            self._connection.send(self._message(act))

    def _message(self, act: tuple) -> Message:
        if act[0] == "publish":
            return ("record", self.player, act[1], None)
        if act[0] == "here":
            return ("here", self.player, act[1], True)
        return ("ask", self.player, self._connection, None)

    # -- the cable

    def _from_board(self, event: tuple) -> None:
        if self.bridge:
            self._line("up", lambda: self.feed(event))

    def _line(self, way: str, function: Callable[[], None]) -> None:
        """The cable keeps the order; what is on it is lost with the bridge, or the board."""
        clock = self.world.clock
        lives = self._life, self.board.life
        self._free[way] = max(self._free[way], clock.now) + clock.between(*LINE_S)

        def then() -> None:
            if lives == (self._life, self.board.life):
                function()

        clock.after(self._free[way] - clock.now, then)

    def power(self, seconds: float) -> None:
        """The board's power is cut for so long."""
        if self.board.on:
            self.board.cut()
            self.world.clock.after(seconds, self._on)

    def _on(self) -> None:
        self.board.on = True
        self.board.greet()

    # -- the network

    def connect(self) -> None:
        """Connect, now or as soon as there is a network."""
        if self.bridge is None or self._connection or self.dead:
            return
        clock = self.world.clock
        if clock.now < self.offline:
            clock.after(self.offline - clock.now + 0.01, self.connect)
            return
        generation, device, run, connections = self.bridge.serial()
        will = (generation, device, run, connections + 1)
        self._connection = self.world.broker.connect(self, ("here", self.player, will, False))
        self.returned.clear()
        self.feed(("connected",))
        for player in range(self.world.rules.players):
            if player != self.player:
                self.feed(("expected", player))

    def cut(self) -> None:
        """The connection breaks."""
        if self._connection:
            self._connection.cut()
            self.is_cut()

    def is_cut(self) -> None:
        """The connection is broken; the bridge tries again."""
        self._connection = None
        self.feed(("cut",))
        self._soon(0.1, 2.0, self.connect)

    @property
    def connection(self) -> Connection | None:
        """To the broker, while there is one."""
        return self._connection

    def heard(self, message: Message, retained: bool) -> None:
        """Something came from the broker."""
        what, player, said, more = message
        if what == "record":
            self.world.told(self, said)
            self.feed(("record", said, retained))
        elif what == "here":
            if not retained:
                self.feed(("here", player, said, more))
        elif said is self._connection:
            self.feed(("echo",))
        elif player != self.player:
            self.feed(("asked",))

    def _soon(self, low: float, high: float, function: Callable[[], None]) -> None:
        self.world.clock.after(self.world.clock.between(low, high), function)

    def offered(self, player: int) -> list[tuple]:
        """(kind, mark, value) of what a player offers, by all that was heard.

        The value is left out where it need not be the same of all: the name of the next table.
        """
        entries = self.latest[player].entries if player in self.latest else ()
        return [(kind, at, None if kind == "rematch" else value) for kind, at, value in entries]

    def die(self) -> None:
        """The device is lost, with all that it knew."""
        self.dead = True
        self.cut()
        self.bridge = None
        self._life += 1
        self.board.cut()
