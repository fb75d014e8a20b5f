"""The journal: a record of the game that survives a power cut at any byte, and damage.

Each line has its own checksum, and each step its number, so that a line that is damaged costs
only itself and the steps that build on it. docs/journal.md has the format.
"""

import binascii

from tourelle import games
from tourelle.files import line
from tourelle.games.position import digits, is_number

_WAITING = 8  # lines, at most, that wait for a journal to be written anew
_OTHERS = 16  # lines of unknown kinds that are kept
_OLD = {"S": "game", "M": "step", "U": "undo", "E": "end"}  # before there was a version


def entry(raw):
    """The (kind, text) of a sound line without its line end, else None."""
    body = raw[9:]
    if len(raw) < 10 or raw[:9] != b"%08x " % (binascii.crc32(body) & 0xFFFFFFFF):
        return None
    try:
        kind, _, text = str(body, "utf-8").partition(" ")
    except UnicodeError:
        return None
    return kind, text


def _legal(position, text):
    """The step that a line's text names, by its game's number or by its notation; else None."""
    number, _, notation = text.partition(" ")
    if is_number(number.lstrip("-")) and len(number) < 12:
        number = int(number)
        for move in position.legal_moves():
            if move == number and position.move_text(move) == notation:
                return move
    try:
        return position.parse_move(notation)  # of a version that numbers its moves otherwise
    except ValueError:
        return None


class Journal:
    """The record of the game on the board, in a store (see files.py).

    What happens is noted at once, and written by `work`, in moments that the caller chooses.

    lost   what could not be read of the recorded game, in words; "" where all could be
    full   why the game on the board is not recorded, in words; "" where it is
    """

    def __init__(self, store, trouble):
        """trouble(words): is called once where the game cannot be recorded any more."""
        self.lost = ""
        self.full = ""
        self._store = store
        self._trouble = trouble
        self._others: list = []  # texts of lines of unknown kinds
        self._waiting: list = []  # texts of lines that are not written yet
        self._job = None  # the work of writing the journal anew
        self._aside = False  # the one that it replaces is damaged
        self._fresh = False  # nothing of this game is in the store yet
        self._off = True  # nothing is recorded
        self._set("")

    def _set(self, start):
        self._start = start
        self._steps: list = []  # texts of the steps that stand
        self._end = ""
        self._others.clear()

    # -- what happens

    def begin(self, text):
        """A game starts from this position; the one before is kept as the last game."""
        self.finish()
        if self._steps:
            self._put_away()
        self._set(text)
        self.lost = ""
        self._fresh = True
        self._rewrite(False)

    def step(self, move, text):
        """A step was committed."""
        text = "%d %s" % (move, text)
        self._steps.append(text)
        self._note("step %d %s" % (len(self._steps), text))

    def back(self):
        """The last step, or an agreed end, was taken back."""
        if self._end:
            self._end = ""
            self._note("undo end")
        else:
            self._note("undo %d" % len(self._steps))
            self._steps.pop()

    def end(self, text):
        """The players ended the game: "draw", or the letters of who won."""
        self._end = text
        self._note("end %d %s" % (len(self._steps), text))

    def abandon(self):
        """The game is left; it is kept as the last game."""
        self.finish()
        self._off = True
        self.full = ""
        self._put_away()
        self._set("")

    def _put_away(self):
        try:
            self._store.keep()
        except OSError:
            pass  # the new game's record will tell that nothing can be written

    # -- writing

    def work(self):
        """Write a bit of what happened; True while there is more of it."""
        if self._off:
            return False
        try:
            if self._job is not None:
                if next(self._job, True):
                    self._job = None
                    self._fresh = False
            elif self._waiting:
                if self._store.add(line(self._waiting[0])):
                    self._waiting.pop(0)
                else:
                    self._rewrite(False)
        except OSError:
            self._fail()
        return self._job is not None or len(self._waiting) > 0

    def finish(self):
        """Write all that happened."""
        while self.work():
            pass

    def _note(self, text):
        """Have `work` write a line. The ones before it are written: only the last may be lost."""
        while self._waiting and (self._job is None or len(self._waiting) >= _WAITING):
            self.work()
        if not self._off:
            self._waiting.append(text)

    def _rewrite(self, aside):
        """Have `work` write the journal anew, as things stand."""
        self._waiting.clear()
        self._off = False
        self.full = ""
        self._aside = aside
        texts = _texts(self._start, self._others, tuple(self._steps), self._end)
        size = 2 * len(self._start) + sum([len(text) + 24 for text in self._steps + self._others])
        self._job = self._store.anew(map(line, texts), size, aside)

    def _fail(self):
        """The store takes no more: make room in it, and where there is none, say so."""
        self._stop()
        if self._store.make_room():
            self._rewrite(self._aside)
            return
        self._off = True
        self._waiting.clear()
        if self._fresh:
            self._store.discard()  # else an earlier game would be resumed
        self.full = "the game is not recorded any more, there is no room: delete files of your own"
        self._trouble(self.full)

    def _stop(self):
        if self._job is not None:
            self._job.close()
            self._job = None

    # -- reading

    def told(self, first, count):
        """`count` steps from number `first` on, in the project's notation; 0: the start position.

        Joined by spaces; empty where there are none.
        """
        if not first:
            return self._start
        steps = self._steps[first - 1 : first - 1 + count]
        return " ".join([step.partition(" ")[2] for step in steps])

    def last(self):
        """Whether there is a last game to go back to."""
        return any(entry(raw) for raw in self._store.lines(True))

    def damaged(self):
        """Whether there is a damaged one that was set aside."""
        return self._store.damaged()

    def restore(self):
        """Make the last game the one that `resume` reads."""
        self.finish()
        self._store.restore()

    def resume(self, less=0):
        """The recorded game, or None: (position with all its steps pushed,
        turns that were completed before each step, agreed end or "").

        less: so many of its last steps are left out. What is damaged is set aside.
        """
        self._stop()
        self._off = True
        self._waiting.clear()
        self._set("")
        self._store.clean()
        reading = Reading(self._others)
        for raw in self._store.lines():
            reading.take(entry(raw))
        self.lost = reading.lost()
        position = reading.position
        if position is None:
            if self.lost:
                try:
                    self._store.set_aside()
                except OSError:
                    pass  # it will be said when a game begins
            return None
        reading.back_to(len(reading.steps) - less)
        self._start = reading.start
        self._steps = reading.steps
        self._end = reading.end
        self._fresh = False
        self._rewrite(bool(self.lost))
        return position, reading.turns, self._end


