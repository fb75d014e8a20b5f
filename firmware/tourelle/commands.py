"""What the host may ask for over the link: one line, one command."""

from tourelle import games
from tourelle.lights import meaning


def obey(session, link, line):
    """Carry out a command of the link; a line that makes no sense is answered with @error."""
    word, _, rest = line.partition(" ")
    try:
        command = _COMMANDS.get(word.lower())
        if command is None:
            known = " ".join(sorted(_COMMANDS))
            raise ValueError("no command '%s'; there are: %s" % (word, known))
        answer = command(session, rest.strip())
        if answer:
            link.emit(answer)
    except ValueError as error:
        link.emit("error", error)


def _hello(session, rest):
    session.report.hello()
    session.report.game()
    session.stale = True  # what the lights ask for is told again with them


def _options(words):
    options = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise ValueError("'%s' is no NAME=VALUE" % word)
        options[name.lower()] = value.lower()
    return options


def _new(session, rest):
    words = rest.split()
    if not words:
        raise ValueError("new GAME [NAME=VALUE ...]")
    session.new_game(words[0], _options(words[1:]))


def _position(session, rest):
    position = games.read(rest)
    if position.grid is not session.cells:
        raise ValueError("%s is not played on the %s board" % (position.NAME, session.cells.name))
    session.start(position)


def _move(session, rest):
    _playing(session).push_text(rest)


def _playing(session):
    if session.mode != "play":
        raise ValueError("no game is under way")
    return session


def _undo(session, rest):
    session.undo(rest == "turn")


def _option(session, rest):
    for name, value in _options(rest.split()).items():
        session.set_option(name, value)


def _choose(session, rest):
    session.choose(rest.lower())


def _brightness(session, rest):
    if not rest.isdigit() or not 1 <= int(rest) <= 255:
        raise ValueError("brightness is 1 to 255, not '%s'" % rest)
    session.set_brightness(int(rest))


def _mute(session, rest):
    if rest not in ("on", "off"):
        raise ValueError("mute is on or off, not '%s'" % rest)
    session.set_mute(rest == "on")


def _lights(session, rest):
    words = []
    for cell in range(session.cells.size):
        state, _, count = meaning(session.lights.lamps[cell])
        if state != "off":
            words.append(session.cells.names[cell] + "=" + state + ("/%d" % count if count else ""))
    return " ".join(["lights"] + words)


_COMMANDS = {
    "hello": _hello,
    "new": _new,
    "position": _position,
    "move": _move,
    "undo": _undo,
    "ok": lambda session, rest: session.ok(),
    "menu": lambda session, rest: session.toggle_menu(),
    "choose": _choose,
    "option": _option,
    "resign": lambda session, rest: _playing(session).resign(),
    "draw": lambda session, rest: _playing(session).offer_draw(),
    "stop": lambda session, rest: session.abandon(),
    "brightness": _brightness,
    "mute": _mute,
    "lights": _lights,
}
