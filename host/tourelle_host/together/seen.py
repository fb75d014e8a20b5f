"""What people see of a shared table on the page of one of its boards."""

from typing import Any

from tourelle import games
from tourelle_host.together import invitation as invitations
from tourelle_host.together import table as tables
from tourelle_host.together.bridge import Bridge


def of_table(bridge: Bridge, invited: list[tuple[int, str]], network: str) -> dict[str, Any]:
    """The `FriendsTable` of the page's types.js.

    invited: (player, link) of the invitations made here; network: what is wrong with it, or "".
    """
    known = bridge.decider
    letters = games.read(bridge.table.start).SIDES
    sides = [
        "".join(tables.letters(letters, bridge.table, who)) for who in range(len(bridge.users))
    ]
    turn = known.best.turn
    gone = known.gone()
    may_claim = known.away.get(turn, 0) >= bridge.table.wait
    return {
        "players": [
            {
                "name": bridge.names[who] or bridge.users[who],
                "sides": sides[who],
                "me": who == bridge.player,
                "joined": bool(bridge.users[who]),
                "gone": who in gone,
            }
            for who in range(len(bridge.users))
        ],
        "invitations": [
            {"sides": sides[who], "link": link, "picture": invitations.data(link)}
            for who, link in invited
            if not bridge.users[who]
        ],
        "offers": [
            {"name": bridge.names[who], "what": kind, "steps": steps if kind == "undo" else 0}
            for who, kind, steps in known.offers()
        ],
        "offered": sorted(known.entries),
        "wait": bridge.table.wait,
        "claim": may_claim and not known.result() and known.holds() and not bridge.claims,
        "claimed": bridge.claims and not known.result(),
        "elsewhere": not known.holds(),
        "network": network,
    }
