"""What the menu offers: lists of (name, action); an action may return further choices."""

BRIGHTNESS = (255, 160, 96, 48)


def main(session):
    """The choices that make sense now, as the menu shows them first."""
    choices = [("new-game", lambda: _games(session))]
    if session.mode == "play":
        choices += [("resign", session.offer_resign), ("draw", session.offer_draw)]
    if session.journal.last() and session.steps == 0:
        choices.append(("last-game", session.resume_last))
    if session.position is not None and session.position.OPTIONS:
        choices.append(("options", lambda: _options(session)))
    choices += [("brightness", lambda: _dim(session)), ("mute", lambda: _mute(session))]
    choices.append(("self-test", session.self_test))
    return choices


def _games(session):
    return [(e.name, lambda name=e.name: session.new_game(name)) for e in session.games()]


def _options(session):
    return [
        (name + "=" + value, lambda name=name, value=value: session.set_option(name, value))
        for name, values in session.position.OPTIONS
        for value in values
    ]


def _dim(session):
    """The next darker brightness, and the choice again."""
    now = session.brightness
    darker = [level for level in BRIGHTNESS if level < now]
    session.set_brightness(darker[0] if darker else BRIGHTNESS[0])
    return main(session)


def _mute(session):
    session.set_mute(not session.mute)
