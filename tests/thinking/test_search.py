"""The search, whatever the game: what it finds, in slices, with and without its table."""

from array import array

import pytest

from depth import first
from thinking import CURSOR, DECIDED, DONE, FINAL, MAXI, MIDDLE, ModelPosition
from tourelle import alphabeta, games, search
from tourelle.games.catalogue import GAMES
from tourelle.who import STRONGEST
from tourelle_host.engine.analysis import Analyst

NAMES = [entry.name for entry in GAMES]
TEXTS = [
    *NAMES,
    "avalam ; options placing=free",
    "tawol ; options half=claim",
    "tours ; options turn=form-and-collapse",
    "cabale ; options players=3",
    "cabale ; options players=join",
]


class Chance:
    """Numbers by chance, the same each time."""

    def __init__(self, seed):
        self.state = seed

    def below(self, count):
        self.state = self.state * 1103 + 12347 & 0xFFFFFF
        return (self.state >> 7) % count


def after(text, turns, seed):
    """The position after random turns from a text; not over."""
    chance = Chance(seed)
    while True:
        position = games.read(text)
        for _ in range(400):
            there = position.turns >= turns and not position.mid_turn
            if there or position.outcome() is not None:
                break
            legal = list(position.legal_moves())
            position.push(legal[chance.below(len(legal))])
        if position.outcome() is None:
            return position


def thought(position, depth, entries=0, slice_=10000, most=10**9):
    """A search that has looked so deep."""
    found = Analyst(games.model(position.NAME), entries)
    found.begin(position, 6, 0, depth)
    while found.nodes < most and found.run(slice_):
        pass
    return found


def minimax(table, depth):
    """The value of a position, looking at everything."""
    steps = table.expand()
    maximises = table.model.state[MAXI]
    if not steps:
        return table.model.state[FINAL]
    values = []
    for code, value in steps:
        if depth > 1:
            table.push(code, value)
            value = minimax(table, depth - 1)
            table.pop()
        else:
            value ^= 0 if maximises else 0xFFFF
        values.append(value)
    return max(values) if maximises else min(values)


@pytest.mark.parametrize(
    ("text", "turns"),
    [
        ("avalam", 22),
        ("tawol", 30),
        ("tours", 30),
        ("cabale", 8),
        ("cabale ; options players=3", 9),
    ],
)
def test_two_steps_ahead_it_finds_what_looking_at_everything_finds(text, turns):
    compared = 0
    for seed in (1, 2, 3):
        position = after(text, turns, seed)
        table = ModelPosition(position)
        value = minimax(table, 2) - MIDDLE
        if abs(value) >= DECIDED:
            continue
        found = thought(position, 2, 64)
        assert found.value == (value if table.model.state[MAXI] else -value)
        compared += 1
    assert compared


def brute(position):
    """What an Avalam position is worth to Yellow by the rules alone: 100 a stack, 16000 to win."""
    outcome = position.outcome()
    if outcome is not None:
        yellow, red = position.score()
        won = 1 - 2 * outcome.winners[0] if len(outcome.winners) == 1 else 0
        return 16000 * won + 100 * (yellow - red)
    results = []
    for move in list(position.legal_moves()):
        position.push(move)
        results.append(brute(position))
        position.pop()
    return max(results) if position.turn == 0 else min(results)


@pytest.mark.parametrize(("text", "turns"), [("avalam", 26), ("tawol", 30), ("tours", 30)])
def test_of_the_best_steps_it_takes_one_and_no_other_that_only_seems_as_good(text, turns):
    """A step that is no better than the best so far is cut short: its value is a bound."""
    for seed in range(1, 7):
        position = after(text, turns, seed)
        best = minimax(ModelPosition(position), 2)
        step = thought(position, 2).best()
        position.push(step)
        if position.outcome() is None:
            table = ModelPosition(position)
            assert minimax(table, 1) == best


# Two pairs of different colours, one of which makes a five; one of one colour; and a row of three.
PAIRS = "avalam %s c9=r2 d9=y3 b6=y1 c6=r2 a4=y3 b4=y1 f1=y2 g1=r1 h2=y1"


