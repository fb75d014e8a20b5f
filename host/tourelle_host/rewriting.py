"""Rewrites the firmware's source so that MicroPython for WebAssembly can run it.

It has only bytecode, cannot see bytes as words, and collects garbage only while none of its
functions runs. So the loop is left for a moment at each rest: everything that leads there yields.
"""

import re

from tourelle_host.errors import UserError

_DECORATOR = re.compile(r"^ *@micropython\.(viper|native)$", re.MULTILINE)
_REPLACED = {
    "main.py": {"    begin()": "    program = begin()"},
    "tourelle/startup.py": {
        " else run()": " else (yield from run())",
        " = start(count)": " = yield from start(count)",
        " run(core, hardware)": " yield from run(core, hardware)",
        " stay(board, why)": " yield from stay(board, why)",
    },
    "tourelle/safe.py": {" time.sleep_ms(125)": " yield time.sleep_ms(125)"},
    "tourelle/loop.py": {" scanner.wait(": " yield scanner.wait("},
    "tourelle/kernels.py": {
        'memoryview(buffer).cast("B").cast("I")': '__import__("words").words(buffer)'
    },
    "tourelle/memory.py": {" return bytearray(2 * count)": ' return array("H", bytes(2 * count))'},
}


def rewritten(name: str, source: str) -> str:
    """A firmware file, by its name on the board. UserError where its text is not as expected."""
    for before, after in _REPLACED.get(name, {}).items():
        if source.count(before) != 1:
            raise UserError(f'{name} does not have "{before.strip()}" once: take another --vm')
        source = source.replace(before, after)
    return _DECORATOR.sub("", source)
