"""The hand's language: one command per line, the same in scripts and on the page."""

from collections.abc import Callable
from typing import NamedTuple

from tourelle import games
from tourelle.games.position import Position
from tourelle.grids import Grid
from tourelle_host.sim.world import (
    BUTTONS,
    NUDGE_MS,
    PRESS_MS,
    SLIDE_MS,
    TOUCH_MS,
    HandError,
    World,
)

GESTURE_MS = 200  # board time that `power` takes
# A board knows an opening when it has stood for a second: nobody plays on before that.
SET_MS = 1500
_LASTS = {"slide": SLIDE_MS, "press": PRESS_MS}  # gestures that say themselves how long they take
_DIGITS = "0123456789"
_MOST_DIGITS = 9  # eleven days, in milliseconds


class Command(NamedTuple):
    """A parsed command: its word, and its arguments.

    What `drop`, `place` and `remove` do with the box and with barriers has words of its own:
    "drop box", "place wall", "remove wall".
    """

    word: str
    args: tuple


def parse(line: str, grid: Grid) -> Command:
    """Parse one command. HandError names what is unknown or missing."""
    word, _, rest = line.strip().partition(" ")
    word = word.lower()
    if word not in _PARSERS:
        known = ", ".join(sorted([each for each in _PARSERS if " " not in each]))
        raise HandError(f"there is no command '{word}'; there are: {known}")
    words = rest.lower().split()
    if word == "drop" and words[:1] == ["box"]:
        word = "drop box"
    elif word in ("place", "remove") and words[1:] == ["wall"]:
        word += " wall"
    usage, read = _PARSERS[word]
    try:
        return Command(word, read(rest.strip(), grid))
    except _Usage:
        raise HandError(f"'{line.strip()}' cannot be read; write {usage}") from None


def position(text: str) -> Position:
    """The position that `set` names. HandError."""
    try:
        return games.read(text)
    except ValueError as error:
        raise HandError(str(error)) from None


def perform(command: Command, world: World) -> int:
    """Do the command in the world; returns how long the gesture takes, in milliseconds.

    Not here: `power` and `send`, which the board does; `wait` and `expect`, which a script does.
    """
    word, args = command
    if word == "meanwhile":
        perform(args[0], world)
        return 0
    if word == "set":
        wanted = position(*args)
        if wanted.GRID != world.grid.name:
            raise HandError(
                f"{wanted.NAME} is played on the {wanted.GRID} grid, "
                f"and this board is {world.grid.name}"
            )
        world.set(wanted)
        return SET_MS
    _ACTIONS[word](world, *args)
    if word in ("bounce", "stuck", "free", "pace"):
        return 0
    longest = args[1] if word in ("nudge", "touch", "hold") else _LASTS.get(word, 0)
    if word == "touch" and args[2] is not None:
        return 2 * max(world.pace_ms, 2 * longest)  # two touches, spaced as `World.touch` does
    return max(world.pace_ms, longest)


class _Usage(Exception):
    """The arguments do not fit the command."""


def _number(word: str) -> int:
    number = _milliseconds(word)[0]
    if number == 0:
        raise _Usage
    return number


def _cell(word: str, grid: Grid) -> int:
    try:
        return grid.cell(word)
    except ValueError as error:
        raise HandError(str(error)) from None


def _words(text: str, least: int, most: int) -> list[str]:
    words = text.lower().split()
    if not least <= len(words) <= most:
        raise _Usage
    return words


def _one_of(text: str, choices: tuple[str, ...]) -> str:
    if text.lower() not in choices:
        raise _Usage
    return text.lower()


def _set(text: str, grid: Grid) -> tuple:
    if not text.strip("\"' "):
        raise _Usage
    return (text.strip("\"' "),)


def _cell_and_count(text: str, grid: Grid) -> tuple:
    cell, *count = _words(text, 1, 2)
    return _cell(cell, grid), _number(count[0]) if count else None


def _drop(text: str, grid: Grid) -> tuple:
    cell, *rest = _words(text, 1, 3)
    askew = rest[-1:] == ["askew"]
    if askew:
        rest.pop()
    if len(rest) > 1:
        raise _Usage
    pieces = None
    if rest:
        pieces = rest[0] if rest[0] == "top" else _number(rest[0])
    return _cell(cell, grid), pieces, askew


def _drop_box(text: str, grid: Grid) -> tuple:
    _words(text, 1, 1)
    return ()


def _place(text: str, grid: Grid) -> tuple:
    words = text.split()
    if len(words) != 2 or "/" in words[0]:
        raise _Usage
    cell, pieces = words
    return _cell(cell.lower(), grid), pieces


