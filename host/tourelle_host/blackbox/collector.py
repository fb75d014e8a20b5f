"""Gathers what a board tells of its last events into a text that can be saved."""

MARK = "@event "  # begins each line of them
ASK = "blackbox"  # has a board tell them
_HEAD = """\
What a Tourelle board felt and decided. To see why:
tourelle replay --events FILE

"""
_MOST = 2000  # lines; a board has fewer


class Collector:
    """Gathers the lines about events among all that a board says."""

    def __init__(self) -> None:
        self._lines: list[str] | None = None

    def hear(self, line: str) -> str | None:
        """Take in a line of the link: the text of all the events where it is their last one."""
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
