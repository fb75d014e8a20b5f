"""Sitting down at a shared table: a new one, an invitation's, or the one the board is at."""

import asyncio
import json
import secrets
from collections.abc import Callable, Coroutine

import aiomqtt

from tourelle import games
from tourelle_host.errors import UserError
from tourelle_host.patience import seconds
from tourelle_host.together import broker as brokers
from tourelle_host.together import invitation as invitations
from tourelle_host.together import table as tables
from tourelle_host.together import wire
from tourelle_host.together.bridge import Bridge, proof
from tourelle_host.together.broker import Broker
from tourelle_host.together.desk import Desk
from tourelle_host.together.invitation import Invitation
from tourelle_host.together.left import Left, follows
from tourelle_host.together.table import Table

_ANSWER_S = seconds(10)
Say = Callable[[str, str], None]


class Talk:
    """A conversation with a board: lines to it, and its answers."""

    def __init__(self, send: Callable[[str], None], lay_out: Callable[[str], None] | None = None):
        """lay_out: puts up the pieces of a position, given as text, where a program can."""
        self.send = send
        self.lay_out = lay_out
        self.lines: asyncio.Queue[str] = asyncio.Queue()

    async def ask(self, line: str, *answers: str) -> str:
        """Send a line; returns the first line that begins with one of `answers`. UserError."""
        self.send(line)
        try:
            async with asyncio.timeout(_ANSWER_S):
                while True:
                    heard = await self.lines.get()
                    if heard.startswith(answers):
                        return heard
                    if heard.startswith("@error "):
                        raise UserError(f"the board refuses: {heard[7:]}")
        except TimeoutError:
            raise UserError("the board does not answer; is its firmware older?") from None


async def open_table(
    talk: Talk,
    table: Table,
    player: int,
    broker: Broker,
    name: str,
    guests: Callable[[int], list[Broker]] | None = None,
) -> list[Invitation]:
    """Have the board begin a new table's game; returns an invitation for each other seat.

    player: who plays at this board; name: this player's name. guests: makes that many accounts
    for guests; without it, everybody needs an account at the broker.
    """
    others = [other for other in range(table.players) if other != player]
    tokens = {other: invitations.token() for other in others}
    users = ["" for _ in range(table.players)]
    users[player] = broker.user
    invite = ",".join(f"{other}={token}" for other, token in tokens.items())
    await _put(talk, table, player, users, {player: name}, {"invite": invite})
    bare = [broker._replace(user="", password="")] * len(others)
    at = dict(zip(others, guests(len(others)) if guests else bare, strict=True))
    game = games.read(table.start).NAME
    return [Invitation(at[other], table.name, game, other, tokens[other]) for other in others]


async def _put(talk: Talk, table: Table, player: int, users: list[str], names: dict, more: dict):
    """Have the board play the table's game, and keep the table in its journal."""
    sides = games.read(table.start).SIDES
    away = [letter for letter, who in zip(sides, table.sides, strict=True) if int(who) != player]
    if talk.lay_out:
        talk.lay_out(games.read(table.start).text())
    await talk.ask(f"position {games.read(table.start).text()}", "@game ")
    await talk.ask(f"table share {' '.join(away)}", "@kept ")
    device = secrets.randbelow(2**30)
    notes = {
        "table": table.name,
        "game": table.text,
        "me": f"{users[player]} {player}",
        "sides": table.sides,
        "users": ",".join(users),
        "seat": f"1.{device}",
        "holders": ",".join(["0.0"] * table.players),
    }
    notes |= {f"name{each}": wire.name(name) or users[each] for each, name in names.items()}
    for word, text in (notes | more).items():
        await talk.ask(f"table note {word} {text}", f"@noted {word}")


async def join(
    talk: Talk, invitation: Invitation, broker: Broker, name: str, say: Say, authority: str | None
) -> None:
    """Show an invitation until the creator has seated us, and have the board begin. UserError."""
    user = tables.user(broker.user)
    if user == tables.creator(invitation.table):
        raise UserError("this invitation is your own: send it to a friend")
    shown = json.dumps([invitation.player, proof(invitation.token, user), wire.name(name)])
    try:
        async with brokers.client(broker, authority=authority) as client:
            announced = await _seated(client, invitation, user, shown.encode(), say)
    except brokers.FAILS as error:
        raise UserError(brokers.sentence(broker, error)) from None
    table = tables.read(invitation.table, announced.game)
    names = {each: name for each, name in enumerate(announced.names) if name}
    await _put(talk, table, invitation.player, list(announced.players), names, {})


