"""Hands at a table: a clean move, the menu, doing what the lights ask for, what stands right."""

from table import Table


def move(table: Table, origin: str, target: str) -> None:
    """A clean move with the natural gesture."""
    table.lift(origin, target)
    table.drop(target)
    table.run(400)


def gesture(table: Table, words: str) -> None:
    """What hands do, such as "lift c9 d9 drop d9"."""
    act = table.lift
    for word in words.split():
        if word in ("lift", "drop", "touch"):
            act = getattr(table, word)
        else:
            act(word)


def menu(table: Table) -> dict[str, str]:
    """The cells of the choices in the menu that was told last, by their names."""
    return dict(choice.rsplit(":", 1) for choice in table.said("menu")[-1].split())


def choose(table: Table, *names: str) -> None:
    """Touch these choices of the open menu and of those that they open."""
    for name in names:
        table.touch(menu(table)[name])


def led(table: Table) -> None:
    """A hand that knows nothing of the game and does what the lights say, until they say no more.

    Red and orange come off, yellow is put down; what stands there already is lifted and set back.
    """
    for _ in range(40):
        before = bytes(table.switches)
        for name in table.cells.names:
            stands = table.switches[table.cells.cell(name)]
            if table.light(name) in ("remove", "capture") and stands:
                table.lift(name)
        for name in table.cells.names:
            stands = table.switches[table.cells.cell(name)]
            if table.light(name) == "put-back" and not stands:
                table.drop(name)
        if bytes(table.switches) == before:
            waiting = table.lit("put-back") | table.lit("barrier") | table.lit("remove")
            if not waiting:
                return
            table.touch(*sorted(waiting))
        table.run(400)
    raise AssertionError({name: table.light(name) for name in table.cells.names})


def stands(table: Table) -> bool:
    """Whether the board is as its position says."""
    return [bool(one) for one in table.switches] == [bool(o) for o in table.position.occupancy]


def set_right(table: Table) -> None:
    """Hands put every piece where the position says that it is."""
    position = table.position
    if position is None:
        return
    for name in table.cells.names:
        cell = table.cells.cell(name)
        if table.switches[cell] and not position.occupancy[cell]:
            table.lift(name, ms=60)
    for name in table.cells.names:
        cell = table.cells.cell(name)
        if position.occupancy[cell] and not table.switches[cell]:
            table.drop(name, ms=60)


def right(table: Table) -> bool:
    """Whether the board is as the position says, and nothing is asked."""
    session = table.core.session
    play = session.play
    if session.menu or session.stage.screen:
        return False
    if play.game is None:  # it was cleared: the next one may be set up
        return not any(session.lights.lamps)
    if play.game.verdict is not None:
        return True
    return play.rests() and not table.lit("capture")


def make_a_step(table: Table) -> bool:
    """A hand makes a legal step that switches feel, with all that tells it; whether it is read."""
    play = table.core.session.play
    position = play.position
    wanted = table.core.session.seats.players.hint
    moves = [m for m in position.legal_moves() if felt(position.footprint(m))]
    if not moves:
        return not play.barred[position.turn]
    move = wanted if wanted in moves else moves[len(moves) // 2]
    foot = position.footprint(move)
    line = f"@move {play.step_count + 1} {position.SIDES[position.turn]} {position.move_text(move)}"
    count = len(table.lines)
    names = table.cells.names
    laid = [cell for cell in foot.via if cell in foot.filled]
    table.lift(*[names[cell] for cell in foot.vacated + foot.left + foot.reached])
    for cell in laid:
        table.touch(names[cell])
    table.drop(*[names[cell] for cell in foot.left + foot.reached])
    table.drop(*[names[cell] for cell in foot.filled if cell not in laid])
    table.drop(*[names[cell] for cell in laid])
    table.run(1200)
    table.lift(*[names[cell] for cell in foot.captured if not play.position.occupancy[cell]])
    table.run(500)
    made = [line for line in table.lines[count:] if line.startswith(("@move", "@undo"))]
    return made[:1] == [line] and not any(other.startswith("@undo") for other in made)


def felt(foot) -> bool:
    return bool(foot.vacated or foot.filled)


def wanted(table: Table) -> set[str]:
    """The cells where the lights want a hand."""
    states = ("put-back", "remove", "barrier", "capture")
    return set().union(*(table.lit(state) for state in states))
