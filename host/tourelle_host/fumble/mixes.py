"""The mixes: what a family does, and how often. docs/fumble.md says the same in a table."""

from typing import NamedTuple

from tourelle_host.fumble.rates import Rates

_CLEAN = Rates().times(0)


class Mix(NamedTuple):
    """How a table plays.

    rates    how often each fumble happens
    contact  how long a gesture takes, in ms: (least, most); None: always the same time
    blind    most steps in a row without a look at the lights
    gap      ms from a step that nobody looked at to the next one: (least, most)
    dead     switches that die in each game; a fraction: the share of games in which one dies
    stuck    likewise, switches that stick closed after three steps
    tempo    whether the player pauses now and then, for 50 to 600 ms
    """

    rates: Rates
    contact: tuple[int, int] | None = (200, 450)
    blind: int = 1
    gap: tuple[int, int] = (0, 0)
    dead: float = 0
    stuck: float = 0
    tempo: bool = True


def _mix(**rates: float) -> Mix:
    return Mix(_CLEAN._replace(**rates))


def _all_of(mixes: list[Mix], factor: float) -> Mix:
    """All slips of these mixes, `factor` times as often as where each is commonest."""
    rates = Rates(*map(max, zip(*(mix.rates for mix in mixes), strict=True)))
    dead, stuck = max(mix.dead for mix in mixes), max(mix.stuck for mix in mixes)
    return Mix(rates.times(factor), dead=dead * factor, stuck=stuck * factor)


USUAL = Mix(Rates(), None)

MIXES = {
    "usual": USUAL,
    "looking": USUAL._replace(rates=Rates(quick=0)),
    "clumsy": USUAL._replace(rates=Rates().times(2)),
    "dead": USUAL._replace(rates=Rates(quick=0), dead=1),
    "hesitating": _mix(retake=0.3, straighten=0.2),
    "two-hands": _mix(other=0.6),
    "child": _mix(child=0.8),
    "sweep": _mix(sweep=0.7),
    "between": _mix(between=0.8),
    "toppled": _mix(topple=0.6),
    "dropped": _mix(part=0.9),
    "thinking": _mix(think=0.7),
    "quick": Mix(_CLEAN._replace(quick=0.8), (100, 150), 4, (100, 100), tempo=False),
    "plain": Mix(_CLEAN._replace(forget=1.0, quick=1.0), (200, 450), 1, (800, 800), tempo=False),
    "unwatched": Mix(Rates(quick=0.9), (200, 450), 8, (800, 800), tempo=False),
    "buttons": _mix(buttons=0.4),
    "illegal": _mix(illegal=0.4, turn=0.3),
    "flicker": _mix(flicker=0.3),
    "power": _mix(power=0.3),
    "knocked": _mix(jolt=0.4),
    "stuck": _mix()._replace(stuck=1),
}

# Without those in which the same slips are only more frequent.
_OWN = [mix for name, mix in MIXES.items() if name not in ("clumsy", "plain", "unwatched")]
MIXES["everything"] = _all_of(_OWN, 0.2)
