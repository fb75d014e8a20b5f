"""What measurements need to know of Cabale."""

HEAVY = {"players": "3"}  # options that need the most of a board's memory
