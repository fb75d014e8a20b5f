"""Thinks about a game's positions on demand, on the host's Python or on the MicroPython VM.

As a script: worker.py FIRMWARE HOST GAME ENTRIES [THREADS], the first two being folders. It reads
lines and answers each with one:

game TEXT               a new game from this position       ok
at TEXT                 this position; what it knows stays  ok
push TURN               play a turn                         ok
begin LEVEL SEED DEPTH LINES BUDGET  think about it         ok
run NODES               think on                            MORE DEPTH NODES VALUE PROVED ENDS STEP
lines                   the best LINES steps                VALUE TURN TURN ...; VALUE TURN ...
take                    play the level's choice             STEP, then " on" if the turn goes on
lost                    which threads broke off since       words, or "-"

MORE is 1 or 0; VALUE is in hundredths of a point, for the side to move; PROVED is 1 where the value
is final; ENDS is 1 where the step ends the turn. After the first turn of a line come the turns that
the table knows. With THREADS the search is compiled by numba, and runs in that many threads.
An error is answered with `error` and its text. Without THREADS it must use only what both Pythons
have; on the site, `Worker` answers without a process.
"""

import sys

_LONGEST = 24  # steps in a line
# Hundredths of a point, in the search and in VALUE alike; page/review.js has them, too.
DECIDED = 15000  # a value at least this far from even belongs to a proved end
WON = 16000  # beyond this, the rest is the margin


class Worker:
    """Answers lines with an Analyst's search of a game, which may use threads."""

    def __init__(self, game, search, threads=1):
        from tourelle import games

        self._read = games.read
        self._knows = games.model(game)  # looks up steps while the search uses its own model
        self._search = search
        self._threads = threads
        self._wanted = 1
        self._position = games.opening(game)

    def answer(self, line):
        """The answer to a line."""
        word, _, rest = line.strip().partition(" ")
        return getattr(self, "_" + word)(rest)

    def _game(self, text):
        self._search.forget()
        return self._at(text)

    def _at(self, text):
        self._position = self._read(text)
        if not self._position.mid_turn:
            self._search.note(self._position)
        return "ok"

    def _push(self, turn):
        self._position.push_turn(turn)
        if not self._position.mid_turn:
            self._search.note(self._position)
        return "ok"

    def _begin(self, numbers):
        level, seed, depth, lines, budget = [int(number) for number in numbers.split()]
        self._wanted = max(lines, 1)
        self._search.begin(self._position, level, seed, depth, lines, budget)
        return "ok"

    def _points(self, value):
        won = WON * ((value >= DECIDED) - (value <= -DECIDED))
        return won + (value - won) * 100 // self._search.model.POINT

    def _run(self, nodes):
        search = self._search
        more = search.run(max(int(nodes) // self._threads, 1))
        found = search.all_nodes
        if not search.ready:
            return "1 0 %d 0 0 0 -" % found
        best = search.best()
        step = self._position.move_text(best)
        ends = self._turn_of([best])[1]
        value = self._points(search.value)
        return "%d %d %d %d %d %d %s" % (
            more,
            search.depth,
            found,
            value,
            search.proved,
            ends,
            step,
        )

    def _turn_of(self, steps):
        """These steps as turns, in texts, and whether the last one ends a turn; plays the steps and
        takes them back."""
        position = self._position
        turns = []
        going = False
        for step in steps:
            text = position.move_text(step)
            if going:
                turns[-1] += "," + text
            else:
                turns.append(text)
            position.push(step)
            going = position.mid_turn
        for _ in steps:
            position.pop()
        return turns, not going

    def _lines(self, _):
        told = []
        for value, step in self._search.roots(self._wanted):
            turns = self._turn_of(self._follow(step))[0]
            told.append("%d %s" % (self._points(value), " ".join(turns)))
        return "; ".join(told)

    def _follow(self, step):
        """A step, and the steps that the table knows after it."""
        position = self._position
        steps = []
        while step is not None and len(steps) < _LONGEST:
            steps.append(step)
            position.push(step)
            step = None
            if position.outcome() is None:
                step = self._search.known(position, self._knows)
                if step is not None and step not in list(position.legal_moves()):
                    step = None
        for _ in steps:
            position.pop()
        return steps

    def _take(self, _):
        move = self._search.choose()
        text = self._position.move_text(move)
        self._position.push(move)
        return text + (" on" if self._position.mid_turn else "")

    def _lost(self, _):
        return self._search.take_lost() or "-"


def alone(game, entries):
    """A worker whose search has a table of this size, and no threads."""
    from tourelle import games
    from tourelle_host.engine.analysis import Analyst

    return Worker(game, Analyst(games.model(game), entries))


if __name__ == "__main__":
    sys.path[0:0] = sys.argv[1:3]
    if len(sys.argv) > 5:
        from tourelle_host.engine import compiled

        threads = int(sys.argv[5])
        worker = Worker(sys.argv[3], compiled.Team(sys.argv[3], int(sys.argv[4]), threads), threads)
    else:
        worker = alone(sys.argv[3], int(sys.argv[4]))
    while True:
        line = sys.stdin.readline()
        if not line:
            break
        try:
            answer = worker.answer(line)
        except ValueError as error:
            answer = "error " + str(error)
        print(answer)
