"""What a bridge decides: a state machine without clock, socket or chance.

    acts = Decider(player, rules, kept, wait).decide(event)

The same events give the same acts. Runs on MicroPython as well.

Events:
    ("board", log)              the board's log, with steps that may not be in its flash yet
    ("kept", count, checksum)   that many words of the log are in the flash
    ("noted", name, value)      a note that it was given is in the flash
    ("left",)                   it began another game
    ("connected",), ("cut",)    the connection to the broker began, or broke
    ("expected", player)        has a seat, but has not been heard in this connection yet
    ("echo",)                   our own "ask" came back: all retained messages came before it
    ("asked",)                  somebody else has asked
    ("record", record, retained)
    ("here", player, serial, on)    said live; a retained one does not show that anybody is there
    ("passed", seconds)
    ("offer", kind, value), ("withdraw", kind)    kind is undo (to so many steps), draw, resign,
                                                  rematch (at a table of that name)
    ("claim",), ("take",), ("hurry",)             take the seat over; without waiting for absentees
Acts:
    ("ask",), ("here", serial), ("publish", record), ("reconnect",)
    ("keep", mark, at, words)   the board, if its log has this mark, keeps its words up to `at`
                                and appends these
    ("note", name, value)       the board keeps this note
    ("read",)                   the board is asked for its log
    ("say", topic, value)       to people: seat, result, offers, away, lost, fault
"""

from tourelle_host.together.log import common, course, later, mark, signature
from tourelle_host.together.record import Record

GONE_S = 10  # a player who has been away for so long is reported as gone
QUIET_S = 5  # least time between two answers
AGAIN_S = 60  # how often all is said again unasked: a broker's nodes may retain different messages
TRUST_S = 180  # a player not heard for so long counts as away, even if no will came


