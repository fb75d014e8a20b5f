"""The first lesson: see lesson.py, which teaches it."""

START = (
    "tawol w b8=bTwA c8=bTwA d8=bTwA e8=bTwB f8=bTwB g8=bTwB h8=bTwC e6=bT "
    "d4=wA g2=wB h3=wC b7=bB g4=bA a6=bC"
)
AIM = "Who has a pawn on each of the eight enemy towers wins; White has seven, and e6 is the last."
STEPS = (
    ("d4-d5", "A pawn with one collar goes one cell: lift d4 and put it on d5."),
    ("b7-d5", "Black's has two collars, so it attacks two cells away: lift b7 and put it onto d5."),
    ("g2-g4", "What lies beneath cannot move; do the same: lift g2 and put it onto g4."),
    ("a6-a3", "A pawn without collar goes up to three cells: lift Black's a6 and put it on a3."),
    ("h3-e3", "So does yours, in any direction: lift h3 and put it on e3."),
    ("a3-b3", "Over empty ground it may go less far: lift Black's a3 and put it on b3."),
    ("e3-e6", "An attack goes the full three: lift e3, put it onto the tower e6, and White wins."),
)