def _edge(text: str, grid: Grid) -> tuple:
    """The cells beside the edge that "b4/b5 wall" names."""
    first, slash, second = text.lower().split()[0].partition("/")
    if not slash:
        raise _Usage
    return _cell(first, grid), _cell(second, grid)


def _nudge(text: str, grid: Grid) -> tuple:
    cell, *ms = _words(text, 1, 2)
    return _cell(cell, grid), _number(ms[0]) if ms else NUDGE_MS


def _slide(text: str, grid: Grid) -> tuple:
    return (tuple(_cell(word, grid) for word in _words(text, 2, grid.size)),)


def _touch(text: str, grid: Grid) -> tuple:
    where, *ms = _words(text, 1, 2)
    cell, slash, then = where.partition("/")
    times = _number(ms[0]) if ms else TOUCH_MS
    return _cell(cell, grid), times, _cell(then, grid) if slash else None


def _press(text: str, grid: Grid) -> tuple:
    return (_one_of(text, BUTTONS),)


def _hold(text: str, grid: Grid) -> tuple:
    button, ms = _words(text, 2, 2)
    return _one_of(button, BUTTONS), _number(ms)


def _milliseconds(text: str, grid: Grid | None = None) -> tuple:
    if not 0 < len(text) <= _MOST_DIGITS or text.strip(_DIGITS):
        raise _Usage
    return (int(text),)


def _pace(text: str, grid: Grid) -> tuple:
    return (_number(text),)


def _meanwhile(text: str, grid: Grid) -> tuple:
    """Done by somebody else: the next line does not wait for it."""
    command = parse(text, grid)
    if command.word not in _MEANWHILE:
        raise _Usage
    return (command,)


def _stuck(text: str, grid: Grid) -> tuple:
    cell, state = _words(text, 2, 2)
    return _cell(cell, grid), _one_of(state, ("closed", "open")) == "closed"


def _free(text: str, grid: Grid) -> tuple:
    return _cell(_words(text, 1, 1)[0], grid), None


def _power(text: str, grid: Grid) -> tuple:
    return (_one_of(text, ("off", "on")) == "on",)


def _text(text: str, grid: Grid) -> tuple:
    if not text:
        raise _Usage
    return (text,)


_MEANWHILE = ("nudge", "touch", "press", "hold")

_DROP = "drop CELL [PIECES|top] [askew], or drop box"
_PLACE = "place CELL PIECES, or place CELL/CELL wall"
_REMOVE = "remove CELL [PIECES], or remove CELL/CELL wall"
_PARSERS: dict[str, tuple[str, Callable[[str, Grid], tuple]]] = {
    "set": ("set GAME, or set POSITION", _set),
    "lift": ("lift CELL [PIECES]", _cell_and_count),
    "drop": (_DROP, _drop),
    "drop box": (_DROP, _drop_box),
    "place": (_PLACE, _place),
    "place wall": (_PLACE, _edge),
    "remove": (_REMOVE, _cell_and_count),
    "remove wall": (_REMOVE, _edge),
    "nudge": ("nudge CELL [MILLISECONDS]", _nudge),
    "slide": ("slide CELL CELL...", _slide),
    "touch": ("touch CELL [MILLISECONDS], or touch CELL/CELL [MILLISECONDS]", _touch),
    "meanwhile": (f"meanwhile {' or '.join(_MEANWHILE)} ...", _meanwhile),
    "press": ("press ok, or press undo", _press),
    "hold": ("hold ok MILLISECONDS, or hold undo MILLISECONDS", _hold),
    "wait": ("wait MILLISECONDS", _milliseconds),
    "pace": ("pace MILLISECONDS", _pace),
    "bounce": ("bounce MILLISECONDS", _milliseconds),
    "stuck": ("stuck CELL closed, or stuck CELL open", _stuck),
    "free": ("free CELL", _free),
    "power": ("power off, or power on", _power),
    "send": ("send LINE", _text),
    "expect": ("expect WHAT ...", _text),
}


def _do_place(world: World, cell: int, pieces: str) -> None:
    try:
        world.place(cell, pieces)
    except ValueError as error:
        raise HandError(str(error)) from None


_ACTIONS: dict[str, Callable[..., None]] = {
    "lift": World.lift,
    "drop": World.drop,
    "drop box": World.drop_in_box,
    "place": _do_place,
    "place wall": World.put_barrier,
    "remove": World.remove,
    "remove wall": World.take_barrier,
    "nudge": World.nudge,
    "slide": World.slide,
    "touch": World.touch,
    "press": World.press,
    "hold": World.press,
    "pace": World.pace,
    "bounce": World.bounce,
    "stuck": World.stick,
    "free": World.stick,
}
