"""What a page tells a board's firmware by itself, once the firmware has started."""

from tourelle_host.sim.body import Body


class Firmware:
    """The firmware of a board that is being switched on; it hears all of the board's lines."""

    def __init__(self, board: Body):
        self._board = board
        self._waiting: list[str] | None = []  # to be told once it has started; then None
        self._resumes = False  # it has just started, and may go on with a game

    def tell(self, lines: list[str]) -> None:
        """Tell it these lines: at once, or as soon as it has started."""
        if self._waiting is not None:
            self._waiting += lines
            return
        for line in lines:
            self._board.do(f"send {line}")

    def hear(self, text: str) -> None:
        """Take in a line from the board."""
        word, _, rest = text.partition(" ")
        if word == "@hello":
            self._started()
        elif word == "@game" and self._resumes and not rest.startswith("none"):
            self._resumes = False
            self._board.send(b"record 0\n")
        elif word == "@record":
            self._read_on(rest.split())

    def _started(self) -> None:
        # Where other programs use its serial port, they alone decide what it is told there.
        alone = self._board.port is None
        if alone:
            self._board.send(b"follow on\n")
        waiting, self._waiting = self._waiting, None
        self.tell(waiting or [])
        self._resumes = alone

    def _read_on(self, words: list[str]) -> None:
        """Ask for the next part of its record of the game, from 0, the start, onwards."""
        if not words or words[1:] == ["none"] or not words[0].isdigit():
            return
        first = int(words[0])
        self._board.send(f"record {first + len(words) - 1 if first else 1}\n".encode())
