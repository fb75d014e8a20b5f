"""A club's load on one broker: boards that move, and a crowd that looks on, from one process.

A client here is the few packets of MQTT 3.1.1 that it takes: what is measured is the broker.
"""

import asyncio
import random
import resource
import ssl
import struct
import time

from mosquitto import PASSWORD, Mosquitto
from tourelle_host.together.table import topic

BOARDS, SPECTATORS = 200, 5000
MOVES = 40  # a second, of all boards together
RECORD = 320  # bytes: a game of Avalam in its middle
_SECONDS = 10.0
_WARM_S = 2.0
_AT_ONCE = 100  # connections that are being made
_KEEPALIVE_S = 600
_STAMP = struct.Struct("!d")
_PORTS_AND_FILES = 2 * (BOARDS + SPECTATORS) + 200


def users() -> list[str]:
    """Who plays."""
    return [f"board-{number}" for number in range(BOARDS)]


def _text(text: str) -> bytes:
    return struct.pack("!H", len(text.encode())) + text.encode()


def _packet(first: int, body: bytes) -> bytes:
    size, length = len(body), b""
    while True:
        size, low = divmod(size, 128)
        length += bytes((low | (128 if size else 0),))
        if not size:
            return bytes((first,)) + length + body


class Client(asyncio.Protocol):
    """Subscribes to a table and notes how old each message is that comes."""

    def __init__(self, name: str, user: str, table: str, took: list[float]):
        self.ready = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport | None = None
        self._name, self._user, self._table, self._took = name, user, table, took
        self._data = b""

    def connection_made(self, transport) -> None:
        self.transport = transport
        told = _text("MQTT") + struct.pack("!BBH", 4, 0xC2, _KEEPALIVE_S)
        for text in (self._name, self._user, PASSWORD % self._user):
            told += _text(text)
        transport.write(_packet(0x10, told))

    def connection_lost(self, exc) -> None:
        if not self.ready.done():
            self.ready.set_exception(ConnectionError(f"the broker hung up on {self._name}"))

    def data_received(self, data: bytes) -> None:
        self._data += data
        while len(self._data) > 1:
            size, at, shift = 0, 1, 0
            while at < len(self._data):
                size |= (self._data[at] & 127) << shift
                shift += 7
                at += 1
                if self._data[at - 1] < 128:
                    break
            if len(self._data) < at + size:
                return
            first, body, self._data = (
                self._data[0],
                self._data[at : at + size],
                self._data[at + size :],
            )
            self._hear(first, body)

    def _hear(self, first: int, body: bytes) -> None:
        assert self.transport
        if first >> 4 == 2:
            asked = struct.pack("!H", 1) + _text(self._table) + b"\1"
            self.transport.write(_packet(0x82, asked))
        elif first >> 4 == 9:
            self.ready.set_result(None)
        elif first >> 4 == 3:
            at = 2 + struct.unpack_from("!H", body)[0]
            if first & 6:
                self.transport.write(_packet(0x40, body[at : at + 2]))
                at += 2
            self._took.append(time.monotonic() - _STAMP.unpack_from(body, at)[0])

    def publish(self, where: str) -> None:
        """A move: a record with the time in it, retained, at least once."""
        assert self.transport
        stamp = _STAMP.pack(time.monotonic())
        body = _text(where) + struct.pack("!H", 1) + stamp + bytes(RECORD - len(stamp))
        self.transport.write(_packet(0x33, body))


async def measure(broker: Mosquitto, secure: bool) -> str:
    """Move, and say how long the moves took to everybody."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (_PORTS_AND_FILES, _PORTS_AND_FILES))
    context = ssl.create_default_context(cafile=broker.authority) if secure else None
    loop = asyncio.get_running_loop()
    took: list[float] = []
    room = asyncio.Semaphore(_AT_ONCE)
    tables = [f"board-{2 * number}-aaaaaaaaaaaa" for number in range(BOARDS // 2)]

    async def join(number: int, user: str, table: str) -> Client:
        async with room:
            client = Client(f"client-{number}", user, f"tourelle/1/{table}/by/#", took)
            name = "localhost" if secure else None
            port = broker.port if secure else broker.plain
            await loop.create_connection(
                lambda: client, "127.0.0.1", port, ssl=context, server_hostname=name
            )
            await client.ready
            return client

    who = users()
    boards = [join(n, user, tables[n // 2]) for n, user in enumerate(who)]
    crowd = [join(BOARDS + n, "wall", tables[n % len(tables)]) for n in range(SPECTATORS)]
    clients = await asyncio.gather(*boards, *crowd)
    chance = random.Random(1)
    begun = loop.time()
    moves, counted = 0, 0
    while loop.time() < begun + _WARM_S + _SECONDS:
        if not counted and loop.time() > begun + _WARM_S:
            took.clear()
            counted = moves
        number = chance.randrange(BOARDS)
        clients[number].publish(topic(tables[number // 2], who[number], "record"))
        moves += 1
        await asyncio.sleep(begun + moves / MOVES - loop.time())
    await asyncio.sleep(1)
    heard = sorted(took)
    for client in clients:
        assert client.transport
        client.transport.abort()
    half, most, worst = (heard[int(part * (len(heard) - 1))] for part in (0.5, 0.99, 1))
    expected = (moves - counted) * (2 + SPECTATORS * 2 // BOARDS)
    return (
        f"{1000 * half:.1f} ms for half of {len(heard)} messages (of {expected}), "
        f"{1000 * most:.1f} ms for 99 of 100, {1000 * worst:.0f} ms at worst"
    )
