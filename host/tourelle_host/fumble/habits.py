"""What people do around a step, besides making it: lines of a script.

Each function is named after its rate in `Rates`; it returns the step's lines with that habit.
docs/fumble.md lists gesture, rate and duration of each.
"""

from collections.abc import Iterator

from tourelle.games.position import Position
from tourelle_host.fumble.around import Around, beside

_KNOCKED = 10  # cells that bounce when somebody bumps the table


def knock(around: Around, lines: list[str]) -> list[str]:
    """A neighbour is knocked off its cell, and set back, before the gesture's end."""
    near = beside(around.grid, around.step.cells)
    cells = [cell for cell in around.standing(lines) if cell in near]
    return around.insert(lines, around.lift_one(cells), last=False)


def adjust(around: Around, lines: list[str]) -> list[str]:
    """Another piece is nudged, before the gesture's end."""
    cell = around.one(around.standing(lines))
    if cell is None:
        return lines
    return around.insert(lines, [f"nudge {around.name(cell)}"], last=False)


def hesitate(around: Around, lines: list[str]) -> list[str]:
    """A piece of the step is lifted and put back, half the time another one, too."""
    if not around.origins:
        return lines
    # Chosen twice: with fewer draws the runs of all known seeds would change.
    first = around.lift_one(around.some(around.origins, 1))
    if around.rng.random() < 0.5:
        first += around.lift_one(around.standing([]))
    return first + lines


def retake(around: Around, lines: list[str]) -> list[str]:
    """The next player hesitates: one of their pieces is up once or twice, for 200 to 700 ms."""
    mine = [c for c in around.standing([]) if around.owner(c) == around.mover] + around.origins
    first: list[str] = []
    for cell in around.some(mine, around.rng.randint(1, 2)):
        first += [*around.lift(cell, 200, 700), around.wait(200, 800)]
    return first + lines


def straighten(around: Around, lines: list[str]) -> list[str]:
    """Somebody straightens a piece next to the last step."""
    if around.before is None:
        return lines
    near = beside(around.grid, around.before.cells) - around.before.cells
    cells = [cell for cell in sorted(near) if around.step.before[cell]]
    first = [f"nudge {around.name(c)} {around.ms(60, 300)}" for c in around.some(cells, 1)]
    return [around.wait(200, 1500), *first, around.wait(200, 1500), *lines]


def other(around: Around, lines: list[str]) -> list[str]:
    """The other player straightens a piece or holds one up while the step is made."""
    cell = around.one(around.standing(lines))
    if cell is None:
        return lines
    up = around.ms(60, 300) if around.rng.random() < 0.5 else around.ms(500, 3000)
    at = around.rng.randint(1, max(1, len(lines)))
    return [*lines[:at], f"meanwhile nudge {around.name(cell)} {up}", *lines[at:]]


def child(around: Around, lines: list[str]) -> list[str]:
    """The piece is lifted and put back several times, half the time elsewhere first."""
    first: list[str] = []
    if not around.origins:
        return lines
    for _ in range(around.rng.randint(2, 5)):
        cell = around.rng.choice(around.origins)
        places = around.near(cell)
        if places and around.rng.random() < 0.5:
            there = around.rng.choice(places)
            count = around.height(cell)
            first += [f"lift {around.name(cell)}", f"drop {around.name(there)}"]
            first += [around.wait(0, 800)]
            first += [f"lift {around.name(there)} {count}", f"drop {around.name(cell)}"]
        else:
            first += around.lift(cell, 0, 600)
        first.append(around.wait(0, 600))
    return first + lines


def sweep(around: Around, lines: list[str]) -> list[str]:
    """A finger sweeps over three to six pieces in a row, up to 8 s before the step or during it."""
    row = _row(around)
    if not row:
        return lines
    swept: list[str] = []
    for cell in row:
        if cell not in around.step.cells:
            swept += [f"meanwhile nudge {around.name(cell)} {around.ms(60, 180)}", "wait 80"]
    if around.rng.random() < 0.7:
        return [*swept, around.wait(300, 8000), *lines]
    return around.insert(lines, swept)


