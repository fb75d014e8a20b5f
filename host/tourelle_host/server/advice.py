"""What the page says beside the board's own words: what is to be done now, why not, what OK does.

Each comes as a line: "@task ...", "@reason ...", "@ok ...", or with "none".
"""

from tourelle_host.server import tasks
from tourelle_host.whynot import Hands, WhyNot


class Advice:
    """Hears a board's lines and gives the lines to be told after each."""

    def __init__(self):
        self._why_not = WhyNot()
        self._said = {"task": "", "ok": ""}

    def hear(self, line: str) -> list[str]:
        """Take in a line; what has changed with it."""
        told = [reason] if (reason := self._why_not.hear(line)) else []
        if line.startswith(("@hello", "@game")):
            self._said = {"task": "", "ok": ""}  # the story forgets them, too
        task, ok = _tasks(self._why_not.hands)
        for word, text in (("task", task), ("ok", ok)):
            if self._said[word] != text:
                self._said[word] = text
                told.append(f"@{word} {text or 'none'}")
        return told


def _tasks(hands: Hands) -> tuple[str, str]:
    """What is to be done now, and what OK does, in the game's own words; "" for nothing."""
    position = hands.position
    if position is None or position.outcome() is not None:
        return "", ""
    game = tasks.load(position.NAME)
    if game is None:
        return "", ""
    lifted, put = ([], []) if hands.led else hands.moved()
    return game.now(position, lifted, put), game.ok(position)
