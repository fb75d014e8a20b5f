"""The safe mode: the board says what is wrong, by light and on the link, and can be flashed.

It needs nothing of the firmware, and nothing else that may be what is broken.
"""

import time

BLINKS = (1, 1, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0)  # as the light `fault`, 125 ms each
DIM = 16  # of 255: with all LEDs lit, little enough for any supply


def stay(board, why):
    """Say why on the link, and blink, until Ctrl-C or the power is switched off.

    board: what board.json says, as far as it can be used. Other Pythons than MicroPython only
    say why.
    """
    try:
        import machine
    except ImportError:
        print("@fault " + why)
        return
    shown = []
    for light in (_chain, _own):
        try:
            show = light(machine, board)
            show(0)
            shown.append(show)
        except Exception:
            pass  # it has none, or nobody knows where
    while True:
        print("@fault " + why)
        for lit in BLINKS:
            for show in shown:
                show(lit)
            time.sleep_ms(125)


def held(board):
    """Whether one of the board's buttons is held down."""
    try:
        from machine import Pin

        for name in ("ok", "undo"):
            if not Pin(board["buttons"][name], Pin.IN, Pin.PULL_UP)():
                return True
    except Exception:
        pass  # no such pins, or another Python than MicroPython
    return False


def _chain(machine, board):
    """The board's LEDs, red: a function of whether they are lit."""
    from neopixel import NeoPixel

    leds = board["leds"]
    chain = leds["chain"].split()
    lit = bytes([DIM if colour == "R" else 0 for colour in leds["order"]])
    red = b"".join([bytes(3) if name == "-" else lit for name in chain])
    pixels = NeoPixel(machine.Pin(leds["pin"], machine.Pin.OUT), len(chain))

    def show(lit):
        pixels.buf[:] = red if lit else bytes(len(red))
        pixels.write()

    return show


def _own(machine, board):
    """The LED that the controller itself has: a function of whether it is lit."""
    return machine.Pin("LED", machine.Pin.OUT)
