"""Plays games between players, on the host's Python or on the MicroPython VM.

As a script: arena.py FIRMWARE HOST POSITION_TEXT ONE OTHER GAMES SEED OPENING NODES ENTRIES, the
first two being folders. It prints a line for each game: whether ONE won (1), drew (0.5) or lost
(0), the number of turns, and the nodes and the steps of ONE. It must use only what both Pythons
have.

ONE takes each seat in turn, OTHER all the rest. A game starts with OPENING random turns, the same
ones until ONE has had each seat. NODES is what a step of the highest level may cost, ENTRIES the
size of the table. A player is a word: `random`, `greedy`, `playouts:N` or `level:N`; the latter may
be followed by `:` and numbers joined by commas, which replace the model's weights. On the host's
Python it may also be `ugi:GO:COMMAND`: a program that speaks the Universal Game Interface, and is
sent `go GO` at each turn, as in "ugi:movetime 1000:PROGRAM".
"""

import sys

LONGEST = 600  # turns, after which the game is a draw
_HEAVIEST = 32767  # of a weight
_TRIES = 100  # random openings to try before giving up: then hardly any game lasts long enough


class Chance:
    """Random numbers that are the same on every machine."""

    def __init__(self, seed):
        self._state = seed * 2654435 + 12345 & 0xFFFFFF

    def below(self, count):
        """A number from 0 to count - 1."""
        for _ in range(2):
            self._state = self._state * 1103 + 12347 & 0xFFFFFF
        return (self._state >> 7) % count


class Player:
    """Chooses steps."""

    def note(self, position):
        """A turn begins; most players need not know."""


class Random(Player):
    """Plays any legal step."""

    def __init__(self, chance):
        self._chance = chance

    def step(self, position):
        """The step to play."""
        legal = list(position.legal_moves())
        return legal[self._chance.below(len(legal))]


class Glance(Player):
    """A player that sees a game through its model alone."""

    def __init__(self, model, chance):
        from array import array

        self._model = model
        self._chance = chance
        self._moves = array("H", bytes(4 * model.PLENTY))
        self._undo = array("H", bytes(2 * model.UNDO * 2))

    def _load(self, position):
        """Load a position, as the side to move sees it; returns whether that side maximises."""
        self._model.load(position, 0 if len(position.SIDES) == 2 else position.turn)
        return self._model.state[0] > 0

    def _expand(self):
        """Puts the steps into `moves`; returns how many there are."""
        model = self._model
        state = model.state
        state[1] = count = 0
        while state[1] != 0xFFFF:
            count += model.expand(
                state, model.cells, model.tables, self._moves, count, 10000, 0xFFFF
            )
        return count


class Greedy(Glance):
    """Plays the step that gains most at once, by the game's plain count."""

    def step(self, position):
        """The step to play."""
        self._load(position)
        count = self._expand()
        values = [self._moves[2 * i + 1] for i in range(count)]
        best = max(values)
        ways = [i for i in range(count) if values[i] == best]
        return self._model.step(self._moves[2 * ways[self._chance.below(len(ways))]])


class Playouts(Glance):
    """Plays random games to their end after each step, and takes the step that wins most."""

    def __init__(self, model, chance, games):
        super().__init__(model, chance)
        self._games = games

    def step(self, position):
        """The step to play."""
        maximises = self._load(position)
        count = self._expand()
        steps = [self._moves[2 * i] for i in range(count)]
        sums = [0] * count
        order = list(range(count))
        for i in range(count):
            j = self._chance.below(count)
            order[i], order[j] = order[j], order[i]
        tried = min(count, self._games)
        for i in range(max(self._games, 1)):
            at = order[i % tried]
            self._load(position)
            sums[at] += self._play(steps[at])
        sign = 1 if maximises else -1
        best = max(range(tried), key=lambda i: sign * sums[order[i]] / self._times(i, tried))
        return self._model.step(steps[order[best]])

    def _times(self, i, tried):
        return self._games // tried + (1 if i < self._games % tried else 0)

    def _play(self, code):
        """Who wins a random game after a step: 1 the maximiser, -1 the others, 0 nobody."""
        model = self._model
        state = model.state
        for _ in range(LONGEST):
            model.make(state, model.cells, model.tables, self._undo, 0, code)
            count = self._expand()
            if not count:
                final = state[3] - 32768
                return (final > 0) - (final < 0)
            code = self._moves[2 * self._chance.below(count)]
        return 0


class Thinker(Player):
    """Plays like the board at a level."""

    def __init__(self, model, level, nodes, entries, chance):
        from tourelle_host.engine.analysis import Analyst

        self._search = Analyst(model, entries)
        self._level = level
        self._nodes = nodes
        self._chance = chance
        self.nodes = self.steps = 0

    def note(self, position):
        """A turn begins: this is how repetitions are detected."""
        self._search.note(position)

    def step(self, position):
        """The step to play."""
        search = self._search
        seed = 1 + self._chance.below(60000)
        search.begin(position, self._level, seed, budget=self._nodes)
        # In the middle of a turn most of the thinking has been done.
        most = self._nodes // 4 if position.mid_turn else self._nodes
        while search.run(most - search.nodes if most > search.nodes else 1):
            if search.nodes >= most and search.ready:
                break
        self.nodes += search.nodes
        self.steps += 1
        return search.choose()


