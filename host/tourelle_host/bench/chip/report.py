"""The emulated chip's figures as a table, and as a part of docs/chip.md."""

from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

from tourelle_host.bench.chip.measure import Figures
from tourelle_host.bench.chip.plan import Plan

BEGIN = "<!-- figures: make chip-bench UF2=FILE -->"
END = "<!-- end of the figures -->"


def _times(values: Sequence[float], digits: int = 1) -> str:
    """Median and worst."""
    if not values:
        return "-"
    return f"{median(values):.{digits}f} / {max(values):.{digits}f}"


def _kb(size: float) -> str:
    return f"{size / 1024:.1f}"


_ROWS: tuple[tuple[str, Callable[[Figures], str]], ...] = (
    (
        "a game",
        lambda f: "; ".join(
            [f"{f.steps} steps, {f.helped} told by link", *([f.trouble] if f.trouble else [])]
        ),
    ),
    ("power-on to hello, ms", lambda f: f"{f.hello:.0f}"),
    ("power-on to the first light, ms", lambda f: f"{f.light:.0f}"),
    (
        "lift to end of the first right light, or of in-hand alone, median / worst, ms",
        lambda f: _times(f.lifts),
    ),
    (
        "- 0 to 100 ms after a commit (how many)",
        lambda f: f"{_times(f.after_commit)} ({len(f.after_commit)})",
    ),
    (
        "- at random moments (how many)",
        lambda f: f"{_times(f.at_random)} ({len(f.at_random)})",
    ),
    (
        "- besides those, met a collection or an erase: how many, worst",
        lambda f: f"{len(f.met)}, {max(f.met):.1f}" if f.met else "0",
    ),
    (
        "- 0 to 100 ms after a commit, to the whole light",
        lambda f: _times(f.full),
    ),
    ("- something wrong was lit first", lambda f: f"{f.wrong} of {f.judged}"),
    (
        "line of a commit to the frame with the next steps, median / worst, ms",
        lambda f: _times(f.ready),
    ),
    (
        "frame of a commit until it is in the flash, median / worst, ms",
        lambda f: _times(f.kept_after),
    ),
    ("core stopped while a commit is written, median / worst, ms", lambda f: _times(f.writes)),
    ("sectors erased between a game's first step and its last", lambda f: str(f.erases)),
    ("touches of 40 ms missed", lambda f: f"{f.missed} of {f.touches}"),
    ("garbage collection, median / worst, ms", lambda f: _times(f.collections, 0)),
    ("heap kept, most, KB", lambda f: _kb(max(f.kept)) if f.kept else "-"),
    (
        "largest free block, least, KB",
        lambda f: _kb(min(f.largest)) if f.largest else "-",
    ),
    ("how much slower than life", lambda f: f"{f.slower:.1f}"),
)


def table(figures: Sequence[Figures]) -> list[str]:
    """The lines of a Markdown table with a column for each game."""
    lines = [
        "| | " + " | ".join(f.game for f in figures) + " |",
        "|---|" + "---|" * len(figures),
    ]
    lines += [f"| {name} | " + " | ".join(row(f) for f in figures) + " |" for name, row in _ROWS]
    return lines


def page(
    version: Sequence[int],
    plan: Plan,
    without: Sequence[Figures],
    miss: int,
    with_: Sequence[Figures],
) -> str:
    """The generated part of docs/chip.md."""
    lines = [
        BEGIN,
        "",
        f"MicroPython {'.'.join(map(str, version))}, 125 MHz, {plan.steps} steps a game (several "
        f"games where one was over), lifts in {plan.places} positions and {plan.lifts} at random "
        f"moments, {plan.touches} touches of 40 ms.",
        "",
        *table(without),
    ]
    if with_:
        lines += ["", f"The same with {miss} cycles for each miss of the flash's cache:", ""]
        lines += table(with_)
    return "\n".join([*lines, "", END])


def write(path: Path, part: str) -> None:
    """Replace the generated part of the page."""
    text = path.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    path.write_text(before + part + after, encoding="utf-8")
