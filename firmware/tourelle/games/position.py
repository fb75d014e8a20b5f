"""What the positions of all games have in common: options, texts, and the move stack's contract."""

from tourelle.games import AmbiguousMove, IllegalMove, TextError
from tourelle.grids import grid


class Position:
    """A position of one game. A move is a *step*: an int that only its game understands.

    A game's file subclasses this and gives

    NAME, TITLE, ALIASES   "avalam", "Avalam", other names that are accepted
    GRID                   name of its grid
    SIDES                  one letter a side, in turn order
    OPTIONS                ((name, (default, other values...)), ...)
    ONE_STEP               True where every turn is a single step
    legal_moves()          yields the legal steps; the position must not change meanwhile
    push(move), pop()      play a legal step; take the last one back and return it
    outcome()              None while the game goes on, else an `Outcome`
    footprint(move)        what a legal step changes on the board, a `Footprint`
    score()                points by side as they stand, or ()
    owner(cell)            side whose colour the cell shows, or grids.NONE
    pieces(cell)           glyphs bottom first, two characters each: a shape and a side's
                           number ("?" unknown). Shapes: d disc, t tower, 0 1 2 pawn with so
                           many collars, j jester, k token
    stack_text(cell)       the stack as written in a position's text
    glyphs(stack)          (static) the glyphs of a stack's text; TextError
    move_text(move)        the step in the project's notation

    turn       index of the side to move; it changes when a turn is over
    turns      turns completed, a pass included
    occupancy  1 where a cell holds anything (bytearray, one byte a cell)
    """

    NAME = TITLE = GRID = SIDES = ""
    ALIASES: tuple = ()
    OPTIONS: tuple = ()
    ONE_STEP = False

    def __init__(self, options=None):
        self.grid = grid(self.GRID)
        self.options = self.check_options(options or {})
        self.occupancy = bytearray(self.grid.size)
        self.turn = 0
        self.turns = 0

    @classmethod
    def check_options(cls, options):
        """All options with their values, defaults filled in; TextError names what is unknown."""
        full = {name: values[0] for name, values in cls.OPTIONS}
        for name, value in options.items():
            if name not in full:
                known = ", ".join(full) or "none"
                raise TextError("%s has no option '%s'; it has: %s" % (cls.NAME, name, known))
            values = dict(cls.OPTIONS)[name]
            if value not in values:
                raise TextError(
                    "option %s is %s, not '%s'" % (name, " or ".join(values), value)
                )
            full[name] = value
        return full

    def bars(self):
        """Pairs of cells with a barrier on the edge between them."""
        return ()

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
            raise IllegalMove("'%s' is no legal move here" % text)
        return found

    def normal_move(self, text):
        """One form for each of a step's spellings; games with short forms extend it."""
        return text

    def push_turn(self, text):
        """Push the steps of a turn's text, joined by commas; nothing is pushed on an error."""
        pushed = 0
        try:
            for step in text.split(","):
                self.push(self.parse_move(step))
                pushed += 1
        except ValueError:
            for _ in range(pushed):
                self.pop()
            raise

    # -- positions as text

    def text(self):
        """The position as one line; `read` gives it back."""
        words = [self.NAME, self.SIDES[self.turn]]
        for cell in range(self.grid.size):
            if self.occupancy[cell]:
                words.append(self.grid.names[cell] + "=" + self.stack_text(cell))
        parts = list(self.parts())
        changed = [
            name + "=" + self.options[name]
            for name, values in self.OPTIONS
            if self.options[name] != values[0]
        ]
        if changed:
            parts.append("options " + ",".join(changed))
        return " ; ".join([" ".join(words)] + parts)

    def parts(self):
        """What else the state holds, as texts such as "quiet 37"; as at the start: left out."""
        return ()

    @classmethod
    def read(cls, text):
        """The position of a text; a game's name alone is the opening. TextError."""
        head, *rest = text.split(";")
        words = head.split()
        parts = {}
        for part in rest:
            name, _, value = part.strip().partition(" ")
            if name.lower() in parts:
                raise TextError("part '%s' is there twice" % name)
            parts[name.lower()] = value.strip()
        options = {}
        for item in parts.pop("options", "").split(","):
            name, _, value = item.strip().lower().partition("=")
            if name:
                options[name] = value
        position = cls(options)
        if len(words) == 1 and not parts:
            return position
        if len(words) < 2 or words[1].lower() not in cls.SIDES:
            raise TextError(
                "after '%s' comes whose turn it is: %s"
                % (cls.NAME, " or ".join(cls.SIDES))
            )
        stacks = []
        for word in words[2:]:
            name, equals, stack = word.partition("=")
            if not equals:
                raise TextError("'%s' is no cell=stack" % word)
            try:
                cell = position.grid.cell(name)
            except ValueError as error:
                raise TextError(str(error))
            if cell in [c for c, _ in stacks]:
                raise TextError("'%s': %s is there twice" % (word, name))
            stacks.append((cell, stack))
        position.clear()
        position.turn = cls.SIDES.index(words[1].lower())
        position.fill(stacks, parts)
        for name in parts:
            raise TextError("%s knows no part '%s'" % (cls.NAME, name))
        return position

    # -- for subclasses

    def clear(self):
        """Take everything off the board and forget all that is not an option."""
        raise NotImplementedError

    def fill(self, stacks, parts):
        """Put up [(cell, stack text)] and use up (pop) the parts; TextError."""
        raise NotImplementedError

