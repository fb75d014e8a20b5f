"""The log of a shared game, and the state that it leads to. Runs on MicroPython as well.

A log is a tuple of words, and only grows: steps that were taken back stay in it. A word is a
step's text, or begins with "=":

    =undo N         the first N steps stay, and a new epoch begins
    =draw, =lost P  the game ends: a draw was agreed, or player P gave up
    =next TABLE     after an end: the players go on at another table
    =seat P G D     from here on device D, of generation G, writes for player P

Only one player may add to a given log (`Course.turn`). So logs that differ come from two devices
of one seat, and the one of the newer generation holds.
"""

from binascii import crc32
from collections import namedtuple

# log      the words
# mark     (number of words, checksum of them all), to compare logs by
# epoch    how often steps were taken back
# steps    texts of the steps that stand
# ended    how the game ended by agreement: "draw" or "lost P", or ""
# table    the table where the players go on, or ""
# turn     the only player who may add the next word
# result   "won P", "draw" or "lost P", or "" while the game goes on
# holders  {player: (generation, device)} of seats that were taken over
Course = namedtuple(
    "Course", ("log", "mark", "epoch", "steps", "ended", "table", "turn", "result", "holders")
)


def mark(log):
    """The mark of a log; logs with equal marks are taken to be the same."""
    return len(log), crc32("\n".join(log).encode()) & 0xFFFFFFFF


def course(rules, log):
    """The `Course` of a log, or None where the log breaks a rule.

    rules   players: their number; look(steps): (player to move, result), or None where a step is
            not legal; after an end by the rules, the player who moved last
    """
    fold = _Fold(rules.players)
    for word in log:
        if not fold.take(word):
            return None
    seen = rules.look(tuple(fold.steps))
    ended = fold.ended
    if seen is None or (ended and seen[1]):
        return None
    turn, won = seen
    if fold.table and not (ended or won):
        return None
    steps = tuple(fold.steps)
    return Course(
        log, mark(log), fold.epoch, steps, ended, fold.table, turn, ended or won, fold.holders
    )


class _Fold:
    """Adds up the words so far: see `Course`. The steps' own rules are checked last."""

    def __init__(self, players):
        self.epoch = 0
        self.steps = []
        self.ended = self.table = ""
        self.holders = {}
        self._players = players

    def take(self, word):
        """Take in the next word; False where it may not come here."""
        name, _, value = word.partition(" ")
        if self.table or not name:
            return False
        if name[0] != "=":
            self.steps.append(word)
            return not self.ended
        if name == "=undo":
            return self._undo(number(value))
        if name == "=seat":
            return self._seat(*seat(word))
        if name == "=next":
            self.table = value
            return bool(value)
        before = self.ended
        self.ended = word[1:]
        return not before and (word == "=draw" or _loses(word, self._players))

    def _undo(self, count):
        if not 0 <= count < len(self.steps):
            return False
        del self.steps[count:]
        self.epoch += 1
        self.ended = ""
        return True

    def _seat(self, player, generation, device):
        fits = 0 <= player < self._players and generation >= 2 and device >= 0
        if not fits or (generation, device) <= self.holders.get(player, (1, 0)):
            return False
        self.holders[player] = generation, device
        return True


def _loses(word, players):
    return word[:6] == "=lost " and 0 <= number(word[6:]) < players


def number(text):
    """The number that a text stands for, in its one accepted spelling; -1 where it is none."""
    try:
        found = int(text) if len(text) < 10 else -1
    except ValueError:
        return -1
    return found if str(found) == text else -1


def seat(word):
    """(player, generation, device) of a word =seat; (-1, -1, -1) of any other word."""
    parts = word.split(" ")
    if parts[0] != "=seat" or len(parts) != 4:
        return -1, -1, -1
    return number(parts[1]), number(parts[2]), number(parts[3])


def signature(now, player, generation, device):
    """The words that a device writes before its first own: none if it has always had the seat."""
    holder = (generation, device)
    if generation == 1 or now.holders.get(player) == holder:
        return ()
    return ("=seat %d %d %d" % (player, generation, device),)


def common(one, other):
    """How many words two logs share at their start."""
    count = min(len(one), len(other))
    if one[:count] == other[:count]:
        return count
    at = 0
    while one[at] == other[at]:
        at += 1
    return at


def later(one, other):
    """The log that holds of two: the longer, or where they differ the one of the newer generation.

    This orders all logs, so that all who have heard the same logs hold the same one.
    """
    at = common(one, other)
    if at == len(one) or at == len(other):
        return one if len(one) >= len(other) else other
    return one if _rank(one[at]) > _rank(other[at]) else other


def _rank(word):
    return seat(word)[1:], word
