"""The words for who plays a side, and what has to agree with the number of levels."""

import re
from pathlib import Path

import tourelle_host
from tourelle import who

LEVELS = range(1, who.STRONGEST + 1)
SEATS = Path(tourelle_host.__file__).parent / "page" / "seats.js"


def test_a_level_is_read_from_its_word_and_from_no_other():
    assert [who.level(who.board(level)) for level in LEVELS] == list(LEVELS)
    others = ("hand", "host", "board", "board 0", who.board(who.STRONGEST + 1), "board 3 ", "3")
    assert not any(who.level(word) for word in others)


def test_the_page_has_words_for_each_level():
    words = re.search(r"const LEVELS = \[(.*?)\];", SEATS.read_text(encoding="utf-8"), re.DOTALL)
    assert words is not None
    assert len(re.findall(r'"[^"]+"', words[1])) == who.STRONGEST
