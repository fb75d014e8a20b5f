"""What a board's black box told: reading it, playing it again, explaining it."""
