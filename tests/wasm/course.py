"""What the host's code for the site tells and does, line by line in JSON: course.py FOLDER ...

Runs on CPython and on MicroPython; the folders are where its modules are.
"""

import json
import sys

sys.path[:0] = sys.argv[1:]

from tourelle import games  # noqa: E402
from tourelle.games.catalogue import GAMES  # noqa: E402
from tourelle.grids import NAMES, grid  # noqa: E402
from tourelle_host import record  # noqa: E402
from tourelle_host.chance import Chance  # noqa: E402
from tourelle_host.recorder import Recorder  # noqa: E402
from tourelle_host.server import beginnings  # noqa: E402
from tourelle_host.server.advice import Advice  # noqa: E402
from tourelle_host.server.describe import describe  # noqa: E402
from tourelle_host.server.hub import Hub  # noqa: E402
from tourelle_host.server.mirror import Mirror  # noqa: E402
from tourelle_host.server.replay import Replay  # noqa: E402
from tourelle_host.sim import hand  # noqa: E402
from tourelle_host.sim.world import HandError, World  # noqa: E402

STEPS = 12
WORDS = ("lift", "drop", "touch", "nudge", "remove")
ODD = ("lift z9", "fly", "touch", "drop box", "place a1 what", "hold ok 99999999999", "set chess")


def tell(*values):
    print(json.dumps(values))


for name in NAMES:
    tell(describe(grid(name)))
for entry in GAMES:
    chance = Chance(len(entry.name))
    position = games.opening(entry.name)
    world = World(position.grid, 7)
    world.bounce(6)
    world.set(position)
    advice = Advice()
    recorder = Recorder("2026-11-24", asks=False)
    mirror = Mirror(position.grid, recorder)
    watcher = mirror.hub.join()
    lines = ["@hello tourelle", "@game " + entry.name, "@position " + position.text()]
    for number in range(1, STEPS + 1):
        moves = list(position.legal_moves())
        if not moves or position.outcome():
            break
        move = moves[chance.below(len(moves))]
        side, text = position.SIDES[position.turn], position.move_text(move)
        position.push(move)
        lines.append("@move %d %s %s" % (number, side, text))
        lines.append("@lights may-land=%s" % position.grid.names[number])
    for line in lines:
        recorder.hear(line)
        mirror.hear(line)
        tell(advice.hear(line), [json.loads(text) for text in watcher.take()])
    for who in ("board 2", "ha\nnd"):
        try:
            tell(beginnings.opening(entry.name, {}, {position.SIDES[1]: who}).lines)
        except ValueError as error:
            tell(str(error))
    text = record.write(recorder.record)
    tell(text, record.write(record.read(text)))
    replay = Replay(record.read(text))
    watcher = replay.hub.join()
    replay.hub.heard(watcher, '{"step": 2}')
    replay.hub.heard(watcher, '{"save": "record"}')
    replay.hub.heard(watcher, '{"step": "x"}')
    tell([json.loads(text) for text in watcher.take()])
    names = position.grid.names
    for number in range(60):
        line = "%s %s" % (WORDS[chance.below(len(WORDS))], names[chance.below(len(names))])
        if number % 10 == 9:
            line = ODD[number // 10]
        try:
            takes = hand.perform(hand.parse(line, position.grid), world)
        except HandError as error:
            takes = str(error)
        inputs = []
        for now in range(world.now_ms, world.now_ms + 40):
            world.run(now)
            inputs.append(list(world.inputs()))
        tell(line, takes, inputs, world.snapshot(), world.kept())
    world.restore(json.loads(json.dumps(world.kept())))
    tell(world.kept())
for text in ("", "Game: chess", "Game: avalam\n\n1. y c9-c1", "Game: avalam\nGame: tours", "1. y"):
    try:
        record.read(text)
    except record.RecordError as error:
        tell(str(error))
hub = Hub({}, None)
watcher = hub.join()
for text in ("", "[[", '{"save": 3}', '{"do": "lift c9"}'):
    hub.heard(watcher, text)
tell([json.loads(text) for text in watcher.take()])
