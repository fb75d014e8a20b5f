"""What a start needs before the board runs, let go of then: it would take 2 KB of the heap."""

import json
import os

CRASHES = "crashes.txt"  # how many in a row, and the last one's error, while there are any

_LARGEST = 4000  # bytes of board.json, and some


def crashes():
    """How often in a row the board has crashed, and how: (count, words)."""
    try:
        with open(CRASHES) as file:
            count, _, last = file.read(120).strip().partition(" ")
        return int(count or 0), last
    except Exception:
        return 0, ""  # there were none, or nobody knows


def forget():
    """Begin anew: no crashes, and no game that could be their cause; it is kept as the last one."""
    from tourelle.files import Files

    try:
        os.remove(CRASHES)
        Files().keep()
    except OSError:
        pass  # then it is as it was


def held():
    """Whether one of the board's buttons is held down."""
    try:
        from tourelle.safe import held as down

        return down(read_board())
    except Exception:
        return False  # it cannot be read


def read_board():
    """What board.json says; OSError, or ValueError, where it is missing or cannot be read."""
    if os.stat("board.json")[6] > _LARGEST:
        raise ValueError("it is too large")
    with open("board.json") as file:
        return json.load(file)


def check(board, lights=True):
    """See description.py; nothing of the check is kept."""
    from tourelle.memory import Lent

    with Lent("tourelle.description", kept=False):
        from tourelle.description import check as look

        look(board, lights)


def run_in_flash():
    """Have `core`'s code run in the flash where it can, and give its copy in the heap back.

    None of it may be running.
    """
    from tourelle.memory import let_go, tidy

    path = "tourelle/core.xip"
    try:
        os.stat(path)
        from tourelle.ports.rp2_xip import in_place

        in_place(path)
    except (AttributeError, ImportError, MemoryError, OSError, TypeError):
        pass  # another chip, another MicroPython or file system: the copy runs
    let_go(("tourelle.ports.rp2_xip",))
    tidy()


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


def broken(error):
    """What an error says of board.json, for the person."""
    if isinstance(error, OSError):
        return "board.json is missing: copy it from firmware/boards"
    why = str(error) or type(error).__name__
    return "board.json is broken (%s): copy it anew from firmware/boards" % why


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
