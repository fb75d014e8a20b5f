"""What a browser that joins later has to hear of what the board has said so far."""

# Words that describe the present state: only the newest line of each counts.
STATES = frozenset(
    "hello game position turn question touch proposed way-back set-up score over why menu "
    "setting lights seat hint reason task ok box carry lifts offered aim lesson".split()
)
MOVES = frozenset(("move", "undo"))
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
            self._forget(STATES | MOVES)
        elif word == "game":
            self._forget((STATES | MOVES) - {"hello", "setting"})
        elif word in STATES:
            key = _key(line)
            self._lines = [entry for entry in self._lines if _key(entry[1]) != key]
        self._lines.append((word, line))
        if word in MOVES:
            self._keep(MOVES, MOST_MOVES)
        elif word == "setting":
            self._keep(frozenset((word,)), MOST_SETTINGS)
        elif word not in STATES:
            others = frozenset(entry[0] for entry in self._lines) - STATES - MOVES
            self._keep(others, LONGEST_LOG)
        return word in ANEW

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
