"""Whole games on the page, by somebody who knows nothing but the card and the lights.

The newcomer reads what the card says and clicks on what it names, or on a cell whose light says
what the card asks for; how the game is played is nowhere in this file.
"""

import random

import pytest

from browser import LAPTOP, PHONE, Browser, playing
from depth import deep
from tourelle_host.server.describe import MEANINGS

pytestmark = pytest.mark.needs_chromium

LABELS = """
return Object.fromEntries([...document.querySelectorAll("[data-cell]")].map((cell) =>
  [cell.dataset.cell, cell.getAttribute("aria-label")]));
"""
NAMED = """
return Object.fromEntries([...document.querySelectorAll("#prompt p")].map((line) => {
  const cells = [...line.querySelectorAll(".cell-name")].map((cell) => cell.textContent);
  return [line.textContent.split(cells[0])[0].trim(), cells];
}).filter(([, cells]) => cells.length));
"""
# A few moves from its end; and the whole of it.
ENDING = "avalam y c9=y2 d9=r2 c8=y1 d8=r3 h4=y2 h5=y2 g5=r1 a4=r3 a5=y2"
GAMES = deep(
    ("avalam", ENDING, LAPTOP),
    ("avalam", "", LAPTOP),
    ("avalam", "", PHONE),
)


class Newcomer:
    """Clicks on what the card and the lights name; stalls where nothing changes any more."""

    def __init__(self, page: Browser, seed: str):
        self.page = page
        self.clicks = 0
        self._draw = random.Random(seed)

    def play(self) -> str:
        """Play to the end; what the headline then says."""
        while "is thinking" in self.headline() or not self.over():
            self.page.until(lambda: "is thinking" not in self.headline())
            if not self.over():
                self.act()
        return self.headline()

    def headline(self) -> str:
        return self.page.text("#status .headline")

    def over(self) -> bool:
        """Whether it has ended, and no hand is wanted any more."""
        ended = any(word in self.headline() for word in (" wins", "A draw", " share it"))
        return ended and not self.named()

    def named(self) -> dict[str, list[str]]:
        """The cells that the card names, by the words before them."""
        return self.page.driver.execute_script(NAMED)

    def act(self) -> None:
        """One click, as the card asks for it or as the lights do."""
        named = self.named()
        holds = self.page.text(".hand-pieces") != "nothing"
        if "Captured: take off" in named:
            if holds:
                self.click("#box")
            else:
                self.click(self.cell(named["Captured: take off"][0]))
        elif named.get("Take off") and not holds:
            self.click(self.cell(named["Take off"][0]))
        elif put := named.get("Put down on") or named.get("Put back on"):
            self.click(self.cell(put[0]))
        elif touch := named.get("Which one? Touch"):
            self.click(self.cell(touch[0]))
        else:
            meant = ("may-land", "may-attack") if holds else ("can-move",)
            self.page.until(
                lambda: (
                    self.lit(meant) or self.over() or self.named() or "thinking" in self.headline()
                )
            )
            if lit := self.lit(meant):
                self.click(self.cell(self._draw.choice(lit)))

    def lit(self, states: tuple[str, ...]) -> list[str]:
        labels = self.page.driver.execute_script(LABELS)
        meanings = [MEANINGS[state] for state in states]
        return [name for name, label in labels.items() if any(words in label for words in meanings)]

    def cell(self, name: str) -> str:
        return f"[data-cell={name.split(' ')[0]}] .ground"

    def click(self, selector: str) -> None:
        """Click, and wait until something has come of it."""
        before = self.seen()
        self.page.hand().click(self.page.one(selector)).perform()
        self.clicks += 1
        self.page.until(lambda: self.seen() != before)

    def seen(self) -> list[str]:
        page = self.page
        parts = [page.text(part) for part in ("#status .headline", "#prompt", "#moves")]
        return [*parts, str(page.driver.execute_script(LABELS)), page.text(".hand-pieces")]


@pytest.mark.parametrize(("game", "position", "size"), GAMES)
def test_a_newcomer_plays_a_game_to_its_end(browser, game, position, size):
    with playing() as address:
        browser.open(address, size)
        browser.until(lambda: browser.text("#status .headline") == "Yellow to move")
        seats = dict.fromkeys({"avalam": "r"}.get(game, "b"), "board 2")
        browser.ask({"new": game, "options": {}, "seats": {} if position else seats})
        if position:
            browser.do(f"set {position}")
            browser.do(f"send position {position}")
            for letter, who in seats.items():
                browser.ask({"seat": letter, "who": who})
        browser.until(lambda: browser.text("#prompt").startswith(("Lift", "Pile")))
        newcomer = Newcomer(browser, game)
        end = newcomer.play()
        moves = len(browser.moves())
        print(f"{game}: {end} after {moves} moves, {newcomer.clicks / moves:.1f} clicks a move")
        assert moves > 0
        assert browser.log() == []
