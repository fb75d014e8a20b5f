"""What runs inside the simulated board's process, on MicroPython or CPython, beside the firmware.

`micropython/` and `cpython/` hold the modules that each of them finds instead of its hardware
modules, and the file that starts the firmware there; `wasm/` what WebAssembly needs besides those
of `micropython/`; the rest serves all.
"""
