"""Cuts what comes over a serial port into lines that can be shown."""

HELLO = "@hello tourelle"  # begins a board's answer to hello
_LONGEST = 2048  # bytes in a line; a board has no room for more, and the rest is cut off


class Lines:
    """Takes in bytes as they come, wherever they are cut."""

    def __init__(self) -> None:
        self._partial = b""

    @property
    def rest(self) -> str:
        """The last line, which has not ended."""
        return decoded(self._partial)

    def feed(self, data: bytes) -> list[str]:
        """The lines that end in these bytes."""
        *whole, partial = data.split(b"\n")
        found: list[str] = []
        for raw in whole:
            found += _split(decoded((self._partial + raw)[:_LONGEST]).rstrip("\r"))
            self._partial = b""
        self._partial = (self._partial + partial)[:_LONGEST]
        return [_plain(line) for line in found]


def decoded(raw: bytes) -> str:
    """What a board has sent as text: where it is not UTF-8, only its ASCII can be read."""
    try:
        return str(raw, "utf-8")
    except UnicodeError:  # not every Python can replace what is not UTF-8
        return "".join([chr(byte) if byte < 128 else "\ufffd" for byte in raw])


def _plain(line: str) -> str:
    """A line without the control characters of terminals."""
    steers = [one for one in line if (one < " " and one != "\t") or "\x7f" <= one < "\xa0"]
    for one in set(steers):
        line = line.replace(one, "\ufffd")
    return line


def _split(line: str) -> list[str]:
    """A line; two lines, where the board was switched off in the middle of the first."""
    at = line.find(HELLO, 1)
    return [line] if at < 0 else [line[:at], line[at:]]
