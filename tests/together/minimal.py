"""A schedule that is broken, cut down to the acts that it takes."""

from together.schedule import Found, again
from tourelle_host.together.decide import Decider


def minimal(found: Found, decider: type[Decider] = Decider) -> Found:
    """The same broken promise, or another, by fewer acts: all are left out that can be."""
    size = len(found.schedule.acts) // 2
    while size:
        shorter = _without(found, size, decider)
        if shorter is None:
            size //= 2
        else:
            found = shorter
    return found


def _without(found: Found, size: int, decider: type[Decider]) -> Found | None:
    """A schedule still broken without some acts in a row; None where all are needed."""
    acts = found.schedule.acts
    for start in range(0, len(acts), size):
        tried = again(found.schedule._replace(acts=acts[:start] + acts[start + size :]), decider)
        if tried.broken:
            return tried
    return None


def text(found: Found) -> str:
    """It as Python, for a list of schedules that a test plays again."""
    schedule = found.schedule
    acts = "".join(f"    Act({', '.join(map(repr, act))}),\n" for act in schedule.acts)
    return f"Schedule({schedule.players}, {schedule.seed}, (  # {found.broken}\n{acts}))"
