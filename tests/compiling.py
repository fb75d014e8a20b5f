"""Measures what the PC's MicroPython keeps of functions that are gone; runs on that.

Prints, of one in bytecode, in native and in viper code: bytes of the heap that each one costs
for good, and that of loading two games in turn, as a pair.
"""

import gc
import sys

sys.path.append(sys.argv[1])

from tourelle import games

TIMES = 200


def cost(act):
    """Bytes that are not free any more after doing something once."""
    for _ in range(TIMES):
        act()
    gc.collect()
    before = gc.mem_free()
    for _ in range(TIMES):
        act()
    gc.collect()
    return (before - gc.mem_free()) / TIMES


def compiled(head):
    """A function that compiles another, and forgets it."""
    text = "import micropython\n%sdef f(a, b):\n return a + b\n" % head
    return lambda: exec(text, {})


def change():
    """Another game is loaded, and the first one again."""
    games.load("tawol")
    games.load("tours")


for head in ("", "@micropython.native\n", "@micropython.viper\n"):
    print(cost(compiled(head)))
print(cost(change))
