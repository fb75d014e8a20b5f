"""All of it: devices, network, and what has to hold at every moment."""

from together.clock import Clock
from together.device import Device
from together.network import Broker, Connection, Message
from together.rules import Rules
from tourelle_host.together.decide import Decider
from tourelle_host.together.log import common, course, later
from tourelle_host.together.record import Record

TICK_S = 1.0


class Broken(Exception):
    """A promise was."""


class World:
    """players: how many; decider: the class that decides, which a test may put a fault into.

    wanted  (player, kind, mark, value) of every offer that a person has made
    """

    def __init__(self, players: int, seed: int, decider: type[Decider] = Decider):
        self.clock = Clock(seed)
        self.rules = Rules(players)
        self.decider = decider
        self.broker = Broker(self.clock, self._spoke)
        self.devices: list[Device] = []
        self.wanted: set[tuple] = set()
        self.steps = 0
        self._order: dict[tuple, int] = {}  # which record was said when
        self._chain: tuple = ()  # the latest log that any board has kept
        self._kept: dict[str, Device] = {}  # steps, and on whose board each was made
        self._led_back: set[str] = set()
        for player in range(players):
            self.join(player)
        self._tick()

    def join(self, player: int, generation: int = 1) -> Device:
        """A device of this player's; generation 0: it has no journal of the game."""
        device = Device(self, player, 100 + len(self.devices), generation)
        self.devices.append(device)
        return device

    def _tick(self) -> None:
        for device in self.devices:
            device.feed(("passed", TICK_S))
        self.clock.after(TICK_S, self._tick)

    # -- what has to hold at every moment

    def kept(self, board, log: tuple) -> None:
        """A board is about to keep a log: no step that was told may be lost."""
        old = board.journal["log"]
        at = common(old, log)
        if at < len(old):
            if at == len(log) or not log[at].startswith("=seat"):
                raise Broken(f"a step that was told is lost: {old[at]} of player {board.player}")
            self._led_back.update(old[at:])
        at = common(self._chain, log)
        if at < len(self._chain) and at < len(log):
            one, other = self._chain[at], log[at]
            if not (one.startswith("=seat") or other.startswith("=seat")):
                raise Broken(f"two records differ: {one} and {other}")
        self._chain = later(log, self._chain)

    def stepped(self, device: Device, text: str) -> None:
        """A hand makes this step."""
        self.steps += 1
        self._kept[text] = device

    def _spoke(self, message: Message, connection: Connection) -> None:
        """A record comes to the broker."""
        there = connection.before
        if there and _seat(there[2]) > _seat(message[2]):
            raise Broken(f"player {message[1]} spoke over a newer device without having listened")

    def told(self, device: Device, record: Record) -> None:
        """A device hears a record."""
        said = (*_seat(record), self._order[record[:5]])
        if device.bridge and said >= device.said.get(record.player, ()):
            device.said[record.player] = said
            device.latest[record.player] = record

    def look(self, device: Device, event: tuple, before: tuple, acts: list[tuple]) -> None:
        """What a bridge decided: is it what people agreed on, by all that it had heard?"""
        for act in acts:
            if act[0] == "publish":
                self._order.setdefault(act[1][:5], len(self._order))
                self._is_kept(device, act[1])
            elif act[0] == "keep":
                self._is_wanted(device, act)
            elif act[:2] == ("note", "verdict") and event[0] == "left":
                self._is_live(device, act[2])
        if event[0] == "here" and device.bridge:
            self._is_away(device, *event[1:])
        if event[0] == "record" and device.bridge and device.bridge.best.log is not before:
            record = event[1]
            if _seat(record) < device.board.journal["holders"][record.player]:
                raise Broken(f"player {device.player} believes an old device of {record.player}")

    def _is_kept(self, device: Device, record: Record) -> None:
        """What is published has been kept: nothing else may ever be.

        A moment ago is enough: that the flash was written over is still on the cable.
        """
        if not device.board.has_kept(record.log):
            raise Broken(f"player {device.player} published before it was kept: {record.log[-1]}")

    def _is_live(self, device: Device, verdict: tuple) -> None:
        if len(device.board.journal["log"]) != verdict[0]:
            raise Broken(f"the claim of player {device.player} outlives a kept step")

    def _is_away(self, device: Device, player: int, serial: tuple, on: bool) -> None:
        """Who is heard to be here stays so until something newer says otherwise."""
        assert device.bridge
        returned = device.returned.get(player, ())
        here = device.bridge.away.get(player, 0) < 0
        if on and here:
            device.returned[player] = max(serial, returned)
        elif serial >= returned:
            device.returned.pop(player, None)
        elif not here:
            raise Broken(f"a will wins over the return of player {player}")

    def _is_wanted(self, device: Device, act: tuple) -> None:
        bridge = device.bridge
        assert bridge
        if not act[3] or bridge.best.mark != bridge.own.mark:
            return  # somebody else has written it
        kind, _, value = act[3][-1][1:].partition(" ")
        if kind == "lost":
            return
        kind = "rematch" if kind == "next" else kind
        entry = (kind, act[1], int(value) if kind == "undo" else None)
        for player in range(self.rules.players):
            if (player, *entry) not in self.wanted:
                raise Broken(f"player {player} never agreed to {act[3][-1]} here")
            if player != device.player and entry not in device.offered(player):
                raise Broken(f"player {player} had withdrawn {act[3][-1]}, as was known")

    def said(self, device: Device, act: tuple) -> None:
        """A bridge tells people something."""
        if act[1] == "fault":
            raise Broken(f"player {device.player} is told of a fault: {act[2]}")
        if act[1] == "offers":
            for player, kind, _ in act[2]:
                if kind not in [entry[0] for entry in device.offered(player)]:
                    raise Broken(f"player {device.player} sees what {player} has withdrawn: {kind}")

    # -- what has to hold in the end

    def check(self) -> None:
        """Some seconds after everything has healed."""
        last = self.seats
        for device in last:
            if device.bridge is None or not device.bridge.holds():
                raise Broken(f"the last device of player {device.player} has not got the seat")
            if max(device.bridge.away.values()) >= 0:
                raise Broken(f"who has returned is away for player {device.player}")
        results = {device.bridge.result() for device in last if device.bridge}
        if len(results) != 1:
            raise Broken(f"there is more than one result: {sorted(results)}")
        logs = {device.board.journal["log"] for device in last if not device.board.left}
        if len(logs) > 1:
            raise Broken(f"records are not equal: {sorted(logs)}")
        for log in logs:
            self._complete(log, last)

    @property
    def seats(self) -> list[Device]:
        """Of each player the device with the highest generation."""
        last = self.devices[: self.rules.players]
        for each in self.devices[self.rules.players :]:
            before = last[each.player]
            if not each.dead and (before.dead or before.seat < each.seat):
                last[each.player] = each
        return last

    def _complete(self, log: tuple, last: list[Device]) -> None:
        found = course(self.rules, log)
        if found is None:
            raise Broken("the record breaks a rule")
        steps = [word for word in log if word[0] != "="]
        if len(set(steps)) < len(steps):
            raise Broken("a step is doubled")
        for text, device in self._kept.items():
            ours = text in device.board.journal["log"] and device in last
            if ours and text not in steps and text not in self._led_back:
                raise Broken(f"a step that was told is lost: {text}")


def _seat(record: Record) -> tuple[int, int]:
    return record.generation, record.device
