"""Schedules: made by chance while they are played, or played again act by act."""

import random
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from together.clock import Endless
from together.device import Device
from together.world import Broken, World
from tourelle_host.together.decide import Decider

STEPS, FAULTS = 20, 5  # at least so many of each
MOST_FAULTS = 50  # before there were steps enough
ENDING = 30  # acts after that, in which games may end
LONGEST_S = 240
HEALED_S = 15  # within this time all are equal again
REST_S = 20  # and in this time after it nobody says more than once that it is here


class Act(NamedTuple):
    """What happens at a time: see `_Play` for the names."""

    at: float
    name: str
    player: int = 0
    value: float = 0
    word: str = ""


class Schedule(NamedTuple):
    players: int
    seed: int
    acts: tuple[Act, ...]


class Found(NamedTuple):
    """What came of a schedule: why it is broken, "" where it is not."""

    schedule: Schedule
    broken: str
    steps: int
    faults: int
    ended: str
    reached: frozenset[str]


# How often each act comes up; a schedule has more of some, its theme.
PEOPLE = {"step": 60, "offer": 5, "accept": 8, "withdraw": 3}
LATE = {"step": 10, "offer": 8, "accept": 12, "withdraw": 4, "claim": 12, "leave": 8}
THEMES: dict[str, dict[str, float]] = {
    "all": {},
    "offers": {"offer": 4, "withdraw": 4, "accept": 2, "repeat": 6, "crash": 2},
    "claims": {"claim": 3, "offline": 8, "step": 4, "cut": 2, "accept": 0.1, "offer": 0.2},
    "devices": {"over": 6, "lost": 4, "hurry": 2},
}
FAILING = {
    "power": 3, "crash": 3, "snap": 3, "cut": 3, "offline": 3, "hold": 3, "forget": 3,
    "save": 1, "repeat": 4, "over": 0.5, "lost": 0.3, "hurry": 0.5,
}  # fmt: skip
OFFERS = {"undo": 12, "draw": 3, "resign": 1, "rematch": 3}
MEMORIES = ("everything", "retained", "sessions", "older")


def make(seed: int, decider: type[Decider] = Decider, theme: str = "") -> Found:
    """Play a schedule by chance, until it has steps and faults enough; theme "": any."""
    chance = random.Random(seed)
    players = chance.choice((2, 2, 3))
    play = _Play(World(players, seed, decider))

    def acts() -> Iterable[Act]:
        at = 0.5
        more = THEMES[theme or chance.choice(list(THEMES))]
        weights = [
            {name: names[name] * more.get(name, 1) for name in names}
            for names in (PEOPLE, LATE, FAILING)
        ]
        calm = chance.choice((0.85, 0.92, 0.96))
        left = ENDING
        while at < LONGEST_S and left:
            at = round(at + chance.expovariate(4), 3)
            yield _any(chance, play, at, calm, weights)
            left -= play.world.steps >= STEPS and play.faults >= FAULTS

    return play.through(Schedule(players, seed, ()), acts())


def again(schedule: Schedule, decider: type[Decider] = Decider) -> Found:
    """Play these acts."""
    return _Play(World(schedule.players, schedule.seed, decider)).through(schedule, schedule.acts)


def _any(
    chance: random.Random, play: "_Play", at: float, calm: float, weights: list[dict[str, float]]
) -> Act:
    """An act by chance; games go on until there were steps enough, if they can."""
    late = play.world.steps >= STEPS
    fails = chance.random() > calm and (late or play.faults < MOST_FAULTS)
    name = _one(chance, weights[2 if fails else late])
    player = chance.randrange(play.world.rules.players)
    if name == "offline" and chance.random() < 0.5:
        player = play.world.seats[0].board.now().turn  # the one whom others wait for
    if name == "leave":
        able = [seat.player for seat in play.world.seats if seat.board.journal["claim"]]
        player = chance.choice(able) if able else player
    if name == "step":
        able = [seat.player for seat in play.world.seats if seat.board.may_step()]
        player = chance.choice(able) if able else player
        flags = ("", "", "+", "!") if late else ("", "", "", "+")
        return Act(at, name, player, word=chance.choice(flags))
    if name == "offer":
        kind = _one(chance, OFFERS) if late else "undo"
        return Act(at, name, player, 1 + chance.randrange(3), kind)
    if name == "forget":
        return Act(at, name, word=chance.choice(MEMORIES))
    word = chance.choice(("up", "down")) if name == "hold" else ""
    value = chance.random() * (1.0 if late or name != "offline" else 0.3)
    return Act(at, name, player, round(value, 3), word)


def _one(chance: random.Random, names: Mapping[str, float]) -> str:
    return chance.choices(list(names), list(names.values()))[0]


