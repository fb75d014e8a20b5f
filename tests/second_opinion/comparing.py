"""Holds the engine to a second opinion, position by position and step by step."""

from tourelle.games import MARKS, read


def by_text(position):
    """{text: move} of the legal steps; every text names one only."""
    moves = list(position.legal_moves())
    named = {position.move_text(move): move for move in moves}
    assert len(named) == len(moves)
    return named


def snapshot(position):
    """All that a position shows of itself, for telling whether a pop restored it."""
    return (
        position.text(),
        position.turn,
        position.turns,
        position.mid_turn,
        bytes(position.occupancy),
        [position.pieces(cell) for cell in range(position.grid.size)],
        position.score(),
        list(position.bars()),
        list(position.legal_moves()),
        position.outcome(),
    )


def same(position, state, second):
    """Assert that the engine's position and the second opinion's state are one."""
    text = position.text()
    assert second.read(text) == state
    assert read(text).text() == text
    assert position.score() == second.points(state)
    occupied = {position.grid.names[c] for c in range(position.grid.size) if position.occupancy[c]}
    assert occupied == set(state.board)
    for cell in range(position.grid.size):
        pieces = position.pieces(cell)
        if not position.occupancy[cell]:
            assert pieces == ""
        elif "?" not in pieces:
            assert position.glyphs(position.stack_text(cell)) == pieces
    outcome = position.outcome()
    if outcome is None:
        assert second.result(state) is None
    else:
        winners = "".join(position.SIDES[side] for side in outcome.winners)
        assert (winners, outcome.scores) == second.result(state)


def footprint_is_true(position, move):
    """Assert that a step's footprint says what it does to the board."""
    foot = position.footprint(move)
    before = bytes(position.occupancy)
    pieces = [position.pieces(cell) for cell in range(len(before))]
    owners = [position.owner(cell) for cell in range(len(before))]
    mover = position.turn
    position.push(move)
    after = bytes(position.occupancy)
    for cell in range(len(before)):
        change = after[cell] - before[cell]
        shown = position.pieces(cell)
        assert (cell in foot.filled) == (change > 0)
        assert (cell in foot.vacated or (cell in foot.captured and not after[cell])) == (change < 0)
        if cell in foot.left:
            assert after[cell] and len(shown) < len(pieces[cell])
        elif cell in foot.reached:
            assert before[cell] and len(shown) > len(pieces[cell])
        elif cell in foot.captured:
            assert owners[cell] != mover and len(shown) < len(pieces[cell])
        elif not change:
            assert shown == pieces[cell]
    assert sum(map(len, foot)) <= MARKS
    assert set(foot.attacked) <= set(foot.reached)
    assert not set(foot.captured) & set(foot.vacated + foot.left + foot.reached + foot.filled)
    position.pop()


def compare(position, state, second, tried=()):
    """Assert that both have the same steps here; {text: move} of them, and {text: State}.

    tried   indices of the steps, in the order of their texts, that are played and taken back
    """
    same(position, state, second)
    expected = second.moves(state)
    named = by_text(position)
    if position.outcome() is not None:
        return {}, {}
    assert set(named) == set(expected)
    texts = sorted(named)
    before = snapshot(position)
    for text in {texts[index % len(texts)] for index in tried}:
        for spelt in (text, text.upper()):
            assert position.parse_move(spelt) == named[text]
        footprint_is_true(position, named[text])
        position.push(named[text])
        same(position, expected[text], second)
        assert position.pop() == named[text]
        assert snapshot(position) == before
    return named, expected


def play(position, state, second, random, steps, tried=2, back=0):
    """Play at random, comparing before every step; (positions compared, the outcome or None).

    Steps that land on pieces or take them are preferred, for late positions come soon then;
    and those that change nothing on the board, such as a claim.

    back    the share of steps that lead to a board that was there before, where one does
    """
    start = snapshot(position)
    played = []
    boards = [state.board]
    for _ in range(steps):
        named, states = compare(position, state, second, [random.randrange(1000)] * tried)
        if not named:
            break
        feet = {text: position.footprint(move) for text, move in named.items()}
        lively = [t for t, foot in feet.items() if foot.reached or foot.captured or not any(foot)]
        known = [text for text in named if states[text].board in boards] if back else []
        if known and random.random() < back:
            text = random.choice(sorted(known))
        else:
            text = random.choice(sorted(lively if lively and random.random() < 0.6 else named))
        position.push(named[text])
        state = states[text]
        played.append(named[text])
        boards.append(state.board)
    else:
        compare(position, state, second)
    outcome = position.outcome()
    for move in reversed(played):
        assert position.pop() == move
    assert snapshot(position) == start
    return len(played) + 1, outcome
