"""`tourelle play --vm chip` in a real browser: `make chip-test UF2=FILE`."""

import re

import pytest

from browser import chromium, playing
from conftest import UF2

pytestmark = [pytest.mark.needs_uf2, pytest.mark.needs_chromium]


def test_a_move_is_played_and_the_page_tells_the_boards_time():
    with playing("--vm", "chip", "--uf2", UF2) as address, chromium() as page:
        page.open(address)
        page.until(lambda: page.text("#status .headline") == "Yellow to move")
        page.drag("c9", "d9")
        page.until(lambda: page.moves() == ["c9-d9"])
        told = re.compile(r"The board is running .* real time; its time is \d+:\d\d\.")
        page.until(lambda: told.fullmatch(page.text("#pace")))
        assert page.log() == []
