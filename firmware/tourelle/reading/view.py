"""The view of a game being read: what lights and lines say about it."""


class View:
    """What the reader lets others know; only the reader writes it.

    line        the `Line` of position and switches
    leading     the `Leading` of the hands to the position, after an undo or a host's step
    proposals   the `Proposals` of steps that no switch feels
    question    the `Question` that is lit, or None
    way_back    nothing fits and nothing is possible: pieces have to be put back
    touch       cells where a piece may lie unfelt: a touch would tell (bytes)
    """

    def __init__(self, line, leading, proposals):
        self.line = line
        self.leading = leading
        self.proposals = proposals
        self.light()

    def light(self, question=None, way_back=False):
        """Light a question, the way back, or neither from now on."""
        self.question = question
        self.way_back = way_back
        self.ask_touch()

    def ask_touch(self, cells=b""):
        """Light the cells where a piece may lie unfelt, or none."""
        self.touch = cells

    def leads(self):
        """Whether the hands are to put something right."""
        return self.way_back or self.leading.on

    def answers(self):
        """The cells that answer the question."""
        return self.question.cells if self.question else b""

    def proposed_text(self):
        """The reading that OK would follow, see `Line.text`; or ""."""
        reading = (self.question and self.question.proposed) or self.proposals.reading
        return self.line.text(reading) if reading else ""
