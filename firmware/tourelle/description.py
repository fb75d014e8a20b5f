"""Checks that board.json describes a board, before anything relies on it. Unloaded afterwards."""

from tourelle.grids import grid
from tourelle.lights import places

# Name, type, and if it is a number, the least and the most that it may be.
_BOARD = (
    ("grid", str, 0, 0),
    ("rows", list, 0, 0),
    ("columns", list, 0, 0),
    ("settle_us", int, 0, 1000),
    ("period_ms", int, 1, 20),  # between samples of the polled scanner; the RP2040's own has 2
    ("leds", dict, 0, 0),
    ("buttons", dict, 0, 0),
    ("buzzer", int, 0, 255),
    ("budget_ma", int, 1, 100000),
)
_LEDS = (
    ("pin", int, 0, 255),
    ("order", str, 0, 0),
    ("chain", str, 0, 0),
    ("full_ma", float, 0.1, 1000),
    ("rest_ma", float, 0, 1000),
)
_BUTTONS = (("ok", int, 0, 255), ("undo", int, 0, 255))

_MOST_LEDS = 255
_LITTLE = 16  # LEDs need more than 1/16 of a colour's full current to be told apart


def check(board, lights=True):
    """ValueError names the first thing that the firmware cannot use.

    lights: also check what `Lights` checks itself.
    """
    _has(board, _BOARD, "it")
    leds = board["leds"]
    buttons = board["buttons"]
    _has(leds, _LEDS, "leds")
    _has(buttons, _BUTTONS, "buttons")
    its = grid(board["grid"])
    for name, needed in (("rows", its.rows), ("columns", its.columns)):
        if len(board[name]) <= max(needed) or not all(type(pin) is int for pin in board[name]):
            raise ValueError("%s are not the pins of the grid's %s" % (name, name))
    others = [leds["pin"], buttons["ok"], buttons["undo"], board["buzzer"]]
    _free(board["rows"] + board["columns"] + others)
    if sorted(leds["order"]) != ["B", "G", "R"]:
        raise ValueError("the order of leds is not R, G and B")
    chain = leds["chain"].encode().split()
    if len(chain) > _MOST_LEDS:
        raise ValueError("the chain of leds has more than %d" % _MOST_LEDS)
    if lights:
        places(its, chain)
    rest = leds["rest_ma"] * len(chain)
    if board["budget_ma"] < rest + leds["full_ma"] * len(chain) / _LITTLE:
        why = "budget_ma leaves no current for light: %d LEDs take %d mA when they are dark"
        raise ValueError(why % (len(chain), rest))


def _has(part, shape, what):
    if not isinstance(part, dict):
        raise ValueError("%s is not an object" % what)
    for name, kind, least, most in shape:
        if name not in part:
            raise ValueError("%s has no '%s'" % (what, name))
        value = part[name]
        if type(value) is not kind and not (kind is float and type(value) is int):
            raise ValueError("'%s' of %s is not as it should be" % (name, what))
        if most and not least <= value <= most:  # written so that it refuses NaN, too
            raise ValueError("'%s' of %s is not from %s to %s" % (name, what, least, most))


def _free(pins):
    """ValueError if two things share a pin, or the chip does not have one."""
    if len(set(pins)) < len(pins):
        twice = [pin for pin in pins if pins.count(pin) > 1]
        raise ValueError("pin %d appears twice" % twice[0])
    try:
        from machine import Pin
    except ImportError:
        return  # not MicroPython: the port of that Python complains itself
    for pin in pins:
        try:
            Pin(pin)
        except Exception:
            raise ValueError("there is no pin %d" % pin)