class _Play:
    """Does acts, each a method; one that is not possible is nothing."""

    def __init__(self, world: World):
        self.world = world
        self.faults = 0
        self.reached: set[str] = set()
        self._number = 0
        self._taken = 0

    def through(self, schedule: Schedule, acts: Iterable[Act]) -> Found:
        """All acts, then everything heals."""
        done: list[Act] = []
        broken = ""
        world = self.world
        for device in world.devices:
            device.boot()
        try:
            for act in acts:
                done.append(act)
                world.clock.run(act.at)
                self._do(act)
            self._heal()
        except (Broken, Endless) as why:
            broken = str(why)
        bridge = world.seats[0].bridge
        ended = bridge.result() if bridge else ""
        made = schedule._replace(acts=tuple(done))
        return Found(made, broken, world.steps, self.faults, ended, frozenset(self.reached))

    def _do(self, act: Act) -> None:
        if getattr(self, "_" + act.name)(self.world.seats[act.player], act) is not False:
            self.reached.add(act.name + (" " + act.word if act.name in ("offer", "forget") else ""))
            self.faults += act.name in FAILING and act.name not in ("save", "hurry")

    def _heal(self) -> None:
        world = self.world
        for device in world.devices:
            device.snap = None
            device.offline = 0.0
            if device.connection and device.connection.held():
                device.cut()
            device.boot()
            device.connect()
        world.clock.after(1.0, self._hurry_all)
        world.clock.run(world.clock.now + HEALED_S)
        world.check()
        count = world.broker.count
        world.clock.run(world.clock.now + REST_S)
        if world.broker.count - count > 2 * world.rules.players:  # each says it again, once
            raise Broken("messages do not end")
        world.check()

    def _hurry_all(self) -> None:
        for device in self.world.devices:
            device.feed(("hurry",))

    # -- what people do

    def _step(self, device: Device, act: Act) -> bool:
        if not device.board.may_step():
            return False
        self._number += 1
        text = f"{self._number}{act.word}"
        device.board.step(text)
        self.world.stepped(device, text)
        return True

    def _offer(self, device: Device, act: Act) -> bool:
        if not device.bridge:
            return False
        steps = len(device.bridge.best.steps)
        value = {"undo": max(0, steps - int(act.value)), "rematch": "t2"}.get(act.word)
        return self._want(device, act.word, value)

    def _want(self, device: Device, kind: str, value) -> bool:
        bridge = device.bridge
        assert bridge
        mark = bridge.best.mark
        self.world.wanted.add((device.player, kind, mark, None if kind == "rematch" else value))
        device.feed(("offer", kind, value))
        return bridge.entries.get(kind, (None,))[0] == mark

    def _accept(self, device: Device, act: Act) -> bool:
        offers = device.bridge.offers() if device.bridge else []
        offers = [offer for offer in offers if offer[1] != "resign"]
        return bool(offers) and self._want(device, *offers[0][1:])

    def _withdraw(self, device: Device, act: Act) -> bool:
        kinds = sorted(device.bridge.entries) if device.bridge else []
        for kind in kinds:
            device.feed(("withdraw", kind))
        return bool(kinds)

    def _claim(self, device: Device, act: Act) -> bool:
        device.feed(("claim",))
        return bool(device.bridge and device.bridge.claim)

    def _leave(self, device: Device, act: Act) -> bool:
        if not (device.bridge and device.board.on and device.board.journal["claim"]):
            return False
        device.board.left = True
        device.feed(("left",))
        return True

    # -- what fails

    def _power(self, device: Device, act: Act) -> None:
        device.power(0.2 + 3 * act.value)

    def _crash(self, device: Device, act: Act) -> None:
        device.crash(0.1 + 3 * act.value)

    def _snap(self, device: Device, act: Act) -> None:
        device.snap = int(4 * act.value)

    def _cut(self, device: Device, act: Act) -> None:
        device.cut()

    def _offline(self, device: Device, act: Act) -> None:
        device.offline = self.world.clock.now + 2 + 25 * act.value
        device.cut()

    def _hold(self, device: Device, act: Act) -> None:
        if device.connection:
            device.connection.hold(act.word, 0.5 + 8 * act.value)

    def _forget(self, device: Device, act: Act) -> None:
        cut = self.world.broker.forget(act.word)
        for each in self.world.devices:
            if each.connection in cut:
                each.is_cut()

    def _save(self, device: Device, act: Act) -> None:
        self.world.broker.save()

    def _repeat(self, device: Device, act: Act) -> None:
        self.world.broker.repeat(act.value, 2 * act.value)

    # -- another device takes the seat

    def _over(self, device: Device, act: Act) -> bool:
        """The old one lives on, away from the network for a while."""
        if self._taken >= 2 or device.dead:
            return False
        self._offline(device, act)
        self._take(device)
        return True

    def _lost(self, device: Device, act: Act) -> bool:
        """The old one is lost, with its journal."""
        waiting = any(seat.seat[0] == 0 for seat in self.world.seats)
        if self._taken or waiting:
            return False
        device.die()
        self._take(device)
        return True

    def _take(self, device: Device) -> None:
        self._taken += 1
        made = self.world.join(device.player, 0)
        made.boot()

    def _hurry(self, device: Device, act: Act) -> None:
        device.feed(("hurry",))
