"""Starts the board, and keeps it going: a crash is reported, and the board restarted.

After three crashes in a row it stays in the safe mode (safe.py), which can be flashed, and left
by holding a button while the power is switched on; so does a board whose firmware was not
flashed to its end, or whose board.json cannot be used. Ctrl-C ends it, so that a host always
reaches the Python prompt.
"""

import json
import os
import sys

from tourelle import safe

CRASHES = "crashes.txt"  # how many in a row, and the last one's error, while there are any
SAFE_AFTER = 3
FLASHING = "flashing.txt"  # is there while the firmware is not complete
GOOD_MS = 10000  # a board that has run for so long has started well: counting begins anew

_LARGEST = 4000  # bytes of board.json, and some
_SHAPE = (
    ("grid", str),
    ("rows", list),
    ("columns", list),
    ("settle_us", int),
    ("period_ms", int),
    ("leds", dict),
    ("buttons", dict),
    ("buzzer", int),
    ("budget_ma", int),
)
_LEDS = (("pin", int), ("order", str), ("chain", str), ("full_ma", float), ("rest_ma", float))
_BUTTONS = (("ok", int), ("undo", int))


def main():
    """Start; after a crash, start again, three times at most."""
    board = None
    try:
        board = read_board()
        check(board)
    except OSError:
        safe.stay(board, "board.json is missing: copy it from firmware/boards")
        return
    except Exception as error:
        why = "board.json is broken (%s): copy it anew from firmware/boards"
        safe.stay(board, why % (str(error) or type(error).__name__))
        return
    if exists(FLASHING):
        safe.stay(board, "the firmware is not complete: flash it again")
        return
    count, last = crashes()
    if count >= SAFE_AFTER and safe.held(board):
        count = 0
        forget()
    while count < SAFE_AFTER:
        crash, good = start(board, count)
        report(crash)
        count = 1 if good else count + 1
        last = "%s: %s" % (type(crash).__name__, crash)
        noted = note(count, last)
        if count < SAFE_AFTER:
            print("@fault crashed (%d in a row), starting again" % count)
            if noted and sys.implementation.name == "micropython":
                from machine import soft_reset

                soft_reset()  # what fills the heap, or cuts it to pieces, is gone then
    why = "safe mode after %d crashes (%s): hold a button while you plug it in, or flash it anew"
    safe.stay(board, why % (count, last))


def start(board, crashed):
    """Run the board until it crashes: (the error, whether it had run for a good while).

    crashed: how often in a row it has by now.
    """
    began = hardware = None
    try:
        from tourelle.ports import open_hardware, reserve

        reserve()
        from tourelle.core import Core
        from tourelle.files import Files, open_flash
        from tourelle.loop import run
        from tourelle.memory import tidy

        core = Core(board, Files("", open_flash()))
        core.session.crashed = crashed
        hardware = open_hardware(board, core.cells)
        tidy()
        began = hardware.ticks_ms()
        run(core, hardware)
    except Exception as error:
        return error, began is not None and (hardware.ticks_ms() - began) & 0x3FFFFFFF >= GOOD_MS
    finally:
        if hardware is not None:
            hardware.scanner.close()


def report(error):
    """Print what went wrong."""
    if hasattr(sys, "print_exception"):
        sys.print_exception(error)
    else:
        import traceback

        traceback.print_exception(error, file=sys.stdout)


# -- what the board is


def read_board():
    """What board.json says; OSError, or ValueError, where it is missing or cannot be read."""
    if os.stat("board.json")[6] > _LARGEST:
        raise ValueError("it is too large")
    with open("board.json") as file:
        return json.load(file)


def check(board):
    """ValueError where board.json does not say what the firmware needs to know."""
    from tourelle.grids import grid

    _has(board, _SHAPE, "it")
    _has(board["leds"], _LEDS, "leds")
    _has(board["buttons"], _BUTTONS, "buttons")
    cells = grid(board["grid"])
    for name, needed in (("rows", cells.rows), ("columns", cells.columns)):
        if len(board[name]) <= max(needed) or not all(type(pin) is int for pin in board[name]):
            raise ValueError("%s are not the pins of the grid's %s" % (name, name))
    if sorted(board["leds"]["chain"].split()) != sorted(cells.names):
        raise ValueError("the chain of leds does not name each cell once")
    if sorted(board["leds"]["order"]) != ["B", "G", "R"]:
        raise ValueError("the order of leds is not R, G and B")
    if board["period_ms"] < 1 or board["settle_us"] < 0 or board["leds"]["full_ma"] <= 0:
        raise ValueError("a time or a current is too small")


def _has(part, shape, what):
    if not isinstance(part, dict):
        raise ValueError("%s is no object" % what)
    for name, kind in shape:
        if name not in part:
            raise ValueError("%s has no '%s'" % (what, name))
        value = part[name]
        if type(value) is not kind and not (kind is float and type(value) is int):
            raise ValueError("'%s' of %s is not as it should be" % (name, what))


# -- what it has been through


def crashes():
    """How often in a row the board has crashed, and how: (count, words)."""
    try:
        with open(CRASHES) as file:
            count, _, last = file.read(120).strip().partition(" ")
        return int(count or 0), last
    except Exception:
        return 0, ""  # there were none, or nobody knows


def note(count, last):
    """Write down how often in a row the board has crashed, and how; whether that was possible."""
    try:
        with open(CRASHES, "w") as file:
            file.write("%d %s" % (count, last[:100]))
        return True
    except OSError:
        return False  # a full or broken disk must not keep the board from running


def forget():
    """Begin anew: no crashes, and no game that could be their cause; it is kept as the last one."""
    from tourelle.files import Files

    try:
        os.remove(CRASHES)
        Files().keep()
    except OSError:
        pass  # then it is as it was


def exists(path):
    """Whether there is such a file."""
    try:
        open(path).close()
        return True
    except OSError:
        return False
