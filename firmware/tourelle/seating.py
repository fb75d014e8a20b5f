"""The sides that no person at the board plays, in a `Play`; loaded where there is one, or a hint.

Its `Seats` know who plays and think; here is what becomes of that in the game.
"""

from tourelle.journal import DONE, LAMPS, MORE
from tourelle.seats import Seats, level, words
from tourelle.sound import ILLEGAL, QUESTION

# -- who plays


def give(play, side, who):
    """Give a side to "hand", "host" or "board 3"; ValueError names what is wrong."""
    position = play.position
    if position is None:
        raise ValueError("there is no game to take a seat in")
    if len(side) != 1 or side not in position.SIDES:
        known = ", ".join(position.SIDES)
        raise ValueError("no side '%s'; there are: %s" % (side, known))
    given = level(who)
    number = position.SIDES.index(side)
    if play.seats is None:
        play.seats = Seats(position.NAME, play.who)
    try:
        play.seats.give(number, given)
    finally:
        _need(play)
    play.journal.seat(side, words(given))
    play.report.seat(side, words(given))
    if number == position.turn:
        play.reader.look_ahead()
        play.lead()


def _need(play):
    """Let go of what is needed only where people do not play all sides."""
    if play.seats is not None and play.seats.idle():
        play.seats = None


def tell(play):
    """Report who plays each side."""
    for side, letter in enumerate(play.position.SIDES):
        play.report.seat(letter, words(play.who[side]))


def keep(play):
    """Another game of the kind begins: who plays it is in its record, too."""
    for side, letter in enumerate(play.position.SIDES):
        if play.who[side]:
            play.journal.seat(letter, words(play.who[side]))


# -- hints


def ask_hint(play):
    """Show a step that the board would play, for the person to move; ValueError."""
    position = play.position
    if play.who[position.turn]:
        raise ValueError("a hint is for a person, and it is not a person's turn")
    if play.seats is None:
        play.seats = Seats(position.NAME, play.who)
    try:
        play.seats.ask_hint()
    finally:
        _need(play)


# -- what happens


def moved(play, played):
    """A step was played, or taken back."""
    seats = play.seats
    if seats.hint is not None:
        play.report.hint("")
    seats.moved()
    seats.note(play.position)
    seats.to_come = []
    if played:
        seats.back_to = None
    _need(play)


def tick(play, now):
    """A slice of what is to be done where no hand plays: DONE, MORE or LAMPS."""
    seats = play.seats
    position = play.position
    if seats.back_to is not None:
        _go_back(play)
        return LAMPS
    if seats.to_come:
        play.play_turn(seats.to_come)
        return LAMPS
    gone = seats.gone
    move = seats.tick(position, now, play.waiting)
    if move is not None:
        if seats.offers(position):
            play.offer("draw", True)
        play.choose(move)
    elif seats.gone and not gone:
        play.report.say("The host is gone: OK, and a person plays on for it.")
        play.sound.play(ILLEGAL)
    elif seats.shows():
        play.report.hint(position.move_text(seats.hint))
        play.sound.play(QUESTION)
    else:
        return DONE if seats.due(position, now) else MORE
    return LAMPS


def undo(play, whole_turn):
    """Undo: back to a person's last decision, or of its turn."""
    seats = play.seats
    game = play.game
    if seats.hint is not None:
        seats.moved()
        play.report.hint("")
        _need(play)
        return
    people = seats.hands(len(game.position.SIDES))
    seats.moved()
    if not people and not seats.paused:
        seats.paused = True
        play.report.say("The game is paused: OK goes on with it.")
        return
    seats.back_to = game.before_decision(people, whole_turn) if people else game.before_turn()
    if seats.back_to is None:
        play.nothing_to_take_back()
    else:
        _go_back(play)


def _go_back(play):
    """Take the next step back, and lead the hands to where it began."""
    seats = play.seats
    reader = play.reader
    shown = reader.led.showing is not None and not reader.led.showing.begun
    felt = any(play.game.last_foot())
    play.take_back()
    if shown or not felt:
        play.lead()
    if seats.back_to is not None and play.steps <= seats.back_to:
        seats.back_to = None


def confirm(play):
    """OK where all is at rest: whether it is about sides that no hand plays."""
    seats = play.seats
    position = play.position
    if seats.paused:
        seats.paused = False
        seats.moved()
    elif seats.gone:
        give(play, position.SIDES[position.turn], "hand")
    elif seats.hint is not None:
        play.show(seats.hint)
    else:
        return False
    return True


def draw(play):
    """A person offers a draw: True where the sides that the board plays settle it."""
    position = play.position
    boards = play.seats.boards(len(position.SIDES))
    if boards and not play.seats.accepts(position):
        play.report.say("The board declines the draw.")
        play.sound.play(ILLEGAL)
        return True
    if len(boards) == len(position.SIDES) - 1:
        play.report.say("The board accepts the draw.")
        play.agree((), "agreed")
        return True
    return False
