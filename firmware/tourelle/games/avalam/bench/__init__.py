"""What measurements ask for."""

PLAIN = (100,) * 20 + (0, 0)  # weights of the search that leave no more than the plain count
