"""The first lesson: see lesson.py, which teaches it."""

START = "avalam y c5=y1 d5=r1 c6=r1 d6=y1 c7=r1 f6=y1 f7=r1 g7=y1 h4=y1"
AIM = "A stack counts for the colour on its top: who has more when nothing can move any more wins."
STEPS = (
    ("c5-d5", "Yellow begins: lift c5 and put it onto d5, and that stack is Yellow's."),
    ("c6-d6", "Now Red: put c6 onto d6, and that stack is Red's."),
    ("d5-d6", "A stack moves as a whole, onto a neighbour only: lift d5 and put it onto d6."),
    ("c7-d6", "Five pieces are the most: put c7 onto d6, and nobody moves that stack again."),
    ("f6-f7", "Yellow: put f6 onto f7; what stands alone, as h4 does, stays and counts, too."),
    ("g7-f7", "Nobody may pass: Red has to put g7 onto f7, and Yellow wins."),
)
