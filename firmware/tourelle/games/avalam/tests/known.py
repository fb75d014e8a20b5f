"""What is known of Avalam, for the tests that all games share."""

# Text of a position -> how many sequences of turns there are from it, one turn long, two, ...
COUNTS = {
    "avalam": (292, 81_488, 21_711_440),
    "avalam ; options placing=free": (98, 9_408, 884_352),
}

# Options, games to be played against the second opinion (quickly, deep), and steps of each.
PLAYED = (
    ({}, 2, 12, 60),
    ({"tie-break": "none"}, 0, 12, 60),
    ({"placing": "free"}, 0, 6, 120),
)

# Text of a position near an end -> why games from there end.
ENDS = {"avalam y c9=y4 d9=r1 a4=yr a5=ry": "stacks of five"}
