"""Facts about Cabale, for the tests that all games share."""

# Text of a position -> how many sequences of one turn, two turns, ... there are from it.
COUNTS = {
    "cabale": (18, 306),
    "cabale 1 i3=J1 a7=J2": (26_532,),
    "cabale 1 i3=J1 a7=J2 ; barriers 0,0": (396, 139_216),
}

# Options, how many games to compare with the second opinion (quick, deep), and steps in each.
PLAYED = (
    ({}, 2, 10, 400),
    ({"players": "3"}, 0, 8, 400),
    ({"players": "4"}, 0, 8, 400),
)

# Text of a position near the end -> why games from there end.
ENDS = {
    "cabale 1 e5=J1 a7=J2 d4=t1 c4=t2 f6=d2 ; tokens 2,20 ; doubles 1,2": "last token",
}
