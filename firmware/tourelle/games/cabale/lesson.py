"""The first lesson: see lesson.py, which teaches it."""

START = "cabale 1 g1=J1 a7=J2 f4=t2 ; tokens 2,5 ; doubles 0,0 ; barriers 1,0"
AIM = (
    "A token counts what its cell is worth, 15 in the middle: who has most points when a player's "
    "tokens run out wins."
)
STEPS = (
    ("g3-e3", "A jester rides straight, turns once, rides on: lift g1, rest on g3, go on to e3."),
    ("x1", "A token stays where it turned: put one of Player 1's from the box on g3."),
    ("g3^e5", "It may jump an enemy: lift g3, put it on e5, in the middle, and take f4 off."),
    (
        "a6/a7",
        "A barrier ends the turn: put one between a6 and a7, which no ride crosses then, and touch "
        "both cells and press OK.",
    ),
    ("c7-c5", "Player 2 rides: lift a7, rest on c7, go on to c5."),
    ("x1", "Player 2's token comes where that turned: put one on c7."),
    ("e4-f4", "Player 1 again: lift e3, rest on e4, go on to f4."),
    ("x1", "That is Player 1's last token: put it on e4, and Player 1 wins by 26 to 6."),
)
