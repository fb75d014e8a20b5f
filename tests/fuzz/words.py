"""Words, lines and texts as an attacker would write them: valid ones, and mutations of them."""

import random

from tourelle import games
from tourelle.games.catalogue import GAMES
from tourelle.grids import grid

NUMBERS = "0 1 -1 2 7 8 9 12 99 255 256 65536 1073741823 1073741824 2147483648".split() + [
    "9223372036854775807",
    "99999999999999999999",
    "9" * 700,
    "1e9",
    "0x10",
    "1_000",
    "٣",
    "²",
]
PIECES = "y1 r5 yr y99 wA bT wx w4 b1 J1 J9 t2 d2 _ ? ?? 0 wall".split()
SIGNS = " =;,/-^>.@:*#\t\x00\x1b\"'[]{}\u00e9\U0001f600"
ELEMENT = "<b/class=planted>x</b>"  # for whoever takes a word as HTML
NAMES = f"{ELEMENT} constructor __proto__ toString none null NaN on off turn options steps".split()


def opening(rng: random.Random, name: str) -> str:
    """A position of a game: its opening, or some random moves later."""
    position = games.opening(name)
    for _ in range(rng.choice((0, 0, 3, 12))):
        moves = [] if position.outcome() else list(position.legal_moves())
        if not moves:
            break
        position.push(rng.choice(moves))
    return position.text()


def word(rng: random.Random) -> str:
    """A word of some sort."""
    cells = grid(rng.choice(("avalam", "square", "hex"))).names
    kinds = (
        lambda: rng.choice(cells),
        lambda: rng.choice(cells),
        lambda: rng.choice(cells) + rng.choice("-^>/*=:,") + rng.choice(cells),
        lambda: rng.choice(NUMBERS),
        lambda: rng.choice(PIECES),
        lambda: rng.choice(NAMES),
        lambda: rng.choice(cells) + "=" + rng.choice(PIECES),
        lambda: rng.choice([entry.name for entry in GAMES]),
        lambda: rng.choice("y r w b 1 2 3 4".split()),
        lambda: f"{rng.choice(('placing', 'tie-break', 'players', 'x'))}={rng.choice(NUMBERS)}",
    )
    return rng.choice(kinds)()


def mutated(rng: random.Random, text: str) -> str:
    """A text with some things in it changed."""
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3, 6))):
        text = _changed(rng, text)[:4000]
    return text


def _changed(rng: random.Random, text: str) -> str:
    """A text with one thing in it changed: a word, a sign, or all from a place on."""
    words = text.split(" ")
    at = rng.randrange(len(words))
    place = rng.randrange(len(text) + 1)
    before, one, behind = words[:at], words[at], words[at + 1 :]
    ways = (
        lambda: [*before, word(rng), *behind],
        lambda: [*before, word(rng), one, *behind],
        lambda: [*before, *behind],
        lambda: [*before, one * rng.choice((2, 3, 50)), *behind],
        lambda: [text[:place] + rng.choice(SIGNS) + text[place:]],
        lambda: [text[:place]],
        lambda: [text[place:]],
        lambda: [*words, one, *behind],
        lambda: [text[:place] + rng.choice(NUMBERS) + text[place + 1 :]],
    )
    return " ".join(ways[rng.randrange(len(ways))]())
