"""How many positions a second of the processor the search looks at: speed.py NODES GAME ...

Prints a line for each game: its name, and the best of some searches from positions of a game that
is under way. The folders of its modules are in sys.path.
"""

import sys

from tourelle import games
from tourelle.search import Search
from tourelle_host.chance import Chance

try:
    from javascript import clock
except ImportError:
    from time import clock  # seconds of the processor, whatever else it does


SLICE = 500  # positions at a time
ENTRIES = 4096
SEARCHES = 5
PLAYED = 10  # steps before it


def rate(name, seed, nodes):
    """Positions a second in a search."""
    chance = Chance(seed)
    position = games.opening(name)
    for _ in range(PLAYED):
        moves = list(position.legal_moves())
        position.push(moves[chance.below(len(moves))])
    search = Search(games.model(name), ENTRIES)
    search.begin(position, 6)
    began = clock()
    while search.nodes < nodes and search.run(SLICE):
        pass
    return search.nodes / (clock() - began)


for name in sys.argv[2:]:
    print(name, int(max([rate(name, seed, int(sys.argv[1])) for seed in range(SEARCHES)])))
