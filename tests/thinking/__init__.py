"""What the search knows of the games, held against their rules.

The tests of each game run on MicroPython too, so nothing of pytest is in them.
"""

from array import array

from tourelle import games

DONE = 0xFFFF
MAXI, CURSOR, VALUE, FINAL, QUIET, TURN = range(6)
MIDDLE = 1 << 15
DECIDED = 15000


class ModelPosition:
    """A game's model with the arrays that a search would have; steps are made and taken back."""

    def __init__(self, position):
        self.position = position
        self.model = games.model(position.NAME)
        self.moves = array("H", bytes(4 * self.model.PLENTY))
        self.undo = array("H", bytes(2 * self.model.UNDO * 64))
        self.way = []
        self.load()

    def load(self):
        """Take over the position as it is now."""
        self.mine = 0 if len(self.position.SIDES) == 2 else self.position.turn
        self.model.load(self.position, self.mine)

    def expand(self, most=10000, cut=0xFFFF):
        """[(code, value for the mover)] of the legal steps."""
        model = self.model
        state = model.state
        state[CURSOR] = 0
        found = []
        while state[CURSOR] != DONE:
            at = len(found)
            count = model.expand(state, model.cells, model.tables, self.moves, at, most, cut)
            found += [
                (self.moves[2 * i], self.moves[2 * i + 1])
                for i in range(len(found), len(found) + count)
            ]
        assert len(found) <= model.PLENTY
        return found

    def push(self, code, value):
        """Play a step, as the search does: the value and the way back are its business."""
        model = self.model
        state = model.state
        self.way.append((code, array("H", state)))
        value ^= 0 if state[MAXI] else 0xFFFF
        at = model.UNDO * len(self.way)
        model.make(state, model.cells, model.tables, self.undo, at, code)
        state[VALUE] = value

    def pop(self):
        """Take it back."""
        model = self.model
        at = model.UNDO * len(self.way)
        code, before = self.way.pop()
        model.state[:] = before
        model.unmake(model.state, model.cells, model.tables, self.undo, at, code)

    def known(self):
        """The state, but for the words that `expand` writes."""
        state = list(self.model.state)
        state[CURSOR] = state[FINAL] = 0
        return state + list(self.model.cells)


def perft(table, last, position):
    """The sequences of whole turns up to turn number `last`; position: at the root, for its turns.

    The turns are counted by the states' side to move, and a step that ends no turn leaves it.
    """
    steps = table.expand()
    if not steps:
        return 0
    if last == 1 and position.ONE_STEP:
        return len(steps)
    count = 0
    turn = table.model.state[TURN]
    for code, value in steps:
        table.push(code, value)
        if table.model.state[TURN] == turn:
            count += perft(table, last, position)
        else:
            count += perft(table, last - 1, position) if last > 1 else 1
        table.pop()
    return count


def counts(text, *expected):
    """Assert that the model counts these turns from a text, from depth 1."""
    position = games.read(text)
    table = ModelPosition(position)
    for depth, nodes in enumerate(expected):
        counted = perft(table, depth + 1, position)
        assert counted == nodes, (text, depth + 1, counted)


def same(table, chance):
    """Assert that the model and the rules say the same of a position; a random step of it, or None.

    chance(n): a number from 0 to before n.
    """
    position = table.position
    model = table.model
    before = table.known()
    steps = table.expand()
    outcome = position.outcome()
    if outcome is not None:
        if outcome.why == "third repetition":
            return None  # the search itself looks for those
        assert not steps, position.text()
        final = model.state[FINAL]
        if not outcome.winners or (len(outcome.winners) > 1 and table.mine in outcome.winners):
            right = final == MIDDLE
        elif table.mine in outcome.winners:
            right = final >= MIDDLE + DECIDED
        else:
            right = final <= MIDDLE - DECIDED
        assert right, (position.text(), outcome, final)
        return None
    legal = sorted(position.legal_moves())
    assert sorted(model.step(code) for code, _ in steps) == legal, position.text()
    assert table.expand(1) == steps
    # One of them, in full: the state after it is that of the position after it.
    code, value = steps[chance(len(steps))]
    for cut in (value, MIDDLE):
        few = table.expand(10000, cut)
        assert few == steps[: len(few)]
        beyond = [v >= cut for _, v in few]
        # Where many steps may follow it stops; a few more do not matter.
        assert len(few) == len(steps) or (beyond[-1] and sum(beyond) < 20)
    step = model.step(code)
    table.push(code, value)
    after = table.known()
    position.push(step)
    model.load(position, table.mine)
    fresh = table.known()
    where = [i for i in range(len(after)) if fresh[i] != after[i]]
    assert not where, (position.text(), step, where)
    position.pop()
    table.pop()
    assert table.known() == before, (position.text(), step)
    return step


def played(text, seed, most=400):
    """Play a random game from a text, comparing all the way; returns the steps played."""
    state = [seed]

    def chance(count):
        state[0] = state[0] * 1103 + 12347 & 0xFFFFFF
        return (state[0] >> 7) % count

    table = ModelPosition(games.read(text))
    steps = 0
    while steps < most:
        step = same(table, chance)
        if step is None:
            break
        table.position.push(step)
        table.load()
        steps += 1
    return steps
