"""Two bridges play a game over 60 steps with a take-back; prints what of the heap it takes."""

import gc
import sys

sys.path[:0] = sys.argv[1:] or ["/"]


def used():
    gc.collect()
    return gc.mem_alloc()


before = used()

from tourelle_host.together.decide import Decider  # noqa: E402
from tourelle_host.together.log import mark  # noqa: E402

loaded = used()


class Rules:
    players = 2

    def look(self, steps):
        return len(steps) % 2, ""


def kept(player):
    journal = {"game": "avalam", "log": (), "generation": 1, "device": 10 + player, "run": 1}
    journal.update(holders=((1, 10), (1, 11)), claim=None, verdict=None)
    return journal


rules = Rules()
logs = [(), ()]
bridges = [Decider(player, rules, kept(player), 60) for player in range(2)]


def hear(player, event):
    """What the bridge decides is done at once: by its board, and by the other bridge."""
    for act in bridges[player].decide(event):
        if act[0] == "publish":
            hear(1 - player, ("record", act[1], False))
        elif act[0] == "keep" and act[1] == mark(logs[player]):
            keep(player, logs[player][: act[2]] + act[3])


def keep(player, log):
    logs[player] = log
    hear(player, ("board", log))
    hear(player, ("kept",) + mark(log))


for event in ("connected", "echo"):
    for player in range(2):
        hear(player, (event,))
for number in range(60):
    keep(number % 2, logs[number % 2] + ("step%d" % number,))
for player in range(2):
    hear(player, ("offer", "undo", 58))

assert logs[0] == logs[1] and logs[0][-1] == "=undo 58", logs
print("module", loaded - before)
print("game", (used() - loaded) // 2)
