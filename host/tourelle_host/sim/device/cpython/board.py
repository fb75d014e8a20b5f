"""CircuitPython's `board` of a Pico: GP0 to GP28."""

from microcontroller import Pin

board_id = "raspberry_pi_pico"

globals().update({f"GP{number}": Pin(number) for number in range(29)})
