"""The board's controller as an emulated RP2040 with a MicroPython UF2: real pins, real time."""
