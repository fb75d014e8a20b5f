"""The fumbling hand: a simulated player that tests the board's reading of moves to its limits.

It shares no code with the reader: it knows the rules, makes gestures in a simulated world of
pieces, and perceives the board only through the colours of its lights.
"""
