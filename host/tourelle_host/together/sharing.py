"""A shared table on a page: what people ask for there, and what they see."""

import asyncio
import contextlib
import functools
import sys
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from tourelle import games
from tourelle_host.errors import UserError
from tourelle_host.server.friends import Friends
from tourelle_host.together import broker as brokers
from tourelle_host.together import guests, sitting, wire
from tourelle_host.together import invitation as invitations
from tourelle_host.together import table as tables
from tourelle_host.together.accounts import Accounts
from tourelle_host.together.bridge import Bridge
from tourelle_host.together.left import Left
from tourelle_host.together.seen import of_table
from tourelle_host.together.table import Table

_LONGEST = 4000  # the longest text that anybody may type, in characters
_LEFT = "@error no table is shared; the board is another one"
Way = Callable[[sitting.Talk], Coroutine]


class SharedBoard(Protocol):
    """The page's board, as seen by the code that shares its game."""

    def tell(self, line: str) -> None:
        """Send the firmware a line: at once, or as soon as it has started."""

    @property
    def lay_out(self) -> Callable[[str], None] | None:
        """Puts up the pieces of a position; None where only hands can.

        A program can where the board is simulated and its flash outlives the program.
        """

    def go_on(self, grid: str) -> None:
        """Change to the kept board with this grid, and go on with its game."""


@dataclass
class _AtTable:
    """The page's board at a table, or on its way to one.

    bridge        None until it is there
    invitations   to the table, if it was made here: (player, link)
    waits         what it waits for on its way, in words
    network       what is wrong with the network, in words
    """

    talk: sitting.Talk
    bridge: Bridge | None = None
    invitations: list[tuple[int, str]] = field(default_factory=list)
    waits: str = ""
    network: str = ""


