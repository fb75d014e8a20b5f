"""Speaks UGI with an engine of every game, and prints its answers without what time they took.

talk.py NODES [GAME]; the folders of its modules are in sys.path.
"""

import sys

from tourelle import games
from tourelle.games.catalogue import GAMES
from tourelle_host.chance import Chance
from tourelle_host.engine.thinker import Thinker, Thinkers
from tourelle_host.engine.ugi import Engine
from tourelle_host.engine.worker import alone

WRONG = (
    "fly",
    "go nodes -1",
    "go nodes x",
    "position fen chess",
    "position startpos moves z9-z9",
    "setoption name Hash value 0",
    "setoption name Fly value 1",
    "query weather",
    "stop",
)


class Here(Thinkers):
    def thinker(self, game, entries, threads):
        return Thinker(alone(game, entries).answer)


def told(line):
    words = line.split(" ")
    for name in ("time", "nps"):
        if name in words:
            words[words.index(name) + 1] = "?"
    print(" ".join(words))


def turns(game, chance, count):
    """Some turns from the opening."""
    position = games.opening(game)
    found = []
    for _ in range(count):
        moves = list(position.legal_moves())
        if not moves or position.outcome():
            break
        move = moves[chance.below(len(moves))]
        text = position.move_text(move)
        if position.mid_turn:
            found[-1] += "," + text
        else:
            found.append(text)
        position.push(move)
    return found


def main(nodes, names):
    for name in names:
        engine = Engine(name, {}, Here(500000, 1, 1), told, lambda: 0.0)
        played = turns(name, Chance(4), 9)
        for lines in (
            ["ugi", "isready"],
            ["position startpos moves " + " ".join(played), "query p1turn"],
            ["go nodes " + nodes],
            ["setoption name MultiPV value 3", "go depth 2"],
            ["go infinite", "query gameover", "isready", "stop"],
            list(WRONG),
            ["quit"],
        ):
            for line in lines:
                engine.hear(line)
            while engine.work():
                pass
        print(engine.over)


main(sys.argv[1], sys.argv[2:] or [entry.name for entry in GAMES])
