"""Whatever comes at any time, in whatever the board is in the middle of: what has to be so then.

Each deed of deeds.py is done in each state of states.py. Afterwards link, journal and game agree;
once the hands have put right what the position says, the board is at rest, a legal step is read,
and nobody's hand plays for somebody else.
"""

import pytest

from deeds import DEEDS, filled_in
from depth import deep
from hands import make_a_step, right, set_right, stands, wanted
from scenes import SCENES, Scene, cut
from states import STATES
from table import Table
from tourelle.away import Shared
from tourelle.buttons import OK, UNDO
from tourelle.lesson import Lesson
from tourelle_host.blackbox import events

# Lines that hold until the next of the same word, or the next @game.
LASTING = ("question", "touch", "proposed", "offered", "way-back", "set-up")
# What is lit while nothing is asked of the hands.
CALM = {"off", "can-move", "may-land", "turn", "last-move"}
QUICK = 16  # in each state `make test` does one of so many deeds


def last(lines: list[str], word: str) -> str:
    """The last line with this word; "" if there is none."""
    return ["", *(line for line in lines if line.startswith(f"@{word} "))][-1]


# -- what others believe


def lasting(lines: list[str]) -> dict[str, str]:
    """What holds of LASTING after these lines."""
    held: dict[str, str] = {}
    for line in lines:
        word, _, rest = line[1:].partition(" ")
        if word == "game":
            held = {}
        elif word in LASTING:
            held[word] = rest
    return {word: rest for word, rest in held.items() if rest != "none"}


def seats(lines: list[str]) -> dict[str, str]:
    """Who plays each side that no hand plays, after these lines."""
    held: dict[str, str] = {}
    for line in lines:
        words = line.split(" ", 2)
        if words[0] == "@game":
            held = {}
        elif words[0] == "@seat":
            held[words[1]] = words[2]
    return {side: who for side, who in held.items() if who != "hand"}


def offered(lines: list[str]) -> str:
    """What a bridge takes to be offered at its board: a word that is added voids a draw."""
    held = kept = ""
    for line in lines:
        if line.startswith("@offer "):
            held = line.partition(" ")[2]
        elif line.startswith("@withdraw"):
            held = ""
        elif line.startswith("@kept"):
            held, kept = held if line == kept or held == "resign" else "", line
    return held


# -- what has to be so


def nothing_failed(table: Table) -> None:
    assert [line for line in table.lines if line.startswith(("@error failed", "@fault"))] == []


def the_link_agrees(table: Table) -> None:
    """What a host heard is what `hello` tells."""
    session = table.core.session
    for _ in range(2):  # a light may come on, and a step be read, just between
        heard = list(table.lines)
        table.send("hello")
        here = session.play.position.text() if session.play.game else ""
        told = last(table.lines, "position")
        table.run(50)
        news = table.lines[len(heard) :]
        if lasting(news) == lasting(heard):
            break
    assert lasting(heard) == lasting(news)
    assert seats(heard) == seats(news)
    assert not here or told == f"@position {here}"
    players = session.seats.players
    if isinstance(players, Shared) and players.firm == session.play.step_count:
        assert offered(table.lines) == players._offered
    barred = [
        letter for side, letter in enumerate(session.play.sides()) if session.play.barred[side]
    ]
    assert barred == [letter for letter in session.play.sides() if letter in seats(news)]
    if session.report.following:
        assert not here or last(heard, "position") == f"@position {here}"
        lit = last(table.lines, "lights")
        table.send("lights")
        assert last(table.lines, "lights") == lit


def the_journal_agrees(table: Table) -> None:
    """After a power cut the game is as it was; pieces that were put away end it."""
    play = table.core.session.play
    if play.game is None or not any(table.switches):
        return
    if isinstance(table.core.session.seats.players, Lesson) and not calm(table):
        return  # a lesson goes back by itself
    again = cut(table).core.session
    assert again.play.game is not None
    assert again.play.position.text() == play.position.text()
    assert (again.play.step_count, again.play.mode) == (play.step_count, play.mode)
    assert again.play.barred == play.barred


