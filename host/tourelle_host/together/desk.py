"""Translates between a board and its decider: lines become events, and acts become lines."""

from collections.abc import Iterator
from typing import Any

from tourelle_host.together.log import mark

_LINE = 600  # bytes of words in a line to a board


class Desk:
    """Follows what a board tells of its shared table. No port, no clock: lines in, lines out.

    notes   what the board's journal holds for the bridge, by name
    log     the words in its flash
    told    whether it has told all of that once
    left    whether it plays another game by now
    """

    def __init__(self) -> None:
        self._send: list[str] = []
        self.notes: dict[str, str] = {}
        self.log: tuple[str, ...] = ()
        self.told = False
        self.left = False
        self._after: list[str] = []  # steps that were played after it
        self._pending: tuple[str, ...] = ()  # words that it was told to keep
        self._mark = ""  # the mark of the log that it is telling
        self._unfit: tuple[str, ...] | None = None  # the last one told, if its mark did not match
        self._reading: list[str] | None = None

    def greet(self) -> None:
        """Ask the board for everything."""
        self._read()

    def _read(self) -> None:
        self._reading = []
        self._send.append("table log 0")

    # -- from the board

    def hear(self, line: str) -> list[tuple]:
        """The events that a line stands for."""
        word, *words = line.split(" ")
        return list(getattr(self, f"_hear_{word[1:]}", self._nothing)(*words))

    def _nothing(self, *words: str) -> Iterator[tuple]:
        return iter(())

    def _hear_move(self, *words: str) -> Iterator[tuple]:
        if len(words) == 3:
            self._after.append(words[2])
            yield ("board", (*self.log, *self._after))

    def _hear_undo(self, *words: str) -> Iterator[tuple]:
        if self._after:
            self._after.pop()
            yield ("board", (*self.log, *self._after))

    def _hear_game(self, *words: str) -> Iterator[tuple]:
        if self.told:
            self._read()  # it may be another log
        return iter(())

    def _hear_error(self, *words: str) -> Iterator[tuple]:
        if words[:4] == ("no", "table", "is", "shared;") and self.told and not self.left:
            self.left = True
            yield ("left",)

    def _hear_kept(self, *words: str) -> Iterator[tuple]:
        self._mark = " ".join(words)
        for known in ((*self.log, *self._after), self._pending):
            count = _number(words[0]) if words else -1
            if self.told and 0 <= count <= len(known) and _mark(known[:count]) == self._mark:
                yield from self._keeps(known[:count], known[count:])
                return
        if self._reading is None:
            self._read()

    def _keeps(self, log: tuple[str, ...], after: tuple[str, ...] = ()) -> Iterator[tuple]:
        self.log = log
        self._after = list(after)
        self._pending = ()
        self._unfit = None
        yield ("board", (*log, *after))
        yield ("kept", *mark(log))

    def _hear_log(self, *words: str) -> Iterator[tuple]:
        if self._reading is None or words[:1] != (str(len(self._reading)),):
            return
        text = " ".join(words[1:])
        if text != "none":
            self._reading += text.split(",")
            self._send.append(f"table log {len(self._reading)}")
            return
        read, self._reading = tuple(self._reading), None
        self.told = True
        if not self._mark or _mark(read) == self._mark or read == self._unfit:
            self._mark = _mark(read)
            yield from self._keeps(read)
        else:
            self._unfit = read  # it changed meanwhile; told twice alike: the line @kept was garbled
            self._read()

    def _hear_note(self, *words: str) -> Iterator[tuple]:
        if len(words) > 1:
            self.notes[words[0]] = " ".join(words[1:])
        return iter(())

    def _hear_noted(self, *words: str) -> Iterator[tuple]:
        if len(words) > 1:
            text = " ".join(words[1:])
            self.notes[words[0]] = text
            noted = read_note(text)
            if words[0] == "run" or (words[0] == "seat" and _is_holder(noted)):
                yield ("noted", words[0], noted)

    def _hear_offer(self, *words: str) -> Iterator[tuple]:
        if words[:1] == ("undo",) and len(words) == 2:
            yield ("offer", "undo", _number(words[1]))
        elif words in (("draw",), ("resign",), ("rematch",)):
            yield ("offer", words[0], None)

    def _hear_withdraw(self, *words: str) -> Iterator[tuple]:
        if words in (("undo",), ("draw",), ("resign",), ("rematch",)):
            yield ("withdraw", words[0])

    # -- to the board

    def obey(self, act: tuple) -> None:
        """Turn an act into lines for the board."""
        if act[0] == "note":
            self._send.append(f"table note {act[1]} {write_note(act[2])}")
        elif act[0] == "read":
            if self._reading is None:
                self._read()
        elif act[0] == "keep" and mark(self.log) == act[1]:
            self._keep(*act[2:])

    def _keep(self, at: int, words: tuple[str, ...]) -> None:
        log = self.log
        while words:
            size = count = 0
            while count < len(words) and size + len(words[count]) < _LINE:
                size += len(words[count]) + 1
                count += 1
            sent = ",".join(words[:count])
            self._send.append(f"table keep {_mark(log)} {at} {sent}")
            log = (*log[:at], *words[:count])
            at = len(log)
            words = words[count:]
        self._pending = log

    def take(self) -> list[str]:
        """The lines for the board since the last call."""
        lines, self._send = self._send, []
        return lines

    def note(self, name: str, text: str) -> None:
        """Have the board's journal hold this for the bridge."""
        self.notes[name] = text
        self._send.append(f"table note {name} {text}")

    def ask(self, what: str) -> None:
        """Have it light what the others offer: "undo 5", "draw", "rematch", "none"."""
        self._send.append(f"table ask {what}")

    def away(self, letters: list[str]) -> None:
        """Have it show that the players of these sides are gone."""
        self._send.append(f"table away {' '.join(letters) or 'none'}")


def _mark(log: tuple[str, ...]) -> str:
    return "{} {:08x}".format(*mark(log))


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 10 else -1


def _is_holder(noted: Any) -> bool:
    """Whether this is a (generation, device)."""
    return isinstance(noted, tuple) and [type(one) for one in noted] == [int, int]


def write_note(noted: Any) -> str:
    """A number, or tuples of numbers, as a note: ((2, 9), 1) is "2.9,1", None is "none"."""
    if noted is None:
        return "none"
    if isinstance(noted, int):
        return str(noted)
    if any(isinstance(one, tuple) for one in noted):
        return ",".join(write_note(one) for one in noted)
    return ".".join(map(str, noted))


def read_note(text: str) -> Any:
    """The value of such a note; None where the text is not one."""
    if text == "none":
        return None
    try:
        parts = [tuple(int(one) for one in part.split(".")) for part in text.split(",")]
    except ValueError:
        return None
    whole = tuple(part if len(part) > 1 else part[0] for part in parts)
    return whole if len(whole) > 1 else whole[0]
