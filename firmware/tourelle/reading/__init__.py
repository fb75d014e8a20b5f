"""Reading moves: the committed line is the cheapest explanation of what the switches said.

Changes with their times become tokens (tokens.py); paths that the game may have taken are
explained by them, each at a cost (explain.py); a table says what follows from the cheapest
(decide.py); the line follows (reader.py). docs/reading.md has it in full.
"""
