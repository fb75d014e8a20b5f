"""Contacts that chatter: how the simulated board's reeds and buttons behave over time."""

import heapq

from tourelle_host.chance import Chance


class Contacts:
    """A number of contacts, all open at first.

    bounce_ms   how long a contact may chatter after each change
    version     counts up whenever a contact may read differently
    """

    def __init__(self, count: int, seed: int):
        self.bounce_ms = 0
        self.version = 0
        self._wanted = bytearray(count)  # the state in which each comes to rest
        self._closed = bytearray(count)  # its state now, chatter included
        self._stuck: dict[int, int] = {}
        self._changes = [0] * count  # changes of each so far: a new change ends older chatter
        self._chatter: list[tuple[int, int, int]] = []  # when, contact, its change
        self._chance = Chance(seed)

    def want(self, contact: int, closed: bool, now_ms: int) -> None:
        """Have the contact closed or open from now on, once its chatter is over."""
        if self._wanted[contact] == closed:
            return
        self._wanted[contact] = closed
        self._closed[contact] = closed
        self._changes[contact] += 1
        self.version += 1
        flips = 2 * self._chance.below(self.bounce_ms // 2 + 1)
        for after in self._chance.sample(self.bounce_ms + 1, flips):
            heapq.heappush(self._chatter, (now_ms + after, contact, self._changes[contact]))

    def next_ms(self) -> int | None:
        """When a contact chatters next, or None."""
        return self._chatter[0][0] if self._chatter else None

    def run(self, now_ms: int) -> None:
        """Let all chatter happen that is due by now."""
        while self._chatter and self._chatter[0][0] <= now_ms:
            _, contact, change = heapq.heappop(self._chatter)
            if change == self._changes[contact]:
                self._closed[contact] ^= 1
                self.version += 1

    def stick(self, contact: int, closed: bool | None) -> None:
        """Let the contact stick, closed or open, whatever happens; None frees it."""
        if closed is None:
            self._stuck.pop(contact, None)
        else:
            self._stuck[contact] = closed
        self.version += 1

    def closed(self, contact: int) -> int:
        """1 if the contact is closed now, else 0."""
        return self._stuck.get(contact, self._closed[contact])
