"""The language of lights: what each cell says, as a colour and a rhythm, and how it looks.

A *lamp* is one byte: what a cell says, and to which side or how often. The guide sets lamps;
`Lights` turns them into the bytes that go to the LEDs.
"""

from array import array

from tourelle.clock import later, passed
from tourelle.kernels import dim, micropython, paint, shade, total
from tourelle.timers import SOON

SLOT_MS = 125  # a rhythm is 16 slots of this length, two seconds in all
SLOTS = 16

LEVELS = b"\x00\x20\x60\xff"  # brightness, of 255, of the levels 0 to 3 of a rhythm

NO_CELL = "-"  # in the chain: an LED that lies under no cell and stays dark


def _rhythm(text):
    return bytes(int(level) for level in text) * (SLOTS // len(text))


# name, colour (red, green, blue), rhythm. All differ in hue and in rhythm, and every rhythm starts
# lit. No state flashes more than three times in any second, since that may harm people who are
# sensitive to it. `turn` and `winner` take the colour of a side.
STATES = (
    ("off", (0, 0, 0), _rhythm("0")),
    ("turn", (0, 0, 0), _rhythm("1")),
    ("can-move", (0, 130, 130), _rhythm("2222222211111111")),
    ("in-hand", (170, 170, 170), _rhythm("3333333333333331")),
    ("may-land", (0, 255, 0), _rhythm("33331111")),
    ("may-attack", (255, 0, 90), _rhythm("3311")),
    ("capture", (255, 70, 0), _rhythm("30030030")),
    ("which", (110, 0, 255), _rhythm("3300")),
    ("proposed", (0, 140, 255), _rhythm("33330330")),
    ("put-back", (255, 190, 0), _rhythm("33333300")),
    ("remove", (255, 0, 0), _rhythm("30300000")),
    ("last-move", (0, 0, 255), _rhythm("3333333333332222")),
    ("choice", (255, 0, 255), _rhythm("3333333300000000")),
    ("barrier", (150, 255, 0), _rhythm("31333333")),
    ("winner", (0, 0, 0), _rhythm("3212")),
    ("busy", (90, 60, 255), _rhythm("3210")),
    ("fault", (255, 0, 30), _rhythm("3330303000000000")),
    ("touch", (0, 255, 110), _rhythm("3311331111111111")),
)

# Colour of a side, by its letter.
SIDES = {
    "y": (255, 170, 0),
    "r": (255, 20, 0),
    "w": (220, 220, 255),
    "b": (0, 40, 255),
    "1": (220, 220, 255),  # no green: that says may-land
    "2": (255, 150, 0),
    "3": (220, 0, 40),
    "4": (0, 80, 255),
}

# Letters that look alike. The first one's colour is for a side with another letter, unless one of
# these plays.
_SPARE = ("w1", "r3", "b4", "y2")

MOST_PULSES = 7
MOST_CHOICES = 11

# Lamps: the states in their order, then `turn` and `winner` of the other sides, then the states
# that count, from 1 on.
OFF = 0
TURN = 1
CAN_MOVE = 2
IN_HAND = 3
MAY_LAND = 4
MAY_ATTACK = 5
CAPTURE = 6
WHICH = 7
PROPOSED = 8
PUT_BACK = 9
REMOVE = 10
LAST_MOVE = 11
CHOICE = 12
BARRIER = 13
WINNER = 14
BUSY = 15
FAULT = 16
TOUCH = 17
NAMES = tuple([name for name, _, _ in STATES])
_SIDED = len(STATES)
_COUNTED = _SIDED + 6
_COUNTING = (REMOVE, PUT_BACK, PROPOSED, CHOICE)  # the last one counts to MOST_CHOICES
LAMPS = _COUNTED + 3 * MOST_PULSES + MOST_CHOICES


def turn(side):
    """The lamp "it is this side's turn"."""
    return TURN if side == 0 else _SIDED + side - 1


def winner(side):
    """The lamp of a side's pieces when the game is over."""
    return WINNER if side == 0 else _SIDED + 3 + side - 1


def pulses(state, count):
    """The lamp of a state that counts (remove, put-back, proposed, choice); 0: without a count."""
    if not count:
        return state
    most = MOST_CHOICES if state == CHOICE else MOST_PULSES
    return _COUNTED + _COUNTING.index(state) * MOST_PULSES + min(count, most) - 1


def meaning(lamp):
    """(name of its state, its side or None, its count or 0)."""
    if lamp >= _COUNTED:
        which = min(3, (lamp - _COUNTED) // MOST_PULSES)
        return NAMES[_COUNTING[which]], None, lamp - _COUNTED - which * MOST_PULSES + 1
    if lamp >= _SIDED:
        which, side = divmod(lamp - _SIDED, 3)
        return NAMES[(TURN, WINNER)[which]], side + 1, 0
    return NAMES[lamp], 0 if lamp in (TURN, WINNER) else None, 0


def of_sides(sides):
    """The colour of each side, by its letter: [(red, green, blue), ...].

    A letter without a colour, or that an earlier side looks like, gets one that no side has.
    """
    spare = [SIDES[alike[0]] for alike in _SPARE if not any(side in alike for side in sides)]
    found = []
    for at, side in enumerate(sides):
        alike = "".join([letters for letters in _SPARE if side in letters])
        own = alike and not any(other in alike for other in sides[:at])
        found.append(SIDES[side] if own else spare.pop(0))
    return found


def _all_rhythms():
    """The 16 levels of each lamp, in one row. A count is shown as pulses, a long one for each five.

    Pulses begin at least three slots apart: closer, there would be more than three in a second.
    """
    pulsing = []
    for n in range(1, MOST_CHOICES + 1):
        pulses = b"\3\3\3\0\0" * (n // 5) + b"\3\0\0" * (n % 5)
        pulsing.append((pulses + bytes(SLOTS))[:SLOTS])
    levels = [levels for _, _, levels in STATES]
    sided = [levels[TURN]] * 3 + [levels[WINNER]] * 3
    return b"".join(levels + sided + pulsing[:MOST_PULSES] * 3 + pulsing)


def _all_colours(sides):
    """Red, green and blue of each lamp, in one row, with the letters of the game's sides."""
    colours = of_sides(sides) + [(0, 0, 0)] * (4 - len(sides))
    found = [bytes(rgb) for _, rgb, _ in STATES]
    found[TURN] = found[WINNER] = bytes(colours[0])
    found += [bytes(rgb) for rgb in colours[1:]] * 2
    for state in _COUNTING:
        found += [found[state]] * MOST_PULSES
    found += [found[CHOICE]] * (MOST_CHOICES - MOST_PULSES)
    return b"".join(found)


_RHYTHMS = _all_rhythms()


def rhythm(lamp):
    """The lamp's 16 levels."""
    return _RHYTHMS[SLOTS * lamp : SLOTS * (lamp + 1)]


def _changes(levels):
    """A bit for each slot whose level differs from the one before."""
    return sum([1 << slot for slot in range(SLOTS) if levels[slot] != levels[slot - 1]])


_CHANGES = array("H", [_changes(rhythm(lamp)) for lamp in range(LAMPS)])


def colour(lamp, sides=""):
    """The lamp's full colour (red, green, blue), with the letters of the game's sides."""
    return tuple(_all_colours(sides)[3 * lamp : 3 * lamp + 3])


def places(grid, chain):
    """The LED of each cell (bytearray); chain: the names of the cells, as bytes (see `Grid.cell`).

    ValueError if the chain does not name each cell exactly once.
    """
    found = bytearray(b"\xff" * grid.size)
    left = grid.size
    for index, name in enumerate(chain):
        if name != NO_CELL.encode():
            cell = grid.cell(name)
            if found[cell] != 255:
                raise ValueError("cell '%s' is twice in the chain of leds" % grid.names[cell])
            found[cell] = index
            left -= 1
    if left:
        raise ValueError("the chain of leds does not name each cell: %d are left" % left)
    return found


class Lights:
    """Turns the lamps of all cells into the bytes of all LEDs, within the budget of the supply.

    A timer (see timers.py) for the rhythms.

    lamps   one lamp a cell (bytearray); whoever changes it calls `restart`
    frame   what the LEDs are to show: 3 bytes each in chain order, in the wire's colour order
    lit     the frame has changed since this was last reset, as at the start of `Core.tick`
    """

    def __init__(self, grid, leds, budget_ma):
        """leds is board.json's description of them; budget_ma is what they may draw."""
        self.lamps = bytearray(grid.size)
        chain = leds["chain"].encode().split()  # bytes, not texts: `Grid.cell` says why
        self.frame = bytearray(3 * len(chain))
        self._full = bytearray(3 * len(chain))  # before the limiter
        self._places = places(grid, chain)
        self._order = bytes(["RGB".index(letter) for letter in leds["order"]])
        if len(self._order) != 3:
            raise ValueError("the order of leds is not R, G and B")  # viper does not check
        self._palette = bytearray(LAMPS * 4 * 3)
        self._drawn = bytearray(grid.size)  # palette entry that each cell shows
        self._before = bytearray()  # the lamps whose rhythms are running
        rest = leds["rest_ma"] * len(chain)
        self._most = int((budget_ma - rest) * 255 / leds["full_ma"])
        self._since = 0
        self._slot = 0
        self.lit = False
        self.set_colours("", 255)
        self.at = None

    def set_colours(self, sides, brightness):
        """Use the colours of these sides, all dimmed to `brightness`, of 255."""
        shade(_all_colours(sides), self._order, LEVELS, brightness, self._palette, LAMPS)
        self._drawn[:] = b"\xff" * len(self._drawn)  # no palette entry: draw all anew
        self.at = SOON

    def restart(self, now):
        """Show the lamps: if any has changed, every rhythm starts again; else they all go on."""
        if self.lamps != self._before:
            self._before[:] = self.lamps
            self._since = now
            self._slot = 0
            self.at = later(now, SLOT_MS)
        self._draw()

    def act(self, now):
        """Go on with the rhythms; returns when the next light changes, or None for never."""
        slot = passed(now, self._since) // SLOT_MS
        if slot >= SLOTS:
            self._since = later(self._since, slot // SLOTS * SLOTS * SLOT_MS)
            slot %= SLOTS
        self._slot = slot
        self._draw()
        step = self._slots_alike(slot)
        return later(self._since, (slot + step) * SLOT_MS) if step else None

    @micropython.native
    def _slots_alike(self, slot):
        """For how many slots from this one on nothing changes; 0: nothing ever does."""
        changes = 0
        for lamp in self.lamps:
            changes |= _CHANGES[lamp]
        if not changes:
            return 0
        step = 1
        while not changes >> (slot + step) % SLOTS & 1:
            step += 1
        return step

    @micropython.native
    def _draw(self):
        """Bring the frame up to date, touching changed pixels only."""
        changed = paint(
            self.lamps,
            _RHYTHMS,
            self._slot,
            self._drawn,
            self._palette,
            self._places,
            self._full,
            len(self.lamps),
        )
        if changed:
            self._limit()
            self.lit = True

    def _limit(self):
        """Copy the frame, dimmed as a whole if it would draw more than the budget."""
        asked = total(self._full, len(self._full))
        if asked <= self._most:
            self.frame[:] = self._full
            return
        dim(self._full, self.frame, len(self.frame), self._most * 256 // asked)
