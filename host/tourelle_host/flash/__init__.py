"""Puts the firmware onto a board: what belongs there, what is there, and how to change it."""
