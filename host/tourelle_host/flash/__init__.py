"""Puts the firmware onto a board: what belongs there, what is there, and the way between."""
