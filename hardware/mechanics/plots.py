"""Pictures of the magnets' figures, for docs/hardware/magnets.md."""

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

from mechanics.description import description, pitch_mm, stack_step
from mechanics.evidence import (
    CASES,
    EARTH,
    at_lying,
    by_pitch,
    inside,
    lift_open,
    limits,
    lying_height,
    others,
    own,
    smallest_pitch,
)

INK, ONE, FIVE, CROWD, SURE, MAYBE = "#222", "#1667b7", "#c2410c", "#7c3aed", "#15803d", "#ca8a04"
WORDS = {"lowest": "most sensitive reading", "likely": "likely", "highest": "least sensitive"}


def _axes(width: float = 8.0, height: float = 4.8):
    plt.rcParams.update({"font.size": 10, "axes.spines.top": False, "axes.spines.right": False})
    return plt.subplots(figsize=(width, height), layout="constrained")


def _stamp(figure) -> None:
    figure.text(0.995, 0.005, "calculated, not measured", ha="right", va="bottom",
                fontsize=8, color="#777", style="italic")


def distance():
    """Flux density at a reed against the distance of one piece, and of five, from its axis."""
    pitch, step, limit = pitch_mm(), stack_step("disc"), limits("likely")
    x = np.linspace(0, 52, 261)
    figure, axes = _axes(8.4, 5.0)
    axes.axhspan(limit["earliest"], limit["latest"], color=MAYBE, alpha=0.25, lw=0)
    axes.axhline(limit["release"], color=MAYBE, lw=1, ls="--")
    axes.plot(x, np.abs(own(x, 1, step)), color=ONE, lw=2.2, label="one piece")
    axes.plot(x, np.abs(own(x, 5, step)), color=FIVE, lw=2.2, label="stack of five")
    crowd = EARTH - others("avalam", pitch)["against"]
    axes.axhline(crowd, color=CROWD, lw=1.4, ls=":",
                 label="47 other discs, placed as badly as can be")
    room = inside("disc", pitch)
    axes.axvspan(pitch - room, pitch + room, color="#999", alpha=0.18, lw=0)
    axes.axvspan(0, room, color="#999", alpha=0.18, lw=0)
    axes.text(0.3, 26, "a disc within\nits own cell", va="top", fontsize=8.5)
    axes.text(pitch, 26, "a disc within the\nneighbouring cell", ha="center", va="top",
              fontsize=8.5)
    axes.text(25, limit["latest"] * 1.06, "closes the reed for sure, above", fontsize=8.5)
    axes.text(25, np.sqrt(limit["latest"] * limit["earliest"]), "may close it", fontsize=8.5,
              va="center")
    axes.text(25, limit["release"] * 1.06, "open for sure, below", fontsize=8.5)
    axes.set(yscale="log", ylim=(0.01, 30), xlim=(0, 52), ylabel="flux density at the reed, mT",
             xlabel="from the reed's axis to the middle of the piece, mm")
    axes.set_yticks([0.01, 0.1, 1, 10], ["0.01", "0.1", "1", "10"])
    axes.legend(loc=(0.2, 0.77), fontsize=9, frameon=False)
    axes.set_title("What a piece does to its own reed and to the next one", loc="left")
    _stamp(figure)
    return figure


def orientation():
    """Where a piece closes a lying reed and an upright one, seen from above."""
    pitch, step, limit = pitch_mm(), stack_step("disc"), limits("likely")
    side = np.linspace(-1.5 * pitch, 1.5 * pitch, 361)
    x, y = np.meshgrid(side, side)
    radius = np.linspace(0, 2.2 * pitch, 400)
    ways = (
        ("Lying, under the centre", np.abs(at_lying(x, y, 0.0, lying_height()))),
        ("Lying, 8 mm to the side", np.abs(at_lying(x, y, 8.0, lying_height()))),
        ("Upright: chosen", np.interp(np.hypot(x, y), radius, np.abs(own(radius, 1, step)))),
    )
    figure, all_axes = plt.subplots(1, 3, figsize=(10.5, 4.1), layout="constrained")
    for axes, (title, flux) in zip(all_axes, ways, strict=True):
        axes.contourf(x, y, flux, levels=[0, limit["earliest"], limit["latest"], 99],
                      colors=["#f4f4f5", "#fde68a", "#86efac"])
        for edge in (-1.5, -0.5, 0.5, 1.5):
            axes.axhline(edge * pitch, color="#bbb", lw=0.8)
            axes.axvline(edge * pitch, color="#bbb", lw=0.8)
        axes.add_patch(plt.Circle((0, 0), 6, fill=False, color=INK, lw=1.2, ls="--"))
        axes.set(aspect="equal", xticks=[], yticks=[], title=title)
        axes.set_xlim(-0.8 * pitch, 0.8 * pitch)
        axes.set_ylim(-0.8 * pitch, 0.8 * pitch)
    glass = description()["reed"]["glass_length"]
    for axes, offset in zip(all_axes[:2], (0, 8), strict=True):
        axes.plot([offset - glass / 2, offset + glass / 2], [0, 0], color=FIVE, lw=4)
    all_axes[2].plot(0, 0, "o", color=FIVE, ms=7)
    figure.suptitle("Where the middle of a piece closes the reed: green for sure, yellow perhaps; "
                    "dashed, 6 mm around\nthe centre of the cell. The lying reeds are right below "
                    "the panel.", fontsize=10)
    _stamp(figure)
    return figure


