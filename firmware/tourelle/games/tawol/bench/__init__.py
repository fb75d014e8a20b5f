"""What measurements ask for."""

# Weights of the search that leave no more than the plain count.
PLAIN = (0,) * 8 + (30, 30, 30, 100, 0) + (0,) * 7
