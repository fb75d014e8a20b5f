"""The magnets' figures: which reeds a piece closes, which not, when it lets go, what forces act.

Everything is calculated from mechanics.toml by the model in field.py; nothing was measured.
Flux densities in mT, lengths in mm, forces in mN.
"""

from functools import cache

import numpy as np

from mechanics.description import centres, description, magnet_height, pitch_mm, stack_step, width
from mechanics.field import coil_mt_per_at, force, lying, upright
from tourelle.grids import grid

CASES = ("lowest", "likely", "highest")
FAR = 8.0           # the off-centre distance that the figures are given for
EARTH = 0.05        # the earth's field, mT


def limits(case: str) -> dict[str, float]:
    """Flux densities of the reed in mT: operates at the earliest, at the latest, and releases
    at the latest, when the test coil's size and the cut leads are those of a case."""
    reed = description()["reed"]
    per_at = coil_mt_per_at(reed["coil"][case], reed["glass_length"])
    return {
        "per_at": per_at,
        "earliest": reed["operate_at"][0] * per_at,
        "latest": reed["operate_at"][1] * per_at,
        "release": reed["release_at"] * per_at,
    }


def levels(sideways, step: float, tallest: int, strongest: bool = False,
           raised: float = 0.0) -> np.ndarray:
    """What each piece of a stack adds at a reed, see field.upright; by default from magnets at
    the weak end of their grade."""
    made = description()
    remanence = made["magnet"]["remanence_mt"][1 if strongest else 0]
    return upright(made["magnet"], remanence, sideways, magnet_height() + raised, step,
                   tallest, made["reed"]["glass_length"])


def own(sideways, count: int, step: float, raised: float = 0.0) -> np.ndarray:
    """Flux density of `count` stacked pieces at their own reed, for each off-centre distance."""
    return levels(sideways, step, count, raised=raised).sum(axis=1)


def inside(piece: str, pitch: float) -> float:
    """How far off centre a piece can stand without crossing the line of its cell."""
    return (pitch - width(piece)) / 2


@cache
def others(game: str, pitch: float) -> dict[str, float]:
    """The worst that all other pieces of a game do to the reed of any one cell.

    Every piece has its north pole up and may stand off its centre as far as its cell allows.
    They are placed where they add up most: `against` the field of the cell's own piece, or
    `along` it; and `flipped` is the sum if each magnet might also be glued upside down. `plain`
    is the worst of single pieces, all centred, one on every other cell as far as they suffice.
    """
    facts = description()["games"][game]
    step, slack = stack_step(facts["piece"]), inside(facts["piece"], pitch)
    places = np.array(centres(grid(facts["grid"]), pitch))
    worst = {"against": 0.0, "along": 0.0, "flipped": 0.0, "plain": 0.0}
    known: dict[float, np.ndarray] = {}
    for place in places:
        gaps = np.round(np.hypot(*(places - place).T), 3)
        for gap in set(gaps) - set(known) - {0.0}:
            spread = [gap, gap - slack, gap + slack]
            known[gap] = levels(spread, step, facts["tallest"], strongest=True)
        crowd = np.array([known[gap] for gap in gaps if gap])
        low, high = crowd.min(axis=1), crowd.max(axis=1)
        found = {
            "against": _least(low, facts),
            "along": -_least(-high, facts),
            "flipped": -_least(-np.maximum(-low, high), facts),
            "plain": float(np.sort(crowd[:, 0, 0])[: facts["pieces"]].sum()),
        }
        worst = {key: max(worst[key], value, key=abs) for key, value in found.items()}
    return worst


def _least(flux: np.ndarray, facts: dict) -> float:
    """The most negative sum that the pieces of a game reach, where `flux` has a row for each
    cell that they can stand on and a column for each level."""
    above = np.sort(flux[:, 1:], axis=None)[: facts["stacked"]]
    chosen = np.sort(np.concatenate([flux[:, 0], above]))[: facts["pieces"]]
    return float(np.minimum(chosen, 0).sum())


