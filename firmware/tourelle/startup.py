"""Starts the board, and keeps it going: a crash is reported, and the board restarted.

After three crashes in a row it stays in the safe mode (safe.py), which can be flashed, and left
by holding a button while the power is switched on; so does a board whose firmware was not
flashed to its end, or whose board.json cannot be used. Ctrl-C ends it, so that a host always
reaches the Python prompt.
"""

import json
import os
import sys

CRASHES = "crashes.txt"  # how many in a row, and the last one's error, while there are any
SAFE_AFTER = 3
FLASHING = "flashing.txt"  # is there while the firmware is not complete
GOOD_MS = 10000  # a board that has run for so long has started well: counting begins anew

# Red, green, blue of a light that is no more than a sign: 81 LEDs of it draw 0.09 A.
_STARTING = (3, 2, 9)
_UNREADABLE = (14, 0, 0)

_TRIES = 500  # to send a byte, about a millisecond each

_LARGEST = 4000  # bytes of board.json, and some


def main():
    """Start; after a crash, start again, three times at most."""
    why = "the firmware is not complete: flash it again" if exists(FLASHING) else run()
    try:
        board = read_board()
    except Exception:  # whatever is in it
        board = None
    try:
        from tourelle.safe import stay
    except Exception as error:  # it cannot be read
        sign(board, _UNREADABLE)
        print("@fault %s; the firmware cannot be read (%s): flash it anew" % (why, error))
    else:
        stay(board, why)


def run():
    """Run the board until there is a reason to stay in the safe mode; returns that."""
    count, last = crashes()
    if count >= SAFE_AFTER and held():
        count = 0
        forget()
    while count < SAFE_AFTER:
        crash, good, began = start(count)
        if not began:
            why = unusable()
            if why:
                return why
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
    return why % (count, last)


def unusable():
    """Why board.json cannot be used, for the person; "" where it can, or nobody knows."""
    try:
        board = read_board()
    except Exception as error:  # whatever is in it
        return broken(error)
    try:
        check(board)
    except ValueError as error:
        return broken(error)
    except Exception:
        pass
    return ""


def held():
    """Whether one of the board's buttons is held down."""
    try:
        from tourelle.safe import held as down

        return down(read_board())
    except Exception:
        return False  # it cannot be read


def sign(board, colour):
    """Every light faintly in a colour: that of `busy` is a sign of life, before what takes long."""
    try:
        from machine import Pin
        from neopixel import NeoPixel

        leds = board["leds"]
        chain = leds["chain"].encode().split()
        lit = bytes([colour["RGB".index(letter)] for letter in leds["order"]])
        pixels = NeoPixel(Pin(leds["pin"], Pin.OUT), len(chain))
        pixels.buf[:] = b"".join([bytes(3) if name == b"-" else lit for name in chain])
        pixels.write()
    except Exception:
        pass  # another Python than MicroPython, or a description that will be complained of


def start(crashed):
    """Run the board until it crashes: (the error, whether it had run for a good while, or begun).

    crashed: how often in a row it has by now.
    """
    began = hardware = None
    try:
        board = read_board()
        if not crashed:
            sign(board, _STARTING)
        from tourelle.memory import AT_START, load_together
        from tourelle.ports import open_hardware, reserve

        reserve()
        load_together(AT_START)
        from tourelle.core import Core
        from tourelle.files import Files, open_flash
        from tourelle.loop import run

        check(board, False)  # `Core` makes the lights, and they look for themselves
        store = Files("", open_flash())
        core = Core(board, store)
        core.session.crashed = crashed
        hardware = open_hardware(board, core.cells)
        board = None  # it takes 1 KB of the heap
        load_together(0)
        began = hardware.ticks_ms()
        run(core, hardware)
    except Exception as error:
        if began is None:
            return error, False, False
        good = (hardware.ticks_ms() - began) & 0x3FFFFFFF >= GOOD_MS
        tell(error, core, store if good or not crashed else None, hardware)
        return error, good, True
    finally:
        if hardware is not None:
            hardware.scanner.close()


def check(board, lights=True):
    """See description.py; nothing of the check is kept."""
    from tourelle.memory import Lent

    with Lent("tourelle.description", kept=False):
        from tourelle.description import check as look

        look(board, lights)


def tell(error, core, store, hardware):
    """Print what the black box holds, and keep it in the store; None: an earlier crash is there.

    Whatever else fails here, the board starts again.
    """
    core.link.out = bytearray(0)  # the heap may be full
    session = core.session
    try:
        start, steps = session.play.journal.copy()
        crash = "%s: %s" % (type(error).__name__, error)
        told = core.cells, session.closed, start, steps, session.play.journal.seats(), crash
        if store is not None:
            try:
                store.keep_crash(core.blackbox.lines(*told))
            except (OSError, MemoryError):
                pass  # there is no room for it; it is printed
        printed(b"\r\n", hardware)  # ends what the link had not sent to its end
        for text in core.blackbox.lines(*told):
            if not printed(b"@event " + text.encode() + b"\r\n", hardware):
                break
    except Exception:
        pass


def printed(line, hardware):
    """Print a line; False where nobody takes it."""
    byte = bytearray(1)
    for byte[0] in line:
        for _ in range(_TRIES):
            if hardware.console.send(byte, 1):
                break
            hardware.scanner.wait(1)
        else:
            return False
    return True


def broken(error):
    """What an error says of board.json, for the person."""
    if isinstance(error, OSError):
        return "board.json is missing: copy it from firmware/boards"
    why = str(error) or type(error).__name__
    return "board.json is broken (%s): copy it anew from firmware/boards" % why


def report(error):
    """Print what went wrong."""
    if hasattr(sys, "print_exception"):
        sys.print_exception(error)
    else:
        import traceback

        traceback.print_exception(error, file=sys.stdout)


def read_board():
    """What board.json says; OSError, or ValueError, where it is missing or cannot be read."""
    if os.stat("board.json")[6] > _LARGEST:
        raise ValueError("it is too large")
    with open("board.json") as file:
        return json.load(file)


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


begin = main  # the last line: a file that was not read to its end has none
