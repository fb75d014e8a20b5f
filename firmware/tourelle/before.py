"""What a start needs before the board runs. Unloaded then, since it takes 2 KB of the heap."""

import json
import os

CRASHES = "crashes.txt"  # how many crashes in a row, and the error of the last one

_LARGEST = 4000  # bytes; a board.json is smaller


def crashes():
    """How often in a row the board has crashed, and how: (count, words)."""
    try:
        with open(CRASHES) as file:
            count, _, last = file.read(120).strip().partition(" ")
        return int(count or 0), last
    except Exception:
        return 0, ""  # there were none, or the file cannot be read


def forget():
    """Forget the crashes, and the game that may have caused them: it becomes the last game."""
    from tourelle.files import Files

    try:
        os.remove(CRASHES)
        Files().keep_as_last()
    except OSError:
        pass  # then the game stays


def held():
    """Whether one of the board's buttons is held down."""
    try:
        from machine import Pin

        buttons = read_board()["buttons"]
        return not all(Pin(buttons[name], Pin.IN, Pin.PULL_UP)() for name in ("ok", "undo"))
    except Exception:
        return False  # it cannot be read, or has no such pins, or this is not MicroPython


def read_board():
    """The contents of board.json; OSError if it is missing, ValueError if it cannot be read."""
    if os.stat("board.json")[6] > _LARGEST:
        raise ValueError("it is too large")
    with open("board.json") as file:
        return json.load(file)


def check(board, lights=True):
    """`check` of description.py, which is unloaded again."""
    from tourelle.memory import Lent

    with Lent("tourelle.description", kept=False):
        from tourelle import description

        description.check(board, lights)


def run_in_flash():
    """Have the code of `core` run in the flash if possible, and free its copy in the heap.

    Called by the file of everything that every start loads, before it makes its functions.
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
    """Why board.json cannot be used, for the person; "" if it can, or the reason is unknown."""
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
    """What an error says about board.json, for the person."""
    if isinstance(error, OSError):
        return "board.json is missing: copy it from firmware/boards"
    why = str(error) or type(error).__name__
    return "board.json is broken (%s): copy it again from firmware/boards" % why


def sign(board, colour):
    """Light every cell faintly in a colour: that of `busy` is a sign of life before slow work."""
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
        pass  # not MicroPython, or a description that will be complained about