def reach(count: int, step: float, needed: float, against: float, raised: float = 0.0) -> float:
    """The greatest off-centre distance in mm up to which `count` pieces give `needed` mT at
    their own reed although others take `against` from it; 0 where not even centred ones do."""
    distances = np.arange(0.0, 20.01, 0.1)
    enough = own(distances, count, step, raised) + against >= needed
    return float(distances[np.argmin(enough) - 1]) if enough[0] else 0.0


def slide_open(step: float, released: float) -> float:
    """How far one piece must slide off its cell until its reed is open."""
    distances = np.arange(0.0, 25.01, 0.1)
    open_ = own(distances, 1, step) < released
    return float(distances[np.argmax(open_)])


def lift_open(count: int, step: float, released: float) -> float:
    """How high `count` centred pieces must be lifted until their reed is open."""
    heights = np.arange(0.0, 80.01, 0.5)
    flux = np.array([own(0.0, count, step, raised)[0] for raised in heights])
    return float(heights[np.argmax(flux < released)])


@cache
def by_case() -> dict[str, dict[str, float]]:
    """The distances of the chosen design for each reading of the data sheet, with Avalam's
    discs, the most crowded game with the tallest neighbours."""
    pitch = pitch_mm()
    step = stack_step("disc")
    crowd = others("avalam", pitch)
    found = {}
    for case in CASES:
        limit = limits(case)
        found[case] = limit | {
            f"{name}_{count}": reach(count, step, limit["latest"], against)
            for count in (1, 5)
            for name, against in (
                ("alone", 0.0), ("plain", crowd["plain"] - EARTH),
                ("crowd", crowd["against"] - EARTH),
            )
        }
        found[case]["slide"] = slide_open(step, limit["release"])
        found[case]["lift_1"] = lift_open(1, step, limit["release"])
        found[case]["lift_5"] = lift_open(5, step, limit["release"])
        found[case]["hover"] = lift_open(1, step, limit["latest"])
    return found


@cache
def by_game() -> dict[str, dict[str, float]]:
    """The crowd of each game at the chosen pitch."""
    pitch = pitch_mm()
    return {
        game: others(game, pitch) | {"slack": inside(facts["piece"], pitch)}
        for game, facts in description()["games"].items()
    }


PITCHES = (34.0, 36.0, 38.0, 40.0, 42.0, 44.0, 46.0)


@cache
def by_pitch() -> dict[float, dict[str, float]]:
    """For each pitch: the worst crowd of any game, and how far off centre a single piece still
    closes its reed in that crowd, by case. Pieces keep their size, so there is less room for
    them to stand off centre on a smaller pitch."""
    found = {}
    for pitch in PITCHES:
        crowds = [others(game, pitch) for game in description()["games"]]
        against = min(crowd["against"] for crowd in crowds)
        found[pitch] = {"against": against, "plain": min(crowd["plain"] for crowd in crowds)} | {
            case: reach(1, stack_step("disc"), limits(case)["latest"], against - EARTH)
            for case in CASES
        }
    return found


def smallest_pitch() -> float:
    """The smallest pitch of those looked at on which the reed of an empty cell stays open: in
    the worst crowd with the likely coil, in a plain one with the coil that makes it most
    sensitive. ValueError where there is none."""
    likely, lowest = limits("likely")["earliest"], limits("lowest")["earliest"]
    for pitch, row in by_pitch().items():
        if EARTH - row["against"] < likely and EARTH - row["plain"] < lowest:
            return pitch
    raise ValueError(f"no pitch up to {PITCHES[-1]:.0f} mm keeps an empty cell's reed open: "
                     "take a weaker magnet or a less sensitive reed")


def at_lying(x, y, offset: float, height: float) -> np.ndarray:
    """One piece's flux density at a reed that lies along x with its middle `offset` mm from
    the cell's centre and `height` mm under the magnet; x, y: where the piece stands."""
    made = description()
    away = np.column_stack([np.ravel(x) - offset, np.ravel(y)])
    flux = lying(made["magnet"], made["magnet"]["remanence_mt"][0], away, height,
                 made["reed"]["glass_length"])
    return flux.reshape(np.shape(x))


def lying_height() -> float:
    """From the middle of a reed that lies right below the panel to the middle of a magnet."""
    made = description()
    below_panel = made["strip"]["reed_middle_mm"] - made["reed"]["glass_diameter"] / 2
    return magnet_height() - below_panel


