"""Reading moves: from the changes of the switches to what the game does.

    tokens -> explanations -> a decision -> followed by the game

tokens.py    when each cell was lifted, set and touched
line.py      the position nobody doubts, the soft step on it, and what the switches differ in
explain.py   which steps may have been made, and how much speaks for each
hindsight.py the same for what fitted last and for two steps at once, when hands were quicker
judge.py     a verdict on a board that differs, bit by bit
decide.py    a table from what explains the board to what is done
reader.py    takes in changes and time, and gives decisions for the game to follow
view.py      what lights and lines say of it
"""
