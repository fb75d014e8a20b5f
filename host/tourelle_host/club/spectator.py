"""Listens to everything at a broker, and publishes nothing itself."""

import asyncio
import time

from tourelle import lights
from tourelle_host.club.wall import Wall
from tourelle_host.failures import Failures
from tourelle_host.together import broker as brokers
from tourelle_host.together import table as tables
from tourelle_host.together.broker import Broker

_MOST_WAITING = 50_000  # messages: everything that a large club's broker retains comes at once
_TICK_S = 1.0


async def follow(wall: Wall, broker: Broker, authority: str | None) -> None:
    """Pass everything on to the wall, and reconnect when the connection breaks, until cancelled."""
    failures = Failures("a message from the broker")
    tries = 0
    while True:
        try:
            async with brokers.client(broker, None, authority, _MOST_WAITING) as client:
                wall.connected()
                tries = 0
                await client.subscribe(f"{tables.ROOT}/#", qos=1)
                async for message in client.messages:
                    payload = message.payload if isinstance(message.payload, bytes) else b""
                    try:
                        wall.receive(message.topic.value, payload, bool(message.retain))
                    except Exception as error:
                        failures.report(error)
        except brokers.FAILS as error:
            why = brokers.sentence(broker, error)
            wall.disconnected(f"{why}; it is tried again. This is how it stood before.")
        await asyncio.sleep(brokers.AGAIN_S[min(tries, len(brokers.AGAIN_S) - 1)])
        tries += 1


async def tick(wall: Wall) -> None:
    """Pass the time on to the wall, until cancelled."""
    slots = 0
    while True:
        await asyncio.sleep(lights.SLOT_MS / 1000)
        wall.pulse()
        slots += 1
        if slots * lights.SLOT_MS >= 1000 * _TICK_S:
            slots = 0
            wall.tick(time.monotonic())
