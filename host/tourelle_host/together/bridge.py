"""Connects a board to the broker: it owns the clock and the sockets, and carries out `Decider`."""

import asyncio
import contextlib
import hashlib
import hmac
import json
from collections.abc import Callable

import aiomqtt

from tourelle import games
from tourelle_host.failures import Failures
from tourelle_host.side_by_side import until_one_ends
from tourelle_host.together import broker as brokers
from tourelle_host.together import table as tables
from tourelle_host.together import wire
from tourelle_host.together.decide import Decider
from tourelle_host.together.desk import Desk, read_note
from tourelle_host.together.record import Record, fits
from tourelle_host.together.rules import GameRules
from tourelle_host.together.table import Table

_TICK_S = 1.0
_LEAVE_S = 1.0
_ASKED = ("undo", "draw", "rematch")  # the other players have to accept these


def proof(token: str, user: str) -> str:
    """What an invited player shows in place of the token itself."""
    return hashlib.sha256(f"{token} {user}".encode()).hexdigest()


class Bridge:
    """Joins one board to the others at a shared table, through a broker.

    desk      the board, once it has told its log and its notes
    say       called with what people should know: a topic, and words
    users     each player's name at the broker, "" while nobody has joined
    names     each player's name as people see it
    """

    def __init__(
        self,
        desk: Desk,
        send: Callable[[str], None],
        broker: brokers.Broker,
        say: Callable[[str, str], None],
        authority: str | None = None,
    ):
        """send: called with each line for the board; authority: see `brokers.client`."""
        self._changed: Callable[[], None] = lambda: None
        notes = desk.notes
        self.table: Table = tables.read(notes["table"], notes["game"])
        user, _, player = notes["me"].partition(" ")
        self.user, self.player = tables.user(user), int(player)
        self.desk = desk
        self._letters = games.read(self.table.start).SIDES
        self.users = notes["users"].split(",")
        self.names = [notes.get(f"name{each}", user) for each, user in enumerate(self.users)]
        self.say = say
        self._send = send
        self._broker = broker
        self._authority = authority
        self._out: asyncio.Queue[tuple[str, bytes, bool]] = asyncio.Queue()
        self._cutting = asyncio.Event()
        self._asks = 0
        self._said = ""
        self._failures = Failures("a message from the broker")
        self._ready = asyncio.Event()
        self.decider = self._decider()

    def _decider(self) -> Decider:
        notes = self.desk.notes
        sides = [int(digit) for digit in self.table.sides]
        rules = GameRules(games.read(self.table.start), sides)
        generation, device = read_note(notes.get("seat", "1.0"))
        kept = {
            "game": self.table.text,
            "log": self.desk.log,
            "generation": generation,
            "device": device,
            "run": read_note(notes.get("run", "0")) + 1,
            "holders": read_note(notes["holders"]),
            "claim": read_note(notes.get("claim", "none")),
            "verdict": read_note(notes.get("verdict", "none")),
        }
        return Decider(self.player, rules, kept, self.table.wait)

    def watch(self, changed: Callable[[], None]) -> None:
        """Call `changed` from now on whenever something has happened."""
        self._changed = changed

    @property
    def claims(self) -> bool:
        """Whether this player has claimed the game because others stayed away too long."""
        return self.decider.claim is not None

    # -- events

    def hear(self, line: str) -> None:
        """Take in a line from the board."""
        for event in self.desk.hear(line):
            if event[:2] == ("noted", "run"):
                self._ready.set()
            elif event == ("offer", "rematch", None):
                event = ("offer", "rematch", tables.new_name(self.user))
            self.feed(event)
        self._flush()

    def feed(self, event: tuple) -> None:
        """Have the decider decide about an event, and carry out its decisions."""
        for act in self.decider.decide(event):
            self._do(act)
        self._flush()
        self._changed()

    def _do(self, act: tuple) -> None:
        what = act[0]
        if what in ("keep", "note", "read"):
            self.desk.obey(act)
        elif what == "publish":
            self._publish("record", wire.write(act[1]), True)
        elif what == "here":
            self._publish("here", wire.write_here(act[1], True), True)
            self._announce()
        elif what == "ask":
            self._asks += 1
            self._publish("ask", f"{self.decider.run}.{self._asks}".encode(), False)
        elif what == "reconnect":
            self._cutting.set()
        elif what == "say":
            self._tell(act[1], act[2])

    def _publish(self, what: str, payload: bytes, retain: bool) -> None:
        self._out.put_nowait((self.table.topic(self.user, what), payload, retain))

    def _flush(self) -> None:
        for line in self.desk.take():
            self._send(line)

    def _tell(self, topic: str, news) -> None:
        if topic == "offers":
            ours = self.decider.entries
            asked = [(kind, count) for _, kind, count in news if kind in _ASKED]
            asked = [(kind, count) for kind, count in asked if kind not in ours]
            kind, count = asked[0] if asked else ("none", None)
            self.desk.ask(f"undo {count}" if kind == "undo" else kind)
            for who, kind, _ in news:
                self.say("offer", f"{self.names[who]} offers: {tables.OFFERS[kind]}")
        elif topic == "away":
            sides = zip(self._letters, self.table.sides, strict=False)
            self.desk.away([letter for letter, who in sides if int(who) in news])
            for who in news:
                self.say("away", f"{self.names[who]} is gone; the game waits")
        elif topic == "result" and news:
            self.say("result", self.result(news))
        elif topic == "seat" and news == "elsewhere":
            self.say("seat", "this seat is played at another device now")
        elif topic == "lost":
            self.say("lost", f"steps of a device that had lost its seat: {' '.join(news)}")
        elif topic == "fault":
            self.say("fault", "the board plays by other rules than this computer")

    def last_words(self) -> Record | None:
        """What a player who leaves the table still has to say; None if the seat is elsewhere."""
        known = self.decider
        serial = known.generation, known.device, known.run + 1, 0  # later than anything it has said
        content = tuple(known.holders), known.own.log, (), known.claim, known.verdict
        return Record(self.player, *serial, known.game, *content) if known.holds() else None

    def result(self, outcome: str) -> str:
        """How the game ended, in words."""
        what, *players = outcome.split(" ")
        who = " and ".join(self.names[int(player)] for player in players)
        return {"won": f"{who} won", "lost": f"{who} lost"}.get(what, "a draw")

    # -- the network

    async def run(self) -> None:
        """Take part until it is cancelled; raises what goes wrong on the way."""
        self.desk.obey(("note", "run", self.decider.run))
        self._flush()
        await self._ready.wait()
        await until_one_ends(self._tick(), self._keep_connected())

    async def _keep_connected(self) -> None:
        tries = 0
        while True:
            begun = self.decider.connections
            try:
                await self._connection()
            except brokers.FAILS as error:
                self._complain(error)
            if self.decider.connections > begun:
                tries = 0
                self.feed(("cut",))
                while not self._out.empty():
                    self._out.get_nowait()
            await asyncio.sleep(brokers.AGAIN_S[min(tries, len(brokers.AGAIN_S) - 1)])
            tries += 1

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(_TICK_S)
            self.feed(("passed", _TICK_S))

    def _complain(self, error: BaseException) -> None:
        sentence = brokers.sentence(self._broker, error)
        if sentence != self._said:
            self._said = sentence
            self.say("network", f"{sentence}; the game goes on at the table, and it is tried again")

    async def _connection(self) -> None:
        """Connect and take part until the connection breaks or has to be made again."""
        generation, device, run, connections = self.decider.serial()
        will = wire.write_here((generation, device, run, connections + 1), False)
        self._cutting.clear()
        here = self.table.topic(self.user, "here")
        async with brokers.client(self._broker, (here, will), self._authority) as client:
            await client.subscribe(f"{tables.ROOT}/{self.table.name}/by/#", qos=1)
            self._said = ""
            self.say("network", f"connected with the broker {self._broker.host}")
            self.connected()
            try:
                await until_one_ends(
                    self._speak(client), self._listen(client), self._cutting.wait()
                )
            finally:
                await self._take_leave(client, here, will)

    def connected(self) -> None:
        """A connection with the broker has begun."""
        self.feed(("connected",))
        for player, user in enumerate(self.users):
            if user and player != self.player:
                self.feed(("expected", player))

    async def _take_leave(self, client: aiomqtt.Client, here: str, will: bytes) -> None:
        """Say the last words while the connection holds: after a clean end no will is sent."""
        with contextlib.suppress(aiomqtt.MqttError, TimeoutError):
            async with asyncio.timeout(_LEAVE_S):
                while not self._out.empty():
                    topic, payload, retain = self._out.get_nowait()
                    await client.publish(topic, payload, qos=1, retain=retain)
                await client.publish(here, will, qos=1, retain=True)

    async def _speak(self, client: aiomqtt.Client) -> None:
        task = asyncio.current_task()
        while not (task and task.cancelling()):  # Python 3.11's publish may swallow it
            topic, payload, retain = await self._out.get()
            await client.publish(topic, payload, qos=1, retain=retain)

    async def _listen(self, client: aiomqtt.Client) -> None:
        async for message in client.messages:
            if isinstance(message.payload, bytes) and message.payload:
                try:
                    self.receive(message.topic.value, message.payload, bool(message.retain))
                except Exception as error:
                    self._failures.report(error)

    def receive(self, topic: str, payload: bytes, retained: bool) -> None:
        """Take in a message from the broker; ignore nonsense and messages from strangers."""
        parsed = tables.parse_topic(topic)
        if parsed is None or parsed[0] != self.table.name or len(payload) > wire.MOST:
            return
        _, user, what = parsed
        if what == "ask":
            ours = user == self.user and payload == f"{self.decider.run}.{self._asks}".encode()
            self.feed(("echo",) if ours else ("asked",))
        elif what == "join" and self.user == self.table.creator:
            self._seat(user, payload)
        elif what == "table" and user == self.table.creator != self.user:
            self._read_announced(payload)
        elif user in self.users:
            self._hear_player(self.users.index(user), what, payload, retained)

    def _hear_player(self, player: int, what: str, payload: bytes, retained: bool) -> None:
        if what == "record":
            record = wire.read(payload)
            if record and record.player == player and fits(record, self.table.players):
                self.feed(("record", record, retained))
        elif what == "here":
            here = wire.read_here(payload)
            if here and not retained:
                self.feed(("here", player, *here))

    # -- who sits where

    def _announce(self) -> None:
        """As the table's creator, publish who plays."""
        if self.user == self.table.creator:
            announced = wire.Announced(self.table.text, tuple(self.users), tuple(self.names))
            self._publish("table", wire.write_announced(announced), True)

    def _seat(self, user: str, payload: bytes) -> None:
        """Somebody shows an invitation: the first valid one takes the seat."""
        asked = read_join(payload)
        tokens = dict(
            part.split("=", 1) for part in self.desk.notes.get("invite", "").split(",") if part
        )
        if asked is None:
            return
        player, shown, name = asked
        token = tokens.get(str(player), "")
        valid = token and hmac.compare_digest(proof(token, user), shown)
        if valid and not self.users[player] and user not in self.users:
            self._sits(player, user, name)
            del tokens[str(player)]
            left = ",".join(f"{each}={token}" for each, token in tokens.items())
            self._note("invite", left or "none=")
            self._announce()
            self.say("joined", f"{name} has joined")
            self.feed(("expected", player))
            self.feed(("asked",))

    def _sits(self, player: int, user: str, name: str) -> None:
        self.users[player] = user
        self.names[player] = name or user
        self._note("users", ",".join(self.users))
        self._note(f"name{player}", self.names[player])

    def _note(self, name: str, text: str) -> None:
        self.desk.note(name, text)
        self._flush()

    def _read_announced(self, payload: bytes) -> None:
        """The creator has published the seats: note the players who are new."""
        announced = wire.read_announced(payload)
        if (
            announced is None
            or announced.game != self.table.text
            or len(announced.players) != len(self.users)
        ):
            return
        for player, user in enumerate(announced.players):
            if user and not self.users[player]:
                self._sits(player, user, announced.names[player])
                self._cutting.set()  # what the newcomer said before was ignored: hear it again


def read_join(payload: bytes) -> tuple[int, str, str] | None:
    """(player, proof, name) of someone who shows an invitation; None where it is malformed."""
    with contextlib.suppress(ValueError, TypeError, RecursionError):
        player, shown, name = json.loads(payload)
        if type(player) is int and 0 <= player < 4 and isinstance(shown, str) and shown.isascii():
            return player, shown, wire.name(str(name))
    return None
