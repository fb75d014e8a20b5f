"""Tables that were left: tells the other players, until everyone there knows."""

import asyncio
import base64
import contextlib
import time

from tourelle_host.errors import UserError
from tourelle_host.failures import Failures
from tourelle_host.together import broker as brokers
from tourelle_host.together import table as tables
from tourelle_host.together import wire
from tourelle_host.together.accounts import Accounts
from tourelle_host.together.bridge import Bridge
from tourelle_host.together.record import Record
from tourelle_host.together.table import Table

_AGAIN_S = 5.0  # pause between two attempts, and between two answers
_LAST_S = 2.0


class Left:
    """Tells them in tasks of its own, within a running event loop, while it is entered.

    What has not been told yet is kept in the accounts' folder, and the next start goes on with it.
    """

    def __init__(self, accounts: Accounts, authority: str | None = None):
        self.accounts = accounts
        self._authority = authority
        self._tasks: set[asyncio.Task] = set()
        self._failures = Failures("telling the others that a table was left")

    async def __aenter__(self) -> "Left":
        """Go on with what an earlier start left; drop what is older than the longest wait."""
        for name, entry in self.accounts.left().items():
            with contextlib.suppress(KeyError, TypeError, ValueError, UserError):
                record = wire.read(base64.b64decode(entry["record"]))
                fresh = entry["since"] + tables.LONGEST_WAIT_S > time.time()
                if record and fresh and record.player < len(entry["users"]):
                    self._say(name, record, tuple(entry["users"]), brokers.read(entry["broker"]))
                    continue
            self.accounts.forget_left(name)
        return self

    def leave(self, bridge: Bridge, broker: brokers.Broker) -> None:
        """The player has left the bridge's table."""
        record = bridge.last_words()
        if record is None or not any(user for user in bridge.users if user != bridge.user):
            return
        name = bridge.table.name
        message = {
            "record": base64.b64encode(wire.write(record)).decode(),
            "users": bridge.users,
            "broker": broker.whole,
            "since": int(time.time()),
        }
        self.accounts.keep_left(name, message)
        self._say(name, record, tuple(bridge.users), broker)

    async def __aexit__(self, *_: object) -> None:
        """Stop, after a moment for the players who are there; the next start goes on."""
        tasks = list(self._tasks)
        if tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.wait(tasks, timeout=_LAST_S)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _say(self, name: str, record: Record, users: tuple[str, ...], broker) -> None:
        telling = self._until_known(name, record, users, broker)
        task = asyncio.create_task(self._failures.watch(telling))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _until_known(self, name: str, record: Record, users, broker) -> None:
        waits = {user for user in users if user and user != users[record.player]}
        while waits:
            with contextlib.suppress(*brokers.FAILS):
                async with brokers.client(broker, authority=self._authority) as client:
                    await self._tell(client, name, record, users, waits)
            if waits:
                await asyncio.sleep(_AGAIN_S)
        self.accounts.forget_left(name)

    async def _tell(self, client, name: str, record: Record, users, waits: set[str]) -> None:
        """Publish the record, and again when asked, until all in `waits` publish the same end."""
        where = tables.topic(name, users[record.player], "record")
        await client.subscribe(f"{tables.ROOT}/{name}/by/#", qos=1)
        await client.publish(tables.topic(name, users[record.player], "ask"), b"left", qos=1)
        await client.publish(where, wire.write(record), qos=1, retain=True)
        loop = asyncio.get_running_loop()
        published = loop.time()
        async for message in client.messages:
            parsed = tables.parse_topic(message.topic.value)
            if parsed is None or not isinstance(message.payload, bytes):
                continue
            _, user, what = parsed
            if what == "record" and user in waits and knows(wire.read(message.payload), record):
                waits.discard(user)
            elif what == "ask" and loop.time() - published >= _AGAIN_S:
                published = loop.time()
                await client.publish(where, wire.write(record), qos=1, retain=True)
            if not waits:
                return


def knows(theirs: Record | None, ours: Record) -> bool:
    """Whether a record has everything that ours has: its log, or the end that it claims."""
    if theirs is None or theirs.game != ours.game:
        return False
    if ours.verdict is not None:
        return theirs.verdict is not None and theirs.verdict <= ours.verdict
    return theirs.log[: len(ours.log)] == ours.log


def follows(bridge: Bridge) -> Table | None:
    """The table where the game goes on, once the board has kept that; None where there is none."""
    name = bridge.decider.own.table
    if not name:
        return None
    with contextlib.suppress(UserError):
        return tables.rematch(bridge.table, name)
    return None
