"""What measurements need to know of Tawôl."""

# Weights with which the search only counts points.
PLAIN = (0,) * 8 + (30, 30, 30, 100, 0) + (0,) * 7
