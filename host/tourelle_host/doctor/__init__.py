"""Finding out what is wrong with a board: its port, its software, its wiring."""
