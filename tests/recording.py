"""Games that are written into a journal."""

import random

from tourelle.games import opening
from tourelle.journal import Journal
from tourelle.timers import run_due


def play(journal: Journal, name: str, seed: int, most: int = 60, options: dict | None = None):
    """Play random steps of a game into a journal; yields the position's text after each change."""
    rng = random.Random(seed)
    position = opening(name, options)
    journal.begin(position.text())
    journal.finish()
    assert not journal.full
    yield position.text()
    played = 0
    while position.outcome() is None and played < most:
        if played and rng.random() < 0.15:
            undone = position.move_text(position.pop())
            journal.undone(played, 0, undone)
            played -= 1
        else:
            move = rng.choice(list(position.legal_moves()))
            side, text = position.SIDES[position.turn], position.move_text(move)
            position.push(move)
            played += 1
            journal.played(played, side, move, text)
        journal.finish()
        assert not journal.full
        yield position.text()


def steps_of(name: str, seed: int, count: int) -> list[tuple[int, str]]:
    """Random steps of a game, from its opening on: numbers and notation."""
    rng = random.Random(seed)
    position = opening(name)
    found = []
    while len(found) < count and position.outcome() is None:
        move = rng.choice(list(position.legal_moves()))
        found.append((move, position.move_text(move)))
        position.push(move)
    return found


def work(journal: Journal) -> None:
    """Let it write, bit by bit, until nothing is due."""
    assert any(run_due((journal.adding, journal.rewriting), 0) for _ in range(100))
