"""`make together-bench`: how soon a kept step leads the other board, and what a bridge costs.

Needs Mosquitto. Printed, on this machine, over loopback and TLS: from `@kept` on one board to the
line that leads the other (median, worst), from the broker's return to equal boards, a whole game's
message, memory and time of a bridge while nobody moves, and how soon a club's moves are everywhere.
"""

import asyncio
import resource
import statistics
import subprocess
import sys
import time

from mosquitto import Mosquitto, running
from together import crowd
from together.home import Home
from tourelle.games import opening
from tourelle_host.together import wire
from tourelle_host.together.decide import Decider
from tourelle_host.together.table import new

_STEPS = 30
_IDLE_S = 20.0
_MB = 1 << 20


async def _play(broker: Mosquitto) -> None:
    anna, ben = homes = [Home(broker.broker(user), broker.authority) for user in ("anna", "ben")]
    table = new("anna", opening("avalam"), "01")
    (invitation,) = await anna.open_table(table, 0, "Anna")
    await ben.join(invitation, "Ben")
    await ben.until(lambda: anna.told("joined") and ben.plays)
    position = opening("avalam")
    took: list[float] = []
    log: tuple[str, ...] = ()
    while len(log) < _STEPS:
        step = list(position.legal_moves())[-1]
        text = position.move_text(step)
        here, there = homes[position.turn], homes[1 - position.turn]
        position.push(step)
        log += (text,)
        kept, led = _moment(here, "@kept"), _moment(there, "table keep")
        here.step(text)
        await there.until(lambda: there.log == log)  # noqa: B023
        took.append(led[0] - kept[0])
    print(
        f"kept to led: {_ms(statistics.median(took))} median, {_ms(max(took))} worst of {len(took)}"
    )
    print(f"a record of {len(log)} steps: {_size(anna.bridge.decider)} bytes")
    broker.kill()
    await anna.until(lambda: len(anna.told("network")) > 1)
    home = homes[position.turn]
    step = next(iter(position.legal_moves()))
    home.step(position.move_text(step))
    log += (position.move_text(step),)
    await home.until(lambda: home.log == log)
    broker.start()
    begun = time.monotonic()
    for each in homes:
        await each.until(lambda: each.log == log)  # noqa: B023
    print(f"equal after the broker's return: {time.monotonic() - begun:.2f} s")
    for each in homes:
        await each.leave()


def _moment(home: Home, beginning: str) -> list[float]:
    """When a line with this beginning passes the bridge next, either way."""
    found: list[float] = []

    def note(line: str) -> None:
        if line.startswith(beginning) and not found:
            found.append(time.monotonic())

    bridge = home.bridge
    hear, send = type(bridge).hear, home.talk.send

    def heard(line: str) -> None:
        note(line)
        hear(bridge, line)

    def sent(line: str) -> None:
        note(line)
        send(line)

    bridge.hear = heard  # type: ignore[method-assign]
    bridge._send = sent
    return found


def _size(decider: Decider) -> int:
    """Bytes of the record that it published last."""
    decider._published = None
    return max(len(wire.write(act[1])) for act in decider.decide(("asked",)) if act[0] == "publish")


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms"


async def _rest(broker: Mosquitto) -> None:
    """A bridge alone, of whose board nothing comes."""
    home = Home(broker.broker("anna"), broker.authority)
    await home.open_table(new("anna", opening("avalam"), "01"), 0, "Anna")
    await home.until(lambda: home.plays and home.told("network"))
    assert home._living
    home._living.cancel()  # the board is no part of it
    before = resource.getrusage(resource.RUSAGE_SELF)
    await asyncio.sleep(_IDLE_S)
    after = resource.getrusage(resource.RUSAGE_SELF)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"a bridge at rest: {100 * used / _IDLE_S:.2f} % of a core")
    await home.stop()


def _memory() -> None:
    """What Python with a bridge's modules takes."""
    code = (
        "import resource, tourelle_host.together.sitting; "
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    print(f"a process with the bridge's code: {int(done.stdout) / _MB:.0f} MB")


def main() -> None:
    """Measure all of it."""
    with running("anna", "ben") as broker:
        asyncio.run(_play(broker))
        asyncio.run(_rest(broker))
    _memory()
    with running("wall", *crowd.users()) as broker:
        for secure in (False, True):
            told = asyncio.run(crowd.measure(broker, secure))
            over = "TLS" if secure else "plain TCP"
            print(
                f"{crowd.BOARDS} boards, {crowd.MOVES} moves a second, "
                f"{crowd.SPECTATORS} spectators, {over}: {told}"
            )


if __name__ == "__main__":
    main()
