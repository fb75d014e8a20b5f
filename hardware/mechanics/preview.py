"""Pictures of the panels and of the ribs, for docs/hardware/mechanics.md."""

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

from mechanics.panels import CUT, Circle, size
from mechanics.sheets import PANELS, sheets

SHEET = {"square": "#fbfaf5", "avalam-top": "#e3c08f", "avalam-base": "#fbfaf5", "hex": "#fbfaf5"}
COLOURS = {CUT: "#b91c1c", "engrave": "#1e3a8a"}


def _draw(axes, panel, sheet: str) -> None:
    outline, *rest = panel.shapes
    axes.add_patch(plt.Polygon(outline.points, facecolor=sheet, edgecolor=COLOURS[CUT]))
    for shape in rest:
        colour, hole = COLOURS[shape.layer], "white" if shape.layer == CUT else "none"
        if isinstance(shape, Circle):
            axes.add_patch(plt.Circle(shape.centre, shape.diameter / 2, facecolor=hole,
                                      edgecolor=colour, lw=0.8))
        else:
            axes.add_patch(plt.Polygon(shape.points, closed=shape.closed, facecolor=hole,
                                       edgecolor=colour, lw=0.8))
    axes.set(aspect="equal")
    axes.autoscale_view()
    axes.axis("off")


def panels():
    """All panels: cut lines red, engraved lines blue, holes white."""
    figure, all_axes = plt.subplots(2, 2, figsize=(11, 9.6), layout="constrained")
    for axes, (name, make) in zip(all_axes.flat, PANELS.items(), strict=True):
        panel = make()
        _draw(axes, panel, SHEET[name])
        wide, high = size(panel)
        axes.set_title(f"{name}: {wide:.0f} x {high:.0f} mm", fontsize=11)
    return figure


def ribs():
    """All ribs, and the floor of the hexagons' board, where they stand."""
    names = [name for name in sheets() if "-rib" in name]
    figure, all_axes = plt.subplots(len(names) + 1, 1, figsize=(9, 12), layout="constrained",
                                    height_ratios=[1] * len(names) + [8])
    for axes, name in zip(all_axes, [*names, "hex-floor"], strict=True):
        panel = sheets()[name]()
        _draw(axes, panel, "#e3c08f")
        wide, high = size(panel)
        axes.set_title(f"{name}: {wide:.0f} x {high:.1f} mm", fontsize=9)
    return figure