class Sharing(Friends):
    """Seats the page's board at a table, one table at a time, while `run` runs."""

    def __init__(
        self,
        accounts: Accounts,
        broker: brokers.Broker | None = None,
        authority: str | None = None,
        passwords: Path | None = None,
        say: Callable[[str, str], None] = lambda topic, words: None,
        beside: Callable[[Bridge], Coroutine] | None = None,
    ):
        """broker: from the command line; by default the one that was typed last.

        passwords: Mosquitto's file for guests. say: called with a topic and words for people,
        besides the page. beside: see `begun` of `sitting.play`.
        """
        self._accounts = accounts
        self._broker = self._given = broker
        self._authority = authority
        self._passwords = passwords
        self._tell_people = say
        self._beside = beside
        self._board: SharedBoard | None = None
        self._tell_page: Callable[[dict], None] = lambda message: None
        self._at: _AtTable | None = None
        self._left: Left | None = None
        self._task: asyncio.Task | None = None
        self._trouble = ""
        self._shown: dict | None = None

    @property
    def invited(self) -> list[tuple[int, str]]:
        """The invitations to the table that was made here: (player, link)."""
        return self._at.invitations if self._at else []

    @property
    def _bridge(self) -> Bridge | None:
        return self._at.bridge if self._at else None

    # -- the board

    def use(self, board: Any, show: Callable[[dict], None]) -> None:
        self._board = board
        self._tell_page = show
        self._show()

    def hear(self, line: str) -> None:
        if self._at:
            self._at.talk.lines.put_nowait(line)

    def swapped(self) -> None:
        if self._bridge:  # otherwise the next table would take it for its own
            self.hear(_LEFT)

    async def run(self, way: Way | None = None) -> None:
        """Serve what people ask for; way: a table to sit down at first."""
        async with Left(self._accounts, self._authority) as self._left:
            try:
                if way:
                    self._sit(way)
                await asyncio.get_running_loop().create_future()
            finally:
                await self._stand_up()

    async def play(self, way: Way) -> None:
        """Sit down in this way, and play until the table is left. UserError."""
        async with Left(self._accounts, self._authority) as self._left:
            await self._play(way)

    def _sit(self, way: Way) -> None:
        before, self._task = self._task, None
        self._task = asyncio.create_task(self._at_table(way, before))

    async def _stand_up(self) -> None:
        if self._task:
            await _ended(self._task)

    async def _at_table(self, way: Way, before: asyncio.Task | None) -> None:
        """Leave the present table, sit down in this way, and play."""
        if before:
            await _ended(before)
        try:
            await self._play(way)
        except UserError as error:
            self._fail(f"{error}")
        except Exception as error:  # nobody awaits this task, and the page lives on
            self._fail(f"the shared table has failed: {type(error).__name__}: {error}")

    def _fail(self, trouble: str) -> None:
        self._trouble = trouble
        print(f"tourelle: {trouble}", file=sys.stderr, flush=True)
        self._show()

    async def _play(self, way: Way) -> None:
        board = self._board
        assert board
        self._trouble = ""
        talk = sitting.Talk(board.tell, board.lay_out)
        self._at = at = _AtTable(talk)
        try:
            await talk.ask("hello", "@hello ")
            await way(talk)
            at.waits = ""
            await sitting.play(
                talk, self._find, self._say, self._authority, self._begun, self._left
            )
        finally:
            self._at = None
            self._show()

    def _find(self, table: str) -> brokers.Broker:
        return self._given or self._accounts.broker(table)

    async def _begun(self, bridge: Bridge) -> None:
        assert self._at
        self._at.bridge = bridge
        bridge.watch(self._show)
        start = games.read(bridge.table.start)
        self._accounts.keep_last({"grid": start.grid.name, "title": start.TITLE})
        self._show()
        if self._beside:
            await self._beside(bridge)

    def _say(self, topic: str, words: str) -> None:
        self._tell_people(topic, words)
        if topic in ("lost", "fault"):
            self._trouble = words
        elif self._at:
            if topic == "network":
                self._at.network = "" if words.startswith("connected") else words
            elif topic == "joining":
                self._at.waits = words
            elif topic == "next":
                self._at.invitations = []
        self._show()

    # -- ways to a table

    def open_table(self, table: Table, broker: brokers.Broker, name: str) -> Way:
        """To a new table, where this board plays as player 0."""

        async def way(talk: sitting.Talk) -> None:
            passwords = self._passwords
            make = functools.partial(guests.invite, passwords, broker) if passwords else None
            self._accounts.keep(table.name, broker.whole)
            made = await sitting.open_table(talk, table, 0, broker, name, make)
            assert self._at
            self._at.invitations = [(one.player, invitations.write(one)) for one in made]

        return way

    def join(self, invitation: invitations.Invitation, broker: brokers.Broker, name: str) -> Way:
        """To the table of an invitation."""

        async def way(talk: sitting.Talk) -> None:
            await sitting.join(talk, invitation, broker, name, self._say, self._authority)
            self._accounts.keep(invitation.table, broker.whole)

        return way

    async def back(self, talk: sitting.Talk) -> None:
        """Back to the table that the board is at."""
        await sitting.at_table(talk)  # without a table there may be no game, and so no position
        answer = await talk.ask("position", "@position ")
        if talk.lay_out:
            talk.lay_out(answer.partition(" ")[2])

    # -- what browsers ask for

    def ask(self, request: dict) -> None:
        what = request.get("friends")
        if what == "new":
            self._ask_new(request)
        elif what == "join":
            self._ask_join(request)
        elif what == "go":
            self._ask_go()
        elif what == "stop" and self._bridge is None and self._task:
            self._task.cancel()
        elif what == "claim" and self._bridge:
            self._bridge.feed(("claim",))
        elif what == "take" and self._bridge:
            self._bridge.feed(("take",))
            self._bridge.feed(("hurry",))
        else:
            raise ValueError("the page sent an unknown request")

    def _ask_new(self, request: dict) -> None:
        options = request.get("options")
        if not isinstance(options, dict):
            raise ValueError("the page sent an unknown request")
        position = games.opening(_text(request, "game"), options)
        broker, name = self._who(request)
        table = tables.seated(broker.user, position, _text(request, "mine"))
        self._sit(self.open_table(table, broker, name))

    def _ask_join(self, request: dict) -> None:
        invitation = invitations.read(_text(request, "invitation"))
        broker, name = self._who(request, invitation)
        self._sit(self.join(invitation, broker, name))

    def _ask_go(self) -> None:
        grid = self._accounts.last().get("grid")
        if not isinstance(grid, str) or self._board is None:
            raise UserError("There is no shared game on this computer.")
        if self._bridge is None:
            self._board.go_on(grid)
            self._sit(self.back)

    def _who(
        self, request: dict, invitation: invitations.Invitation | None = None
    ) -> tuple[brokers.Broker, str]:
        """The user's broker and the user's name, which are remembered for the next time."""
        typed, name = _text(request, "broker").strip(), wire.name(_text(request, "name"))
        if typed:
            found = brokers.read(typed)
            tables.user(found.user)
            self._broker, self._given = found, None
            self._accounts.keep_own(found.whole, name)
            return found, name
        own = self._own()
        if own:
            self._accounts.keep_own(own.whole, name)
        if invitation is None:
            if own is None:
                raise UserError("A broker is needed: mqtts://NAME:PASSWORD@HOST (docs/together.md)")
            return own, name
        if own and own.url == invitation.broker.url:
            return own, name
        if invitation.broker.user:
            return invitation.broker, name
        raise UserError(
            f"the invitation has no guest's account: your own name is needed at "
            f"{invitation.broker.url}"
        )

    def _own(self) -> brokers.Broker | None:
        """The user's own account."""
        if self._broker is None:
            with contextlib.suppress(UserError):
                self._broker = brokers.read(self._accounts.own()[0])
        return self._broker

    # -- what people see

    def _show(self) -> None:
        message = self.message()
        if message != self._shown:
            self._shown = message
            self._tell_page(message)

    def message(self) -> dict[str, Any]:
        """The state of sharing, for the page; the only passwords in it are guests' invitations."""
        own, at, bridge = self._own(), self._at, self._bridge
        return {
            "type": "friends",
            "broker": own.url if own else "",
            "user": own.user if own else "",
            "name": self._accounts.own()[1],
            "guests": self._passwords is not None,
            "last": "" if bridge else self._accounts.last().get("title", ""),
            "waits": at.waits if at else "",
            "trouble": self._trouble,
            "table": of_table(bridge, at.invitations, at.network) if at and bridge else None,
        }


def _text(request: dict, name: str) -> str:
    text = request.get(name, "")
    if not isinstance(text, str) or len(text) > _LONGEST:
        raise ValueError("the page sent an unknown request")
    return text


async def _ended(task: asyncio.Task) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
