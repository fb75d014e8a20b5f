"""Hands at a table: a clean move, doing what the lights ask for, and whether all stands right."""

from table import Table


def move(table: Table, origin: str, target: str) -> None:
    """A clean move with the natural gesture."""
    table.lift(origin, target)
    table.drop(target)
    table.run(400)


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
