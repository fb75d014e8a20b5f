"""Voltage lost in a board's copper: its tracks, pads, vias and pours as a mesh of resistors.

Each layer is a grid of squares of copper of 1 oz; a conductor that covers a square's middle joins
it to its neighbours. Sparse linear equations, solved by scipy.
"""

from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw
from scipy.sparse import coo_matrix
from scipy.sparse.linalg import spsolve

OHM_SQUARE = 0.5e-3   # 35 um of copper at 20 °C
VIA_OHM = 1.0e-3      # 0.3 mm, 25 um of copper, 1.6 mm long, rounded up
HOLE_OHM = 0.1e-3     # a plated hole filled with solder and a pin
STEP = 0.25
LAYERS = ("F.Cu", "B.Cu")


@dataclass
class Mesh:
    """The copper of one net: where its squares are, and the conductances between them."""

    index: np.ndarray  # [layer, row, column] -> number of the square, or -1
    laplace: coo_matrix

    def node(self, layer: int, at: tuple[float, float]) -> int:
        """The square nearest to a point in mm; ValueError where there is no copper."""
        rows, columns = np.nonzero(self.index[layer] >= 0)
        gaps = np.hypot(columns * STEP - at[0], rows * STEP - at[1])
        best = int(np.argmin(gaps))
        if gaps[best] > 1.0:
            raise ValueError(f"no copper near {at}")
        return int(self.index[layer, rows[best], columns[best]])


def mesh(layout: dict, net: str) -> Mesh:
    """The mesh of a net, from a board as kicad.layout() gives it."""
    copper, joints = _copper(layout, net)
    index = np.full(copper.shape, -1)
    index[copper] = np.arange(copper.sum())
    pairs = []
    for layer in (0, 1):
        for one, other in ((index[layer][:, :-1], index[layer][:, 1:]),
                           (index[layer][:-1], index[layer][1:])):
            both = (one >= 0) & (other >= 0)
            pairs.append(np.column_stack([one[both], other[both],
                                          np.full(both.sum(), 1 / OHM_SQUARE)]))
    for at, ohm in joints:
        row, column = round(at[1] / STEP), round(at[0] / STEP)
        ends = index[:, row, column]
        if (ends >= 0).all():
            pairs.append(np.array([[ends[0], ends[1], 1 / ohm]]))
    links = np.concatenate(pairs)
    a, b, g = links[:, 0].astype(int), links[:, 1].astype(int), links[:, 2]
    count = int(copper.sum())
    laplace = coo_matrix(
        (np.concatenate([g, g, -g, -g]),
         (np.concatenate([a, b, a, b]), np.concatenate([a, b, b, a]))), (count, count))
    return Mesh(index, laplace)


def _copper(layout: dict, net: str) -> tuple[np.ndarray, list]:
    """Which squares of each layer a net covers; where its layers are joined, by how many ohms."""
    wide, high = (int(length / STEP) + 2 for length in layout["size"])
    copper = np.zeros((2, high, wide), dtype=bool)
    x, y = np.meshgrid(np.arange(wide) * STEP, np.arange(high) * STEP)
    mine = {kind: [thing for thing in layout[kind] if thing["net"] == net]
            for kind in ("tracks", "zones", "pads", "vias")}
    for track in mine["tracks"]:
        layer = LAYERS.index(track["layer"])
        _draw(copper[layer], x, y, track["from"], track["to"], track["width"] / 2)
    for zone in mine["zones"]:
        if zone["layer"] in LAYERS:
            picture = Image.new("1", (wide, high))
            for outline in zone["filled"]:
                ImageDraw.Draw(picture).polygon([(a / STEP, b / STEP) for a, b in outline], fill=1)
            copper[LAYERS.index(zone["layer"])] |= np.array(picture)
    joints = []
    for pad in mine["pads"]:
        x0, y0, x1, y1 = pad["box"]
        box = (x >= x0) & (x <= x1) & (y >= y0) & (y <= y1)
        for layer in pad["layers"]:
            copper[LAYERS.index(layer)] |= box
        if pad["plated"]:
            joints.append((pad["at"], HOLE_OHM))
    for via in mine["vias"]:
        for layer in (0, 1):
            _draw(copper[layer], x, y, via["at"], via["at"], 0.35)
        joints.append((via["at"], VIA_OHM))
    return copper, joints


def _draw(copper: np.ndarray, x: np.ndarray, y: np.ndarray, start: list, end: list,
          radius: float) -> None:
    """Covers what lies within a radius, or half a square, of a line."""
    reach = max(radius, STEP * 0.71)
    low = [max(0, int((min(start[i], end[i]) - reach) / STEP)) for i in (0, 1)]
    high = [int((max(start[i], end[i]) + reach) / STEP) + 2 for i in (0, 1)]
    part = (slice(low[1], high[1]), slice(low[0], high[0]))
    dx, dy = end[0] - start[0], end[1] - start[1]
    long = dx * dx + dy * dy
    along = ((x[part] - start[0]) * dx + (y[part] - start[1]) * dy) / long if long else 0.0
    along = np.clip(along, 0, 1)
    gap = np.hypot(x[part] - start[0] - along * dx, y[part] - start[1] - along * dy)
    copper[part] |= gap <= reach


def drops(made: Mesh, source: int, sinks: dict[int, float]) -> np.ndarray:
    """Volts below the source at every square, when the sinks draw these amperes."""
    count = made.laplace.shape[0]
    current = np.zeros(count)
    for node, ampere in sinks.items():
        current[node] += ampere
    keep = np.ones(count, dtype=bool)
    keep[source] = False
    matrix = made.laplace.tocsr()
    # squares that hang on nothing would leave the equations without a solution
    keep &= np.asarray(abs(matrix).sum(axis=1)).ravel() > 0
    matrix = matrix[keep][:, keep]
    volts = np.zeros(count)
    volts[keep] = spsolve(matrix.tocsc(), current[keep])
    return volts
