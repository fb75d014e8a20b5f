"""The searches' counts that take the host's Python too long; run on MicroPython."""

from thinking import counts
from tourelle.games.catalogue import GAMES


def test_what_is_known():
    counted = 0
    for entry in GAMES:
        try:
            module = "tourelle.games.%s.tests.known" % entry.name
            known = __import__(module, None, None, ("COUNTS",))
        except ImportError:
            continue  # a game need have none
        for text, expected in known.COUNTS.items():
            counts(text, *expected)
            counted += 1
    assert counted > 4
