"""Finds the faults that explain what the board saw when cells were touched. No I/O."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tourelle.grids import COLUMNS, Grid
from tourelle_host.matrix import Fault, Matrix, in_chain

_MOST = 6  # faults to look for; with more than this, nothing is explained


class Observation(NamedTuple):
    """The switches that had a magnet over them, and those that the board read as closed."""

    closed: frozenset[int]
    seen: frozenset[int]


class Diagnosis(NamedTuple):
    """The faults, and the observations that they do not explain."""

    faults: list[Fault]
    unexplained: list[Observation]


def switches(grid: Grid, observations: Sequence[Observation]) -> Diagnosis:
    """The fewest faults of switches, rows and columns that explain the observations."""
    faults: list[Fault] = []
    left = _off(grid, observations, faults)
    while left and len(faults) < _MOST:
        candidates = _candidates(grid, observations, faults)
        costs = [(_off(grid, observations, [*faults, one]), one) for one in candidates]
        best = min((cost for cost, _ in costs), default=left)
        if best >= left:
            break
        # The first of those that explain equally much: faults of whole lines come last.
        faults.append(next(one for cost, one in costs if cost == best))
        left = best
    for fault in list(faults):
        others = [one for one in faults if one != fault]
        if _off(grid, observations, others) <= left:
            faults = others
    return Diagnosis(faults, unexplained(grid, observations, faults))


def unexplained(
    grid: Grid, observations: Iterable[Observation], faults: Iterable[Fault]
) -> list[Observation]:
    """The observations that these faults do not explain."""
    matrix = Matrix(grid, faults)
    return [one for one in observations if matrix.seen(one.closed) != one.seen]


def _off(grid: Grid, observations: Iterable[Observation], faults: Iterable[Fault]) -> int:
    """In how many cells the observations differ from what these faults would cause."""
    matrix = Matrix(grid, faults)
    return sum(len(matrix.seen(one.closed) ^ one.seen) for one in observations)


def _candidates(
    grid: Grid, observations: Iterable[Observation], faults: list[Fault]
) -> list[Fault]:
    """Faults that may explain what is not explained yet."""
    matrix = Matrix(grid, faults)
    missing: set[int] = set()
    extra: set[int] = set()
    asked: set[int] = set()
    for closed, seen in observations:
        expected = matrix.seen(closed)
        if expected != seen:
            missing |= expected - seen
            extra |= seen - expected
            asked |= closed
    found = [Fault("switch-dead", (cell,)) for cell in sorted(missing)]
    found += [Fault("switch-stuck", (cell,)) for cell in sorted(extra)]
    for line, numbers in (("row", grid.rows), ("column", grid.columns)):
        # One cell proves nothing about a whole line.
        lines = sorted(set(numbers))
        count = {at: sum(numbers[cell] == at for cell in asked) for at in lines}
        found += [Fault(f"{line}-open", (at,)) for at in lines if count[at] > 1]
        pairs = [(a, b) for a in lines for b in lines if a < b and count[a] + count[b] > 1]
        for how in ("shorted", "swapped"):
            found += [Fault(f"{line}s-{how}", pair) for pair in pairs]
    return [fault for fault in found if fault not in faults]


def lights(
    grid: Grid, chain: Sequence[str], seen: dict[int, int | None]
) -> tuple[list[Fault], list[tuple[int, int]]]:
    """The faults of the LEDs, and the pairs (cell asked for, cell lit) that stay unclear.

    seen: for each cell that was to be lit, the one that was, or None.
    """
    order = in_chain(grid, chain)
    mirrored = dict(zip(order, reversed(order), strict=True))
    lit = {cell: answer for cell, answer in seen.items() if answer is not None}
    wrong = [(cell, answer) for cell, answer in lit.items() if cell != answer]
    reverse = bool(wrong) and all(mirrored[cell] == answer for cell, answer in lit.items())
    faults = [Fault("leds-reversed")] if reverse else []
    # which cell is lit for each one asked for, where nothing else is wrong
    meant = {cell: mirrored[cell] if reverse else cell for cell in order if cell in seen}
    shown = [led for led in meant.values() if led is not None]
    dark = [led for cell, led in meant.items() if led is not None and seen[cell] is None]
    if len(dark) > 1 and dark == shown[-len(dark) :]:
        faults.append(Fault("led-cut", (dark[0],)))
    else:
        faults += [Fault("led-dead", (led,)) for led in dark]
    return faults, [] if reverse else wrong


def sentence(fault: Fault, grid: Grid) -> str:
    """What is wrong and where to look, in a sentence for people."""
    names = {
        "row": [str(at + 1) for at in fault.at],
        "column": [COLUMNS[at] for at in fault.at if at < len(COLUMNS)],
    }
    line = "row" if fault.kind.startswith("row") else "column"
    words = names[line]
    cell = grid.names[fault.at[0]] if fault.at else ""
    return {
        "switch-dead": f"The switch of {cell} is dead: look at its reed, its joints, and whether "
        "its diode sits the right way round.",
        "switch-stuck": f"The switch of {cell} is stuck closed: look for solder across its reed, "
        "or replace it.",
        "row-open": f"Row {words[0] if words else ''} is open: look at its wire to the controller.",
        "column-open": f"Column {words[0] if words else ''} is open: look at its wire to the "
        "controller.",
        "rows-shorted": f"Rows {' and '.join(words)} are shorted: look for solder or a wire "
        "between them.",
        "columns-shorted": f"Columns {' and '.join(words)} are shorted: look for solder or a wire "
        "between them.",
        "rows-swapped": f"Rows {' and '.join(words)} are swapped: exchange their wires.",
        "columns-swapped": f"Columns {' and '.join(words)} are swapped: exchange their wires.",
        "diode-missing": f"The diode of {cell} is missing: its reed is wired straight through, or "
        "the diode is bridged.",
        "led-dead": f"The LED of {cell} is dead: replace it.",
        "led-cut": f"The chain of LEDs ends before {cell}: look at the joints there, of this LED "
        "and of those before it, back to the last one that lights.",
        "leds-reversed": "The order of the LEDs is reversed: the data wire is at the wrong end of "
        "the chain.",
    }[fault.kind]