def _row(around: Around) -> list[int]:
    """Up to six cells with pieces, each beside the one before."""
    row = around.some([c for c in range(around.grid.size) if around.step.before[c]], 1)
    while row and len(row) < 6:
        near = [
            c
            for c in around.grid.neighbours(row[-1])
            if around.step.before[c] and c not in row and c not in around.origins
        ]
        if not near or (len(row) > 2 and around.rng.random() < 0.3):
            break
        row.append(around.rng.choice(near))
    return row


def between(around: Around, lines: list[str]) -> list[str]:
    """Set down between two cells: the wrong switch feels it first, or none does; then corrected."""
    changed: list[str] = []
    for line in lines:
        word, *rest = line.split()
        cells = []
        if word == "drop" and around.grid.cell(rest[0]) in around.step.foot.filled:
            target = around.grid.cell(rest[0])
            cells = [c for c in around.empty(target) if c in around.grid.neighbours(target)]
        if not cells:
            changed.append(line)
        elif around.rng.random() < 0.5:
            near = around.name(around.rng.choice(cells))
            count = rest[1] if rest[1:2] and rest[1] != "askew" else ""
            changed += [f"drop {near} {count}".strip(), around.wait(50, 600)]
            changed += [f"slide {near} {rest[0]}"]
        else:
            changed += [line.replace(" askew", "") + " askew", around.wait(100, 1200)]
            changed += [f"nudge {rest[0]}"]
    return changed


def topple(around: Around, lines: list[str]) -> list[str]:
    """A stack is knocked over: its top pieces fall beside it, and are put back."""
    tall = [c for c in around.standing(lines) if around.height(c) > 1 and around.empty(c)]
    cell = around.one(tall)
    if cell is None:
        return lines
    falls = around.some(around.empty(cell), around.height(cell) - 1)
    over = [f"lift {around.name(cell)} {len(falls)}"]
    over += [f"drop {around.name(c)} 1" for c in falls] + [around.wait(300, 3000)]
    for c in falls:
        over += [f"lift {around.name(c)}", f"drop {around.name(cell)} 1"]
    return over + [around.wait(200, 1500)] + lines


def part(around: Around, lines: list[str]) -> list[str]:
    """Part of what is carried falls on an empty cell on the way, and is picked up again."""
    for at, cell, count in _lifts(around, lines):
        places = around.empty(cell)
        if not places or around.height(cell) < 2 or count == "1":
            continue
        place = around.name(around.rng.choice(places))
        fallen = [f"drop {place} 1", around.wait(200, 2000), f"lift {place}"]
        return [*lines[: at + 1], *fallen, *lines[at + 1 :]]
    return lines


def think(around: Around, lines: list[str]) -> list[str]:
    """The piece is up for 6 to 60 s, and passes over empty cells, closing some."""
    for at, origin, _ in _lifts(around, lines):
        pause = [around.wait(6000, 60000)]
        for cell in around.some(around.empty(origin), around.rng.randint(0, 3)):
            pause += [f"touch {around.name(cell)} {around.ms(100, 400)}", around.wait(200, 4000)]
        around.rng.shuffle(pause)
        return [*lines[: at + 1], *pause, *lines[at + 1 :]]
    return lines


def _lifts(around: Around, lines: list[str]) -> Iterator[tuple[int, int, str]]:
    """(index, cell, count) of each line that lifts pieces of the step; count: "" for all."""
    for at, line in enumerate(lines):
        word, *rest = line.split()
        if word == "lift" and around.grid.cell(rest[0]) in around.origins:
            yield at, around.grid.cell(rest[0]), "".join(rest[1:])


