"""Schedules with what people have at home: the firmware's core, its journal, a hand, and a bridge.

Only the cable, the network and the broker are models, in virtual time; no socket, no thread. The
hand knows its own step, and for the rest obeys the lights.
"""

import random

from hands import led, move
from table import Memory, Table
from test_away import log as flash
from together.clock import Clock
from together.network import Broker, Connection, Message
from tourelle import games
from tourelle.buttons import OK, UNDO
from tourelle.play import PLAY
from tourelle_host.together import broker as brokers
from tourelle_host.together import wire
from tourelle_host.together.bridge import Bridge
from tourelle_host.together.desk import Desk
from tourelle_host.together.log import common
from tourelle_host.together.table import Table as Shared

STEPS, FAULTS = 20, 5  # at least so many of each
HEALED_S = 15  # within this time all are equal again
_ENDING = 12  # acts after that, in which games may end
_ANSWERED_S = 8
_TICK_S = 0.1
_KEPT_MS = 2000  # by then all of the table is in the flash
_LONGEST_S = 300
_USERS = ("anna", "ben", "cleo")
_GAMES = (("avalam", {}), ("avalam", {}), ("tawol", {}), ("cabale", {"players": "3"}))
_PEOPLE = ("step",) * 8 + ("undo", "ok", "ok")
_FAILING = ("power", "crash", "cut", "offline", "hold", "forget", "save", "repeat")


class Broken(Exception):
    """A promise was broken; the text says which."""