def the_black_box_tells(table: Table) -> None:
    count = len(table.lines)
    table.send("blackbox")
    table.run(500)
    told = [f"{line}\n" for line in table.lines[count:] if line.startswith("@event ")]
    events.scene(events.read("".join(told)))


def all_agree(table: Table) -> None:
    table.run(50)
    nothing_failed(table)
    the_link_agrees(table)
    the_journal_agrees(table)


def calm(table: Table) -> bool:
    """Whether the board is right and asks nothing of the hands, but may light an offer."""
    session = table.core.session
    if session.menu or session.stage.screen or not stands(table) or wanted(table):
        return False
    reader = session.play.reader
    return right(table) or bool(reader and reader.at_rest() and offer_lit(table))


def offer_lit(table: Table) -> bool:
    """Whether the whole board says `proposed`."""
    return table.lit("proposed") == set(table.cells.names)


def settle(table: Table) -> None:
    """Hands put right what is wrong, whatever the board wants meanwhile, and wait."""
    play = table.core.session.play
    steps = play.step_count
    for _ in range(12):
        if table.core.session.stage.screen is not None:
            table.press(OK, 1200)
        set_right(table)
        table.run(600)
        if play.game is None or calm(table):
            return
        if table.lit("proposed") and not table.core.session.seats.players.hint:
            table.press(UNDO)  # that comes first
        elif table.core.session.menu is None:
            table.touch(*sorted(wanted(table)))
        table.run(3500)
    lit = {name: table.light(name) for name in table.cells.names if table.light(name) != "off"}
    assert play.step_count > steps + 4, lit  # unless the board plays with itself


def goes_on(table: Table) -> None:
    """A legal step is made and read; or whoever is no hand makes it, and no hand can."""
    play = table.core.session.play
    players = table.core.session.seats.players
    if play.mode != "play":
        return
    assert offer_lit(table) == bool(play.game and play.game.offered)
    if offer_lit(table) and (play.barred[play.position.turn] or isinstance(players, Lesson)):
        table.press(UNDO)
        settle(table)
    if getattr(players, "paused", False):
        table.press(OK)
        settle(table)
    if play.barred[play.position.turn]:
        others_go_on(table)
        return
    if not offer_lit(table) and players.hint is None:
        assert {table.light(name) for name in table.cells.names} <= CALM
    assert make_a_step(table), table.lines[-12:]


def others_go_on(table: Table) -> None:
    play = table.core.session.play
    steps = play.step_count
    who = seats(table.lines)[play.sides()[play.position.turn]]
    if who.startswith("board"):
        for _ in range(8):
            set_right(table)
            table.run(1000)
            table.touch(*sorted(wanted(table)))
        assert play.step_count > steps or play.mode == "over"
        return
    assert not make_a_step(table), f"a hand has played for {who}"
    set_right(table)
    table.run(3000)
    if who == "host":
        table.send(filled_in("move {step}", table))
        assert play.step_count > steps


def judge(scene: Scene, state: str, deed: str, follow: bool) -> None:
    """Do that deed in that state, and see that all is as it has to be; follow: a host follows."""
    table = STATES[state](scene)
    if follow:
        table.send("follow on")
    table = DEEDS[deed](table, scene) or table
    all_agree(table)
    settle(table)
    goes_on(table)
    settle(table)
    all_agree(table)
    the_black_box_tells(table)


@pytest.mark.parametrize("every", [QUICK, *deep(1)])
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("game", ["avalam", "tours", *deep("collapse")])
def test_whatever_comes_at_any_time_leaves_a_game_that_goes_on(game, state, every):
    scene = SCENES[game]
    if not scene.has(state):
        return
    wrong = []
    first = list(STATES).index(state) % every
    for number, deed in list(enumerate(DEEDS))[first::every]:
        try:
            judge(scene, state, deed, follow=number % 3 == 0)
        except Exception as error:  # so that one run tells of all of them
            wrong.append(f"{deed}: {type(error).__name__}: {error}")
    assert not wrong, "\n".join(wrong)
