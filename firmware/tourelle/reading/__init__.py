"""Reading moves: from the changes of the switches to what the game does.

    tokens -> explanations -> a decision -> followed by the game

tokens.py    when each cell was lifted, set and touched
line.py      the position nobody doubts, the soft step on it, and what the switches differ in
explain.py   what counts as felt; which steps may have been made, and how much speaks for each
hindsight.py the same for what fitted last and for two steps at once, when hands were quicker
path.py      several told steps, one after the other; loaded where nothing else explains the board
judge.py     a decision on a board that differs, bit by bit
decide.py    what is decided, in words, and what of it by what explains the board
reader.py    takes in changes and time, and gives decisions for the game to follow
question.py, proposals.py, leading.py   what is asked, proposed, or to be put back
view.py      what lights and lines say of it
"""
