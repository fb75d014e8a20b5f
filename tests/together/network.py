"""A network that delays, stops and repeats, and a broker that forgets."""

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from together.clock import Clock

DELAYS_S = (0.002, 0.01, 0.05, 0.3)  # a message takes up to one of them
LATE_S = (0.0, 0.1, 2.0)  # and up to so much more when its connection was cut meanwhile
WILL_S = 3.0  # a broker notices within this time that somebody is gone
REMEMBERED = 40  # messages that may be repeated

Message = tuple[str, int, Any, Any]  # what, player, and what it says


class Client(Protocol):
    def heard(self, message: Message, retained: bool) -> None: ...


class Connection:
    """One way up, one down, each of which keeps the order.

    before   the record of this player that the broker had when it began
    """

    def __init__(self, broker: "Broker", client: Client, will: Message, before: Any):
        self.alive = True
        self.client = client
        self.will = will
        self.before = before
        self.free = {"up": 0.0, "down": 0.0}
        self._broker = broker
        self._clock = broker.clock
        self._rising: deque[Message] = deque()

    def send(self, message: Message) -> None:
        """From the client to the broker."""
        self._rising.append(message)
        self._move("up", self._arrive)

    def hold(self, way: str, seconds: float) -> None:
        """Nothing passes on this way for so long."""
        self.free[way] = max(self.free[way], self._clock.now + seconds)

    def held(self) -> bool:
        """Whether one of the two ways is held for a second or more from now."""
        return max(self.free.values()) > self._clock.now + 1

    def _arrive(self) -> None:
        self._broker.take(self._rising.popleft(), self)

    def deliver(self, message: Message, retained: bool) -> None:
        """From the broker to the client."""
        self._move("down", lambda: self.client.heard(message, retained))

    def _move(self, way: str, function: Callable[[], None]) -> None:
        clock = self._clock
        slowest = DELAYS_S[int(clock.between(0, len(DELAYS_S)))]
        self.free[way] = max(self.free[way], clock.now) + clock.between(0, slowest)

        def then() -> None:
            if self.alive:
                function()

        clock.after(self.free[way] - clock.now, then)

    def cut(self, lost: bool = False) -> None:
        """It ends; lost: with all that was under way, and its will. Else half of it comes later."""
        self.alive = False
        self._broker.connections.remove(self)
        if lost:
            return
        clock = self._clock
        for message in self._rising:
            if message[0] != "ask" and clock.chance(0.5):
                late = LATE_S[int(clock.between(0, len(LATE_S)))]
                clock.after(clock.between(0, late), partial(self._broker.take, message))
        clock.after(clock.between(0, WILL_S), lambda: self._broker.take(self.will))


class Broker:
    """Gives what it is sent to all, and keeps the last of each topic for who comes later.

    spoke   is told of each record that comes in from a connection, before it is retained
    """

    def __init__(self, clock: Clock, spoke: Callable[[Message, Connection], None]):
        self.clock = clock
        self.connections: list[Connection] = []
        self.count = 0  # messages
        self._spoke = spoke
        self._retained: dict[tuple[str, int], Message] = {}
        self._saved: dict[tuple[str, int], Message] = {}
        self._past: deque[Message] = deque(maxlen=REMEMBERED)

    def connect(self, client: Client, will: Message) -> Connection:
        """Connect a client, which is first told what is retained."""
        before = self._retained.get(("record", will[1]))
        made = Connection(self, client, will, before)
        self.connections.append(made)
        for topic in sorted(self._retained):
            made.deliver(self._retained[topic], True)
        return made

    def take(self, message: Message, connection: Connection | None = None) -> None:
        """A message has come."""
        self.count += 1
        if message[0] != "ask":
            if connection and message[0] == "record":
                self._spoke(message, connection)
            self._retained[message[:2]] = message
            self._past.append(message)
        for each in list(self.connections):
            each.deliver(message, False)

    def repeat(self, which: float, seconds: float) -> None:
        """An old message comes once more; which: 0 is the oldest that is remembered, 1 the last."""
        if self._past:
            message = self._past[int(which * (len(self._past) - 1))]
            self.clock.after(seconds, lambda: self.take(message))

    def forget(self, what: str) -> list[Connection]:
        """Forget "everything", "retained", "sessions", or what is not "older": who is cut off."""
        if what != "sessions":
            self._retained = dict(self._saved) if what == "older" else {}
        cut = [] if what == "retained" else list(self.connections)
        for connection in cut:
            connection.cut(lost=what == "everything")
        return cut

    def save(self) -> None:
        """Keep what is retained now, for `forget("older")`."""
        self._saved = dict(self._retained)
