"""A home for tests with a real broker: a board's core in virtual time, a hand, and its bridge."""

import asyncio
import contextlib
from collections.abc import Callable

from patience import PATIENCE_S
from table import Memory, Table
from tourelle.play import OVER
from tourelle_host.together.bridge import Bridge
from tourelle_host.together.broker import Broker
from tourelle_host.together.invitation import Invitation
from tourelle_host.together.left import Left
from tourelle_host.together.sitting import Talk, join, open_table, play
from tourelle_host.together.table import Table as Shared

_LIVES_MS = 50  # of the board's time between two looks at what else happens


class Home:
    """A board at home, a hand that a test tells what to do, and the bridge.

    said    what people were told: (topic, words)
    """

    def __init__(
        self,
        broker: Broker,
        authority: str | None = None,
        grid: str = "avalam",
        left: Left | None = None,
    ):
        """left: as `play` takes it."""
        self.grid = grid
        self.left = left
        self.broker = broker
        self.authority = authority
        self.store = Memory()
        self.said: list[tuple[str, str]] = []
        self._bridge: Bridge | None = None
        self._playing: asyncio.Task | None = None
        self._living: asyncio.Task | None = None
        self.power_on()

    # -- the board

    def power_on(self, switches: bytes = b"") -> None:
        """The board is switched on."""
        self.table = Table(self.grid, store=self.store, switches=switches)
        self.talk = Talk(self._send)

    def power_cut(self) -> None:
        """Power is gone and comes back; pieces stay, and the bridge sees a board that starts."""
        self.store = Memory(self.store.journal, self.store.last)
        self.table = Table(self.grid, store=self.store, switches=bytes(self.table.switches))

    def _send(self, line: str) -> None:
        self.table.send(line)
        self._pump()

    def _pump(self) -> None:
        for line in self.table.lines:
            self.talk.lines.put_nowait(line)
        self.table.lines.clear()

    async def _live(self) -> None:
        while True:
            self.table.run(_LIVES_MS)
            self.obey()
            self._pump()
            await asyncio.sleep(0.002)

    def obey(self) -> None:
        """A hand that does what light says: nothing is left lit but who plays."""
        table = self.table
        play = table.core.session.play
        if play.game is None or play.reader is None or not play.reader.leading.on:
            return
        table.switches[:] = play.position.occupancy
        table.run(400)
        waiting = table.lit("put-back") | table.lit("barrier") | table.lit("remove")
        if waiting:
            table.touch(*sorted(waiting))

    def step(self, text: str) -> None:
        """A person makes this step, with the hand, and it gets firm."""
        play = self.table.core.session.play
        play.play_made((play.position.parse_move(text),))
        self.table.switches[:] = play.position.occupancy
        play.compare()
        self.table.run(1500)
        self._pump()

    @property
    def deaf(self) -> bool:
        """Whether OK leaves the result lit: the game has just ended."""
        session = self.table.core.session
        return session.play.mode != OVER or session.aftermath.just_ended

    @property
    def log(self) -> tuple[str, ...]:
        """What the bridge knows to be in the flash."""
        return self._bridge.desk.log if self._bridge else ()

    @property
    def bridge(self) -> Bridge:
        """The bridge, which has to run."""
        assert self._bridge
        return self._bridge

    @property
    def plays(self) -> bool:
        """Whether the bridge runs."""
        return self._bridge is not None

    # -- the bridge

    def _say(self, topic: str, words: str) -> None:
        self.said.append((topic, words))

    def told(self, topic: str) -> list[str]:
        """What people were told about this."""
        return [words for about, words in self.said if about == topic]

    async def _begun(self, bridge: Bridge) -> None:
        self._bridge = bridge

    async def open_table(
        self,
        shared: Shared,
        player: int,
        name: str,
        guests: Callable[[int], list[Broker]] | None = None,
    ) -> list[Invitation]:
        """Open a table and play at it; guests: as `sitting.open_table` takes it."""
        self._living = asyncio.create_task(self._live())
        invitations = await open_table(self.talk, shared, player, self.broker, name, guests)
        self.go_on()
        return invitations

    async def join(self, invitation: Invitation, name: str) -> None:
        """Join a table and play at it."""
        self._living = self._living or asyncio.create_task(self._live())
        await join(self.talk, invitation, self.broker, name, self._say, self.authority)
        self.go_on()

    def go_on(self) -> None:
        """The bridge runs."""
        self._living = self._living or asyncio.create_task(self._live())
        playing = play(
            self.talk, lambda _: self.broker, self._say, self.authority, self._begun, self.left
        )
        self._playing = asyncio.create_task(playing)

    async def stop(self) -> None:
        """The bridge is gone; the board stays."""
        self._bridge = None
        await _ended(self._playing)

    async def leave(self) -> None:
        """The end of all of it."""
        await _ended(self._playing)
        await _ended(self._living)

    async def until(self, holds: Callable[[], object]) -> None:
        """Wait for it; what the bridge failed of is raised."""
        async with asyncio.timeout(PATIENCE_S):
            while not holds():
                if self._playing and self._playing.done():
                    self._playing.result()
                await asyncio.sleep(0.005)


async def _ended(task: asyncio.Task | None) -> None:
    if task:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
