"""What measurements ask for."""

HEAVY = {"players": "3"}  # options that ask most of a board's memory
