"""What a browser that joins later has to hear of what the board has said so far."""

# Words that describe the present state: only the newest line of each counts.
STATES = frozenset(
    "hello game position turn question touch proposed way-back set-up score over why menu "
    "setting lights seat hint reason task ok box carry lifts offered aim lesson".split()
)
MOVES = frozenset(("move", "undo"))
_BEFORE = "score before"  # the points before the newest step: what it gained is shown beside it
PASSING = frozenset(("lift", "down"))
ANEW = frozenset(("hello", "game"))  # the firmware has started, or another game has begun
LONGEST_LOG = 200  # lines of the board's own words that are kept
MOST_MOVES = 2000  # as many as the page shows
MOST_SETTINGS = 20


class Story:
    """The board's lines, in order, without those that no longer matter."""

    def __init__(self):
        self._lines: list[tuple[str, str]] = []

    @property
    def lines(self) -> list[str]:
        return [line for _, line in self._lines]

    def add(self, line: str) -> bool:
        """Take in a line: "@turn y", or any other text that the board wrote.

        Returns whether things begin anew with it: browsers that have heard the lines so far must
        then forget all that are no longer among `lines`.
        """
        word = kind(line)
        if word in PASSING:
            return False
        if word == "hello":
            # The firmware has restarted: only its text stays, which may be a crash report.
            self._forget(STATES | MOVES | {_BEFORE})
        elif word == "game":
            self._forget((STATES | MOVES | {_BEFORE}) - {"hello", "setting"})
        elif word == "move":
            self._keep_points()
        elif word in STATES and self._replaced(word, line):
            return False
        self._lines.append((word, line))
        if word in MOVES:
            self._keep(MOVES, MOST_MOVES)
        elif word == "setting":
            self._keep(frozenset((word,)), MOST_SETTINGS)
        elif word not in STATES:
            others = frozenset(entry[0] for entry in self._lines) - STATES - MOVES - {_BEFORE}
            self._keep(others, LONGEST_LOG)
        return word in ANEW

    def _replaced(self, word: str, line: str) -> bool:
        """Drop the line that this one replaces; True if it took that one's place.

        A seat does: the steps after it are read by who played them.
        """
        for place, (told, other) in enumerate(self._lines):
            if told == word and _key(other) == _key(line):
                del self._lines[place]
                if word == "seat":
                    self._lines.insert(place, (word, line))
                    return True
                break
        return False

    def _keep_points(self) -> None:
        """A step comes: the points so far stay in front of it, whatever they are then."""
        if any(word == "score" for word, _ in self._lines):
            self._forget(frozenset((_BEFORE,)))
            self._lines = [
                (_BEFORE if word == "score" else word, line) for word, line in self._lines
            ]

    def _keep(self, words: frozenset[str], most: int) -> None:
        """Drop the oldest lines that begin with these words, where there are too many."""
        kept = [entry for entry in self._lines if entry[0] in words]
        if len(kept) > most:
            self._lines.remove(kept[0])

    def _forget(self, words: frozenset[str]) -> None:
        self._lines = [entry for entry in self._lines if entry[0] not in words]


def kind(line: str) -> str:
    """The word of a link line, without its "@"; "" for the board's other text."""
    return line[1:].split(" ", 1)[0] if line.startswith("@") else ""


def _key(line: str) -> str:
    """Lines with equal keys replace each other; each setting and each side's seat has its own."""
    words = line.split(" ")
    return " ".join(words[:2]) if words[0] in ("@setting", "@seat") else words[0]
