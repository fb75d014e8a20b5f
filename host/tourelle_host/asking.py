"""Asks a board for what a mirror and a record need to have its whole game."""

from collections.abc import Callable

from tourelle_host.lines import HELLO
from tourelle_host.recorder import MOST_STEPS, Recorder

# Seconds between two attempts to begin afresh; doubled after each one that did not help, as when
# the game is not known here.
_SHORTEST_S = 0.25
_LONGEST_S = 60.0


class Asking:
    """Hears a board's lines, and asks where they show that there is more, or that some were lost.

    recorder   hears the same lines, and has the game as far as it is known
    """

    def __init__(
        self,
        send: Callable[[str], None],
        recorder: Recorder,
        mirror: bool,
        clock: Callable[[], float],
    ):
        """send: a line to the board; recorder: one with `asks`; mirror: ask for all lights;
        clock: gives seconds."""
        self._send = send
        self._mirror = mirror
        self.recorder = recorder
        self._clock = clock
        self._question = ""  # to be asked as soon as its time has come
        self._may_ask = clock()
        self._pause = _SHORTEST_S
        self._next = 0  # number of the step to ask for
        self._telling = False  # it is about to tell its record

    def hear(self, line: str) -> None:
        """Take in a line from the board."""
        recorder = self.recorder
        recorder.hear(line)
        word, *words = line.split() or [""]
        if line.startswith(HELLO):
            self._telling = False
            if self._mirror:
                self._send("follow on")
                self._send("switches")
        elif word == "@game" and words != ["none"]:
            self._question = "record 0"
        elif word == "@record":
            self._telling = self._go_on(words)
        if word == "@lost" or (recorder.gap and not self._telling):
            self._question = self._question or "hello"
        elif recorder.record:
            self._pause = _SHORTEST_S

    def stop(self) -> None:
        """Nobody looks on any more: let a board that is there tell its lights to nobody."""
        if self._mirror:
            self._send("follow off")

    def _go_on(self, words: list[str]) -> bool:
        """The board has told steps from a number on: ask for the next; False if there were none."""
        if words[:1] != [str(self._next)] or words[1:] in ([], ["none"]):
            return False
        self._next = self._next + len(words) - 1 if self._next else 1
        if self._next < MOST_STEPS:
            self._send(f"record {self._next}")
        return True

    def ask(self) -> float | None:
        """Ask the waiting question if its time has come; else the seconds until then, or None."""
        now = self._clock()
        if not self._question:
            return None
        if now < self._may_ask:
            return self._may_ask - now
        question, self._question = self._question, ""
        self._may_ask = now + self._pause
        self._pause = min(2 * self._pause, _LONGEST_S)
        self._next = 0
        self._telling = question != "hello"
        self._send(question)
        return None
