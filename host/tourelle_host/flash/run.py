"""`tourelle flash` from start to end."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from tourelle import VERSION
from tourelle_host import paths
from tourelle_host.errors import UserError
from tourelle_host.flash import contents, greeting, remote, rom
from tourelle_host.flash.plan import BOARD, BoardState, Plan, make
from tourelle_host.progress import Bar, doing
from tourelle_host.question import asked, attended

USUAL_GRID = "avalam"


@dataclass
class Wishes:
    """What the person asked for.

    grid      name of the board description to install; None: keep the board's
    source    send readable files
    dry_run   only say what would be done
    yes       replace another program without asking
    untested  go on even if the firmware has never run on the board's chip
    """

    grid: str | None = None
    source: bool = False
    dry_run: bool = False
    yes: bool = False
    untested: bool = False


def flash(port: str, wishes: Wishes, say: Callable[[str], None] = print) -> None:
    """Bring the board at that port up to date. UserError where that fails."""
    began = time.monotonic()
    mark = contents.fingerprint(wishes.source)
    with doing(f"Asking the board at {port}"):
        state = remote.ask(port, mark, wishes.grid, not wishes.source)
    say(f"{state.machine}, MicroPython {state.named}, at {port}")
    if state.same:
        size = 0
        say(f"Tourelle {VERSION} is on it already; nothing has to be sent")
    else:
        try:
            state.check(wishes.untested, wishes.source)
            with doing("Compiling the firmware"):
                plan = _plan(state, wishes, mark, say)
            _announce(plan, wishes.dry_run, say)
            if not (wishes.yes or wishes.dry_run):
                if state.foreign:
                    _ask(port, "program, main.py")
                if plan.rom and state.foreign_rom:
                    _ask(port, "ROM file system")
        except BaseException:
            remote.restart(port)
            raise
        if wishes.dry_run:
            remote.restart(port)
            return
        size = plan.size
        with Bar(size, unit="bytes") as bar:
            remote.install(port, plan, bar.add)
    if not wishes.dry_run:
        with doing("Waiting for its hello"):
            hello = greeting.wait(port)
        took = time.monotonic() - began
        say(f"It runs; {size} bytes sent, {took:.1f} s: {hello}")


def _plan(state: BoardState, wishes: Wishes, mark: str, say: Callable[[str], None]) -> Plan:
    target = None if wishes.source else contents.Target.of(state.mpy)
    in_rom = None
    if target and state.rom:
        modules, wanted = contents.firmware_in_rom(target)
        in_rom = rom.build(modules)
        if len(in_rom) > state.rom:
            say(f"its ROM file system of {state.rom} bytes is too small for {len(in_rom)}")
            in_rom = None
    if in_rom is None:
        wanted = contents.firmware(target)
    known = {name: path.read_bytes() for name, path in paths.boards().items()}
    if wishes.grid is None and state.changed_board(known):
        say(f"{BOARD} was changed by hand, and stays; --grid NAME replaces it")
    else:
        wanted[BOARD] = known[wishes.grid or state.board or USUAL_GRID]
    return make(state, wanted, mark, in_rom)


def _announce(plan: Plan, in_full: bool, say: Callable[[str], None]) -> None:
    if in_full:
        for (name, data), packed in zip(plan.write.items(), plan.packed, strict=True):
            say(f"send    {name}  {len(data)} bytes, {len(packed)} packed")
        for name in plan.delete:
            say(f"delete  {name}")
    if plan.rom:
        say(f"{len(plan.rom)} bytes for its ROM file system, where the firmware runs")
    total = sum(map(len, plan.write.values()))
    say(
        f"{len(plan.write)} files to send, {total} bytes, {sum(map(len, plan.packed))} packed; "
        f"{len(plan.delete)} to delete"
    )
    if plan.room:
        say(
            f"its flash has no room for old and new files at once, so {len(plan.room)} old ones go "
            "first; until all new ones are there, it says that it is not complete"
        )


def _ask(port: str, what: str) -> None:
    """Ask whether to replace what the board has ("program, main.py"); UserError unless yes."""
    question = f"The board at {port} has another {what}. Replace it by Tourelle? [y/N] "
    if asked(question):
        return
    if attended():
        raise UserError("the board was left as it is")
    raise UserError(
        f"the board has another {what}, and was left as it is: save that, then flash with --yes"
    )
