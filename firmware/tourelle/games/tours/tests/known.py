"""Facts about Tours, for the tests that all games share."""

# Text of a position -> how many sequences of one turn, two turns, ... there are from it.
COUNTS = {
    "tours": (180, 32_400, 3_429_013),
    "tours ; options turn=form-and-collapse": (723, 515_221),
}

# Options, how many games to compare with the second opinion (quick, deep), and steps in each.
PLAYED = (({}, 1, 4, 200), ({"turn": "form-and-collapse"}, 0, 4, 200))

# Text of a position near the end -> why games from there end.
ENDS = {
    "tours w a1=w1 b1=w1 g8=b1 h8=b1": "third repetition",
    "tours w a1=w2 c3=w2 f6=b2 h8=b3 ; quiet 90": "100 turns without a capture",
}
