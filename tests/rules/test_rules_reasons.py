"""Why not: what each game says to steps and hands in reasons.txt, on both Pythons."""

from tourelle import games
from tourelle.games import reasons

TABLE = __file__.replace("test_rules_reasons.py", "reasons.txt")


def rows():
    """Yields (position, step or hands, sentence) of every row."""
    position = ""
    with open(TABLE) as table:
        for line in table:
            if line.startswith("  "):
                asked, _, sentence = line.strip().partition(": ")
                yield position, asked, sentence
            elif line.strip() and not line.startswith("#"):
                position = line.strip()


def answer(text, asked):
    """What is said; "-" for nothing."""
    position = games.read(text)
    if not asked.startswith("lift"):
        return reasons.of_step(position, asked) or "-"
    lifted, _, put = asked[4:].partition("put")
    cells = [[position.cell(name) for name in names.split()] for names in (lifted, put)]
    return reasons.of_hands(position, *cells) or "-"


def test_why_not():
    seen = 0
    for row in rows():
        assert answer(*row[:2]) == row[2], (row, answer(*row[:2]))
        seen += 1
    assert seen > 100