class Seat:
    """A player's board, hand and bridge.

    told   the log that was published last
    """

    def __init__(self, world: "World", shared: Shared, player: int):
        self.world = world
        self.player = player
        self.store = Memory()
        self.bridge: Bridge | None = None
        self.desk = Desk()
        self.on = True
        self.offline = 0.0
        self.told: tuple[str, ...] = ()
        self.connection: Connection | None = None
        position = games.read(shared.start)
        self.grid = position.grid.name
        self.table = Table(self.grid, store=self.store)
        self.table.switches[:] = position.occupancy
        self.table.run(50)
        away = [
            s for s, who in zip(position.SIDES, shared.sides, strict=True) if int(who) != player
        ]
        users = ",".join(_USERS[: shared.players])
        for line in (
            f"position {position.text()}",
            f"table share {' '.join(away)}",
            f"table note table {shared.name}",
            f"table note game {shared.text}",
            f"table note me {_USERS[player]} {player}",
            f"table note sides {shared.sides}",
            f"table note users {users}",
            f"table note seat 1.{10 + player}",
            f"table note holders {','.join(['0.0'] * shared.players)}",
        ):
            self.table.send(line)
            self.table.run(50)
        self.table.run(_KEPT_MS)
        self.table.lines.clear()
        self.boot()

    # -- the bridge and its cable

    def boot(self) -> None:
        """The bridge's process starts."""
        if self.bridge is None:
            self.desk = Desk()
            self.desk.greet()
            self._flush()

    def crash(self, seconds: float) -> None:
        """It is killed, and starts again."""
        self.cut()
        self.bridge = None
        self.world.clock.after(seconds, self.boot)

    def _send(self, line: str) -> None:
        if self.on:
            self.table.send(line)

    def _flush(self) -> None:
        lines = self.desk.take()
        for line in lines:
            self._send(line)

    def pump(self) -> None:
        """What the board has said comes to the bridge, and what that says to the network."""
        while self.on and self.table.lines:
            lines = self.table.lines[:]
            self.table.lines.clear()
            for line in lines:
                if self.bridge:
                    self.bridge.hear(line)
                else:
                    self.desk.hear(line)
                    self._flush()
            if self.bridge is None and self.desk.told:
                self._begin()
        self._publish()

    def _begin(self) -> None:
        somewhere = brokers.read(f"mqtt://{_USERS[self.player]}@somewhere")
        self.bridge = Bridge(self.desk, self._send, somewhere, lambda topic, words: None)
        self.desk.obey(("note", "run", self.bridge.decider.run))
        self.bridge._flush()

    def _publish(self) -> None:
        bridge = self.bridge
        if bridge is None:
            return
        while not bridge._out.empty():
            topic, payload, _ = bridge._out.get_nowait()
            what = topic.split("/")[-1]
            if what == "record":
                record = wire.read(payload)
                assert record
                self.told = record.log
                self.world.published(record.log)
            if self.connection:
                self.connection.send((what, self.player, (topic, payload), None))
        if bridge._cutting.is_set():
            self.cut()

    # -- the network

    def connect(self) -> None:
        """If there is a network, and the bridge is ready for it."""
        bridge = self.bridge
        ready = bridge is not None and bridge._ready.is_set()
        if not ready or self.connection or self.world.clock.now < self.offline:
            return
        assert bridge
        generation, device, run, connections = bridge.decider.serial()
        here = bridge.table.topic(bridge.user, "here")
        will = here, wire.write_here((generation, device, run, connections + 1), False)
        bridge._cutting.clear()
        self.connection = self.world.broker.connect(self, ("here", self.player, will, None))
        bridge.connected()
        self.pump()

    def cut(self) -> None:
        """The connection breaks."""
        if self.connection:
            self.connection.cut()
            self.is_cut()

    def is_cut(self) -> None:
        """It is broken."""
        self.connection = None
        if self.bridge:
            self.bridge.feed(("cut",))
            while not self.bridge._out.empty():
                self.bridge._out.get_nowait()

    def heard(self, message: Message, retained: bool) -> None:
        """Something comes from the broker."""
        if self.bridge:
            topic, payload = message[2]
            self.bridge.receive(topic, payload, retained)
            self.pump()

    # -- the board

    def power(self, seconds: float) -> None:
        """It is cut: what was told is in the flash."""
        if not self.on:
            return
        self.on = False
        self.store = Memory(self.store.journal, self.store.last)
        kept = tuple(flash(self._started()))
        if kept[: len(self.told)] != self.told:
            raise Broken(f"player {self.player} had told {self.told} and has {kept}")
        self.world.clock.after(seconds, self.power_on)

    def _started(self) -> Table:
        """A board that has started with what the flash holds, and what stands there."""
        copy = Memory(self.store.journal, self.store.last)
        table = Table(self.grid, store=copy, switches=bytes(self.table.switches))
        table.run(50)
        return table

    def power_on(self) -> None:
        """It starts again."""
        if not self.on:
            self.table = Table(self.grid, store=self.store, switches=bytes(self.table.switches))
            self.on = True

    def live(self) -> None:
        """A moment passes; the hand does what the lights ask for."""
        if not self.on:
            return
        self.table.run(int(_TICK_S * 1000))
        reader = self.play.reader
        if self.play.mode == PLAY and reader is not None and reader.leading.on:
            led(self.table)
        self.pump()

    @property
    def play(self):
        """What the firmware plays."""
        return self.table.core.session.play

    @property
    def players(self):
        """Who plays the sides, and what they may offer."""
        return self.table.core.session.seats.players

    def may_step(self) -> bool:
        """Whether a hand here may make a step."""
        play = self.play
        if not self.on or play.mode != PLAY or play.reader.leading.on or not play.rests():
            return False
        return not self.players.waits()

    def log(self) -> tuple[str, ...]:
        """What the flash holds."""
        return tuple(flash(self._started()))


