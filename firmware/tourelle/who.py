"""Who plays a side, in the words of the link and of a game's record."""

HAND = "hand"  # people at the board
HOST = "host"  # a program at the other end of the link
AWAY = "away"  # somebody at another board
LESSON = "lesson"  # a first lesson, which leads the hands for all sides
STRONGEST = 6  # the board's highest level


def board(number):
    """The word for the board itself at a level, 1 to STRONGEST."""
    return "board %d" % number


def level(who):
    """The board's level in that word; 0 for any other word."""
    for number in range(1, STRONGEST + 1):
        if who == board(number):
            return number
    return 0
