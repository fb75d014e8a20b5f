"""Whole games on the page, by somebody who knows nothing but the card and the lights."""

import pytest

from browser import LAPTOP, PHONE, Browser, playing
from depth import deep, first
from listener import Listener
from newcomer import Newcomer
from tourelle import games

pytestmark = pytest.mark.needs_chromium

GAMES = ("avalam", "cabale", "tawol", "tours")
# Of each a position some turns from its end; whole games of the longer ones take an evening.
ENDINGS = (
    "avalam y c9=y1 d9=r2 c8=y1 d8=r3 h4=y2 h5=y2 g5=r1 a4=r3 a5=y2",
    "cabale 1 i3=J1 a7=J2 ; tokens 2,2 ; doubles 0,0 ; barriers 1,1",
    "tawol w a1=wTbA b1=wTbA c1=wTbA d1=wTbA e1=wTbB f1=wTbB g1=wTbB h4=wT a5=wA b5=wA h6=bB e8=bT",
    "tours w a8=w1 b8=w1 c8=w1 f2=b2 f4=b1 g4=b1 ; quiet 92",
)
OPPONENT = "return document.querySelectorAll('.seats select')[1]?.value"


def begin(page: Browser, text: str) -> None:
    """A game or a position, against the board at level 2."""
    position = games.read(text)
    seat = position.SIDES[1]
    page.ask(
        {"new": position.NAME, "options": {}, "seats": {} if " " in text else {seat: "board 2"}}
    )
    page.until(lambda: page.text("#seats .about").startswith(position.TITLE))
    if " " in text:
        page.do(f"set {text}")
        page.do(f"send position {text}")
        page.ask({"seat": seat, "who": "board 2"})
    page.until(lambda: page.run(OPPONENT) == "board 2")


def play(page: Browser, kind: type[Newcomer], text: str, size: tuple[int, int]) -> None:
    with playing() as address:
        page.open(address, size)
        page.until(lambda: page.text("#status .headline") == "Yellow to move")
        begin(page, text)
        newcomer = kind(page, text)
        end = newcomer.play()
        moves = len(page.moves())
        print(f"{text}: {end} after {moves} moves, {newcomer.clicks / moves:.1f} clicks a move")
        assert moves > 0
        assert page.log() == []


@pytest.mark.parametrize("size", [LAPTOP, *deep((PHONE,))], ids=str)
@pytest.mark.parametrize("text", first(1, ENDINGS))
def test_a_newcomer_ends_a_game(browser, text, size):
    play(browser, Newcomer, text, size)


@pytest.mark.deep
@pytest.mark.parametrize("text", ENDINGS)
def test_a_listener_ends_a_game_by_keys_and_words_alone(browser, text):
    play(browser, Listener, text, LAPTOP)


@pytest.mark.deep
def test_a_newcomer_plays_a_whole_game(browser):
    play(browser, Newcomer, "avalam", LAPTOP)


@pytest.mark.deep
@pytest.mark.needs_evening
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=str)
@pytest.mark.parametrize("text", GAMES)
def test_a_newcomer_plays_a_game_to_its_end(browser, text, size):
    play(browser, Newcomer, text, size)


@pytest.mark.deep
@pytest.mark.needs_evening
@pytest.mark.parametrize("text", GAMES)
def test_a_listener_plays_a_game_to_its_end_by_keys_and_words_alone(browser, text):
    play(browser, Listener, text, LAPTOP)
