"""Collects what a board tells about its last events, as a text that can be saved."""

MARK = "@event "  # begins each of their lines
ASK = "blackbox"  # asks a board for them
_HEAD = """\
What a Tourelle board felt and decided. To see why:
tourelle replay --events FILE

"""
_MOST = 2000  # lines; a board has fewer


class Collector:
    """Picks the lines about events out of all that a board says."""

    def __init__(self) -> None:
        self._lines: list[str] | None = None

    def hear(self, line: str) -> str | None:
        """Take in a line of the link; with the last event, returns the text of them all."""
        if not line.startswith(MARK):
            return None
        if line.startswith(f"{MARK}black-box "):
            self._lines = []
        if self._lines is None or len(self._lines) >= _MOST:
            return None
        self._lines.append(line)
        if not line.startswith(f"{MARK}end "):
            return None
        text = _HEAD + "\n".join(self._lines) + "\n"
        self._lines = None
        return text
