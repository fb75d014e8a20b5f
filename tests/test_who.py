"""The words for who plays a side, and what has to agree with the number of levels."""

from tourelle import who
from tourelle.grids import grid
from tourelle_host.server.describe import describe

LEVELS = range(1, who.STRONGEST + 1)


def test_a_level_is_read_from_its_word_and_from_no_other():
    assert [who.level(who.board(level)) for level in LEVELS] == list(LEVELS)
    others = ("hand", "host", "board", "board 0", who.board(who.STRONGEST + 1), "board 3 ", "3")
    assert not any(who.level(word) for word in others)


def test_the_page_is_told_of_each_level():
    told = describe(grid("avalam"))
    seats = [seat["who"] for seat in told["seats"]]
    assert seats == [who.HAND, *map(who.board, LEVELS), who.HOST, who.AWAY]
    assert told["opponent"] in seats
