"""The commands that a host may send over the link, one per line.

A command answers through the session's `Report`. What it returns is None, or (function,
arguments...): work that must wait until this code is unloaded.
"""

import gc
import os
import sys

from tourelle import games
from tourelle.buttons import HELD, OK, SHORT, UNDO
from tourelle.files import CRASH, DAMAGED
from tourelle.games.position import digits, is_number
from tourelle.kernels import const
from tourelle.memory import Lent
from tourelle.play import PLAY
from tourelle.sound import HERE
from tourelle.stage import AllCells

_PER_LINE = const(12)  # steps in a line of `record`


def obey(session, line):
    """Carry out a command; returns the work that must wait, see above, or None. ValueError."""
    word, _, rest = line.partition(" ")
    word = word.lower()
    command = _QUESTIONS.get(word)
    if command is None:
        command = _ORDERS.get(word)
        session.relight()
    session.aftermath.judge()  # what came before may have ended the game
    if command is None:
        known = " ".join(sorted(list(_QUESTIONS) + list(_ORDERS)))
        raise ValueError("no command '%s'; there are: %s" % (line.split(" ")[0], known))
    moment = session.play.moment()
    wish = command(session, rest.strip())
    if session.play.moment() != moment:
        session.set_menu(None)  # its choices made sense before
    return wish


def _hello(session, rest):
    session.report.hello()
    session.play.tell()
    session.seats.tell()
    if session.menu is not None:
        session.report.menu(session.menu.text())


def _options(words):
    options = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise ValueError("'%s' is not NAME=VALUE" % word)
        options[name.lower()] = value.lower()
    return options


def _new(session, rest):
    words = rest.split()
    if not words:
        raise ValueError("new GAME [NAME=VALUE ...]")
    session.new_game(words[0], _options(words[1:]))


def _position(session, rest):
    if not rest and session.play.position is not None:
        session.report.position(session.play.position.text())
        return
    position = games.read(rest)
    if position.grid is not session.grid:
        raise ValueError("%s is not played on the %s board" % (position.NAME, session.grid.name))
    session.start(position)


def _move(session, rest):
    position = _playing(session).position
    if "," in rest:
        games.read(position.text()).push_turn(rest)  # plays all of it or nothing
    session.seats.players.play_turn(rest.split(","))


def _playing(session):
    if session.play.mode != PLAY:
        raise ValueError("no game is under way")
    return session.play


def _seat(session, rest):
    if not rest:
        session.seats.seated().tell()
        return None
    side, _, who = rest.lower().partition(" ")
    return session.seats.give, side, who


def _hint(session, rest):
    _playing(session)
    return (session.seats.ask_hint,)


def _reason(session, rest):
    play = _playing(session)
    with Lent("tourelle.why", kept=False):
        from tourelle import why

        session.report.emit("reason", why.of(play.reader, rest) or "none")


def _learn(session, rest):
    position = session.play.position
    name = rest.lower() or (position and position.NAME) or session.games()[0].name
    session.choices().learn(session, name)


def _undo(session, rest):
    if rest not in ("", "turn"):
        raise ValueError("undo takes back a step, undo turn a turn; not '%s'" % rest)
    _press(session, UNDO, HELD if rest else SHORT)


def _press(session, button, press):
    """Press a button; the black box notes that no hand did."""
    events = session.blackbox.count
    session.pressed(button, press)
    session.blackbox.by_host(events, session.play.step_count)


def _resign(session, rest):
    _playing(session)
    session.seats.players.resign()


def _draw(session, rest):
    _playing(session)
    session.seats.players.offer("draw")


def _table(session, rest):
    word, _, rest = rest.partition(" ")
    if word == "share":
        return session.seats.share, rest.split(" ")  # where nothing is named, "" is no side
    with Lent("tourelle.away"):
        from tourelle.away import obey
    obey(session.play.game and session.seats.players, word, rest)
    return None


def _option(session, rest):
    words = rest.split()
    if len(words) != 1:
        raise ValueError("option NAME=VALUE")
    ((name, value),) = _options(words).items()
    session.choices().set_option(session, name, value)


