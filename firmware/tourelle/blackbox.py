"""The black box: the last events at the board, to find out later what happened.

An event is a debounced change of a switch or a button, or a decision: a step played or taken back,
a question, a proposal, the way back. docs/blackbox.md says how they are told.
"""

from array import array

from tourelle import VERSION
from tourelle.game import Observer
from tourelle.kernels import const
from tourelle.scanner import CLOSED

FORMAT = 1  # version of the lines
EVENTS = 256  # how many are kept

# Decisions, as `note` takes them; smaller numbers are changes of contacts, see scanner.py.
MOVE, UNDO, QUESTION, PROPOSED, WAY_BACK, GAME, OVER, LEFT, HOST = range(256, 265)
_WORDS = ("move", "undo", "question", "proposed", "way-back", "game", "over", "left", "host")

_PER_LINE = const(12)  # steps
_LONGEST = const(100)  # most characters about a crash


class BlackBox(Observer):
    """A ring of the last events; noting one allocates nothing.

    count   events since the start; the last EVENTS of them are kept
    """

    def __init__(self, clock):
        """clock: the `Clock` that gives the time of a decision."""
        self.count = 0
        self._clock = clock
        self._what = array("H", [0] * EVENTS)
        self._when = array("i", [0] * EVENTS)  # in ms
        self._step = array("H", [0] * EVENTS)
        self._move = array("i", [0] * EVENTS)

    def played(self, number, side, move, text):
        self.decided(MOVE, number, move)

    def undone(self, number, move, text):
        self.decided(UNDO, number, move)

    def ended(self, number, position, verdict, agreed):
        self.decided(OVER, number, 0)

    def left(self):
        self.decided(LEFT, 0, 0)

    def decided(self, what, step, move):
        """Keep a decision.

        step: how many steps have been played, including one that is taken back; move: the step that
        is played or taken back, in its game's encoding; of HOST, how many of the events before it a
        host or the board itself caused.
        """
        self.note(what, self._clock.now, step, move)

    def by_host(self, first, step):
        """A host, or the board itself, caused the events from number `first` on; step: as above."""
        self.decided(HOST, step, self.count - first)

    def note(self, what, when, step=0, move=0):
        """Keep an event: a decision, or contact | CLOSED, or contact; when: its time in ms."""
        at = self.count % EVENTS
        self._what[at] = what
        self._when[at] = when
        self._step[at] = step
        self._move[at] = move
        self.count += 1

    def first(self):
        """Number of the oldest event that is kept; the first event of all has number 0."""
        return max(0, self.count - EVENTS)

    def _line(self, number, names):
        at = number % EVENTS
        what = self._what[at]
        head = "%d %d " % (number, self._when[at])
        if what > CLOSED | (CLOSED - 1):
            word = _WORDS[what - MOVE]
            return head + "%s %d %d" % (word, self._step[at], self._move[at])
        contact = what & ~CLOSED
        if contact < len(names):
            return head + ("down " if what & CLOSED else "lift ") + names[contact]
        name = "undo" if contact > len(names) else "ok"
        return head + ("press " if what & CLOSED else "release ") + name

    def lines(self, grid, closed, start, steps, seats, crash=None):
        """Yields lines of text: the events, and how the game stands after them.

        grid, closed: the `Grid` and its switches; start, steps: the game's start position and
        steps as the journal has them, "" and none if there is no game; seats: who plays which
        side, [(side, who), ...]; crash: what the crash was, in words.
        """
        last = self.count
        yield "black-box %d tourelle %s board %s" % (FORMAT, VERSION, grid.name)
        if crash is not None:
            crash = crash[:_LONGEST]
            for c in crash:  # without a list: the heap may be full
                if c < " ":
                    crash = crash.replace(c, " ")
            yield "crash " + crash
        number = self.first()
        while number < last:
            yield self._line(number, grid.names)
            number = max(number + 1, self.first())  # events may be overwritten meanwhile
        text = "switches"  # no list here, either
        for cell in range(grid.size):
            if closed[cell]:
                text += " " + grid.names[cell]
        yield text if len(text) > len("switches") else "switches none"
        yield "record 0 " + (start or "none")
        for at in range(0, len(steps), _PER_LINE):
            texts = [step.partition(" ")[2] for step in steps.part(at, _PER_LINE)]
            yield "record %d %s" % (at + 1, " ".join(texts))
        for side, who in seats:
            yield "seat %s %s" % (side, who)
        yield "end %d" % last