def buttons(around: Around, lines: list[str]) -> list[str]:
    """OK or Undo is pressed, once or twice, while a piece is held.

    With nothing held OK would mean something, for instance that the turn is over.
    """
    held = [at + 1 for at, line in enumerate(lines) if line.startswith("lift")]
    if not held:
        return lines
    at = around.rng.choice(held)
    presses = [f"press {around.rng.choice(('ok', 'undo'))}"]
    if around.rng.random() < 0.3:
        presses *= 2
    return lines[:at] + presses + lines[at:]


def illegal(around: Around, lines: list[str]) -> list[str]:
    """An illegal step is made, insisted on for a while, and corrected."""
    pairs = _illegal(around.position)
    if not pairs:
        return lines
    origin, target = around.rng.choice(pairs)
    return _wrongly(around, origin, target) + lines


def _illegal(position: Position) -> list[tuple[int, int]]:
    """(origin, target): a cell with a piece of the mover's, and one near it where no step goes."""
    legal = set()
    for move in position.legal_moves():
        foot = position.footprint(move)
        for origin in foot.vacated + foot.left:
            legal.update((origin, cell) for cell in foot.filled + foot.reached + foot.via)
    pairs = []
    for origin in range(position.grid.size):
        if position.occupancy[origin] and position.owner(origin) == position.turn:
            far = beside(position.grid, position.grid.neighbours(origin)) - {origin}
            pairs += [(origin, cell) for cell in sorted(far) if (origin, cell) not in legal]
    return pairs


def turn(around: Around, lines: list[str]) -> list[str]:
    """Somebody plays out of turn: another side's piece is moved, and put back."""
    theirs = [c for c in around.standing([]) if around.owner(c) != around.mover]
    origin = around.one(theirs)
    target = None if origin is None else around.one(around.empty(origin))
    if origin is None or target is None:
        return lines
    return _wrongly(around, origin, target) + lines


def _wrongly(around: Around, origin: int, target: int) -> list[str]:
    """All pieces of a cell are moved to another, left there for a while, and moved back."""
    count = around.height(origin)
    there, back = around.name(target), around.name(origin)
    made = [f"lift {back}", f"drop {there}", around.wait(800, 7000)]
    if around.rng.random() < 0.3:
        made += [f"nudge {there}", around.wait(500, 2000)]
    return [*made, f"lift {there} {count}", f"drop {back}", around.wait(300, 1500)]


def flicker(around: Around, lines: list[str]) -> list[str]:
    """A switch opens and closes at 5 to 50 Hz for up to two seconds."""
    cell = around.one(around.standing(lines))
    if cell is None:
        return lines
    half = around.ms(10, 100)
    count = max(2, min(20, around.ms(300, 2000) // (2 * half)))
    swings = [f"meanwhile nudge {around.name(cell)} {half}", f"wait {2 * half}"] * count
    return around.insert(lines, swings)


def jolt(around: Around, lines: list[str]) -> list[str]:
    """Somebody bumps the table: ten pieces bounce at once."""
    shaken: list[str] = []
    for cell in around.some(around.standing(lines), _KNOCKED):
        shaken.append(f"meanwhile nudge {around.name(cell)} {around.ms(10, 80)}")
    return around.insert(lines, shaken)


def power(around: Around, lines: list[str]) -> list[str]:
    """The board loses power during a gesture, which goes on meanwhile."""
    off, on = sorted((around.rng.randint(0, len(lines)), around.rng.randint(0, len(lines))))
    on_again = [around.wait(500, 2000), "power on", around.wait(500, 2000)]
    return [*lines[:off], "power off", *lines[off:on], *on_again, *lines[on:]]


# In this order: what comes later finds the lines of what came earlier.
USUAL = (knock, adjust, hesitate)
FAMILIES = (
    other, between, part, think, buttons, sweep, topple, illegal, turn, child, retake,
    straighten, flicker, jolt, power,
)  # fmt: skip
