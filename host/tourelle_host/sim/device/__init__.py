"""What runs beside the firmware in the simulated board's process, on MicroPython or CPython.

`micropython/` and `cpython/` hold the modules that replace the hardware modules there, and the
file that starts the firmware; `wasm/` adds what WebAssembly needs to those of `micropython/`; the
rest serves all.
"""
