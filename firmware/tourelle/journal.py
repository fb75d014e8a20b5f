"""The journal: a record of the game that survives a power cut at any byte, and damage.

Each line has a checksum and each step a number, so that a damaged line loses only itself and the
steps that build on it. docs/journal.md has the format.
"""

from collections import namedtuple

from tourelle.files import FULL, entry, line, reason
from tourelle.game import Observer
from tourelle.kernels import const
from tourelle.memory import Lent
from tourelle.timers import SOON, Timer
from tourelle.who import AWAY

_PAGE = const(8)  # how many texts are joined
_WAITING = const(8)  # most lines that may wait while the journal is rewritten
_KEPT = const(32)  # most lines that are kept beside the steps
_SEATS = const(4)  # this many more, if they are about seats: a side must always get its player

# A recorded game: its position, with all steps pushed; how many turns were completed before each
# step (list); the end on which the players agreed, or "".
Recorded = namedtuple("Recorded", ("position", "turns", "end"))


class Texts:
    """A list of texts, most of them joined: a text by itself takes 32 bytes of the heap."""

    def __init__(self, texts=()):
        self._pages: list = []
        self._last: list = []
        for text in texts:
            self.append(text)

    def __len__(self):
        return _PAGE * len(self._pages) + len(self._last)

    def __iter__(self):
        for page in self._pages:
            yield from page.split("\n")
        yield from self._last

    def append(self, text):
        if len(self._last) == _PAGE:
            self._pages.append("\n".join(self._last))
            self._last = []
        self._last.append(text)

    def pop(self):
        self._last.pop()
        if not self._last and self._pages:
            self._last = self._pages.pop().split("\n")

    def compact(self):
        """The heap was tidied up: copy the latest texts into its first holes."""
        if self._last:
            self._last = "\n".join(self._last).split("\n")
        if self._pages:  # the newest may be freshly joined; a conversion would share its bytes
            page = self._pages[-1]
            self._pages[-1] = page[:1] + page[1:]

    def part(self, first, count):
        """A list of up to `count` texts, from number `first` on."""
        pages = self._pages
        found = []
        for page in range(first // _PAGE, (first + count - 1) // _PAGE + 1):
            if page < len(pages):
                found += pages[page].split("\n")
            elif page == len(pages):
                found += self._last
        return found[first % _PAGE :][:count]

    def copy(self):
        """Another `Texts` with the same texts."""
        made = Texts(self._last)
        made._pages = list(self._pages)
        return made


class Journal(Observer):
    """Records the game in a store (see files.py), and reads it back.

    It notes events at once; its timers write them, when the caller lets them act.

    adding      adds lines to what is written
    rewriting   rewrites the journal, which takes longer
    start       the start position's text; "" if nothing is recorded
    lost        which part of the recorded game could not be read, in words; "" if all was read
    full        why the game on the board is not recorded, in words; "" if it is
    """

    def __init__(self, store, warn=None):
        """warn(why): called once when the game can no longer be recorded."""
        self.adding = Timer(self._add)
        self.rewriting = Timer(self._go_on)
        self._warn = warn
        self.lost = ""
        self.full = ""
        self._store = store
        self._others: list = []  # texts of the lines that are kept beside the steps
        self._waiting: list = []  # texts of lines that are not written yet
        self._job = None  # the generator that rewrites the journal
        self._aside = False  # whether the journal that it replaces is damaged
        self._tried = False  # whether the flash has failed since the last complete rewrite
        self._fresh = False  # whether nothing of this game is in the store yet
        self._off = True  # whether recording is off
        self._failed = False  # whether a failure is still to be reported
        self._set("")

    def _set(self, start):
        self.start = start
        self._steps = Texts()  # one per step that was not undone
        self._end = ""
        self._others.clear()

    # -- what happens

    def begin(self, text):
        """A game starts from this position; the one before is kept as `leave` keeps it."""
        self.finish()
        if self.worth_keeping():
            self._keep_last()
        self._set(text)
        self.lost = ""
        self._fresh = True
        self._rewrite(False)

    def played(self, number, side, move, text):
        text = "%d %s" % (move, text)
        self._steps.append(text)
        self._note("step %d %s" % (number, text))

    def undone(self, number, move, text):
        self._note("undo %d" % number)
        self._steps.pop()

    def ended(self, number, position, verdict, agreed):
        if agreed:  # else the rules end it again when it is resumed
            self._end = "".join([position.SIDES[side] for side in verdict.winners]) or "draw"
            self._note("end %d %s" % (number, self._end))

    def keep(self, kind, name, value):
        """Keep a line beside the steps, such as "seat", "r", who; replaces that kind and name.

        ValueError if too many are kept already.
        """
        text = "%s %s %s" % (kind, name, value)
        if not renew(self._others, text):
            raise ValueError("the record keeps %d lines beside the steps, no more" % _KEPT)
        self._note(text)

    def kept(self, kind):
        """The kept lines of a kind, in order of arrival: [(name, value), ...]."""
        found = [text.split(" ", 2) for text in self._others]
        return [(words[1], words[2]) for words in found if words[0] == kind and len(words) == 3]

    def shared(self):
        """Whether somebody at another board plays in this game."""
        return AWAY in [who for _, who in self.kept("seat")]

    def at_once(self, act):
        """Call act(), and write either everything that happens in it or nothing.

        If it fails, the game has to be resumed from what is written: some of it has happened here.
        """
        self.finish()
        off, self._off = self._off, True
        others = list(self._others)
        try:
            act()
        except Exception:
            self._off = off
            self._others[:] = others
            raise
        self._rewrite(False)

    def reopened(self, position):
        self._end = ""
        self._note("undo end")

    def leave(self):
        """The game is left; it is kept as the last one if it is worth it, or cannot be read."""
        self.finish()
        self._off = True
        self._failed = False
        self.full = ""
        if self.worth_keeping() or not self.start:
            self._keep_last()
        else:
            self._store.discard()
        self._set("")

    def worth_keeping(self):
        """Whether the game has a step, or a log in which all steps may be taken back."""
        return len(self._steps) > 0 or self.shared()

    def _keep_last(self):
        try:
            self._store.keep_as_last()
        except OSError:
            pass  # the new game's record will report that nothing can be written

    def compact(self):
        """The heap was tidied up: copy the latest texts into its first holes."""
        self._steps.compact()
        self._others[:] = [text[:1] + text[1:] for text in self._others]

    # -- writing

    def _add(self, now):
        """Write a line, or report that none can be written any longer."""
        self._write()
        if self._failed:
            self._failed = False
            if self._warn is not None:
                self._warn(self.full)
        return SOON if self._waiting and self._job is None else None

    def _go_on(self, now):
        """Write a bit of the new journal, and after its end the lines that waited."""
        self._write()
        if self._job is not None:
            return SOON
        self.adding.at = SOON
        return None

    def _write(self):
        """Write a bit; True while there is more to write."""
        if self._off:
            return False
        try:
            if self._job is not None:
                if next(self._job, True):
                    self._job = None
                    self._fresh = self._tried = self._aside = False
            elif self._waiting:
                if self._store.add(line(self._waiting[0])):
                    self._waiting.pop(0)
                else:
                    self._rewrite(False)
        except OSError as error:
            self._fail(error)
        return self._job is not None or len(self._waiting) > 0

    def finish(self):
        """Write everything that happened."""
        while self._write():
            pass

    def _note(self, text):
        """Queue a line after writing those before it, so that only the last can be lost.

        While the journal is rewritten, lines can wait: the store still has the game as it was. Of a
        new game it has nothing, so that is written first.
        """
        many = 1 if self._fresh else _WAITING
        while self._waiting and (self._job is None or len(self._waiting) >= many):
            self._write()
        if not self._off:
            self._waiting.append(text)
            if self._job is None:
                self.adding.at = SOON

    def _rewrite(self, aside):
        """Start rewriting the journal as things stand."""
        self._waiting.clear()
        self._off = self._failed = False
        self.full = ""
        self._aside = aside
        texts = _texts(self.start, list(self._others), self._steps.copy(), self._end)
        size = 2 * len(self.start)
        for noted in (self._steps, self._others):
            for text in noted:
                size += len(text) + 24
        self._job = self._store.anew(map(line, texts), size, aside)
        self.rewriting.at = SOON

    def _fail(self, error):
        """A write failed: make room in the store, or rewrite the journal, else report it."""
        self._stop()
        tried, self._tried = self._tried, True
        again = self._store.make_room() if error.errno == FULL else not tried
        if again:
            self._rewrite(self._aside)
            return
        self._tried = False
        self._off = True
        self._waiting.clear()
        if self._fresh:
            self._store.discard()  # else an earlier game would be resumed
        self.full = "the game is not recorded any more, " + reason(error)
        self._failed = True
        self.adding.at = SOON

    def _stop(self):
        if self._job is not None:
            self._job.close()
            self._job = None

    # -- reading

    def excerpt(self, first, count):
        """Up to `count` steps from number `first` on, in the project's notation (list)."""
        return [step.partition(" ")[2] for step in self._steps.part(first - 1, count)]

    def copy(self):
        """The start position's text, "" if nothing is recorded, and the steps' `Texts`."""
        return self.start, self._steps.copy()

    def last(self):
        """Whether there is a last game to go back to."""
        try:
            return any(entry(raw) for raw in self._store.lines(True))
        except OSError:
            return False

    def restore(self):
        """Make the last game the one that `resume` reads; ValueError if the flash fails."""
        self.finish()
        try:
            self._store.restore()
        except OSError as error:
            raise ValueError("the last game cannot be resumed, " + reason(error))

    def resume(self, less=0):
        """The recorded game, a `Recorded`, or None.

        less: how many of its last steps to leave out. A damaged journal is set aside.
        """
        self._stop()
        self._off = True
        self.full = ""
        self._waiting.clear()
        self._set("")
        self._store.clean()
        with Lent("tourelle.replay", kept=False):
            from tourelle.replay import Replay

            replay = Replay(self._others)
        for raw in self._store.lines():
            replay.take(entry(raw))
        self.lost = replay.lost()
        position = replay.position
        if position is None:
            if self.lost:
                try:
                    self._store.set_aside()
                except OSError:
                    pass  # it is reported when a game begins
            return None
        if less and not self.shared():  # other boards have heard of those steps
            replay.back_to(len(replay.steps) - less)
        self.start = replay.start
        self._steps = Texts(replay.steps)
        self._end = replay.end
        self._fresh = False
        self._rewrite(bool(self.lost))
        return Recorded(position, replay.turns, self._end)


def renew(others, text):
    """Put a kept line in place of the one of its kind and name; returns whether there is room."""
    about = text.split(" ")[:2]
    rest = [other for other in others if other.split(" ")[:2] != about]
    most = _KEPT + _SEATS if about[0] == "seat" else _KEPT
    if most <= len(rest) == len(others):
        return False
    others[:] = rest + [text]
    return True


def _texts(start, others, steps, end):
    """Yields the texts of a journal's lines. The start comes twice: all else depends on it."""
    for _ in range(2):
        yield "game " + start
    yield from others
    for number, text in enumerate(steps, 1):
        yield "step %d %s" % (number, text)
    if end:
        yield "end %d %s" % (len(steps), end)