class World:
    """Homes, network, and what has to hold."""

    def __init__(self, seed: int):
        self.chance = random.Random(seed)
        self.clock = Clock(seed)
        self.broker = Broker(self.clock, lambda message, connection: None)
        name, options = self.chance.choice(_GAMES)
        position = games.opening(name, options)
        sides = "".join(map(str, range(len(position.SIDES))))
        shared = Shared("anna-abcdefghijkm", position.opening_text(), sides, 2)
        self.faults = 0
        self.chain: tuple[str, ...] = ()
        self.seats = [Seat(self, shared, player) for player in range(shared.players)]

    def published(self, log: tuple[str, ...]) -> None:
        """Any two logs that were ever told are the beginning of each other: nothing is lost."""
        at = common(log, self.chain)
        if at < min(len(log), len(self.chain)):
            raise Broken(f"two records differ: {log[at:]} and {self.chain[at:]}")
        self.chain = max(log, self.chain, key=len)

    # -- a schedule

    def play(self) -> None:
        """Play it, heal, and look whether all are equal. Broken."""
        left = _ENDING
        while self.clock.now < _LONGEST_S and left:
            self._pass(self.chance.uniform(0.1, 1.2))
            self._act()
            left -= self.steps >= STEPS and self.faults >= FAULTS
        for seat in self.seats:
            seat.offline = 0.0
            seat.power_on()
            if seat.connection and seat.connection.held():
                seat.cut()
            seat.boot()
        for _ in range(_ANSWERED_S):
            self._pass(1)
            self._ok(self.seats[0], 1)  # a board that asks waits for an answer
        self._pass(HEALED_S)
        self._check()

    @property
    def steps(self) -> int:
        """So many were told."""
        return sum(word[0] != "=" for word in self.chain)

    @property
    def ended(self) -> bool:
        """Whether the game is over."""
        return all(seat.bridge and seat.bridge.decider.result() for seat in self.seats)

    def _pass(self, seconds: float) -> None:
        end = self.clock.now + seconds
        while self.clock.now < end:
            self.clock.run(min(end, self.clock.now + _TICK_S))
            for seat in self.seats:
                seat.live()
                seat.connect()
                if seat.bridge:
                    seat.bridge.feed(("passed", _TICK_S))
                    seat.pump()

    def _act(self) -> None:
        seat = self.chance.choice(self.seats)
        fails = self.chance.random() < 0.25
        late = self.steps >= STEPS
        name = self.chance.choice(_FAILING if fails else _PEOPLE + ("offer",) * late)
        getattr(self, "_" + name)(seat, self.chance.random())
        self.faults += fails and name not in ("save",)

    def _step(self, seat: Seat, value: float) -> None:
        able = [each for each in self.seats if each.may_step()]
        if not able:
            return
        seat = self.chance.choice(able)
        position = seat.play.position
        step = self.chance.choice(list(position.legal_moves()))
        text = position.move_text(step)
        if position.NAME == "avalam":
            move(seat.table, *text.split("-"))
        else:
            seat.play.play_made((step,))
            seat.table.switches[:] = seat.play.position.occupancy
            seat.play.compare()
        if value < 0.7:
            seat.table.run(1500)  # it gets firm
        seat.pump()

    def _undo(self, seat: Seat, value: float) -> None:
        if seat.on:
            seat.table.press(UNDO)
            seat.pump()

    def _ok(self, seat: Seat, value: float) -> None:
        asked = [each for each in self.seats if each.on and each.play.game.offered]
        for each in asked:
            each.table.press(OK if value < 0.8 else UNDO)
            each.pump()

    def _offer(self, seat: Seat, value: float) -> None:
        if seat.on and seat.play.mode == PLAY and not seat.play.game.offered:
            seat.players.offer("draw" if value < 0.7 else "resign")
            seat.pump()

    def _power(self, seat: Seat, value: float) -> None:
        seat.power(0.2 + 3 * value)

    def _crash(self, seat: Seat, value: float) -> None:
        seat.crash(0.1 + 3 * value)

    def _cut(self, seat: Seat, value: float) -> None:
        seat.cut()

    def _offline(self, seat: Seat, value: float) -> None:
        seat.offline = self.clock.now + 1 + 8 * value
        seat.cut()

    def _hold(self, seat: Seat, value: float) -> None:
        if seat.connection:
            seat.connection.hold(self.chance.choice(("up", "down")), 0.5 + 4 * value)

    def _forget(self, seat: Seat, value: float) -> None:
        cut = self.broker.forget(
            self.chance.choice(("everything", "retained", "sessions", "older"))
        )
        for each in self.seats:
            if each.connection in cut:
                each.is_cut()

    def _save(self, seat: Seat, value: float) -> None:
        self.broker.save()

    def _repeat(self, seat: Seat, value: float) -> None:
        self.broker.repeat(value, 2 * value)

    # -- in the end

    def _check(self) -> None:
        logs = {seat.log() for seat in self.seats}
        if len(logs) > 1:
            raise Broken(f"records are not equal: {sorted(logs)}")
        (log,) = logs
        if log[: len(self.chain)] != self.chain:
            raise Broken(f"{self.chain} was told, and {log} is kept")
        results = {seat.bridge.decider.result() if seat.bridge else "none" for seat in self.seats}
        if len(results) > 1:
            raise Broken(f"there is more than one result: {sorted(results)}")
        texts = {seat.play.position.text() for seat in self.seats}
        if len(texts) > 1:
            raise Broken(f"the boards do not show the same: {sorted(texts)}")
        for seat in self.seats:
            goes_on = seat.play.mode == PLAY
            if goes_on and seat.table.switches != seat.play.position.occupancy:
                raise Broken(f"pieces lie wrong on the board of player {seat.player}")
