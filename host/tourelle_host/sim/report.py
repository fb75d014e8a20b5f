"""What a board has said over its link, as far as scripts check it."""


class Report:
    """The board's state, in its own words.

    moves     the steps that stand, in notation
    fresh     steps committed since they were last looked at
    turn      letter of the side to move, or None
    over      the words after "@over", or None while the game goes on
    position  the text of the position, as last told; None once it was forgotten
    question  the cells that would answer the question asked by lights; [] where none is asked
    """

    def __init__(self) -> None:
        self.moves: list[str] = []
        self.fresh = 0
        self.turn: str | None = None
        self.over: list[str] | None = None
        self.position: str | None = None
        self.question: list[str] = []

    def looked(self) -> None:
        """The steps so far have been looked at."""
        self.fresh = 0

    def forget_position(self) -> None:
        """The board is about to tell it again."""
        self.position = None

    def hear(self, line: str) -> None:
        """Take in a line of the link; ignore any other line."""
        if not line.startswith("@"):
            return
        event, *words = line[1:].split()
        if event == "game":
            self.turn = self.over = self.position = None
            if words == ["none"]:
                self.moves.clear()
                self.question = []
        elif event == "position":
            self.position = " ".join(words)
        elif event == "turn" and words:
            self.turn = words[0]
        elif event == "question":
            self.question = [] if words == ["none"] else sorted(words)
        elif event == "over":
            self.over = words
        elif event in ("move", "undo") and words and words[0].isdecimal():
            # The number tells how many steps stand, even if a new game has begun meanwhile.
            del self.moves[int(words[0]) - 1 :]
            self.over = None
            if event == "move":
                self.moves.append(words[-1])
                self.fresh += 1
