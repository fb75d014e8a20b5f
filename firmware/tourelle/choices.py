"""The choices of the menu: which make sense now, and what each does."""

from tourelle.memory import Lent
from tourelle.menu import NO_CHOICE, Menu
from tourelle.play import PLAY
from tourelle.who import HAND, HOST, STRONGEST, board

BRIGHTNESS = (255, 160, 96, 48)


def open_menu(session):
    """Open the menu with the choices that make sense now."""
    _show(session, main(session))


def _show(session, choices):
    """Show these choices as the menu; without any, close it, unless a choice has done so."""
    session.set_menu(Menu(session.grid, session.closed, choices) if choices else None)


def take(session, name):
    """A choice of the open menu was touched; NO_CHOICE: the menu was left."""
    try:
        if name == NO_CHOICE:
            _show(session, None)
        else:
            choose(session, name)
    except ValueError as error:
        _show(session, None)
        session.play.warn(error)


def choose(session, name):
    """Make the choice of the open menu that has this name; ValueError if there is none."""
    if session.menu is None:
        raise ValueError("the menu is closed")
    command, value = session.menu.choice(name)
    _show(session, _COMMANDS[command](session, value))


def main(session):
    """The choices that make sense now, each at its fixed place: (name, command, value), or falsy.

    The value of a `menu` is the list of choices that it opens; for the others see `_COMMANDS`.
    """
    play = session.play
    journal = session.journal
    playing = play.mode == PLAY
    games = [(entry.name, "new-game", entry.name) for entry in session.games()]
    seats = [(side, "menu", _seats(side)) for side in play.sides()]
    options = play.position.OPTIONS if play.position else ()
    pairs = [(name, value) for name, values in options for value in values]
    brightness = session.settings.brightness
    darker = [level for level in BRIGHTNESS if level < brightness]
    lessons = [(entry.name, "learn", entry.name) for entry in session.games()]
    return [
        ("new-game", "menu", games),
        playing and ("resign", "offer", "resign"),
        playing and ("draw", "offer", "draw"),
        playing and ("seats", "menu", seats),
        playing and not play.barred[play.position.turn] and ("hint", "hint", None),
        options and ("options", "menu", [("%s=%s" % pair, "option", pair) for pair in pairs]),
        ("brightness", "brightness", darker[0] if darker else BRIGHTNESS[0]),
        ("mute", "mute", not session.sound.muted),
        ("self-test", "self-test", None),
        ("learn", "menu", lessons),
        not journal.worth_keeping() and journal.last() and ("last-game", "last-game", None),
    ]


def _seats(side):
    """The choices of who plays a side; a level's light pulses its number."""
    levels = range(1, STRONGEST + 1)
    choices = [("board-%d" % level, "seat", (side, board(level))) for level in levels]
    return choices + [(who, "seat", (side, who)) for who in (HAND, HOST)]


def set_option(session, name, value):
    """Set an option for the next game; ValueError.

    On an opening from which no step was played, that game begins now, if the same players stay.
    """
    position = session.play.position
    if position is None:
        raise ValueError("there is no game to set an option of")
    session.settings.set_option(position, name, value)
    begins = session.journal.start == position.opening_text() and not session.play.step_count
    if begins and session.seats.players.stays(position):
        session.new_game(position.NAME)
    else:
        session.report.say("%s is %s in the next game." % (name, value))


def learn(session, name):
    """Begin a game's first lesson; ValueError if it has none, or does not fit this board."""
    with Lent("tourelle.lesson"):
        from tourelle import lesson
    position = lesson.first_position(name, session.grid.name)
    session.seats.dismiss()  # the lesson is for hands
    session.start(position)
    session.seats.teach()


def _brightness(session, value):
    session.set_brightness(value)
    return main(session)


# What each command does. It returns the choices that it opens, or None.
_COMMANDS = {
    "menu": lambda session, value: value,
    "new-game": lambda session, value: session.new_game(value),
    "offer": lambda session, value: session.seats.players.offer(value),
    "seat": lambda session, value: session.seats.give(*value),
    "hint": lambda session, value: session.seats.ask_hint(),
    "last-game": lambda session, value: session.resume_last(),
    "option": lambda session, value: set_option(session, *value),
    "brightness": _brightness,
    "mute": lambda session, value: session.settings.set_mute(value),
    "self-test": lambda session, value: session.self_test(),
    "learn": lambda session, value: learn(session, value),
}
