"""Panels as SVG and DXF text. Cut lines are red, engraved ones blue, each on a layer of its own."""

import io

import ezdxf
from manifold3d import CrossSection, JoinType

from mechanics.description import description
from mechanics.panels import CUT, ENGRAVE, Circle, Line, Panel

COLOURS = {CUT: ("#ff0000", 1), ENGRAVE: ("#0000ff", 5)}  # SVG, AutoCAD index


def _n(value: float) -> str:
    """A length with three decimals at most, and never "-0"."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def svg(panel: Panel) -> str:
    """The drawing in true size; y is turned, as SVG counts it downwards."""
    panel = compensated(panel, description()["laser"]["kerf"])
    xs, ys = zip(*panel.shapes[0].points, strict=True)
    left, top = min(xs), max(ys)
    wide, high = max(xs) - left, top - min(ys)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_n(wide)}mm" height="{_n(high)}mm" '
        f'viewBox="0 0 {_n(wide)} {_n(high)}">',
        f"<title>{panel.title}</title>",
    ]
    for layer, (colour, _) in COLOURS.items():
        lines.append(f'<g id="{layer}" fill="none" stroke="{colour}" stroke-width="0.1">')
        for shape in panel.shapes:
            if shape.layer != layer:
                continue
            if isinstance(shape, Circle):
                x, y = shape.centre
                lines.append(f'<circle cx="{_n(x - left)}" cy="{_n(top - y)}" '
                             f'r="{_n(shape.diameter / 2)}"/>')
            else:
                kind = "polygon" if shape.closed else "polyline"
                points = " ".join(f"{_n(x - left)},{_n(top - y)}" for x, y in shape.points)
                lines.append(f'<{kind} points="{points}"/>')
        lines.append("</g>")
    return "\n".join([*lines, "</svg>", ""])


def dxf(panel: Panel) -> str:
    """The same in DXF, version R2000, which says that its unit is the millimetre."""
    panel = compensated(panel, description()["laser"]["kerf"])
    ezdxf.options.write_fixed_meta_data_for_testing = True  # neither date nor random numbers
    document = ezdxf.new("R2000", units=ezdxf.units.MM)
    for layer, (_, colour) in COLOURS.items():
        document.layers.add(layer, color=colour)
    space = document.modelspace()
    for shape in panel.shapes:
        style = {"layer": shape.layer}
        if isinstance(shape, Circle):
            space.add_circle(_near(shape.centre), round(shape.diameter / 2, 3), dxfattribs=style)
        else:
            space.add_lwpolyline(map(_near, shape.points), close=shape.closed, dxfattribs=style)
    stream = io.StringIO(newline="\n")
    document.write(stream)
    return stream.getvalue()


def compensated(panel: Panel, kerf: float) -> Panel:
    """A panel whose cut lines run half a kerf beside the edges that are wanted: outside of its
    outline, inside of its holes. Engraved lines stay."""
    if not kerf:
        return panel
    shapes: list = []
    for number, shape in enumerate(panel.shapes):
        grow = kerf / 2 if number == 0 else -kerf / 2
        if shape.layer != CUT:
            shapes.append(shape)
        elif isinstance(shape, Circle):
            shapes.append(Circle(shape.centre, shape.diameter + 2 * grow, CUT))
        else:
            grown = CrossSection([shape.points]).offset(grow, JoinType.Miter)
            shapes += [Line([tuple(map(float, point)) for point in outline], True, CUT)
                       for outline in grown.to_polygons()]
    return Panel(panel.title, shapes)


def _near(point: tuple[float, float]) -> tuple[float, float]:
    """A point to the nearest thousandth of a millimetre, without minus zero."""
    return round(point[0], 3) + 0.0, round(point[1], 3) + 0.0
