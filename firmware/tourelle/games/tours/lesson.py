"""The first lesson: see lesson.py, which teaches it."""

START = "tours w d2=w1 d3=w1 d4=w1 f4=w2 f5=w1 d7=b1 g7=b1 h7=b1"
AIM = "Who is to move and cannot has lost; a single pawn cannot move, it is towers that do."
STEPS = (
    ("d2>d4", "Pawns in a line make a tower: lift d2, d3 and d4, and put all three on d4."),
    ("h7>g7", "Black does the same: lift g7 and h7, and put both on g7."),
    (
        "d4-d6",
        "A tower collapses: lift d4, leave one pawn there and one each on d5 and d6, then take "
        "d7 off: it stood right behind.",
    ),
    ("g7-f6", "Black collapses, too: lift g7, leave one pawn there, and put the other on f6."),
    (
        "f4-f5",
        "You may lay onto your own single pawn: lift f4, leave one, put one onto f5, press OK, and "
        "take f6 off; Black's last pawn cannot move, so White wins.",
    ),
)
