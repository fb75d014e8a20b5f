"""What may come at any time, from a host, a bridge, a button or hands: DEEDS, by name."""

from collections.abc import Callable

from hands import gesture, make_a_step
from scenes import Scene, cut
from sharing import keep, log
from states import half
from table import Table
from tourelle.buttons import OK, UNDO


def sends(*lines: str):
    """A deed: a host sends these lines; {turn} and {other} are sides, {text} the position."""

    def act(table: Table, scene: Scene) -> None:
        for line in lines:
            table.send(filled_in(line, table))

    return act


def filled_in(line: str, table: Table) -> str:
    position = table.position
    if position is None:
        return line.format(turn="x", other="x", text="none", name="avalam", step="c9-d9")
    move = next(iter(position.legal_moves()), None)
    return line.format(
        turn=position.SIDES[position.turn],
        other=position.SIDES[position.turn - 1],
        text=position.text(),
        name=position.NAME,
        step="none" if move is None else position.move_text(move),
    )


def presses(button: int, ms: int = 100, times: int = 1):
    """A deed: somebody presses a button."""

    def act(table: Table, scene: Scene) -> None:
        for _ in range(times):
            table.press(button, ms)

    return act


def lifts(table: Table, scene: Scene) -> None:
    table.lift(scene.reply.split()[1])


def knocks_off(table: Table, scene: Scene) -> None:
    gesture(table, scene.adrift)


def makes_one(table: Table, scene: Scene) -> None:
    if table.position is not None and table.core.session.play.mode == "play":
        make_a_step(table)


def puts_back(table: Table, scene: Scene) -> None:
    """The hands put the last step back."""
    game = table.core.session.play.game
    last = game and game.last
    if last:
        names = table.cells.names
        table.lift(*[names[cell] for cell in last.filled + last.reached])
        table.drop(*[names[cell] for cell in last.vacated + last.left + last.reached])
        table.run(500)


def obeys(table: Table, scene: Scene) -> None:
    if table.lit("put-back") | table.lit("remove"):
        half(table)


def touches(table: Table, scene: Scene) -> None:
    table.touch(scene.first.split()[1], scene.reply.split()[1])


def starts_the_scene(table: Table, scene: Scene) -> None:
    table.send(f"position {scene.text}")


def keeps(*words: str):
    """A deed: a bridge adds these words to the log; {step} is a legal step."""

    def act(table: Table, scene: Scene) -> None:
        made = log(table)
        keep(table, made, len(made), *[filled_in(word, table) for word in words])

    return act


def takes_over(table: Table, scene: Scene) -> None:
    """A newer device has another log, without any of the steps."""
    keep(table, log(table), 0, "=seat 1 2 77")


DEEDS: dict[str, Callable[[Table, Scene], Table | None]] = {
    "hello": sends("hello"),
    "new": sends("new {name}"),
    "new with the seats": sends("seat {other} host", "new {name}"),
    "position": starts_the_scene,
    "position as it is": sends("position {text}"),
    "move": sends("move {step}"),
    "moves": sends("move {step}", "move {step}"),
    "undo": sends("undo"),
    "undo twice": sends("undo", "undo"),
    "undo turn": sends("undo turn"),
    "seat turn host": sends("seat {turn} host"),
    "seat turn hand": sends("seat {turn} hand"),
    "seat turn board": sends("seat {turn} board 1"),
    "seat other host": sends("seat {other} host"),
    "seat other hand": sends("seat {other} hand"),
    "seat other board": sends("seat {other} board 1"),
    "seat both hosts": sends("seat {other} host", "seat {turn} host"),
    "seat turn host and move": sends("seat {turn} host", "move {step}"),
    "seat": sends("seat"),
    "hint": sends("hint"),
    "learn": sends("learn"),
    "reason": sends("reason"),
    "reason of a step": sends("reason {step}"),
    "ok": sends("ok"),
    "ok twice": sends("ok", "ok"),
    "menu": sends("menu"),
    "menu draw": sends("menu", "choose draw"),
    "menu resign": sends("menu", "choose resign"),
    "menu hint": sends("menu", "choose hint"),
    "menu last game": sends("menu", "choose last-game"),
    "menu new game": sends("menu", "choose new-game", "choose {name}"),
    "menu self-test": sends("menu", "choose self-test"),
    "menu learn": sends("menu", "choose learn", "choose {name}"),
    "menu brightness": sends("menu", "choose brightness"),
    "option": sends("option tie-break=none", "option turn=form-and-collapse"),
    "resign": sends("resign"),
    "draw": sends("draw"),
    "draw and ok": sends("draw", "ok"),
    "stop": sends("stop"),
    "brightness": sends("brightness 50"),
    "mute": sends("mute on"),
    "lights": sends("lights"),
    "follow": sends("follow on"),
    "record": sends("record 0", "record 1"),
    "blackbox": sends("blackbox", "blackbox crash"),
    "identify": sends("identify"),
    "status": sends("status", "switches"),
    "self-test": sends("self-test"),
    "self-test on and off": sends("self-test", "show remove a4", "self-test off"),
    "table share other": sends("table share {other}"),
    "table share turn": sends("table share {turn}"),
    "table note": sends("table note run 7"),
    "table keep a step": keeps("{step}"),
    "table keep undo": keeps("=undo 0"),
    "table keep undo and a step": keeps("=undo 0", "{step}"),
    "table keep draw": keeps("=draw"),
    "table keep lost": keeps("=lost 1"),
    "table keep another": takes_over,
    "table ask undo": sends("table ask undo 0"),
    "table ask draw": sends("table ask draw"),
    "table ask rematch": sends("table ask rematch"),
    "table ask none": sends("table ask none"),
    "table away": sends("table away {turn}"),
    "table away other": sends("table away {other}"),
    "table away none": sends("table away none"),
    "OK": presses(OK),
    "OK twice": presses(OK, times=2),
    "OK held": presses(OK, 1200),
    "OK held twice": presses(OK, 1200, times=2),
    "Undo": presses(UNDO),
    "Undo twice": presses(UNDO, times=2),
    "Undo held": presses(UNDO, 1200),
    "a step": makes_one,
    "the last step put back": puts_back,
    "what the lights ask for": obeys,
    "touches": touches,
    "time": lambda table, scene: table.run(6000),
    "a long time": lambda table, scene: table.run(100_000),
    "a lift": lifts,
    "a knock": knocks_off,
    "a power cut": lambda table, scene: cut(table),
}