def test_endings_are_played_exactly():
    """By how much and by fives, too; and pairs that undo each other are left out."""
    endings = [games.read(PAIRS % side) for side in "yr"]
    endings += [after("avalam", 30, seed) for seed in range(1, 40)]
    solved = set()
    for position in endings:
        if sum(1 for _ in position.legal_moves()) > 10:
            continue
        truth = brute(position)
        found = thought(position, 40, 256)
        assert found.proved
        assert found.value == (truth if position.turn == 0 else -truth), position.text()
        position.push(found.best())
        assert brute(position) == truth
        solved.add(truth)
    assert len(solved) > 6


@pytest.mark.parametrize("text", TEXTS)
def test_slices_change_nothing_and_are_as_short_as_asked(text):
    position = after(text, 3 if "players" in text else 18, 5)
    whole = thought(position, 3, 64)
    parts = Analyst(games.model(position.NAME), 64)
    parts.begin(position, 6, 0, 3)
    more = True
    while more:
        before = parts.nodes
        more = parts.run(64)
        assert parts.nodes - before < 64 + 150, "one call finds too much for a slice"
    found = (whole.value, whole.best(), whole.depth)
    assert (parts.value, parts.best(), parts.depth) == found


@pytest.mark.parametrize("half", [1, 2])
def test_the_step_brought_to_the_front_is_one_of_the_list(half):
    """What lies behind a list is left from others, and may well be the step that is wanted."""
    front = vars(alphabeta)["front"]  # whose type mypy does not see behind the mark for viper
    size = 2 * half
    steps = [(10, 5), (11, 4), (12, 7), (13, 9)]
    for wanted, order in ((DONE, (2, 1, 0)), (11, (1, 0, 2)), (13, (2, 1, 0)), (10, (0, 1, 2))):
        moves = array("H", [word for step in steps for word in step for _ in range(half)])
        front(moves, half, moves[half], half, 3, wanted)
        assert [moves[size * i] for i in range(4)] == [steps[i][0] for i in order] + [13]


def watched(position):
    """A search that holds each step that it makes against the legal ones."""
    found = search.Search(games.model(position.NAME), 64)
    model = found.model
    make = model.make
    listed = array("H", bytes(4 * model.PLENTY))

    def legal(state, cells, tables, undo, at, code):
        before = state[:]
        state[CURSOR] = count = 0
        while state[CURSOR] != DONE:
            count += model.expand(state, cells, tables, listed, count, 10000, 0xFFFF)
        state[:] = before
        assert code in listed[: 2 * count : 2], (position.text(), code)
        make(state, cells, tables, undo, at, code)

    model.make = legal
    return found


@pytest.mark.parametrize("text", first(len(NAMES), TEXTS))
def test_looking_ahead_makes_only_legal_steps(text):
    """A list of steps lies where others lay before, on the way to another position."""
    for seed in range(1, 5):
        position = after(text, 24, seed)
        found = watched(position)
        found.begin(position)
        while found.nodes < 3000 and found.run(24):
            pass


@pytest.mark.parametrize("text", TEXTS)
def test_every_level_plays_games_of_legal_steps(text):
    position = games.read(text)
    found = search.Search(games.model(position.NAME), 64)
    seed = 3
    for number in range(40):
        if position.outcome() is not None:
            break
        found.begin(position, number % 6 + 1, seed + number)
        while found.run(300) and (found.nodes < 600 or not found.ready):
            pass
        step = found.choose()
        assert step in list(position.legal_moves())
        position.push(step)
    assert number > 20


def test_variety_and_seeds():
    def first(seed, level):
        found = search.Search(games.model("avalam"))
        found.begin(games.read("avalam"), level, seed)
        while found.run(1000) and (found.nodes < 6000 or not found.ready):
            pass
        return found.choose()

    for level in (2, 6):
        assert first(7, level) == first(7, level)
        assert len({first(seed, level) for seed in range(1, 8)}) > 1
    assert first(0, 6) == first(0, 6)


@pytest.mark.parametrize(("name", "turns"), [("avalam", 8), ("tours", 9), ("tawol", 12)])
def test_after_the_opening_the_strongest_plays_its_best_step_whatever_the_seed(name, turns):
    position = after(name, turns, 3)
    for seed in range(1, 12):
        found = search.Search(games.model(name))
        found.begin(position, 6, seed)
        while found.run(1000) and (found.nodes < 2000 or not found.ready):
            pass
        assert found.choose() == found.best()


