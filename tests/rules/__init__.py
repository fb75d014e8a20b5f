"""The rules, fact by fact, and what their tests share.

The tests of each game run on MicroPython too, so nothing of pytest is in them.
"""

from tourelle.games import IllegalMove, TextError, read
from tourelle.games.perft import perft


def texts(position):
    """The texts of the legal steps."""
    return {position.move_text(move) for move in position.legal_moves()}


def played(text, *turns):
    """The position of a text after these turns."""
    position = read(text)
    for turn in turns:
        position.push_turn(turn)
    return position


def counts(text, *expected):
    """Assert that perft from a text gives these counts, from depth 1."""
    for depth, nodes in enumerate(expected):
        assert perft(read(text), depth + 1) == nodes, (text, depth + 1)


def unreadable(text, *words):
    """Assert that a text is no position, and that the error names these words."""
    try:
        read(text)
    except TextError as error:
        for word in words:
            assert word in str(error), (str(error), word)
        return
    raise AssertionError("read: " + text)


def illegal(position, *steps):
    """Assert that the rules forbid these steps here."""
    for step in steps:
        try:
            position.parse_move(step)
        except IllegalMove as error:
            assert step in str(error)
        else:
            raise AssertionError("legal: " + step)


def no_move(position, text, word):
    """Assert that a text is no move at all, and that the error names the word."""
    try:
        position.parse_move(text)
    except TextError as error:
        assert word in str(error)
    else:
        raise AssertionError("a move: " + text)


def stands(position, text):
    """Assert that this is the position of a text, whatever the order of its cells."""
    assert position.text() == read(text).text(), position.text()


def rewritten(text, expected=None):
    """Assert that a text is written as it was read, or as another."""
    assert read(text).text() == (expected or text), read(text).text()


def end(position):
    """(winners' letters, scores, why) of a game that is over."""
    outcome = position.outcome()
    assert outcome is not None
    return "".join(position.SIDES[side] for side in outcome.winners), outcome.scores, outcome.why
