"""What the positions of all games have in common: options, texts, and pushing and popping moves."""

from array import array

from tourelle.games import MARKS, AmbiguousMove, IllegalMove, TextError, footprint
from tourelle.grids import grid

MANY = 999999999  # more than any number in a text; a small integer on 32 bits

_PAGE = 32
_marks = array("H", bytes(2 * MARKS))


class Position:
    """A position of one game. A move is a *step*: an int that only its game understands.

    A game's file subclasses this and defines

    NAME, TITLE, ALIASES   "go", "Go", other names that are accepted
    GRID                   name of its grid
    SIDES                  a letter per side, in turn order; in a position, of those that play
    OPTIONS                ((name, (default, other values...)), ...)
    ONE_STEP               True if every turn is a single step; an option may change it
    WORDS                  words of its notation that are not cells: ("pass",)
    AT_TABLE               {option: value} for a new game at the board if nobody chose any
    KINDS                  its single pieces, each kind once, as in a position's text
    STEP_ROOM              (steps, marks of them all) of a position for which there is room from
                           the start; for more, room is made when they come

    and the methods at the end of this one. Glyphs are two characters a piece: a shape and
    a side's number ("?" unknown). Shapes: d disc, t tower, 0 1 2 pawn with so many collars,
    j jester, k token.

    turn       index of the side to move; it changes when a turn is over
    turns      turns completed, a pass included
    occupancy  1 where a cell holds anything (bytearray, one byte a cell)
    history    a `History` of what `pop` has to know of each step
    """

    NAME = TITLE = GRID = SIDES = ""
    ALIASES: tuple = ()
    OPTIONS: tuple = ()
    ONE_STEP = False
    WORDS: tuple = ()
    AT_TABLE: dict = {}
    KINDS: tuple = ()
    STEP_ROOM = 60, 240

    def __init__(self, options=None):
        self.grid = grid(self.GRID)
        self.options = self.check_options(options or {})
        self.occupancy = bytearray(self.grid.size)
        self.history = History()
        self.turn = 0
        self.turns = 0

    @classmethod
    def check_options(cls, options):
        """All options with their values, defaults filled in; TextError names an unknown one."""
        full = {name: values[0] for name, values in cls.OPTIONS}
        for name, value in options.items():
            if name not in full:
                known = ", ".join(full) or "none"
                raise TextError("%s has no option '%s'; it has: %s" % (cls.NAME, name, known))
            values = dict(cls.OPTIONS)[name]
            if value not in values:
                raise TextError("option %s is %s, not '%s'" % (name, " or ".join(values), value))
            full[name] = value
        return full

    # -- moves as text

    def parse_move(self, text):
        """The legal step that the text names; IllegalMove, AmbiguousMove or TextError."""
        wanted = self.normal_move(text.strip().lower())
        found = None
        for move in self.legal_moves():
            if self.normal_move(self.move_text(move).lower()) == wanted:
                if found is not None:
                    raise AmbiguousMove("'%s' fits several legal moves" % text)
                found = move
        if found is None:
            self._check_words(wanted)
            raise IllegalMove("'%s' is not a legal move here" % text.strip())
        return found

    def _check_words(self, move):
        """TextError if a move's text has a word that is neither a cell nor in the notation."""
        for mark in "->@^/":
            move = move.replace(mark, " ")
        for word in move.split():
            if word not in self.WORDS:
                self.cell(word)
        if not move.split():
            raise TextError("an empty text is not a move")

    def normal_move(self, text):
        """The normal form of a step's text; games with short forms extend this."""
        return text

    def push_turn(self, text):
        """Push the steps of one turn, or of the beginning of one, joined by commas.

        Nothing is pushed on an error: IllegalMove, AmbiguousMove or TextError.
        """
        pushed = 0
        turns = self.turns
        try:
            for step in text.split(","):
                if self.turns != turns:
                    raise IllegalMove("'%s' comes after the end of the turn" % step.strip())
                self.push(self.parse_move(step))
                pushed += 1
        except ValueError:
            for _ in range(pushed):
                self.pop()
            raise

    # -- positions as text

    def text(self):
        """The position as one line, for `read`. A turn in progress is written as `steps`."""
        writing = self.writing()
        text = None
        while text is None:
            text = self.write_on(writing)
        return text

    def write_on(self, writing):
        """Write a bit of the text; returns None, or at last the text. writing: from `writing`.

        The position is the same before and after.
        """
        taken_back = []
        while self.mid_turn:
            taken_back.append(self.pop())
        text = next(writing)
        steps = []
        for move in reversed(taken_back):
            if text is not None:
                steps.append(self.move_text(move))
            self.push(move)
        return text + " ; steps " + ",".join(steps) if steps else text

    def writing(self):
        """Yields None while it writes the text of the position at a turn's start; then the text.

        The position must be that one at every `next`.
        """
        words = [self.NAME, self.SIDES[self.turn]]
        for cell in range(self.grid.size):
            if self.occupancy[cell]:
                words.append(self.grid.names[cell] + "=" + self.stack_text(cell))
                yield None
        parts = [" ".join(words)]
        yield None
        for part in self.parts():
            if part:
                parts.append(part)
            yield None
        yield " ; ".join(parts + self._changed())

    def opening_text(self):
        """The shortest text of the opening with these options: "go ; options ko=super"."""
        return " ; ".join([self.NAME] + self._changed())

    def _changed(self):
        """A list with the options that differ from their defaults, as a part of a text; or []."""
        changed = [
            name + "=" + self.options[name]
            for name, values in self.OPTIONS
            if self.options[name] != values[0]
        ]
        return ["options " + ",".join(changed)] if changed else []

    @classmethod
    def read(cls, text):
        """The position in a text; a game's name alone is the opening. TextError."""
        head, *rest = text.split(";")
        words = head.split()
        parts = {}
        for part in rest:
            name, _, value = part.strip().lower().partition(" ")
            if name in parts:
                raise TextError("part '%s' appears twice" % name)
            parts[name] = value.strip()
        position = cls(_options(parts.pop("options", "")))
        steps = parts.pop("steps", "")
        if len(words) > 1 or parts:
            position._put_up(words, parts)
        if steps:
            try:
                position.push_turn(steps)
            except (IllegalMove, AmbiguousMove) as error:
                raise TextError("steps %s: %s" % (steps, error))
        return position

    def _put_up(self, words, parts):
        """Make this the position in a text; words: of its first part, from the game's name on."""
        if len(words) < 2 or words[1].lower() not in tuple(self.SIDES):
            raise TextError(
                "after '%s' comes whose turn it is, %s%s"
                % (self.NAME, " or ".join(self.SIDES), ", not '%s'" % words[1] if words[1:] else "")
            )
        stacks = []
        seen = set()
        for word in words[2:]:
            name, equals, stack = word.partition("=")
            if not equals:
                raise TextError("'%s' is not cell=stack" % word)
            cell = self.cell(name)
            if cell in seen:
                raise TextError("'%s': %s appears twice" % (word, name.lower()))
            seen.add(cell)
            stacks.append((cell, stack))
        self.clear()
        self.turn = self.SIDES.index(words[1].lower())
        self.fill(stacks, parts)
        for name in parts:
            raise TextError("%s knows no part '%s'" % (self.NAME, name))

    def cell(self, name):
        """The cell with that name; TextError if the grid has none."""
        try:
            return self.grid.cell(name)
        except ValueError as error:
            raise TextError(str(error))

    def footprint(self, move):
        """What a legal step changes on the board, a `Footprint`."""
        return footprint(_marks, 0, self.mark(move, _marks, 0), self.grid.single)

    # -- what a game may override

    @property
    def mid_turn(self):
        """True between the steps of a turn."""
        return False

    def implied(self, move):
        """Whether a step that changes nothing is taken for granted once a later one is seen.

        True for "one token only" and "done"; False for a claim.
        """
        return False

    def compact(self):
        """The heap was tidied up: copy what grows with the game, so that it lies with the rest."""
        self.history.compact()

    def printed(self, cell):
        """What is printed on a cell of the game's board, such as its value; mostly ""."""
        return ""

    def marked(self):
        """Pairs of cells whose common edge is marked on the game's board."""
        return ()

    def bars(self):
        """Pairs of cells with a barrier on the edge between them."""
        return ()

    def score(self):
        """Points by side as they stand, or () if the game keeps none."""
        return ()

    def parts(self):
        """Yields what else the state holds at the start of a turn, as texts such as "quiet 37".

        Parts that are as at the start of a game are omitted. An empty text says nothing: it is a
        pause in a part that takes long to write.
        """
        return ()

    # -- what a game must define

    def legal_moves(self):
        """Yields the legal steps; the position must be the same at every `next`.

        What it yields after the end of the game does not matter.
        """
        raise NotImplementedError

    def push(self, move):
        """Play a legal step."""
        raise NotImplementedError

    def pop(self):
        """Take back the last step and return it."""
        raise NotImplementedError

    def mark(self, move, marks, at):
        """Write the marks (see games) of a legal step into marks, from number `at` on.

        Returns the number after the last one; `at` where the step changes nothing.
        """
        raise NotImplementedError

    def outcome(self):
        """The `Outcome`; None while the game goes on."""
        raise NotImplementedError

    def owner(self, cell):
        """The side whose colour the cell shows, or grids.NONE."""
        raise NotImplementedError

    def pieces(self, cell):
        """The glyphs of what stands on a cell, bottom first."""
        raise NotImplementedError

    def height_of(self, cell):
        """How many pieces stand on a cell."""
        return len(self.pieces(cell)) // 2  # two characters a piece

    def stack_text(self, cell):
        """What stands on an occupied cell, as in a position's text."""
        raise NotImplementedError

    @staticmethod
    def glyphs(stack):
        """The glyphs of a stack's text, bottom first; TextError."""
        raise NotImplementedError

    def move_text(self, move):
        """The legal step in the project's notation."""
        raise NotImplementedError

    def clear(self):
        """Take everything off the board and forget everything but the options."""
        raise NotImplementedError

    def fill(self, stacks, parts):
        """Put up [(cell, stack text)], and pop the parts that it uses; TextError."""
        raise NotImplementedError


