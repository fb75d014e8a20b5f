"""The standings: each game gives one point, shared by its winners, or by all players in a draw."""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from tourelle_host.club.archive import Finished


class Row(NamedTuple):
    """A player's row; rank: one more than the number of players with more points."""

    rank: int
    user: str
    name: str
    played: int
    won: int
    drawn: int
    lost: int
    points: Fraction


def standings(games: Iterable[Finished]) -> list[Row]:
    """The rows, the best first, with each player's name from the newest game.

    games: the newest first. Someone who played on both sides of a game gets nothing for it.
    """
    names: dict[str, str] = {}
    counts: dict[str, list[int]] = {}  # games won, drawn, lost
    points: dict[str, Fraction] = {}
    for game in games:
        users = set(game.users.values())
        for side, user in game.users.items():
            names.setdefault(user, game.record.players.get(side, user))
        winners = game.winners
        if len(users) < 2:
            continue
        for user in users:
            what = (0 if user in winners else 2) if winners else 1
            counts.setdefault(user, [0, 0, 0])[what] += 1
            shared = Fraction(1, len(winners or users))
            points[user] = points.get(user, Fraction(0)) + (shared if what < 2 else 0)
    ranked = sorted(counts, key=lambda user: (-points[user], sum(counts[user]), user))
    rows = []
    for user in ranked:
        won, drawn, lost = counts[user]
        rank = 1 + sum(points[other] > points[user] for other in counts)
        played = won + drawn + lost
        rows.append(Row(rank, user, names[user], played, won, drawn, lost, points[user]))
    return rows


def written(points: Fraction) -> str:
    """Points as people write them: "2", "1½", "0.33"."""
    whole, rest = divmod(points, 1)
    if not rest:
        return str(whole)
    if rest == Fraction(1, 2):
        return f"{whole or ''}½"
    return f"{float(points):.2f}"
