"""Thinks about a game's positions as it is told: run by the host's Python or the MicroPython VM.

As a script: worker.py FIRMWARE_FOLDER GAME ENTRIES reads lines and answers each with one:

game TEXT               a new game from this position       ok
at TEXT                 this position; what it knows stays  ok
push TURN               play a turn                         ok
begin LEVEL SEED DEPTH  think about the position            ok
run NODES               think on                            MORE DEPTH NODES VALUE STEP
take                    play the level's choice             STEP, then " on" if the turn goes on

MORE is 1 or 0; VALUE is in hundredths of a point, for the side to move. An error is answered with
`error` and its text. It must do with what both Pythons have.
"""

import sys


class Worker:
    """Answers lines."""

    def __init__(self, game, entries):
        from tourelle import games
        from tourelle.search import Search

        self._read = games.read
        self._search = Search(games.model(game), entries)
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
        level, seed, depth = [int(number) for number in numbers.split()]
        self._search.begin(self._position, level, seed, depth)
        return "ok"

    def _run(self, nodes):
        search = self._search
        more = search.run(int(nodes))
        if not search.ready:
            return "1 0 %d 0 -" % search.nodes
        value = search.value * 100 // search.model.POINT
        step = self._position.move_text(search.best())
        return "%d %d %d %d %s" % (more, search.depth, search.nodes, value, step)

    def _take(self, _):
        move = self._search.choose()
        text = self._position.move_text(move)
        self._position.push(move)
        return text + (" on" if self._position.mid_turn else "")


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    worker = Worker(sys.argv[2], int(sys.argv[3]))
    while True:
        line = sys.stdin.readline()
        if not line:
            break
        try:
            answer = worker.answer(line)
        except ValueError as error:
            answer = "error " + str(error)
        print(answer)
