"""What measurements need to know of Avalam."""

PLAIN = (100,) * 20 + (0, 0)  # weights with which the search only counts points