# White covers seven towers and Black all but one of its own; whoever may take the last one wins.
SEVEN = (
    "tawol b a1=bTwA b1=bTwA c1=bTwA d1=bTwA e1=bTwB f1=bTwB g1=bTwB h8=bT h5=wC a8=wT b8=wT c8=wT "
    "d8=wT e8=wT f8=wT g8=wT h1=wT a6=bA b6=bB"
)


def test_from_level_3_no_slip_gives_the_game_away():
    position = games.read(SEVEN)
    saves = set()
    for move in list(position.legal_moves()):
        position.push(move)
        found = thought(position, 1)
        if found.value < DECIDED:
            saves.add(move)
        position.pop()
    assert 0 < len(saves) < 10
    for level in (3, 4, 5, 6):
        for seed in range(1, 12):
            found = Analyst(games.model("tawol"), 64)
            found.begin(position, level, seed)
            while found.run(500) and (found.nodes < 2000 or found.depth < 2):
                pass
            assert found.choose() in saves


def test_a_win_in_sight_is_taken_and_told():
    position = games.read(SEVEN.replace("tawol b", "tawol w"))
    found = thought(position, 4, 64)
    assert found.value >= DECIDED
    position.push(found.best())
    assert position.outcome().winners == (0,)


def test_a_third_repetition_counts_as_a_draw():
    text = "tours w d8=w1 e8=w1 f8=w1 a1=b2 ; quiet 4"
    position = games.read(text)
    position.turns = 4
    first = thought(position, 3, 64)
    step = first.best()
    assert first.value > 50
    # After the best step the game has been twice already.
    found = Analyst(games.model("tours"), 64)
    after_step = games.read(text)
    after_step.push(step)
    for turns in (1, 3):
        after_step.turns = turns
        found.note(after_step)
    found.begin(position, 6, 0, 3)
    while found.run(1000):
        pass
    assert found.best() != step


def test_a_game_that_nobody_taught_to_play():
    with pytest.raises(games.TextError, match="no game"):
        games.model("chess")


@pytest.mark.parametrize("name", NAMES)
def test_there_are_six_levels_and_the_strongest_makes_no_slips(name):
    levels = games.model(name).LEVELS
    assert len(levels) == STRONGEST
    assert all(deep > 1 for deep, *_ in levels[2:])
    assert levels[5] == (40, 0, 0, 0, 0)


def keys(name, positions):
    """The words of the keys of that many positions, in random games."""
    found = search.Search(games.model(name), 64)
    chance = Chance(11)
    position = games.opening(name)
    told = []
    while len(told) < positions:
        legal = [] if position.outcome() is not None else list(position.legal_moves())
        if not legal:
            position = games.opening(name)
            continue
        position.push(legal[chance.below(len(legal))])
        if not position.mid_turn:
            found.forget()
            found.note(position)
            told.append((position.text(), tuple(found._past[:3])))
    return told


@pytest.mark.parametrize("name", first(1, NAMES))
def test_the_words_of_a_key_do_not_follow_from_each_other(name):
    """Else a table is full of false hits: so it was once, and lost 20 of 20 games."""
    told = keys(name, 3000)
    whole = {key for _, key in told}
    assert len(whole) > 0.9 * len({text for text, _ in told})
    for word in range(3):
        others = {}
        for key in whole:
            others.setdefault(key[word], set()).add(key[(word + 1) % 3])
        assert sum(len(found) > 1 for found in others.values()) >= 10


def test_the_best_of_several_lines_is_worth_what_one_is():
    position = games.read("tours w a1=w1 b1=w1 c1=w1 h8=b1 g8=b1 f8=b1")
    worth = []
    for lines in (0, 3):
        found = Analyst(games.model("tours"), 64)
        found.begin(position, 6, 0, 2, lines)
        while found.run(2000):
            pass
        worth.append(found.value)
        if lines:
            values = [value for value, _ in found.roots(lines)]
            assert values == sorted(values, reverse=True) and values[0] == found.value
    assert worth[0] == worth[1]
