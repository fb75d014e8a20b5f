"""Thinks about positions of every game, and prints what came of it, a line each in JSON.

think.py POSITIONS NODES [GAME]; the folders of its modules are in sys.path.
"""

import json
import sys

from tourelle import games
from tourelle.games.catalogue import GAMES
from tourelle.search import Search
from tourelle_host.chance import Chance

SLICE = 500
ENTRIES = 4096


def think(name, seed, nodes):
    """[positions looked at, depth, step, value] of some position of a game."""
    chance = Chance(seed)
    position = games.opening(name)
    for _ in range(chance.below(30)):
        moves = list(position.legal_moves())
        position.push(moves[chance.below(len(moves))])
        if position.outcome():
            position.pop()
            break
    search = Search(games.model(name), ENTRIES)
    search.begin(position, 6)
    while search.nodes < nodes and search.run(SLICE):
        pass
    return [search.nodes, search._words[19], position.move_text(search.best()), search.value]


def main(count, nodes, names):
    for name in names:
        for seed in range(count):
            print(json.dumps([name, seed, think(name, seed, nodes)]))


main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:] or [entry.name for entry in GAMES])
