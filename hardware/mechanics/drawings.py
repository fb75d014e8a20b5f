"""Panels as SVG and DXF text. Cut lines are red, engraved ones blue, each on a layer of its own."""

import io

from ezdxf.addons.r12writer import r12writer

from mechanics.panels import CUT, ENGRAVE, Circle, Panel

COLOURS = {CUT: ("#ff0000", 1), ENGRAVE: ("#0000ff", 5)}  # SVG, AutoCAD index


def _n(value: float) -> str:
    """A length with three decimals at most, and never "-0"."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def svg(panel: Panel) -> str:
    """The drawing in true size; y is turned, as SVG counts it downwards."""
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
    """The same in DXF, version R12, in millimetres."""
    stream = io.StringIO(newline="\n")
    with r12writer(stream) as writer:
        for shape in panel.shapes:
            style = {"layer": shape.layer, "color": COLOURS[shape.layer][1]}
            if isinstance(shape, Circle):
                writer.add_circle(_near(shape.centre), round(shape.diameter / 2, 3), **style)
            else:
                writer.add_polyline_2d(map(_near, shape.points), closed=shape.closed, **style)
    return stream.getvalue()


def _near(point: tuple[float, float]) -> tuple[float, float]:
    """A point to the nearest thousandth of a millimetre, without minus zero."""
    return round(point[0], 3) + 0.0, round(point[1], 3) + 0.0
