"""The steps of a self-test, in the order in which the person is asked. No I/O."""

from collections.abc import Generator, Iterable
from typing import NamedTuple

from tourelle.grids import Grid
from tourelle_host.doctor import diagnosis
from tourelle_host.doctor.diagnosis import Observation
from tourelle_host.matrix import Fault, in_chain

PIECES = 18  # most pieces on the board at a time: every game has as many
BUTTONS = ("ok", "undo")
_FEW = 5  # how many strange observations to report


class Light(NamedTuple):
    """Light a cell's LED; the answer: the cell that is lit, or None."""

    cell: int


class Clear(NamedTuple):
    """Take everything off the board; the answer: the cells that the board sees."""


class Touch(NamedTuple):
    """Hold a magnet over a cell of the empty board; the answer: the cells that the board sees."""

    cell: int


class Fill(NamedTuple):
    """Put pieces on exactly these cells; the answer: the cells that the board sees."""

    cells: frozenset[int]


class Lift(NamedTuple):
    """Lift one piece and put it back; the answer: the cells that the board saw without it."""

    cell: int
    cells: frozenset[int]


class Press(NamedTuple):
    """Press a button; the answer: whether the board felt it."""

    button: str


Step = Light | Clear | Touch | Fill | Lift | Press
Answer = frozenset[int] | int | bool | None


class Verdict(NamedTuple):
    """What is wrong with a board.

    faults     those found, each with a sentence
    unclear    sentences about what no fault explains
    untested   cells whose diodes could not be tested
    """

    faults: list[Fault]
    unclear: list[str]
    untested: frozenset[int]


Steps = Generator[Step, Answer, Verdict]


class Examination(NamedTuple):
    """A self-test, and what to say at its end.

    steps     yields the steps, is sent the answers, and returns the verdict
    right     a sentence for when nothing is wrong
    untested  what to do about diodes that cannot be tested; "" where it tests no diodes
    """

    steps: Steps
    right: str
    untested: str = ""


def examine(grid: Grid, chain: list[str]) -> Examination:
    """A whole board; chain: the cells' names in the order of the LEDs."""
    return Examination(_board(grid, chain), "All lights, switches, diodes and buttons are right.")


def examine_strip(grid: Grid, chain: list[str], row: int) -> Examination:
    """One strip alone, at the connector of its row (from 0): its switches, and for the first strip
    the lights, since the others' need the strips before them.
    """
    tested = "switches" if row else "lights and switches"
    return Examination(
        _one_strip(grid, chain, row),
        f"Strip {row + 1}: its {tested} are right.",
        "A strip alone does not show a bridged diode: measure them as "
        "docs/hardware/build.md says in step 2.",
    )


def examine_strip_lights(grid: Grid, chain: list[str], row: int) -> Examination:
    """The lights of one strip, whose data comes through all the strips before it."""
    return Examination(_strip_lights(grid, chain, row), f"Strip {row + 1}: its lights are right.")


def _one_strip(grid: Grid, chain: list[str], row: int) -> Steps:
    # A bridged diode shows only where two rows meet: with one row there, its reed reads just the
    # same.
    mine = _strip(grid, chain, row)
    faults: list[Fault] = []
    unclear: list[str] = []
    if row == 0:
        faults, unclear, _ = yield from _strip_lights(grid, chain, row)
    observations = [Observation(frozenset(), _seen((yield Clear())))]
    for cell in sorted(mine):
        observations.append(Observation(frozenset((cell,)), _seen((yield Touch(cell)))))
    found = diagnosis.switches(grid, observations)
    unclear += [_strange(grid, one) for one in found.unexplained[:_FEW]]
    return Verdict(faults + found.faults, unclear, frozenset(mine))


def _strip_lights(grid: Grid, chain: list[str], row: int) -> Steps:
    return Verdict(*(yield from _lights(grid, chain, _strip(grid, chain, row))), frozenset())


def _lights(
    grid: Grid, chain: list[str], asked: list[int]
) -> Generator[Step, Answer, tuple[list[Fault], list[str]]]:
    """Light these cells in the order of their LEDs; returns what is wrong and what is unclear."""
    lit: dict[int, int | None] = {}
    for cell in asked:
        answer = yield Light(cell)
        lit[cell] = None if answer is None else int(answer)  # type: ignore[arg-type]
    faults, strange = diagnosis.lights(grid, chain, lit)
    names = grid.names
    return faults, [f"{names[shown]} is lit for {names[cell]}." for cell, shown in strange]


def _strip(grid: Grid, chain: list[str], row: int) -> list[int]:
    """The cells of a row, in the order of their LEDs."""
    return [cell for cell in _in_order(grid, chain) if grid.rows[cell] == row]


def _in_order(grid: Grid, chain: list[str]) -> list[int]:
    """All cells, in the order of their LEDs."""
    return [cell for cell in in_chain(grid, chain) if cell is not None]


