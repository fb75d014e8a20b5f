"""The choices of the menu: which make sense now, and what each does."""

from tourelle.play import PLAY

BRIGHTNESS = (255, 160, 96, 48)


def offered(session):
    """The choices that make sense now: (name, command, value) each.

    The value of a `menu` are the choices that it leads to; for the rest see `carry_out`.
    """
    play = session.play
    games = [(entry.name, "new-game", entry.name) for entry in session.games()]
    choices: list = [("new-game", "menu", games)]
    if play.mode == PLAY:
        choices += [("resign", "offer", "resign"), ("draw", "offer", "draw")]
        seats = [(side, "menu", _seats(side)) for side in play.sides()]
        choices.append(("seats", "menu", seats))
        if not play.barred[play.position.turn]:
            choices.append(("hint", "hint", None))
    if not play.steps and play.journal.last():
        choices.append(("last-game", "last-game", None))
    options = play.position.OPTIONS if play.position else ()
    if options:
        pairs = [(name, value) for name, values in options for value in values]
        choices.append(("options", "menu", [("%s=%s" % pair, "option", pair) for pair in pairs]))
    brightness = session.settings.brightness
    darker = [level for level in BRIGHTNESS if level < brightness]
    choices.append(("brightness", "brightness", darker[0] if darker else BRIGHTNESS[0]))
    choices.append(("mute", "mute", not session.sound.muted))
    choices.append(("self-test", "self-test", None))
    return choices


def _seats(side):
    """Who may play a side: a level counts its own number."""
    choices = [("board-%d" % level, "seat", (side, "board %d" % level)) for level in range(1, 7)]
    return choices + [(who, "seat", (side, who)) for who in ("hand", "host")]


def carry_out(session, command, value):
    """Do what a choice says; returns the choices that it leads to, or None."""
    return _COMMANDS[command](session, value)


def _brightness(session, value):
    session.set_brightness(value)
    return offered(session)


_COMMANDS = {
    "menu": lambda session, value: value,
    "new-game": lambda session, value: session.new_game(value),
    "offer": lambda session, value: session.seats.offer(value),
    "seat": lambda session, value: session.seats.others().give(*value),
    "hint": lambda session, value: session.seats.others().ask_hint(),
    "last-game": lambda session, value: session.resume_last(),
    "option": lambda session, value: session.set_option(*value),
    "brightness": _brightness,
    "mute": lambda session, value: session.settings.set_mute(value),
    "self-test": lambda session, value: session.self_test(),
}
