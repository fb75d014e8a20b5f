"""Facts about Tawôl, for the tests that all games share."""

# Text of a position -> how many sequences of one turn, two turns, ... there are from it.
COUNTS = {"tawol": (34, 1_156, 47_468, 1_943_796)}

# Options, how many games to compare with the second opinion (quick, deep), and steps in each.
PLAYED = (({}, 1, 4, 200), ({"half": "claim"}, 0, 4, 200))

# Text of a position near the end -> why games from there end.
ENDS = {
    "tawol w a1=wC b1=wB c1=wT f8=bC g8=bB h8=bT": "third repetition",
    "tawol b a1=wC c1=wT f8=bC h8=bT ; options half=claim": "third repetition",
    "tawol w a1=bTwA b1=wTbB h8=wTbA": "two passes",
    "tawol w a8=bTwA b8=bTwA c8=bTwA d8=bTwA e8=bTwB f8=bTwB g8=bTwB h8=bT h6=wB a1=wT": (
        "eight towers"
    ),
}
