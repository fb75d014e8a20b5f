"""The panels of the three grids as lines and circles, for a laser cutter.

A panel is a list of shapes: what is cut through and what is only engraved. Lengths in mm, x to
the right, y away from the players; 0, 0 is where the centres of the first column and row meet.
"""

import math
from dataclasses import dataclass, field

from mechanics.description import ROW, cells_of, description, pitch_mm, rows
from mechanics.strokes import strokes
from tourelle.games import opening
from tourelle.grids import COLUMNS, NONE, Grid

CUT, ENGRAVE = "cut", "engrave"
LABEL = 5.0                 # height of letters
VALUE = 4.2

Point = tuple[float, float]


@dataclass
class Circle:
    centre: Point
    diameter: float
    layer: str = CUT


@dataclass
class Line:
    points: list[Point]
    closed: bool = False
    layer: str = ENGRAVE


@dataclass
class Panel:
    """title: what it is; shapes: the outline first."""

    title: str
    shapes: list = field(default_factory=list)


def _rounded(left: float, bottom: float, right: float, top: float, radius: float) -> Line:
    points = []
    for x, y, start in (
        (right - radius, bottom + radius, -90), (right - radius, top - radius, 0),
        (left + radius, top - radius, 90), (left + radius, bottom + radius, 180),
    ):
        for step in range(0, 91, 15):
            angle = math.radians(start + step)
            points.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
    return Line(points, closed=True, layer=CUT)


def frame(name: str, centres: list[Point], half_y: float) -> list:
    """Outline, screw holes, holes and words of the two buttons, around all the cells and strips,
    as far to the left of the cells' middle as to the right."""
    made = description()["panel"]
    middle = (min(x for x, _ in centres) + max(x for x, _ in centres)) / 2
    half = max(max(middle - left, right - middle) for _, left, right, _ in rows(name))
    left, right = middle - half - made["border"], middle + half + made["border"]
    bottom = min(y for _, y in centres) - half_y - made["near_border"]
    top = max(y for _, y in centres) + half_y + made["border"]
    shapes: list = [_rounded(left, bottom, right, top, made["corner"])]
    inset = made["screw_inset"]
    columns = (left + inset, (left + right) / 2, right - inset)
    for x in columns:
        for y in (bottom + inset, (bottom + top) / 2, top - inset):
            if x == columns[1] and y == (bottom + top) / 2:
                continue  # the middle of the board
            shapes.append(Circle((x, y), made["screw_hole"]))
    for side, word in ((1, "OK"), (-1, "UNDO")):
        x, y = columns[1] + side * made["button_gap"] / 2, bottom + 20.0
        shapes.append(Circle((x, y), made["button_hole"]))
        shapes += _text(word, x + side * 22.0, y, LABEL)
    return shapes


def only_cut(shapes: list) -> list:
    """Without what is engraved."""
    return [shape for shape in shapes if shape.layer == CUT]


def _text(text: str, x: float, y: float, height: float) -> list[Line]:
    return [Line(points) for points in strokes(text, x, y, height)]


def _labels(grid: Grid, centres: list[Point], pitch: float) -> list[Line]:
    """Each row's number right of its last cell, each column's letter below its lowest."""
    shapes = []
    lean = -0.5 if grid.directions == 6 else 0.0
    drop = ROW if grid.directions == 6 else 1.0
    away = 0.5 * pitch + 6.5
    for row in sorted(set(grid.rows)):
        x, y = max(centres[c] for c in range(grid.size) if grid.rows[c] == row)
        shapes += _text(str(row + 1), x + away, y, LABEL)
    for column in sorted(set(grid.columns)):
        mine = [c for c in range(grid.size) if grid.columns[c] == column]
        x, y = centres[min(mine, key=lambda c: grid.rows[c])]
        shapes += _text(COLUMNS[column], x + lean * away, y - drop * away, LABEL)
    return shapes


def square() -> Panel:
    """One sheet with the lines of 8 x 8 squares."""
    cells, centres = cells_of("square")
    pitch = pitch_mm()
    half, last = pitch / 2, 7.5 * pitch
    shapes = frame("square", centres, half) + _labels(cells, centres, pitch)
    shapes.append(Line([(-half, -half), (last, -half), (last, last), (-half, last)], closed=True))
    for number in range(1, 8):
        at = number * pitch - half
        shapes.append(Line([(at, -half), (at, last)]))
        shapes.append(Line([(-half, at), (last, at)]))
    return Panel("8 x 8 squares, opal sheet", shapes)


