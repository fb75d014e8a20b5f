"""A cut through one cell, drawn to scale: what lies over what, and how high."""

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.patches import Circle, Rectangle

from mechanics.description import description, pitch_mm
from mechanics.ribs import strip_place

WOOD, OPAL, BOARD, FELT, METAL = "#e3c08f", "#f3f0e4", "#2f6f4f", "#6b7280", "#b8bcc4"


def section():
    """Across the rows, through the middle of a cell that a disc stands on."""
    made = description()
    strip, ribs, heights = made["strip"], made["ribs"], made["heights"]
    disc, magnet, reed = made["pieces"]["disc"], made["magnet"], made["reed"]
    front, back = strip_place()
    low, panel, half = -strip["height_mm"], heights["panel"], pitch_mm() / 2
    base = low - ribs["foot"]
    figure, axes = plt.subplots(figsize=(8.6, 5.4), layout="constrained")

    def box(x, y, wide, high, colour, **style):
        axes.add_patch(Rectangle((x, y), wide, high, facecolor=colour, edgecolor="#444",
                                 lw=0.7, **style))

    box(-half - 6, base - 3, 2 * half + 12, 3, WOOD)
    # the rib behind the cut
    step, middle = low + ribs["hold"], (front + back) / 2
    for left, right, bottom in (
        (-half - 6, front - ribs["front"], base), (back + ribs["back"], half + 6, base),
    ):
        box(left, bottom, right - left, -bottom, "#f0dcbc")
    box(front - ribs["front"], base, middle - ribs["slot"] / 2 - front + ribs["front"],
        step - base, "#f0dcbc")
    box(middle + ribs["slot"] / 2, base, back + ribs["back"] - middle - ribs["slot"] / 2,
        step - base, "#f0dcbc")
    box(front, base, back - front, low - base, "#f0dcbc")
    box(-half - 6, 0, 2 * half + 12, panel, OPAL)
    box(front, low, back - front, -low, BOARD)
    glass = reed["glass_length"]
    axis = -strip["reed_middle_mm"]
    lead = strip["reed_leads_mm"] / 2
    axes.plot([front, 0, 0, front], [axis + lead, axis + lead, axis - lead, axis - lead],
              color="#777", lw=2)
    axes.add_patch(Rectangle((-reed["glass_diameter"] / 2, axis - glass / 2),
                             reed["glass_diameter"], glass, facecolor="#cfe8ff",
                             edgecolor="#1667b7"))
    top = panel + heights["felt"]
    box(-made["pieces"]["felt_diameter"] / 2, panel, made["pieces"]["felt_diameter"],
        heights["felt"], FELT)
    box(-disc["diameter"] / 2, top, disc["diameter"], disc["height"], "#c2410c", alpha=0.55)
    box(-magnet["diameter"] / 2, top + heights["magnet_in_piece"], magnet["diameter"],
        magnet["height"], METAL)
    axes.text(0, top + heights["magnet_in_piece"] + magnet["height"] / 2, "N up", fontsize=7,
              ha="center", va="center")
    axes.add_patch(Circle((front - 1.0, -1.0), 0.9, facecolor="#fde047", edgecolor="#444", lw=0.7))

    for text, at, place in (
        ("disc, 6 mm", (disc["diameter"] / 2, top + 4), (half + 10, 13)),
        ("magnet", (magnet["diameter"] / 2, top + 1.2), (half + 10, 9)),
        ("felt, 1 mm", (made["pieces"]["felt_diameter"] / 2, panel + 0.5), (half + 10, 4.5)),
        (f"panel, {panel:.0f} mm opal", (half + 3, panel / 2), (half + 10, 0)),
        ("reed, upright", (reed["glass_diameter"] / 2, axis), (half + 10, -9)),
        ("strip, on its edge", (back, -20), (half + 10, -19)),
        ("rib (behind)", (half, -29), (half + 10, -28)),
        ("floor, 3 mm", (half + 3, base - 1.5), (half + 10, base - 1.5)),
        ("light (beside\nthe middle)", (front - 1.0, -1.0), (-half - 28, -5)),
    ):
        axes.annotate(text, at, xytext=place, fontsize=9, va="center",
                      arrowprops={"arrowstyle": "-", "lw": 0.7, "color": "#555"})
    for value, bottom, high, x in (
        (strip["reed_middle_mm"], -strip["reed_middle_mm"], 0, -9),
        (strip["height_mm"], low, 0, -half - 9),
        (ribs["foot"], base, low, -half - 9),
    ):
        axes.annotate("", (x, bottom), (x, high),
                      arrowprops={"arrowstyle": "<->", "lw": 0.8, "color": "#1e3a8a"})
        axes.text(x - 0.8, (bottom + high) / 2, f"{value:.1f} mm", fontsize=8.5, color="#1e3a8a",
                  ha="right", va="center")
    axes.set(aspect="equal", xlim=(-half - 29, half + 34), ylim=(base - 4, 16))
    axes.axis("off")
    axes.set_title("Cut through a cell, seen from the right; the players sit to the left",
                   fontsize=10)
    return figure
