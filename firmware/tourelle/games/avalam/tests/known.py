"""Facts about Avalam, for the tests that all games share."""

# Text of a position -> how many sequences of one turn, two turns, ... there are from it.
COUNTS = {
    "avalam": (292, 81_488, 21_711_440),
    "avalam ; options placing=free": (98, 9_408, 884_352),
}

# Options, how many games to compare with the second opinion (quick, deep), and steps in each.
PLAYED = (
    ({}, 2, 12, 60),
    ({"tie-break": "none"}, 0, 12, 60),
    ({"placing": "free"}, 0, 6, 120),
)

# Text of a position near the end -> why games from there end.
ENDS = {"avalam y c9=y4 d9=r1 a4=yr a5=ry": "stacks of five"}
