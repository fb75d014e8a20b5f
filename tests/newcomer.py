"""Somebody who knows nothing but what the page says, and does it: by clicks, or by keys alone.

Each sentence of the card begins with what is to be done: lift, put, lay, take off, touch, press.
The newcomer does that at the cells that the sentence names, or where a light says so, and takes
from the box what is wanted from there. How any game is played is nowhere in this file.
"""

import random
import re

from browser import Browser
from tourelle_host.server.describe import MEANINGS

SEEN = """
const text = (selector) => document.querySelector(selector)?.innerText ?? "";
const label = (element) => element.getAttribute("aria-label");
return {
  headline: text("#status .headline"),
  lines: [...document.querySelectorAll("#prompt p")].map((line) => line.textContent),
  moves: document.querySelectorAll("#moves li").length,
  hand: label(document.querySelector(".hand-pieces")),
  wanted: [...document.querySelectorAll("#box .source")].map(label)
    .filter((words) => words.endsWith(" wanted now")),
  labels: Object.fromEntries([...document.querySelectorAll("[data-cell]")].map((cell) =>
    [cell.dataset.cell, label(cell)])),
};
"""
FORGET = "window.heard = [];"
CLOSED = "return window.heard.find((line) => line?.startsWith('@switches'))"
CALM = 8  # looks, twenty a second
CELL = re.compile(r"\b[a-i][1-9]\b")
SENTENCE = re.compile(r"(?<=[.?]) (?=[A-Z])")
ENDED = (" wins", "A draw", " share it")
# What is to be done, by the first words that say so; and the lights that say where.
VERBS = (
    ("Captured: take off", "take off", ()),
    ("Take off", "take off", ()),
    ("Touch", "touch", ()),
    ("Lift", "lift", ("can-move",)),
    ("Put", "put", ("may-land", "may-attack", "touch")),
    ("Lay", "put", ("may-land", "may-attack", "touch")),
    ("Set", "put", ("may-land", "may-attack", "touch")),
    ("Press OK", "ok", ()),
    ("Did you mean", "ok", ()),
)


class Stalled(AssertionError):
    """Nothing that the card says can be done, or nothing came of it."""


class Newcomer:
    """Plays a game to its end.

    clicks   how many it took
    """

    def __init__(self, page: Browser, seed: str):
        self.page = page
        self.clicks = 0
        self._draw = random.Random(seed)
        self.seen: dict = {}
        self._same = 0
        self._clicked: list[str] = []  # the last cells: who made a move knows which one it was

    def play(self, most: int = 3000) -> str:
        """Play to the end, with so many clicks at most; what the headline then says."""
        while self.clicks < most:
            self.page.until(self.is_wanted)
            if self.is_over():
                return self.seen["headline"]
            self.act()
        raise Stalled(f"{most} clicks, and no end: {self.seen}")

    def look(self) -> dict:
        self.seen = self.page.run(SEEN)
        return self.seen

    def is_wanted(self) -> bool:
        """Whether it has ended, or the card asks for something that can be done now."""
        self.look()
        if "thinking" in self.seen["headline"]:
            return False
        return self.is_over() or bool(self.ways())

    def is_over(self) -> bool:
        ended = any(word in self.seen["headline"] for word in ENDED)
        return ended and not any(CELL.search(line) for line in self.seen["lines"])

    def ways(self) -> list[tuple[str, list[str]]]:
        """What can be done by the first line that says so: the verb, the cells that are meant."""
        for line in self.seen["lines"]:
            found = [way for sentence in SENTENCE.split(line) if (way := self.way(sentence))]
            if found:
                return found
        return []

    def way(self, sentence: str) -> tuple[str, list[str]] | None:
        """What a sentence asks for, where that can be done with the hand as it is."""
        verb, lights = next(
            ((verb, lights) for words, verb, lights in VERBS if sentence.startswith(words)),
            ("", ()),
        )
        cells = CELL.findall(sentence) or self.lit(lights)
        full = self.seen["hand"] != "nothing"
        if verb == "put" and "from the box" in sentence:
            wanted = self.seen["wanted"] and not full
            if "barrier" in sentence:
                return ("barrier", cells) if wanted and len(CELL.findall(sentence)) == 2 else None
            return ("from the box", cells) if wanted and cells else None
        if verb == "ok":
            return "ok", []
        return (verb, cells) if verb and cells and full == (verb == "put") else None

    def lit(self, states: tuple[str, ...]) -> list[str]:
        """The cells whose lights say so."""
        meanings = [MEANINGS[state] for state in states]
        labels = self.seen["labels"]
        return [name for name, label in labels.items() if any(words in label for words in meanings)]

    def act(self) -> None:
        """What the card asks for, a click or two; and wait until something has come of it."""
        verb, cells = self._draw.choice(self.ways())
        before = self.look()
        if verb == "ok":
            self.press_ok()
        elif verb in ("barrier", "from the box"):
            barrier = verb == "barrier"
            self.take(next(label for label in before["wanted"] if ("barrier" in label) == barrier))
            for cell in cells if barrier else [self._draw.choice(cells)]:
                self.click(cell)
        elif verb == "touch" and any(cell in cells for cell in self._clicked):
            self.click(next(cell for cell in reversed(self._clicked) if cell in cells))
        else:
            self._clicked = [*self._clicked[-5:], self._draw.choice(cells)]
            self.click(self._clicked[-1])
        self.page.until(lambda: self.look() != before)
        self.page.until(self.is_felt)
        self._same = 0
        self.page.until(self._is_calm)

    def _is_calm(self) -> bool:
        """Whether nothing has changed for some looks: a person looks up before going on."""
        before = self.seen
        self._same = self._same + 1 if self.look() == before else 0
        return self._same >= CALM

    def is_felt(self) -> bool:
        """Whether the board feels every piece that stands there."""
        self.page.run(FORGET)
        self.page.do("send switches")
        self.page.until(lambda: self.page.run(CLOSED))
        closed = self.page.run(CLOSED).split()[1:]
        standing = [name for name, label in self.look()["labels"].items() if ", empty" not in label]
        return sorted(standing) == sorted(set(closed) - {"none"})

    # -- with the mouse

    def click(self, cell: str) -> None:
        self._click(f"[data-cell={cell}] .ground")

    def take(self, label: str) -> None:
        """Choose a kind of piece from the box."""
        self._click(f'#box [aria-label="{label}"]')

    def press_ok(self) -> None:
        self._click("#ok")

    def _click(self, selector: str) -> None:
        self.page.hand().click(self.page.one(selector)).perform()
        self.clicks += 1
