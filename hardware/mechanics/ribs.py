"""The strip holders: ribs across the strips, and the floor that they stand on.

A strip stands on its edge. The lower end of it sits in a narrow slot of each rib; above that the
slot is wide, so that no part of the strip touches the rib. The ribs' upper ends carry the panel.
"""

import math

from mechanics.description import cells_of, description, pitch_mm, rows
from mechanics.panels import CUT, Circle, Line, Panel, Point, frame, only_cut

NARROWEST = 4.0  # mm of wood at a rib's end


def strip_place() -> tuple[float, float]:
    """Where the faces of a strip are, away from the players, seen from its row's middle line."""
    strip = description()["strip"]
    front = strip["reed_axis_mm"]
    return front, front + strip["thickness_mm"]


def rib(name: str, x: float) -> Panel:
    """The rib of a grid that stands `x` mm right of its first cells' middles, seen from the
    right: across is away from the players, up is up, the panel's lower face is at 0."""
    made = description()
    ribs, strip = made["ribs"], made["strip"]
    front, back = strip_place()
    middle = (front + back) / 2
    low = -strip["height_mm"]
    step = low + ribs["hold"]
    lines = rows(name)
    near, far = lines[0][0] - ribs["beyond"], lines[-1][0] + ribs["beyond"]
    points: list[Point] = [(near, low - ribs["foot"]), (near, 0.0)]
    for y, left, right, header in lines:
        if not left + 1.0 < x < right - 1.0:
            continue
        if abs(x - header) < ribs["header_reach"]:
            start, end = y + front - ribs["header"], y + back + ribs["back"]
            points += [(start, 0.0), (start, low), (end, low), (end, 0.0)]
            continue
        start, end = y + front - ribs["front"], y + back + ribs["back"]
        left_side, right_side = y + middle - ribs["slot"] / 2, y + middle + ribs["slot"] / 2
        points += [(start, 0.0), (start, step), (left_side, step), (left_side, low),
                   (right_side, low), (right_side, step), (end, step), (end, 0.0)]
    # a header's gap may reach so near
    first = min(across for across, _ in points[2:])
    if first - NARROWEST < near:
        near = first - NARROWEST
        points[:2] = [(near, low - ribs["foot"]), (near, 0.0)]
    points.append((far, 0.0))
    base = low - ribs["foot"]
    points.append((far, base))
    for place in reversed(tabs(near, far)):
        half, depth = ribs["tab"][0] / 2, ribs["tab"][1]
        points += [(place + half, base), (place + half, base - depth),
                   (place - half, base - depth), (place - half, base)]
    return Panel(f"Rib of the {name} grid",
                 [Line(points, closed=True, layer=CUT)])


def tabs(near: float, far: float) -> list[float]:
    """Where the middles of a rib's two tabs are."""
    quarter = (far - near) / 4
    return [near + quarter, far - quarter]


def floor(name: str) -> Panel:
    """The floor of a grid: the panel's outline and screws; slots for the ribs' tabs and for the
    strips' cables, holes for the buttons' wires and for the controller's screws."""
    made = description()
    cells, centres = cells_of(name)
    half_y = pitch_mm() / (math.sqrt(3) if cells.directions == 6 else 2)
    shapes = only_cut(frame(name, centres, half_y))
    # no buttons in the floor
    shapes = [s for s in shapes if not (isinstance(s, Circle)
                                        and s.diameter == made["panel"]["button_hole"])]
    half, thick = made["ribs"]["tab"][0] / 2, made["ribs"]["thickness"] / 2
    for x in made["ribs"][name]:
        for y in tabs(*_span(name, x)):
            shapes.append(Line([(x - thick, y - half), (x + thick, y - half),
                                (x + thick, y + half), (x - thick, y + half)],
                               closed=True, layer=CUT))
    xs, ys = zip(*shapes[0].points, strict=True)
    wires = made["floor"]["wire_hole"]
    shapes.append(Circle(((min(xs) + max(xs)) / 2, min(ys) + 25.0), wires))
    shapes += [_cable_slot(name, y, header) for y, _, _, header in rows(name)]
    near, size = made["floor"]["controller_hole"], made["floor"]["controller"]
    inset = made["floor"]["controller_inset"]
    for x in (near, size - near):
        for y in (near, size - near):
            # at the right: parts down, the controller's sockets look to the right and to the near
            at = (max(xs) - inset - x, min(ys) + inset + y)
            shapes.append(Circle(at, made["floor"]["mount_hole"]))
    return Panel(f"Floor of the {name} grid", shapes)


def _cable_slot(name: str, y: float, header: float) -> Line:
    """The hole for a strip's cable, before its header or beside that where a rib stands there."""
    made = description()
    wide, high = (side / 2 for side in made["floor"]["cable_slot"])
    x = next(
        header + aside for aside in (0.0, -10.0, 10.0, -20.0, 20.0, -30.0, 30.0)
        if all(abs(header + aside - rib_x) >= made["floor"]["cable_clear"]
               for rib_x in made["ribs"][name])
    )
    y -= made["floor"]["cable_front"]
    return Line([(x - wide, y - high), (x + wide, y - high), (x + wide, y + high),
                 (x - wide, y + high)], closed=True, layer=CUT)


def _span(name: str, x: float) -> tuple[float, float]:
    """The near and the far end of a rib."""
    across = [point[0] for point in rib(name, x).shapes[0].points]
    return min(across), max(across)
