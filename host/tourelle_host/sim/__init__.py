"""The simulated board: the real firmware runs in its own process, its world in this one."""
