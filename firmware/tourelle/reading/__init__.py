"""Reading moves: how changes of the switches become moves that the game plays.

    tokens -> explanations -> a decision -> followed by the game

tokens.py    when each cell was lifted, set and touched
line.py      the hard position, the soft step on it, and the cells where the switches differ
explain.py   the evidence; which steps may have been made, and how strong the signs for each are
hindsight.py when hands were quicker: what the board fitted last, and two steps at once
path.py      several attested steps in a row, for when nothing else explains the board
decide.py    the kinds of decision, and the table that picks one
judge.py     reaches a decision on a board that differs, bit by bit
question.py, proposals.py, leading.py   what is asked, proposed, or to be put back
view.py      what lights and lines say about it
reader.py    takes in changes and time, and gives decisions for the game to follow

Each uses only those above it, and all may use the decisions of decide.py.
"""
