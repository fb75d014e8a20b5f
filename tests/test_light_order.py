"""What is lit first after a lift, soon after a step: what is right, or what is in the hand."""

import itertools

import pytest

from beside import NAMES
from table import Table
from tourelle import games
from tourelle_host.bench.chip.expected import Expected

STEPS = 5  # of a game, after each of which a piece is lifted


def ticked(table, times):
    """Let the core take so many turns at once, as far as it has something to do."""
    for number in range(times):
        table.core.sense(table.scanner, table.now)
        if table.core.tick(table.now):
            return number
        table.core.link.sent(table.core.link.count)
    return times


def apart(position, foot):
    """A cell that a step may leave empty, which has nothing to do with the step before."""
    near = {cell for group in foot for cell in group}
    for move in position.legal_moves():
        for cell in position.footprint(move).vacated:
            if cell not in near:
                return cell
    return None


def stepped(name, steps):
    """A table that has just taken in the last of so many steps, that step's footprint."""
    position = games.opening(name)
    table = Table(position.GRID)
    table.start(position)
    for number in range(steps):
        position = table.position
        moves = [move for move in position.legal_moves() if any(position.footprint(move))]
        move = moves[7 * number % len(moves)]
        foot = position.footprint(move)
        line = f"move {position.move_text(move)}\n".encode()
        position.push(move)
        table.core.contacts[: len(table.switches)] = position.occupancy  # as if it had stood so
        table.switches[:] = table.core.session.closed[:] = position.occupancy
        position.pop()
        table.scanner.begin(table.core.contacts)
        table.core.session.play.compare()
        table.core.link.received[: len(line)] = line
        table.core.link.length = len(line)
        ticked(table, 1)
        assert table.core.session.play.step_count == number + 1
        if number < steps - 1:
            table.run(600)
    return table, foot


@pytest.mark.parametrize("name", NAMES)
def test_no_wrong_light_comes_before_the_right_one(name):
    early = 0
    for steps in range(1, STEPS + 1):
        for turns in itertools.count():
            table, foot = stepped(name, steps)
            if ticked(table, turns) < turns:
                break
            cell = apart(table.position, foot)
            if cell is None:
                break
            expected = Expected(table.board, table.position)
            right, partly = expected.lifted(cell), expected.in_hand(cell)
            table.switches[cell] = 0
            table.now += 1
            ticked(table, 1)
            first = bytes(table.core.frame)
            assert first in (right, partly), (steps, turns, table.cells.names[cell])
            early += first == partly != right
            table.run(100)
            assert bytes(table.core.frame) == right, (steps, turns, table.cells.names[cell])
    assert early > 0


@pytest.mark.parametrize("name", NAMES)
def test_the_light_at_rest_is_the_expected_one(name):
    table, foot = stepped(name, STEPS)
    expected = Expected(table.board, table.position).resting(foot)
    frames = set()
    for _ in range(60):  # one of the frames of the rhythms
        table.run(50)
        frames.add(bytes(table.core.frame))
    assert expected in frames
