"""The fumbling hand: a simulated player that tries the board's reading of moves to the limit.

It shares no code with the reader: it knows the rules, makes gestures on a simulated world of
pieces, and sees nothing of the board but the colours of its lights.
"""