class Decider:
    """The bridge of one player (numbered from 0): what it knows, and what it decides.

    rules   of the game: see `course`
    kept    what the board's journal holds: game, log, generation (0 on a device that never had
            the seat), device, run (number of this start of the bridge), holders, claim, verdict
    wait    seconds that a player may be away before the others may claim
    own     `Course` of the log in the board's flash
    best    `Course` of the latest log known
    """

    def __init__(self, player, rules, kept, wait):
        self.me = player
        self.rules = rules
        self.wait = wait
        self.game = kept["game"]
        self.generation = kept["generation"]
        self.device = kept["device"]
        self.run = kept["run"]
        self.holders = list(kept["holders"])
        self.claim = kept["claim"]
        self.verdict = kept["verdict"]
        self.own = self.best = course(rules, kept["log"])
        self.taking = self.hurried = False
        self.entries = {}  # kind: (mark, value)
        self.heard = {}  # of each other player: (serial, entries like our own, claim)
        self.present = {}  # of each: the highest serial of a message about being here
        self.away = {}  # of each: seconds away; negative while thought to be here
        self.connections = 0
        self._shown = kept["log"]
        self._listened = False
        self._live = set()  # players heard since the connection began
        self._number = 0
        self._echoed = ()  # serial of our own record at the broker
        self._published = self._sent = None
        self._owing = False
        self._quiet = QUIET_S
        self._told = {}
        self._acts = []

    def decide(self, event):
        """Take in an event; returns the acts to carry out, in order."""
        self._acts = []
        getattr(self, "_" + event[0])(*event[1:])
        self._settle()
        return self._acts

    def holds(self):
        """Whether this device has the seat, as far as it knows."""
        return 0 < self.generation and self.holders[self.me] <= (self.generation, self.device)

    def result(self):
        """How the game ended, "" while it goes on; a verdict comes first."""
        return "lost %d" % self.verdict[1] if self.verdict else self.best.result

    def gone(self):
        """The players who are reported as gone."""
        return [player for player in sorted(self.away) if self.away[player] >= GONE_S]

    def offers(self):
        """(player, kind, value) of the others' offers that stand now."""
        return sorted(
            (player, kind, entry[1])
            for player in self.heard
            for kind, entry in self.heard[player][1].items()
            if self._stands(kind, entry)
        )

    # -- the board

    def _board(self, log):
        self._shown = tuple(log)
        self._sent = None  # an earlier "keep" may never have arrived

    def _kept(self, count, checksum):
        log = self._shown[:count]
        if mark(log) != (count, checksum):
            self._act("read")
            return
        self._sent = None
        own = course(self.rules, log)
        if own is None:
            self._say("fault", log)  # the board's rules are not ours
        else:
            self.own = own
            self._believe(own)

    def _noted(self, name, value):
        if name == "seat":
            self.generation = value[0]
            self.taking = self.hurried = False
            self._hold(self.me, value)
            self._act("reconnect")  # so that the last will carries this generation

    def _left(self):
        if self._claimed(self.claim) and not self.verdict:
            self._judge((self.claim[0][0], self.claim[1]))

    # -- the network

    def _connected(self):
        self.connections += 1
        self._listened = False
        self._live = set()
        self._echoed = ()
        self._owing = True
        self._quiet = QUIET_S
        self._act("ask")

    def _expected(self, player):
        self.away.setdefault(player, 0)

    def _cut(self):
        self._listened = False
        self.away.clear()  # without a connection nobody can be seen to be here

    def _echo(self):
        self._listened = True

    def _asked(self):
        self._owing = True

    def serial(self):
        """The serial of a message about being here: the higher one counts."""
        return self.generation, self.device, self.run, self.connections

    def _here(self, player, serial, on):
        if player == self.me:
            if self.holds() and (serial < self.serial() or not on):
                self._act("here", self.serial())  # the broker retains an old one: replace it
        elif serial[0] and not self._old(player, serial[:2]) and self._newest(player, serial):
            self.present[player] = serial
            self.away[player] = -TRUST_S if on else max(self.away.get(player, 0), 0)

    def _newest(self, player, serial):
        """Whether this is the newest: a last will may arrive after the player's return."""
        return serial >= self.present.get(player, ())

    def _record(self, record, retained):
        player = record.player
        if not 0 <= player < self.rules.players or record.game != self.game:
            return
        theirs = self.best if record.log == self.best.log else course(self.rules, record.log)
        if theirs is None:
            return
        holder = record.generation, record.device
        for known, each in list(enumerate(record.holders)) + list(theirs.holders.items()):
            self._hold(known, each)
        self._hold(player, holder)
        if self._old(player, holder):
            self._owing = self._owing or player == self.me
            return
        serial = holder + (record.run, record.number)
        if player == self.me:
            self._hear_own(serial)
        else:
            if not retained:
                self._live.add(player)
            if self._counts(serial, self.heard.get(player, ((),))[0]):
                entries = {kind: (where, value) for kind, where, value in record.entries}
                self.heard[player] = serial, entries, record.claim
        self._hear(theirs)
        if record.verdict:
            self._judge(record.verdict)

    def _counts(self, serial, known):
        """Whether a record is news: it may come late, or twice."""
        return serial >= known

    def _old(self, player, holder):
        return holder < self.holders[player]

    def _hear_own(self, serial):
        """Our own record came from the broker: this one, or an older one of this seat."""
        if serial[:2] != (self.generation, self.device):
            return
        if serial[2:] > (self.run, self._number):
            self.run = serial[2] + 1  # the journal is older than what we published
            self._act("note", "run", self.run)
            self._owing = True
        elif serial < self._echoed:
            self._owing = True
        else:
            self._echoed = serial

    def _hear(self, theirs):
        """Take in a log from a record; ignore steps of ours that our own board never kept."""
        log = self.own.log
        longer = len(theirs.log) > len(log) and theirs.log[: len(log)] == log
        if not (longer and self.generation == 1 and self.own.turn == self.me):
            self._believe(theirs)

    def _believe(self, theirs):
        if later(theirs.log, self.best.log) is theirs.log:
            self.best = theirs

    # -- time and people

    def _passed(self, seconds):
        self._quiet += seconds
        self._owing = self._owing or self._quiet >= AGAIN_S
        self.away = {player: self.away[player] + seconds for player in self.away}

    def _offer(self, kind, value=None):
        here = self.best
        if kind == "undo":
            fits = 0 <= value < len(here.steps)
        else:
            fits = (kind == "rematch") == bool(here.result)
        if fits and self.holds() and not here.table and not self.verdict:
            self._claim_is(None)  # an offer ends a claim, and a claim ends the offers
            self.entries[kind] = here.mark, here.epoch if kind == "resign" else value

    def _withdraw(self, kind):
        self.entries.pop(kind, None)
        if kind == "claim":
            self._claim_is(None)

    def _claim(self):
        who = self.best.turn
        if self.away.get(who, 0) >= self.wait and not self.result() and self.holds():
            self.entries.clear()
            self._claim_is((self.best.mark, who))

    def _take(self):
        self.taking = not self.holds()

    def _hurry(self):
        self.hurried = True

    # -- consequences

    def _settle(self):
        if self.holds():
            self._void()
            self._follow()
            self._write()
            self._publish()
        elif self.taking:
            self._take_over()
        self._tell()

    def _take_over(self):
        """Take the seat once all others were heard, or one was and the person will not wait."""
        if len(self._live) >= (1 if self.hurried else self.rules.players - 1):
            generation = max(self.holders[self.me][0], 1) + 1
            self._once("note", "seat", (generation, self.device))

    def _void(self):
        for kind in list(self.entries):
            if not self._stands(kind, self.entries[kind]):
                del self.entries[kind]
        if self.claim and not self._claimed(self.claim):
            self._claim_is(None)

    def _stands(self, kind, entry):
        """Whether an offer still stands; one to give up stands as long as the epoch."""
        if kind == "resign":
            return entry[1] == self.best.epoch and not self.result()
        return entry[0] == self.best.mark and not self.verdict

    def _claimed(self, claim):
        """Whether a claim is live: nothing was written since it was made."""
        return claim is not None and claim[0] == self.best.mark

    def _follow(self):
        """Have the board keep the latest log known."""
        log = self.own.log
        best = self.best.log
        at = common(log, best)
        if at < len(best):
            if at < len(log):
                self._say("lost", log[at:])  # written by a device that no longer had its seat
            self._once("keep", self.own.mark, at, best[at:])

    def _write(self):
        """One player alone may write now; if it is this one, write what all have agreed on."""
        now = self.best
        if now.turn == self.me and now.mark == self.own.mark and not (now.table or self.verdict):
            word = self._agreed(now)
            if word:
                words = signature(now, self.me, self.generation, self.device) + (word,)
                self._once("keep", now.mark, len(now.log), words)

    def _agreed(self, now):
        """The word that all want next, "" where there is none."""
        players = range(self.rules.players)
        entries = [self.entries if p == self.me else self.heard.get(p, (0, {}))[1] for p in players]
        undo = self.entries.get("undo")
        if undo and all(each.get("undo") == undo for each in entries):
            return "=undo %d" % undo[1]
        if now.result:
            again = all(self._has(each, "rematch") for each in entries)
            return "=next %s" % self.entries["rematch"][1] if again else ""
        for player in players:
            if self._has(entries[player], "resign"):
                return "=lost %d" % player
        if all(self._has(each, "draw") for each in entries):
            return "=draw"
        claims = [self.heard[player][2] for player in self.heard]
        return "=lost %d" % self.me if (now.mark, self.me) in claims else ""

    def _has(self, entries, kind):
        return kind in entries and self._stands(kind, entries[kind])

    def _publish(self):
        if not self._listened:
            return
        entries = tuple((kind,) + self.entries[kind] for kind in sorted(self.entries))
        log = self.own.log
        content = (tuple(self.holders), log, entries, self.claim, self.verdict)
        new, answers = content != self._published, self._owing and self._quiet >= QUIET_S
        if answers:
            self._owing = False
            self._act("here", self.serial())
        if new or answers:
            self._quiet = self._quiet if new else 0
            self._number += new
            self._published = content
            serial = (self.generation, self.device, self.run, self._number)
            self._act("publish", Record(self.me, *serial, self.game, *content))

    def _tell(self):
        self._say("seat", "held" if self.holds() else "elsewhere")
        self._say("result", self.result())
        self._say("offers", self.offers())
        self._say("away", self.gone())

    # -- what is noted and said

    def _hold(self, player, holder):
        if holder > self.holders[player]:
            self.holders[player] = holder
            self._act("note", "holders", tuple(self.holders))

    def _claim_is(self, claim):
        if claim != self.claim:
            self.claim = claim
            self._act("note", "claim", claim)

    def _judge(self, verdict):
        """A claimer has left; where two have, the earlier claim decides."""
        if self.verdict is None or verdict < self.verdict:
            self.verdict = verdict
            self._act("note", "verdict", verdict)

    def _act(self, *act):
        self._acts.append(act)

    def _once(self, *act):
        """Do not repeat the last act for the board before it has answered."""
        if act != self._sent:
            self._sent = act
            self._act(*act)

    def _say(self, topic, value):
        if self._told.get(topic) != value:
            self._told[topic] = value
            self._act("say", topic, value)