async def _seated(
    client: aiomqtt.Client, invitation: Invitation, user: str, shown: bytes, say: Say
) -> wire.Announced:
    """What the creator publishes about the table, once this user has a seat. UserError."""
    creator = tables.creator(invitation.table)
    where = tables.topic(invitation.table, creator, "table")
    mine = tables.topic(invitation.table, user, "join")
    await client.subscribe(where, qos=1)
    await client.publish(tables.topic(invitation.table, user, "ask"), b"joining", qos=1)
    await client.publish(mine, shown, qos=1, retain=True)
    say("joining", f"waiting for {creator}'s board")
    async for message in client.messages:
        payload = message.payload if isinstance(message.payload, bytes) else b""
        announced = wire.read_announced(payload)
        if announced is None:
            continue
        if invitation.player >= len(announced.players):
            raise UserError("the invitation is for a seat that the table has not got")
        there = announced.players[invitation.player]
        if there and there != user:
            raise UserError("the invitation was used already: ask for another one")
        if there:
            await client.publish(mine, b"", qos=1, retain=True)
            return announced
        await client.publish(mine, shown, qos=1, retain=True)  # the creator may have missed it
    raise UserError("the broker has ended the connection: try it again")


async def at_table(talk: Talk) -> Desk:
    """The board's desk, once the board has told its table. UserError where it is at none."""
    desk = Desk()
    desk.greet()
    try:
        async with asyncio.timeout(_ANSWER_S):
            while not desk.told:
                for line in desk.take():
                    talk.send(line)
                heard = await talk.lines.get()
                if heard.startswith("@error no table is shared"):
                    raise UserError("the board is at no shared table: tourelle together new")
                desk.hear(heard)
    except TimeoutError:
        raise UserError("the board does not answer; is its firmware older?") from None
    return desk


async def play(
    talk: Talk,
    find: Callable[[str], Broker],
    say: Say,
    authority: str | None = None,
    begun: Callable[[Bridge], Coroutine] | None = None,
    left: Left | None = None,
) -> None:
    """Play on at the board's table, and at those that follow it. UserError.

    find: returns the broker of a table, by its name; begun: run beside each bridge, with the
    bridge. left: tells the players of tables that were left.
    """
    while True:
        bridge, broker = await _play(talk, find, say, authority, begun)
        if left:
            left.leave(bridge, broker)
        table = follows(bridge)
        if table is None:
            break
        if left:
            left.accounts.keep(table.name, broker.whole)
        find = _found(table.name, broker, find)
        names = dict(enumerate(bridge.names))
        await _put(talk, table, bridge.player, bridge.users, names, {})
        say("next", "another game, with sides swapped")
    say("left", "the table was left: the board plays another game")


def _found(name: str, broker: Broker, find: Callable[[str], Broker]) -> Callable[[str], Broker]:
    """`find`, but with this broker for the table of that name."""
    return lambda wanted: broker if wanted == name else find(wanted)


async def _play(talk: Talk, find, say: Say, authority, begun) -> tuple[Bridge, Broker]:
    """Play at the board's table until it is left or another one follows."""
    desk = await at_table(talk)
    try:
        broker = find(desk.notes["table"])
        bridge = Bridge(desk, talk.send, broker, say, authority)
    except (KeyError, ValueError, TypeError, IndexError):
        raise UserError("the board's table is not complete: begin another one") from None
    tasks = [asyncio.create_task(bridge.run())]
    if begun:
        tasks.append(asyncio.create_task(begun(bridge)))
    getting = asyncio.create_task(talk.lines.get())
    try:
        while not (desk.left or follows(bridge)):
            done, _ = await asyncio.wait([getting, *tasks], return_when=asyncio.FIRST_COMPLETED)
            # One that has done its part is dropped; its failure, if any, is raised here.
            tasks = [task for task in tasks if task not in done or task.result()]
            if getting in done:
                bridge.hear(getting.result())
                getting = asyncio.create_task(talk.lines.get())
    finally:
        for task in (getting, *tasks):
            task.cancel()
        await asyncio.gather(getting, *tasks, return_exceptions=True)
    return bridge, broker