def crowd_lying(offset: float) -> float:
    """What `others` calls the worst crowd of Avalam, in mT, for reeds that lie."""
    facts = description()["games"]["avalam"]
    step, slack = stack_step("disc"), inside("disc", pitch_mm())
    places = np.array(centres(grid("avalam"), pitch_mm()))
    ways = places[None, :, :] - places[:, None, :]
    ways = np.unique(np.round(ways.reshape(-1, 2), 3), axis=0)
    shifts = np.array([(0, 0), (slack, 0), (-slack, 0), (0, slack), (0, -slack)])
    spots = (ways[:, None, :] + shifts).reshape(-1, 2)
    flux = np.column_stack([
        at_lying(spots[:, 0], spots[:, 1], offset, lying_height() + step * level)
        for level in range(facts["tallest"])
    ]).reshape(len(ways), len(shifts), -1)
    where = {tuple(way): number for number, way in enumerate(ways)}
    worst = 0.0
    for place in places:
        seen = [where[tuple(np.round(other - place, 3))] for other in places
                if (other != place).any()]
        low, high = flux[seen].min(axis=1), flux[seen].max(axis=1)
        worst = max(worst, -_least(low, facts), -_least(-high, facts))
    return worst


@cache
def compare_lying() -> list[dict[str, float]]:
    """Why the reed does not lie: for each placement along its cell, and for the upright reed
    last, the least that a piece anywhere within 6 mm of the centre gives its own reed, the most
    that one piece within 6 mm of a neighbouring centre gives it, and the worst crowd."""
    pitch, height = pitch_mm(), lying_height()
    turns = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    around = [(r * np.cos(a), r * np.sin(a)) for r in (0.0, 2.0, 4.0, 6.0) for a in turns]
    x, y = np.array(around).T
    rows = []
    for offset in (0.0, 4.0, 6.0, 8.0, 9.0, 10.0, 12.0):
        next_door = max(
            np.abs(at_lying(x + side[0] * pitch, y + side[1] * pitch, offset, height)).max()
            for side in ((1, 0), (-1, 0), (0, 1), (0, -1))
        )
        least = np.abs(at_lying(x, y, offset, height)).min()
        rows.append({"offset": offset, "own": float(least), "neighbour": float(next_door),
                     "crowd": crowd_lying(offset)})
    step = stack_step("disc")
    next_door = np.abs(own(np.arange(pitch - 6, pitch + 6.1), 1, step)).max()
    rows.append({"offset": -1.0, "own": float(own(6.0, 1, step)[0]),
                 "neighbour": float(next_door), "crowd": -others("avalam", pitch)["against"]})
    return rows


def needed_ratio() -> float:
    """How many times the worst crowd a piece must give its own reed, at the least, lest any
    choice of magnet fail: the crowd must stay under the earliest operating value, and what it
    leaves of the piece's own field reach the latest."""
    earliest, latest = description()["reed"]["operate_at"]
    return 1 + latest / earliest


@cache
def forces() -> dict[str, float]:
    """Forces between pieces, from magnets at the strong end of their grade, in mN."""
    made = description()
    size, remanence = made["magnet"], made["magnet"]["remanence_mt"][1]
    pitch, step = pitch_mm(), stack_step("disc")
    disc = made["pieces"]["disc"]["diameter"]

    def tower(x: float, count: int) -> list:
        return [(x, 0.0, step * i) for i in range(count)]

    return {
        "neighbours, one and one": force(size, remanence, tower(0, 1), tower(pitch, 1))[0],
        "neighbours, five and five": force(size, remanence, tower(0, 5), tower(pitch, 5))[0],
        "two discs that touch": force(size, remanence, tower(0, 1), tower(disc, 1))[0],
        "one on one": -force(size, remanence, tower(0, 1), [(0, 0, step)])[2],
        "one on four": -force(size, remanence, tower(0, 4), [(0, 0, 4 * step)])[2],
        "one on one, upside down": force(size, remanence, tower(0, 1), [(0, 0, step, -1)])[2],
    }

