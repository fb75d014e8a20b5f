"""Letters and digits as single strokes, so that a laser engraves them without any font.

Each glyph is a list of strokes on a grid 4 wide and 6 high; a stroke is a run of points of two
digits each: "00 06" is a line from x 0, y 0 up to x 0, y 6.
"""

WIDTH, HEIGHT, ADVANCE = 4, 6, 5.6

_GLYPHS = {
    "0": ["10 30 41 45 36 16 05 01 10"],
    "1": ["05 26 20", "00 40"],
    "2": ["05 16 36 45 44 00 40"],
    "3": ["05 16 36 45 44 33 42 41 30 10 01", "13 33"],
    "4": ["30 36 02 42"],
    "5": ["46 06 03 33 42 41 30 10 01"],
    "6": ["45 36 16 05 01 10 30 41 42 33 03"],
    "7": ["06 46 10"],
    "8": ["13 33 44 45 36 16 05 04 13 02 01 10 30 41 42 33"],
    "9": ["01 10 30 41 45 36 16 05 04 13 43"],
    "A": ["00 26 40", "12 32"],
    "B": ["00 06 36 45 44 33 03", "33 42 41 30 00"],
    "C": ["45 36 16 05 01 10 30 41"],
    "D": ["00 06 26 44 42 20 00"],
    "E": ["46 06 00 40", "03 33"],
    "F": ["46 06 00", "03 33"],
    "G": ["45 36 16 05 01 10 30 41 43 23"],
    "H": ["00 06", "40 46", "03 43"],
    "I": ["20 26", "10 30", "16 36"],
    "K": ["00 06", "46 02", "13 40"],
    "N": ["00 06 40 46"],
    "O": ["10 30 41 45 36 16 05 01 10"],
    "U": ["06 01 10 30 41 46"],
}


def strokes(text: str, x: float, y: float, height: float) -> list[list[tuple[float, float]]]:
    """The lines of a text whose middle is at x, y, with letters `height` mm high.

    KeyError for a letter that nothing on the panels needed so far.
    """
    scale = height / HEIGHT
    left = x - scale * (ADVANCE * (len(text) - 1) + WIDTH) / 2
    lines = []
    for place, letter in enumerate(text.upper()):
        for stroke in _GLYPHS[letter]:
            lines.append([
                (left + scale * (place * ADVANCE + int(point[0])),
                 y - height / 2 + scale * int(point[1]))
                for point in stroke.split()
            ])
    return lines
