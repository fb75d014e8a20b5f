"""What lies on a board's copper layers, as shapes that a distance can be taken from."""

import math
from dataclasses import dataclass

from electronics.circuit import Board, Part, placed


@dataclass(frozen=True)
class Shape:
    """Copper or a hole: a capsule between two points, or a rectangle; layers it lies on."""

    net: str
    layers: tuple[int, ...]
    x0: float
    y0: float
    x1: float
    y1: float
    radius: float
    square: bool = False

    def distance(self, x: float, y: float) -> float:
        """From a point to the edge of the shape, in mm; negative or zero inside."""
        if self.square:
            return math.hypot(
                max(self.x0 - x, 0.0, x - self.x1), max(self.y0 - y, 0.0, y - self.y1)
            )
        dx, dy = self.x1 - self.x0, self.y1 - self.y0
        length = dx * dx + dy * dy
        t = 0.0 if length == 0 else ((x - self.x0) * dx + (y - self.y0) * dy) / length
        t = min(1.0, max(0.0, t))
        return math.hypot(x - self.x0 - t * dx, y - self.y0 - t * dy) - self.radius


def pad_shapes(board: Board, part: Part) -> list[tuple[str, Shape]]:
    """The pads of a part: number, and its copper (or bare hole) on the board."""
    found = []
    own = 0 if part.at[3] == "F" else 1
    for pad in board.footprints[part.kind.footprint].pads:
        x, y = placed(part, pad.x, pad.y)
        wide, high = pad.width / 2, pad.height / 2
        if round(part.at[2]) % 180:
            wide, high = high, wide
        layers = (0, 1) if pad.through else (own,)
        net = board.net_of(part, pad.number) if pad.plated else ""
        if pad.shape == "circle":
            shape = Shape(net, layers, x, y, x, y, wide)
        else:
            shape = Shape(net, layers, x - wide, y - high, x + wide, y + high, 0, True)
        found.append((pad.number, shape))
    return found