def lift():
    """Flux density against the height to which one piece, and five, are lifted."""
    step = stack_step("disc")
    heights = np.linspace(0, 50, 201)
    figure, axes = _axes(8.0, 4.6)
    for count, colour, name in ((1, ONE, "one piece"), (5, FIVE, "stack of five")):
        axes.plot(heights, [own(0.0, count, step, h)[0] for h in heights], color=colour, lw=2.2,
                  label=name)
        for case in CASES:
            height = lift_open(count, step, limits(case)["release"])
            axes.plot(height, limits(case)["release"], "o", color=colour, ms=6)
            axes.annotate(f"{height:.0f} mm", (height, limits(case)["release"]),
                          xytext=(5, 6), textcoords="offset points", fontsize=9, color=colour)
    for case in CASES:
        axes.axhline(limits(case)["release"], color=MAYBE, lw=1, ls="--")
        axes.text(0.4, limits(case)["release"] * 0.93, f"lets go below: {WORDS[case]}",
                  fontsize=8.5, va="top", color="#854d0e")
    axes.set(yscale="log", ylim=(0.1, 15), xlim=(0, 50), xlabel="lifted, mm",
             ylabel="flux density at the reed, mT")
    axes.set_yticks([0.1, 1, 10], ["0.1", "1", "10"])
    axes.legend(loc="upper right", frameon=False)
    axes.set_title("How high a piece must be lifted for its reed to open", loc="left")
    _stamp(figure)
    return figure


def pitch():
    """The crowd at the reed of an empty cell, and the room to stand off centre, by pitch."""
    rows = by_pitch()
    at = list(rows)
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4.3), layout="constrained")
    left.plot(at, [EARTH - rows[p]["against"] for p in at], color=CROWD, lw=2.2, marker="o",
              label="worst crowd of any game")
    left.plot(at, [EARTH - rows[p]["plain"] for p in at], color=ONE, lw=2.2, marker="o",
              label="a piece on every other cell, centred")
    for case in ("lowest", "likely"):
        left.axhline(limits(case)["earliest"], color=MAYBE, ls="--", lw=1)
        left.text(at[-1], limits(case)["earliest"] * 1.015, f"closes an empty cell: {WORDS[case]}",
                  fontsize=8.5, ha="right", color="#854d0e")
    left.set(xlabel="pitch, mm", ylabel="mT at the reed of an empty cell", ylim=(0.2, 1.15))
    left.legend(frameon=False, fontsize=9, loc="lower left")
    for case, colour in zip(CASES, (SURE, ONE, FIVE), strict=True):
        right.plot(at, [rows[p][case] for p in at], color=colour, lw=2.2, marker="o",
                   label=WORDS[case])
    right.set(xlabel="pitch, mm", ylabel="mm off centre, one disc still closes its reed",
              ylim=(0, 10))
    right.legend(frameon=False, fontsize=9, loc="upper left")
    for axes in (left, right):
        axes.axvline(pitch_mm(), color="#999", lw=6, alpha=0.35)
        axes.axvline(smallest_pitch(), color=INK, lw=1, ls=":")
    figure.suptitle("Pitch: chosen (grey) and the smallest that works (dotted)", fontsize=11)
    _stamp(figure)
    return figure


PLOTS = {
    "magnets-distance": distance,
    "magnets-orientation": orientation,
    "magnets-lift": lift,
    "magnets-pitch": pitch,
}