def _board(grid: Grid, chain: list[str]) -> Steps:
    faults, unclear = yield from _lights(grid, chain, _in_order(grid, chain))
    observations = [Observation(frozenset(), _seen((yield Clear())))]
    for cell in range(grid.size):
        observations.append(Observation(frozenset((cell,)), _seen((yield Touch(cell)))))
    found = diagnosis.switches(grid, observations)
    untested = frozenset(range(grid.size))
    known = list(found.faults)
    if not found.unexplained and not any(_of_two_lines(fault) for fault in known):
        bad, doubtful, untested = yield from _diodes(grid, known, observations)
        known += [Fault("diode-missing", (cell,)) for cell in sorted(bad)]
        unclear += [f"One of {_named(grid, some)} has no diode." for some in doubtful]
    if not unclear:
        strange_ones = diagnosis.unexplained(grid, observations, known)
        unclear += [_strange(grid, one) for one in strange_ones[:_FEW]]
    for button in BUTTONS:
        if not (yield Press(button)):
            unclear.append(f"The button {button} is dead: look at its wire and its joints.")
    return Verdict(faults + known, unclear, untested)


def _seen(answer: Answer) -> frozenset[int]:
    assert isinstance(answer, frozenset)
    return answer


def _of_two_lines(fault: Fault) -> bool:
    return len(fault.at) == 2


def _named(grid: Grid, some: Iterable[int]) -> str:
    return " ".join(grid.names[cell] for cell in sorted(some)) or "nothing"


def _strange(grid: Grid, one: Observation) -> str:
    return f"With {_named(grid, one.closed)} on the board, it sees {_named(grid, one.seen)}."


# -- diodes. A switch without its diode joins its row to its column both ways. Then a lifted piece
# is seen all the same where the three other corners of a rectangle are occupied and the opposite
# one is that switch.


def revealed(grid: Grid, standing: frozenset[int], lifted: int) -> frozenset[int]:
    """The cells whose missing diode would show `lifted` as occupied though it is empty."""
    at = {(grid.rows[cell], grid.columns[cell]): cell for cell in standing if cell != lifted}
    row, column = grid.rows[lifted], grid.columns[lifted]
    return frozenset(
        cell
        for (r, c), cell in at.items()
        if r != row and c != column and (r, column) in at and (row, c) in at
    )


def bands(grid: Grid, usable: frozenset[int], pieces: int = PIECES) -> list[frozenset[int]]:
    """Sets of neighbouring rows, at most `pieces` cells each, that together test all diodes."""
    rows = max(grid.rows) + 1
    whole = []
    for first in range(rows):
        band: frozenset[int] = frozenset()
        for row in range(first, rows):
            more = band | {cell for cell in usable if grid.rows[cell] == row}
            if len(more) > pieces:
                break
            band = more
        whole.append(band)
    chosen = []
    left = set(usable)
    while True:
        shown = [(_all_revealed(grid, band) & left, band) for band in whole]
        best, band = max(shown, key=lambda entry: (len(entry[0]), -len(entry[1])))
        if not best:
            return chosen
        chosen.append(band)
        left -= best


def _all_revealed(grid: Grid, band: frozenset[int]) -> frozenset[int]:
    return frozenset().union(*(revealed(grid, band, cell) for cell in band))


def _diodes(
    grid: Grid, faults: list[Fault], observations: list[Observation]
) -> Generator[Step, Answer, tuple[set[int], list[frozenset[int]], frozenset[int]]]:
    """Test every diode that can be tested; adds to the observations.

    Returns the cells without a diode, sets of cells one of which has none, and the cells left over.
    """
    unusable = {fault.at[0] for fault in faults if fault.kind.startswith("switch")}
    for fault in faults:
        if fault.kind.endswith("open"):
            lines = grid.rows if fault.kind == "row-open" else grid.columns
            unusable |= {cell for cell in range(grid.size) if lines[cell] == fault.at[0]}
    usable = frozenset(range(grid.size)) - unusable
    good: set[int] = set()
    bad: set[int] = set()
    doubtful = []
    for band in bands(grid, usable):
        observations.append(Observation(band, _seen((yield Fill(band)))))
        ghosts = yield from _band(grid, band, good, observations)
        for ghost in ghosts:
            suspects = ghost - good
            if len(suspects) == 1:
                bad |= suspects
            elif len(suspects) > 1:
                doubtful.append(suspects)
    doubtful = [some for some in doubtful if not some & bad]
    return bad, doubtful, frozenset(range(grid.size)) - good - bad


def _band(
    grid: Grid, band: frozenset[int], good: set[int], observations: list[Observation]
) -> Generator[Step, Answer, list[frozenset[int]]]:
    """Lift pieces of a filled band, as few as suffice; adds the cells whose diodes proved good.

    Returns, for each piece that was seen though it was lifted, the cells one of which must lack
    its diode.
    """
    shows = {cell: revealed(grid, band, cell) for cell in sorted(band)}
    ghosts: list[frozenset[int]] = []
    while shows:
        cell = max(shows, key=lambda one: len(shows[one] - good))
        shown = shows.pop(cell)
        if not shown - good:
            break
        seen = _seen((yield Lift(cell, band)))
        observations.append(Observation(band - {cell}, seen))
        if cell in seen:
            ghosts.append(shown)
        else:
            good |= shown
    return ghosts