class Reading:
    """A journal that is read line by line.

    position   with all its steps pushed, None until a line says where it starts
    start      that line's text
    steps      texts of the steps that stand
    turns      turns that were completed before each of them
    end        agreed end, or ""
    """

    def __init__(self, others):
        """others: takes up the texts of lines of unknown kinds, the last of each."""
        self.position = None
        self.start = ""
        self.steps: list = []
        self.turns: list = []
        self.end = ""
        self._others = others
        self._damaged = 0  # lines
        self._gone = 0  # steps that others before them are missing for

    def take(self, found):
        """The next line: its (kind, text), None for a damaged one."""
        if found is None:
            self._damaged += 1
            return
        kind, text = found
        if kind in _OLD:
            kind, text = self._renew(_OLD[kind], text)
        if kind == "game":
            if self.position is None:
                self._begin(text)
        elif kind == "step":
            self._step(text)
        elif kind == "undo":
            self._undo(text)
        elif kind == "end":
            number, _, end = text.partition(" ")
            if self.position is not None and _number(number) == len(self.steps):
                if end == "draw" or all(side in self.position.SIDES for side in end):
                    self.end = end
        elif kind != "journal":
            self._keep(kind + " " + text)

    def lost(self):
        """What could not be read, in words; "" where nothing is lost."""
        lines = self._damaged + self._gone
        if not lines:
            return ""
        if self.position is None:
            return "the recorded game cannot be read"
        steps = len(self.steps)
        return "the record was damaged: %d steps could be read, %d lines could not" % (steps, lines)

    def back_to(self, count):
        """Take back the steps after the first `count`."""
        while len(self.steps) > max(count, 0):
            self.position.pop()
            self.steps.pop()
            self.turns.pop()
            self.end = ""

    def _begin(self, text):
        try:
            self.position = games.read(text)
            self.start = text
        except ValueError:
            self._damaged += 1  # of a version with other rules

    def _step(self, text):
        number, _, text = text.partition(" ")
        number = _number(number)
        if self.position is not None and 0 < number <= len(self.steps) + 1:
            self.back_to(number - 1)
            move = _legal(self.position, text)
            if move is not None:
                self.turns.append(self.position.turns)
                self.position.push(move)
                self.steps.append(text)
                return
        self._gone += 1

    def _undo(self, text):
        if text == "end":
            self.end = ""
        elif 0 < _number(text) <= len(self.steps):
            self.back_to(_number(text) - 1)

    def _renew(self, kind, text):
        """A line of the format without numbers: after damage, its steps cannot be placed."""
        count = len(self.steps)
        if kind == "step":
            text = "%d %s" % (0 if self._damaged or self._gone else count + 1, text)
        elif kind == "undo":
            text = "end" if self.end else str(0 if self._damaged or self._gone else count)
        elif kind == "end":
            text = "%d %s" % (count, text)
        return kind, text

    def _keep(self, text):
        about = text.split(" ")[:2]
        self._others[:] = [other for other in self._others if other.split(" ")[:2] != about]
        if len(self._others) < _OTHERS:
            self._others.append(text)


def _texts(start, others, steps, end):
    """Yields the texts of a journal's lines. Its start is there twice, since all depends on it."""
    for _ in range(2):
        yield "game " + start
    for text in others:
        yield text
    for i in range(len(steps)):
        yield "step %d %s" % (i + 1, steps[i])
    if end:
        yield "end %d %s" % (len(steps), end)


def _number(text):
    """The number in a text; 0 where it is none, or none that counts steps."""
    return digits(text) if is_number(text) else 0