def keyhole(centre: Point) -> Line:
    """A hole of Avalam with a notch at its right, over the cell's light."""
    made = description()
    hole, notch = made["panel"]["avalam_hole"] / 2, made["panel"]["light_notch"] / 2
    light = made["cell"]["light_mm"]
    # where the two circles meet, seen from the centre of each
    from_hole = math.acos((hole**2 + light**2 - notch**2) / (2 * hole * light))
    from_notch = math.pi - math.acos((notch**2 + light**2 - hole**2) / (2 * notch * light))
    points = []
    for step in range(97):
        angle = from_hole + (2 * math.pi - 2 * from_hole) * step / 96
        points.append((hole * math.cos(angle), hole * math.sin(angle)))
    for step in range(1, 16):
        angle = -from_notch + 2 * from_notch * step / 16
        points.append((light + notch * math.cos(angle), notch * math.sin(angle)))
    return Line([(centre[0] + x, centre[1] + y) for x, y in points], closed=True, layer=CUT)


def avalam_top() -> Panel:
    """The upper sheet of Avalam: its 49 holes."""
    cells, centres = cells_of("avalam")
    half = pitch_mm() / 2
    shapes = frame("avalam", centres, half) + _labels(cells, centres, pitch_mm())
    shapes += [keyhole(centre) for centre in centres]
    return Panel("Avalam, upper sheet with 49 holes", shapes)


def avalam_base() -> Panel:
    """The lower, opal sheet of Avalam: the discs stand on it."""
    _, centres = cells_of("avalam")
    half = pitch_mm() / 2
    return Panel("Avalam, lower opal sheet", only_cut(frame("avalam", centres, half)))


def _edge(a: Point, b: Point, share: float) -> tuple[Point, Point]:
    """The part of the edge between two hexagons, `share` of it around its middle."""
    middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    reach = share / (2 * math.sqrt(3))
    dx, dy = (b[1] - a[1]) * reach, (a[0] - b[0]) * reach
    return (middle[0] - dx, middle[1] - dy), (middle[0] + dx, middle[1] + dy)


def _slot(a: Point, b: Point) -> Line:
    """The hole for a barrier's foot, on the edge between two cells."""
    made = description()
    ends = _edge(a, b, made["slot"]["length"] / (pitch_mm() / math.sqrt(3)))
    length = math.dist(a, b)
    dx, dy = ((b[i] - a[i]) / length * made["slot"]["width"] / 2 for i in (0, 1))
    (x1, y1), (x2, y2) = ends
    corners = [(x1 - dx, y1 - dy), (x2 - dx, y2 - dy), (x2 + dx, y2 + dy), (x1 + dx, y1 + dy)]
    return Line(corners, closed=True, layer=CUT)


def hexagons() -> Panel:
    """One sheet with Cabale's 61 hexagons, their values, and slots in the marked edges."""
    cells, centres = cells_of("hex")
    pitch = pitch_mm()
    shapes = frame("hex", centres, pitch / math.sqrt(3)) + _labels(cells, centres, pitch)
    game = opening("cabale")
    marked = set(game.marked()) | {(other, cell) for cell, other in game.marked()}
    gap = description()["slot"]["length"] / (pitch / math.sqrt(3))
    for cell in range(cells.size):
        x, y = centres[cell]
        for direction in range(6):
            other = cells.toward[direction][cell]
            angle = math.radians(60 * direction)
            beyond = (x + pitch * math.cos(angle), y + pitch * math.sin(angle))
            if other != NONE and other < cell:
                continue  # drawn with the other cell
            start, end = _edge((x, y), beyond, 1.0)
            if (cell, other) in marked:
                near, far = _edge((x, y), beyond, gap)
                shapes += [Line([start, near]), Line([far, end])]
                shapes.append(_slot((x, y), beyond))
            else:
                shapes.append(Line([start, end]))
        upper_corner = y + pitch / math.sqrt(3)
        shapes += _text(game.printed(cell), x, upper_corner - 3.2 - VALUE / 2, VALUE)
    return Panel("61 hexagons with values, slots for barriers, opal sheet", shapes)


def size(panel: Panel) -> tuple[float, float]:
    """Width and height of a panel's outline."""
    xs, ys = zip(*panel.shapes[0].points, strict=True)
    return max(xs) - min(xs), max(ys) - min(ys)


def kerf_coupon() -> Panel:
    """Says how wide the laser cuts, and which slot holds a strip: cut from each sheet first."""
    side, first, step, count = 30.0, 1.4, 0.1, 10
    wide = 10.0 * count + 10.0
    shapes: list = [_rounded(0.0, 0.0, wide, 70.0, 3.0)]
    for number in range(count):
        x, slot = 10.0 * (number + 1), first + step * number
        shapes.append(Line([(x - slot / 2, 50.0), (x + slot / 2, 50.0), (x + slot / 2, 64.0),
                            (x - slot / 2, 64.0)], closed=True, layer=CUT))
        shapes += _text(f"{slot * 10:.0f}", x, 45.0, 3.0)
    shapes.append(Line([(10.0, 8.0), (10.0 + side, 8.0), (10.0 + side, 8.0 + side),
                        (10.0, 8.0 + side)], closed=True, layer=CUT))
    shapes.append(Circle((60.0, 23.0), description()["panel"]["button_hole"]))
    return Panel("Coupon: a square of 30 mm, slots of 1.4 to 2.3 mm, a button's hole", shapes)
