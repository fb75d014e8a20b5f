"""Safe mode: the board says what is wrong, with lights and on the link, and can be flashed.

It needs nothing of the rest of the firmware, nor anything else that may be broken.
"""

import time

BLINKS = (1, 1, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0)  # as the light `fault`, 125 ms each
DIM = 16  # of 255: little enough for any supply with all LEDs lit


def stay(board, why):
    """Say why on the link, and blink, until Ctrl-C or the power is switched off.

    board: the contents of board.json, as far as they can be used. On other Pythons than
    MicroPython it only says why.
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
            pass  # it has none, or the pin is unknown
    while True:
        print("@fault " + why)
        for lit in BLINKS:
            for show in shown:
                show(lit)
            time.sleep_ms(125)


def _chain(machine, board):
    """A function show(lit) that lights all the board's LEDs red."""
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
    """A function show(lit) for the LED on the controller itself."""
    return machine.Pin("LED", machine.Pin.OUT)