def _choose(session, rest):
    session.choices().choose(session, rest.lower())


def _brightness(session, rest):
    brightness = digits(rest) if is_number(rest) else 0
    if not 1 <= brightness <= 255:
        raise ValueError("brightness is 1 to 255, not '%s'" % rest)
    session.set_brightness(brightness)


def _on(rest, command):
    if rest not in ("on", "off"):
        raise ValueError("%s is on or off, not '%s'" % (command, rest))
    return rest == "on"


def _mute(session, rest):
    session.settings.set_mute(_on(rest, "mute"))


def _follow(session, rest):
    session.report.follow(_on(rest, "follow"))
    if session.play.position is not None:
        session.report.write_anew(session.play.position)  # a step may have come before this


def _lights(session, rest):
    session.set_lamps()  # they may still show what was there before
    session.report.emit("lights", session.report.lights(session.play.sides()))


def _switches(session, rest):
    names = session.grid.names
    closed = [names[cell] for cell in range(len(names)) if session.closed[cell]]
    session.report.emit("switches", *(closed or ("none",)))


def _record(session, rest):
    if not is_number(rest):
        raise ValueError("record FROM: the number of a step, or 0 for the start position")
    if session.play.game is None:
        raise ValueError("no game is under way")
    session.aftermath.finish()
    first = digits(rest)
    if first:
        text = " ".join(session.journal.excerpt(first, _PER_LINE))
    else:
        text = games.read(session.journal.start).text()
    session.report.emit("record", first, text or "none")


def _blackbox(session, rest):
    if rest not in ("", "crash"):
        raise ValueError("blackbox, or blackbox crash; not '%s'" % rest)
    if rest and not session.store.crashed():
        raise ValueError("nothing is kept of a crash")
    session.report.events(session.store.crash() if rest else session.events())


def _identify(session, rest):
    if session.stage.screen is None:
        session.stage.take_over(AllCells())
        session.sound.play(HERE)


def _self_test(session, rest):
    if rest != "off":
        session.self_test()
    elif session.stage.screen is not None:
        session.stage.end()


def _show(session, rest):
    if not session.stage.alone:
        raise ValueError("show is for the self-test; begin it with self-test")
    session.stage.screen.light(rest.lower().split())


def _status(session, rest):
    version = ".".join([str(part) for part in sys.implementation.version[:3]])
    words = ["python=%s-%s" % (sys.implementation.name, version), "scanner=" + session.scanner]
    if hasattr(gc, "mem_free"):
        gc.collect()
        words.append("memory-free=%d" % gc.mem_free())
        words.append("memory=%d" % (gc.mem_free() + gc.mem_alloc()))
    if session.journal.full:
        words.append("recording=off")
    if session.store.damaged():
        words.append("damaged=" + DAMAGED)
    if session.store.crashed():
        words.append("crash=" + CRASH)
    try:
        block, _, blocks, free = os.statvfs("/")[:4]
        if not 0 <= free <= blocks:
            free = 0  # littlefs may count some blocks twice
        words.append("disk-free=%d" % (block * free))
        words.append("disk=%d" % (block * blocks))
    except (AttributeError, OSError):
        pass  # a Python that cannot tell
    session.report.emit("status", *words)


# After these the lamps need not be set. `lights` is not among them: what it tells must be lit.
_QUESTIONS = {"reason": _reason, "switches": _switches, "record": _record, "status": _status}

_ORDERS = {
    "hello": _hello,
    "new": _new,
    "position": _position,
    "move": _move,
    "learn": _learn,
    "undo": _undo,
    "seat": _seat,
    "hint": _hint,
    "ok": lambda session, rest: _press(session, OK, SHORT),
    "menu": lambda session, rest: session.pressed(OK, HELD),
    "choose": _choose,
    "option": _option,
    "resign": _resign,
    "draw": _draw,
    "stop": lambda session, rest: session.leave(),
    "brightness": _brightness,
    "mute": _mute,
    "lights": _lights,
    "follow": _follow,
    "blackbox": _blackbox,
    "identify": _identify,
    "self-test": _self_test,
    "show": _show,
    "table": _table,
}