class History:
    """A stack of small integers, one or more for each step that was pushed.

    It is kept in pages: a list doubles as it grows, and from 129 entries on it would need 1 KB of
    the heap in one piece.
    """

    def __init__(self):
        self._pages = [[]]

    def push(self, entry):
        if len(self._pages[-1]) == _PAGE:
            self._pages.append([])
        self._pages[-1].append(entry)

    def pop(self):
        entry = self._pages[-1].pop()
        if not self._pages[-1] and len(self._pages) > 1:
            self._pages.pop()
        return entry

    def last(self):
        """The entry that `pop` would return."""
        return self._pages[-1][-1]

    def count(self, entry):
        """How often the entry is in the stack."""
        return sum([page.count(entry) for page in self._pages])

    def clear(self):
        self._pages = [[]]

    def compact(self):
        """See `Position.compact`."""
        self._pages[-1] = self._pages[-1][:]


def _options(text):
    """{name: value} of "half=claim,...", in lower case."""
    options = {}
    for item in text.split(","):
        name, _, value = item.strip().partition("=")
        if name:
            options[name.strip()] = value.strip()
    return options


def is_number(text):
    """Whether a text consists of one or more digits 0 to 9."""
    return bool(text) and all(sign in "0123456789" for sign in text)


def number(text, most, what):
    """The number in a text, 0 to most; TextError says what it counts."""
    value = digits(text) if is_number(text) else MANY
    if value > most:
        raise TextError("%s is a number up to %d, not '%s'" % (what, most, text))
    return value


def digits(text):
    """The number written in digits; MANY if there are too many digits."""
    return int(text) if len(text) < 9 else MANY
