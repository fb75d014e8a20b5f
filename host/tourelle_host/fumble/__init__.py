"""The fumbling hand: a simulated player that tests the board's reading of moves to its limits.

It shares no code with the reader: it knows the rules, makes gestures in a simulated world of
pieces, and perceives the board only through the colours of its lights.

Within this package the player wants, sees and remembers, and its hand only does; what is up is
held. A line is a command of a script, a gesture the lines of a step. A fumble is a slip within a
gesture, or a habit around it.
"""
