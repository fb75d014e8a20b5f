"""A picture of how a board goes together, made from the sheets that are cut: floor, frame, ribs,
strips, panel, each lifted off what it goes into."""

from manifold3d import CrossSection, FillRule, Manifold
from PIL import Image

from mechanics.description import description, rows
from mechanics.panels import CUT, Circle, Panel, square
from mechanics.render import Picture
from mechanics.ribs import floor, rib, strip_place

WOOD, PALE, OPAL = (0.80, 0.62, 0.40), (0.88, 0.74, 0.53), (0.96, 0.95, 0.90)
BOARD, HEADER = (0.22, 0.50, 0.34), (0.20, 0.20, 0.22)
GRID, SHEET = "square", 3.0
RAISED = {"ribs": 30.0, "strips": 90.0, "panel": 240.0, "front": 60.0}  # off their places, mm


def _plate(panel: Panel) -> CrossSection:
    """What stays of a sheet when it is cut."""
    outline, *rest = [shape for shape in panel.shapes if shape.layer == CUT]
    plate = CrossSection([outline.points], FillRule.NonZero)
    for shape in rest:
        if isinstance(shape, Circle):
            hole = CrossSection.circle(shape.diameter / 2, 16).translate(shape.centre)
        else:
            hole = CrossSection([shape.points], FillRule.NonZero)
        plate -= hole
    return plate


def _box(low: tuple[float, float, float], high: tuple[float, float, float]) -> Manifold:
    size = [top - bottom for bottom, top in zip(low, high, strict=True)]
    return Manifold.cube(size).translate(list(low))


def _frame(outline: list, bottom: float, top: float, wide: float) -> list[Manifold]:
    """The four laths on a floor's edge; the near one comes first."""
    xs, ys = zip(*outline, strict=True)
    left, right, near, far = min(xs), max(xs), min(ys), max(ys)
    return [_box((left, near, bottom), (right, near + wide, top)),
            _box((left, far - wide, bottom), (right, far, top)),
            _box((left, near + wide, bottom), (left + wide, far - wide, top)),
            _box((right - wide, near + wide, bottom), (right, far - wide, top))]


def assembly() -> Image.Image:
    """The board of the squares, taken apart upwards, seen from the players' side."""
    made = description()
    strip, lath = made["strip"], made["panel"]["lath"]
    base = -strip["height_mm"] - made["ribs"]["foot"]
    bottom = floor(GRID)
    outline = bottom.shapes[0].points
    near, far, left, right = _frame(outline, base, 0.0, lath)
    parts = [(_plate(bottom).extrude(SHEET).translate([0, 0, base - SHEET]), PALE)]
    foot = _frame(outline, base - SHEET - 40.0, base - SHEET, lath)
    parts += [(piece, WOOD) for piece in (*foot, far, left, right)]
    parts.append((near.translate([0, -RAISED["front"], 0]), WOOD))
    for x in made["ribs"][GRID]:
        solid = _plate(rib(GRID, x)).extrude(made["ribs"]["thickness"])
        # across the rib goes y, its height z, its thickness x
        turned = solid.transform([[0, 0, 1, x - made["ribs"]["thickness"] / 2],
                                  [1, 0, 0, 0], [0, 1, 0, RAISED["ribs"]]])
        parts.append((turned, PALE))
    front, back = strip_place()
    for y, begins, ends, header in rows(GRID):
        up = RAISED["strips"]
        parts.append((_box((begins, y + front, up - strip["height_mm"]), (ends, y + back, up)),
                      BOARD))
        parts.append((_box((header - 17, y + front - 9, up - strip["height_mm"] + 1),
                           (header + 17, y + front, up - strip["height_mm"] + 11)), HEADER))
    parts.append((_plate(square()).extrude(made["heights"]["panel"])
                  .translate([0, 0, RAISED["panel"]]), OPAL))
    picture = Picture([solid for solid, _ in parts], 1100, turn=-24.0, tilt=27.0)
    for solid, colour in parts:
        picture.draw(solid, colour)
    return picture.image()
