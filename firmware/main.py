"""Starts the board, and keeps it going: a crash is reported, and the board restarted.

After three crashes in a row it stays in a safe mode, which can be flashed; so does a board
whose firmware was not flashed to its end. Then all its lights blink red.
Ctrl-C ends it, so that a host always reaches the Python prompt.
"""

import json
import sys
import time

CRASHES = "crashes.txt"  # how many in a row, while there are any
SAFE_AFTER = 3
FLASHING = "flashing.txt"  # is there while the firmware is not complete
BLINKS = (1, 1, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0)  # as the light `fault`, 125 ms each
DIM = 16  # of 255: with all LEDs lit, little enough for any supply
GOOD_MS = 10000  # a board that has run for so long has started well: counting begins anew


def crashes():
    """How often in a row the board has crashed."""
    try:
        with open(CRASHES) as file:
            return int(file.read() or 0)
    except (OSError, ValueError):
        return 0


def note_crash(count):
    """Write down how often in a row the board has crashed."""
    try:
        with open(CRASHES, "w") as file:
            file.write(str(count))
    except OSError:
        pass  # a full or broken disk must not keep the board from running


def read_board():
    """board.json as a dict; None, with the reason on the link, if it cannot be used."""
    try:
        with open("board.json") as file:
            board = json.load(file)
        for name in ("grid", "rows", "columns", "leds", "buttons", "buzzer", "budget_ma"):
            if name not in board:
                raise ValueError("it has no '%s'" % name)
        return board
    except OSError:
        print("@fault board.json is missing: copy it from firmware/boards")
    except ValueError as error:
        print("@fault board.json is broken (%s): copy it anew from firmware/boards" % error)
    return None


def exists(path):
    """Whether there is such a file."""
    try:
        open(path).close()
        return True
    except OSError:
        return False


def stay_safe(board, why):
    """Say why on the link, and blink, until the board is flashed; uses none of the firmware."""
    why = "@fault " + why
    try:
        from machine import Pin
        from neopixel import NeoPixel
    except ImportError:  # another Python than MicroPython
        print(why)
        return
    leds = board["leds"]
    count = len(leds["chain"].split())
    red = bytes(DIM if colour == "R" else 0 for colour in leds["order"]) * count
    pixels = NeoPixel(Pin(leds["pin"], Pin.OUT), count)
    while True:
        print(why)
        for lit in BLINKS:
            pixels.buf[:] = red if lit else bytes(len(red))
            pixels.write()
            time.sleep_ms(125)


def report(error):
    """Print what went wrong."""
    if hasattr(sys, "print_exception"):
        sys.print_exception(error)
    else:
        import traceback

        traceback.print_exception(error, file=sys.stdout)


def start(board):
    """Run the board until it crashes: (the error, whether it had run for a good while)."""
    began = hardware = None
    try:
        from tourelle.ports import open_hardware, reserve

        reserve()
        from tourelle.core import Core
        from tourelle.files import Files
        from tourelle.loop import run
        from tourelle.memory import tidy

        core = Core(board, Files())
        hardware = open_hardware(board, core.cells)
        tidy()
        began = hardware.ticks_ms()
        run(core, hardware)
    except Exception as error:
        return error, began is not None and (hardware.ticks_ms() - began) % (1 << 30) >= GOOD_MS
    finally:
        if hardware is not None:
            hardware.scanner.close()


def main():
    """Start; after a crash, start again, three times at most."""
    board = read_board()
    if board is not None and exists(FLASHING):
        stay_safe(board, "the firmware is not complete: flash it again")
        return
    while board is not None:
        count = crashes()
        if count >= SAFE_AFTER:
            why = "safe mode after %d crashes: flash anew, or delete %s"
            stay_safe(board, why % (count, CRASHES))
            return
        error, good = start(board)
        report(error)
        count = 1 if good else count + 1
        note_crash(count)
        print("@fault crashed (%d in a row), starting again" % count)


main()
