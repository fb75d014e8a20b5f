"""A picture for the order: each kind of part as it lies on the board, pin 1 in red.

The assembler's preview must show the same pin in the same corner.
"""

import math

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.patches import Circle, Rectangle

from electronics import bom, kicad
from electronics.description import parts

ACROSS = 6
FIRST = ("1", "A9")  # pin 1; the USB socket's contacts are named otherwise


def picture():
    """A figure of all assembled kinds of parts of both boards, one example each."""
    shown = [(name, key, group[0]) for name in kicad.BOARDS
             for key, group in bom.by_part(name).items() if parts()[key].assembled]
    down = math.ceil(len(shown) / ACROSS)
    figure, all_axes = plt.subplots(down, ACROSS, figsize=(12, 2.25 * down), layout="constrained")
    for axes in all_axes.flat:
        axes.axis("off")
    for axes, (name, key, component) in zip(all_axes.flat, shown, strict=False):
        layout = kicad.layout(name)
        part = layout["parts"][component.ref]
        for outline in part["courtyard"]:
            axes.add_patch(plt.Polygon(outline, fill=False, edgecolor="#999", lw=0.8))
        pads = [pad for pad in layout["pads"] if pad["ref"] == component.ref]
        for pad in pads:
            x0, y0, x1, y1 = pad["box"]
            first = pad["number"] in FIRST
            axes.add_patch(Rectangle((x0, y0), x1 - x0, y1 - y0,
                                     facecolor="#dc2626" if first else "#d4a72c"))
        axes.add_patch(Circle(bom.middle(layout, component.ref), 0.12, color="#111"))
        axes.set(aspect="equal")
        axes.autoscale_view()
        axes.invert_yaxis()
        axes.set_title(f"{name} {component.ref}, {part['turn']:g}°\n{parts()[key].mpn}",
                       fontsize=8)
    figure.suptitle("As they lie on the board, seen from above: pin 1 red (a diode's cathode, a "
                    "LED's DIN, a capacitor's +); the dot is the place in the list", fontsize=10)
    return figure
