"""The loops over all cells that stand between a lift and its light.

In plain Python they take, on 49 cells, 200, 3200 and 100 turns of a bare loop:
ten times what all the rest of the way takes together. As viper code they take
next to nothing. Without MicroPython they are plain Python.
"""

import sys

if sys.implementation.name == "micropython":
    import micropython
else:

    class micropython:
        """Nothing to compile for."""

        @staticmethod
        def viper(function):
            return function

    ptr8 = 0  # a word of annotations, which say nothing here


@micropython.viper
def differing(one: ptr8, other: ptr8, mask: ptr8, found: ptr8, size: int) -> int:
    """Where two buffers of `size` bytes differ and mask is 0: the places, into found; how many."""
    count = 0
    for i in range(size):
        if one[i] != other[i] and mask[i] == 0:
            found[count] = i
            count += 1
    return count


@micropython.viper
def paint(
    lamps: ptr8,
    entries: ptr8,
    drawn: ptr8,
    palette: ptr8,
    places: ptr8,
    pixels: ptr8,
    size: int,
) -> int:
    """Bring the pixels of `size` cells up to date; returns how many changed.

    entries: palette entry of each lamp; drawn: the entry that each cell shows, updated;
    places: the LED of each cell.
    """
    count = 0
    for i in range(size):
        entry = entries[lamps[i]]
        if entry != drawn[i]:
            drawn[i] = entry
            count += 1
            to = 3 * places[i]
            entry = 3 * entry
            pixels[to] = palette[entry]
            pixels[to + 1] = palette[entry + 1]
            pixels[to + 2] = palette[entry + 2]
    return count


@micropython.viper
def total(values: ptr8, size: int) -> int:
    """The sum of a buffer of `size` bytes."""
    found = 0
    for i in range(size):
        found += values[i]
    return found
