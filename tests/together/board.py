"""A board with its flash: what the firmware will do at a shared table, and power that is cut."""

from collections.abc import Callable

from together.clock import Clock
from tourelle_host.together.log import Course, common, course, mark, signature

FIRM_S = 0.25  # a step stands so long before it is firm; a second on a real board
WRITE_S = (0.002, 0.05)  # from a step that is firm to the flash


class Board:
    """Its journal survives a power cut, its memory does not.

    journal   what is in the flash: as `Decider` takes it
    log       what it shows: the flash's, and words that are being written
    replaced  logs that its flash held before a newer device's were written over their ends
    life      how often its power was cut
    tell      hears its lines, as events for a `Decider`
    """

    def __init__(self, player: int, rules, clock: Clock, kept: Callable[["Board", tuple], None]):
        self.player = player
        self.journal: dict = {}
        self.on = True
        self.left = False
        self.log: tuple = ()
        self.replaced: list[tuple] = []
        self.tell: Callable[[tuple], None] = lambda event: None
        self._rules = rules
        self._clock = clock
        self._kept = kept
        self.life = 0
        self._free = 0.0  # when the flash has written all
        self._hand: tuple | None = None
        self._now: Course | None = None

    def insert(self, **journal) -> None:
        """A flash with this in it."""
        self.journal = journal
        self.log = journal["log"]

    def greet(self) -> None:
        """What it says to a bridge that has just opened its port."""
        self.tell(("board", self.log))
        self.tell(("kept", *mark(self.journal["log"])))

    def now(self) -> Course:
        """The state of the game that its log leads to."""
        if self._now is None or self._now.log is not self.log:
            self._now = course(self._rules, self.log)
            assert self._now is not None, "the board's own log breaks a rule"
        return self._now

    def may_step(self) -> bool:
        """Whether a hand may make a step of this board's player."""
        now = self.now()
        seat = self.journal["generation"], self.journal["device"]
        if not self.on or self.left or self._hand or self.journal["verdict"] or not seat[0]:
            return False
        held = max(self.journal["holders"][self.player], now.holders.get(self.player, (0, 0)))
        return now.turn == self.player and not (now.result or now.table) and held <= seat

    def step(self, text: str) -> None:
        """A hand has made a step, which is firm a little later, and then written."""
        self._hand = (mark(self.log), text)
        self.tell(("board", self.log + self._signed(text)))
        self._later(FIRM_S, self._firm, self._hand)

    def _signed(self, text: str) -> tuple:
        seat = self.journal["generation"], self.journal["device"]
        return (*signature(self.now(), self.player, *seat), text)

    def _firm(self, hand: tuple) -> None:
        if hand is self._hand and mark(self.log) == hand[0]:
            self._hand = None
            self._write(self.log + self._signed(hand[1]))

    def order(self, act: tuple) -> None:
        """What the bridge told it: keep, note or read."""
        if not self.on:
            return
        if act[0] == "note":
            self._flash(self._noted, act[1], act[2])
        elif act[0] == "read":
            self.greet()
        elif not self.left and mark(self.log) == act[1]:
            self._hand = None
            self._write(self.log[: act[2]] + act[3])

    def _noted(self, name: str, value) -> None:
        if name == "seat":
            self.journal["generation"] = value[0]
        else:
            self.journal[name] = value
        self.tell(("noted", name, value))

    def _write(self, log: tuple) -> None:
        self.log = log
        self.tell(("board", log))
        self._flash(self._written, log)

    def _written(self, log: tuple) -> None:
        self._kept(self, log)
        if not self._begins(log, self.journal["log"]):
            self.replaced.append(self.journal["log"])
        self.journal["log"] = log
        self.tell(("kept", *mark(log)))

    @staticmethod
    def _begins(log: tuple, part: tuple) -> bool:
        """Whether a log begins with this part."""
        return common(part, log) == len(part)

    def has_kept(self, log: tuple) -> bool:
        """Whether its flash holds this log, or ever did."""
        return any(self._begins(each, log) for each in (self.journal["log"], *self.replaced))

    def cut(self) -> None:
        """The power is gone, and with it what was not in the flash."""
        self.on = False
        self.life += 1
        self._hand = None
        self.log = self.journal["log"]
        self._free = 0.0

    def _flash(self, function: Callable, *arguments) -> None:
        """Lines are written one after the other."""
        now = self._clock.now
        self._free = max(now, self._free) + self._clock.between(*WRITE_S)
        self._later(self._free - now, function, *arguments)

    def _later(self, seconds: float, function: Callable, *arguments) -> None:
        life = self.life

        def then() -> None:
            if life == self.life:
                function(*arguments)

        self._clock.after(seconds, then)
