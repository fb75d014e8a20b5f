"""What a board's black box told: reading it, replaying it, explaining it."""