class Program(Player):
    """A program that speaks the Universal Game Interface; its error output is passed through."""

    def __init__(self, go, command):
        import shlex
        import subprocess

        self._go = go
        self._started = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._started.stdin and self._started.stdout
        self._to, self._from = self._started.stdin, self._started.stdout
        self._say("ugi", "ugiok")
        self._say("isready", "readyok")
        self._steps: list = []

    def _say(self, line, word):
        """Send a line; returns the rest of the first answer that begins with the word."""
        try:
            self._to.write(line + "\n")
            self._to.flush()
            for answer in self._from:
                if answer.split(" ")[0].strip() == word:
                    return answer.strip()[len(word) + 1 :]
        except BrokenPipeError:
            pass  # it has ended
        raise SystemExit("a program has ended in mid-game: " + repr(self._started.args))

    def step(self, position):
        """The step to play, the next one of its turn."""
        if not self._steps:
            self._to.write("position fen %s\n" % position.text())
            self._steps = self._say("go " + self._go, "bestmove").split(" ")[0].split(",")
        try:
            return position.parse_move(self._steps.pop(0))
        except ValueError as error:
            raise SystemExit("a program has answered no step: %s" % error) from None


def plain(name, count):
    """`count` weights for a game's search with which only its plain count matters.

    All are 0, unless the game's folder knows better.
    """
    try:
        bench = __import__("tourelle.games.%s.bench" % name, None, None, ("PLAIN",))
    except ImportError:
        bench = None
    return getattr(bench, "PLAIN", (0,) * count)


def _weighted(model, text):
    """The model with other weights: numbers joined by commas. ValueError."""
    count = len(model.WEIGHTS)
    try:
        weights = [int(weight) for weight in text.split(",")]
        if len(weights) == count and max(map(abs, weights)) <= _HEAVIEST:
            return type(model)(weights)
    except ValueError:
        pass  # no numbers, or larger than this game has room for
    raise ValueError("'%s' is not the %d numbers, joined by commas, of weights" % (text, count))


def _number(text):
    """The number that a text stands for; -1 where it is none of at most nine digits."""
    try:
        return int(text) if len(text) < 10 else -1
    except ValueError:
        return -1


def player(word, name, nodes, entries, chance):
    """The player that a word names, in the game of that name. ValueError."""
    from tourelle import games
    from tourelle.who import STRONGEST

    kind, _, rest = word.partition(":")
    if kind == "random" and not rest:
        return Random(chance)
    if kind == "greedy" and not rest:
        model = games.model(name)
        return Greedy(type(model)(plain(name, len(model.WEIGHTS))), chance)
    if kind == "ugi" and ":" in rest:
        go, _, program = rest.partition(":")
        return Program(go, program)
    digits, _, weights = rest.partition(":")
    number = _number(digits)
    if kind == "playouts" and number > 0 and not weights:
        return Playouts(games.model(name), chance, number)
    if kind == "level" and 1 <= number <= STRONGEST:
        model = games.model(name)
        if weights:
            model = _weighted(model, weights)
        return Thinker(model, number, nodes, entries, chance)
    raise ValueError(
        "'%s' is not a player; there are random, greedy, playouts:N, level:1 to level:%d, and "
        "a program as ugi:GO:COMMAND" % (word, STRONGEST)
    )


def play(text, one, other, games_, seed, opening, nodes, entries, tell):
    """Play the games; tell(result, turns, nodes, steps) is called after each one."""
    from tourelle import games

    name = text.split()[0].rstrip(";")
    chance = Chance(seed)
    first = player(one, name, nodes, entries, chance)
    others = player(other, name, nodes, entries, chance)
    number = 0
    while number < games_:
        start = opened(text, opening, chance)
        for seat in range(len(start[0].SIDES)):
            if number == games_:
                break
            position = games.read(text)
            for step in start[1]:
                position.push(step)
            result = _game(position, first, others, seat)
            number += 1
            tell(result, position.turns, getattr(first, "nodes", 0), getattr(first, "steps", 0))


def opened(text, opening, chance):
    """A position after this many random turns, and the steps that led there. UserError."""
    from tourelle import games
    from tourelle_host.errors import UserError

    for _ in range(_TRIES):
        position = games.read(text)
        steps = []
        start = position.turns
        random = Random(chance)
        while position.turns < start + opening or position.mid_turn:
            if position.outcome() is not None:
                break
            steps.append(random.step(position))
            position.push(steps[-1])
        if position.outcome() is None:
            return position, steps
    raise UserError("no game from '%s' lasts for %d random turns" % (text, opening))


def _game(position, first, others, seat):
    """Play a position to its end; returns the result of the player in the seat: 1, 0.5 or 0."""
    last = position.turns + LONGEST
    while position.turns < last:
        outcome = position.outcome()
        if outcome is not None:
            if seat in outcome.winners:
                return 1 if len(outcome.winners) == 1 else 0.5
            return 0 if outcome.winners else 0.5
        if not position.mid_turn:
            for one in (first, others):
                one.note(position)
        position.push((first if position.turn == seat else others).step(position))
    return 0.5


def told(play_, *arguments):
    """Call it from a script: a UserError is printed, and ends the program; so does Ctrl-C."""
    from tourelle_host.errors import UserError

    try:
        play_(*arguments)
    except UserError as error:
        print(error, file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:  # the command that started it ends as well
        sys.exit(130)


if __name__ == "__main__":
    sys.path[0:0] = sys.argv[1:3]
    number, seed, opening, nodes, entries = [int(word) for word in sys.argv[6:11]]
    text, one, other = sys.argv[3:6]
    told(play, text, one, other, number, seed, opening, nodes, entries, print)
