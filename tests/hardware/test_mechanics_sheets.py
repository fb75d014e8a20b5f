"""The laser's drawings, read back from their files: DXF by ezdxf, SVG as XML."""

import math
from collections import Counter
from functools import cache
from xml.etree import ElementTree

import ezdxf
import pytest
from electronics import kicad
from ezdxf.entities import Circle, LWPolyline
from mechanics.description import GRIDS, cells_of, description, pitch_mm, rows
from mechanics.drawings import compensated
from mechanics.make import DRAWINGS
from mechanics.panels import Circle as PanelCircle
from mechanics.panels import keyhole, size
from mechanics.ribs import strip_place, tabs
from mechanics.sheets import rib_places, sheets
from mechanics.strokes import strokes

from tourelle.games import opening

NAMES = sorted(sheets())
SVG = "{http://www.w3.org/2000/svg}"
STRIPS = [
    pytest.param(name, row, id=f"{name}-{number}")
    for name in GRIDS
    for number, row in enumerate(rows(name), start=1)
]
CENTRES = {"square": "square", "avalam-top": "avalam", "hex": "hex"}


@cache
def read(name):
    """A DXF file's shapes: layer, points, closed, diameter (0 for lines)."""
    shapes = []
    for entity in ezdxf.readfile(DRAWINGS / f"{name}.dxf").modelspace():
        if isinstance(entity, Circle):
            centre = (entity.dxf.center.x, entity.dxf.center.y)
            shapes.append((entity.dxf.layer, [centre], True, 2 * entity.dxf.radius))
        else:
            assert isinstance(entity, LWPolyline)
            points = [(x, y) for x, y, *_ in entity.get_points()]
            shapes.append((entity.dxf.layer, points, entity.closed, 0.0))
    return shapes


def holes(name):
    """Everything that is cut but the outline, which comes first."""
    return [shape for shape in read(name)[1:] if shape[0] == "cut"]


def sampled(shape):
    """Points along a cut, half a millimetre apart at most."""
    _, points, _, diameter = shape
    if diameter:
        x, y = points[0]
        return [
            (x + diameter / 2 * math.cos(a / 20), y + diameter / 2 * math.sin(a / 20))
            for a in range(126)
        ]
    found = []
    for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1], strict=True):
        steps = max(1, math.ceil(math.dist((x1, y1), (x2, y2)) / 0.5))
        found += [(x1 + (x2 - x1) * i / steps, y1 + (y2 - y1) * i / steps) for i in range(steps)]
    return found


def middle(points):
    return tuple(sum(p[i] for p in points) / len(points) for i in (0, 1))


@pytest.mark.parametrize("name", NAMES)
def test_every_cut_is_closed_and_runs_nowhere_twice(name):
    cuts = [shape for shape in read(name) if shape[0] == "cut"]
    assert cuts[0] == read(name)[0], "the outline"
    for _, points, closed, diameter in cuts:
        assert closed
        if not diameter:
            assert len(set(points)) == len(points) >= 4


@pytest.mark.parametrize("name", NAMES)
def test_holes_lie_within_the_sheet_and_apart(name):
    outline, *_ = read(name)
    xs, ys = zip(*outline[1], strict=True)
    cuts = [sampled(shape) for shape in holes(name)]
    assert (not cuts) == ("-rib" in name)
    for points in cuts:
        for x, y in points:
            assert min(xs) + 3.0 < x < max(xs) - 3.0
            assert min(ys) + 3.0 < y < max(ys) - 3.0
    boxes = [
        (min(x for x, _ in c), min(y for _, y in c), max(x for x, _ in c), max(y for _, y in c))
        for c in cuts
    ]
    for i, one in enumerate(cuts):
        for j in range(i):
            a, b = boxes[i], boxes[j]
            if a[0] > b[2] + 3 or b[0] > a[2] + 3 or a[1] > b[3] + 3 or b[1] > a[3] + 3:
                continue
            assert min(math.dist(p, q) for p in one for q in cuts[j]) > 2.0


@pytest.mark.parametrize("name", NAMES)
def test_svg_and_dxf_show_the_same(name):
    root = ElementTree.parse(DRAWINGS / f"{name}.svg").getroot()
    xs, ys = zip(*read(name)[0][1], strict=True)
    wide, high = root.attrib["width"], root.attrib["height"]
    assert wide.endswith("mm")
    assert root.attrib["viewBox"].split() == ["0", "0", wide[:-2], high[:-2]]
    assert float(wide[:-2]) == pytest.approx(max(xs) - min(xs), abs=0.002)
    for group in root.iter(f"{SVG}g"):
        drawn = [shape for shape in read(name) if shape[0] == group.attrib["id"]]
        for element, (_, points, closed, diameter) in zip(group, drawn, strict=True):
            if element.tag == f"{SVG}circle":
                seen = [(float(element.attrib["cx"]), float(element.attrib["cy"]))]
                assert 2 * float(element.attrib["r"]) == pytest.approx(diameter, abs=0.002)
            else:
                pairs = [pair.split(",") for pair in element.attrib["points"].split()]
                seen = [(float(x), float(y)) for x, y in pairs]
                assert closed == (element.tag == f"{SVG}polygon")
            for (x, y), point in zip(seen, points, strict=True):
                assert math.dist((x + min(xs), max(ys) - y), point) < 0.004


def test_each_of_avalams_holes_is_round_a_cell():
    _, centres = cells_of("avalam")
    radius = description()["panel"]["avalam_hole"] / 2
    round_ones = [points for _, points, _, diameter in holes("avalam-top") if not diameter]
    assert len(round_ones) == len(centres) == 49
    for x, y in centres:
        around = [
            sum(abs(math.dist(point, (x, y)) - radius) < 0.01 for point in points)
            for points in round_ones
        ]
        assert max(around) > 90
    assert 2 * radius > description()["pieces"]["disc"]["diameter"] + 1


def test_the_notch_shows_the_light():
    light = description()["cell"]["light_mm"]
    right = max(x for x, _ in keyhole((0.0, 0.0)).points)
    assert right == pytest.approx(light + description()["panel"]["light_notch"] / 2, abs=0.05)
    assert light > description()["pieces"]["disc"]["diameter"] / 2
    assert 2 * right - pitch_mm() < right - 2.0  # the next hole is some way off


def test_squares_lie_around_their_cells():
    _, centres = cells_of("square")
    half = pitch_mm() / 2
    lines = [points for layer, points, _, _ in read("square") if layer == "engrave"]
    across = {
        round(p[0][1], 2)
        for p in lines
        if len(p) == 2 and p[0][1] == p[1][1] and math.dist(*p) > 300
    }
    along = {
        round(p[0][0], 2)
        for p in lines
        if len(p) == 2 and p[0][0] == p[1][0] and math.dist(*p) > 300
    }
    (frame,) = [p for p in lines if len(p) == 4 and math.dist(p[0], p[1]) > 300]
    across |= {round(y, 2) for _, y in frame}
    along |= {round(x, 2) for x, _ in frame}
    assert len(across) == len(along) == 9
    for x, y in centres:
        assert {round(x - half, 2), round(x + half, 2)} <= along
        assert {round(y - half, 2), round(y + half, 2)} <= across


def test_the_slots_are_on_the_edges_that_the_rules_mark():
    _, centres = cells_of("hex")
    slots = [points for _, points, _, _ in holes("hex") if len(points) == 4]
    marked = opening("cabale").marked()
    assert len(slots) == len(marked) == 66
    wanted = {tuple(round(v, 1) for v in middle([centres[a], centres[b]])) for a, b in marked}
    assert {tuple(round(v, 1) for v in middle(points)) for points in slots} == wanted
    for points in slots:
        sides = sorted(math.dist(points[i], points[i - 1]) for i in range(4))
        assert sides == pytest.approx([2.2, 2.2, 14.0, 14.0], abs=0.01)


def test_every_edge_of_every_hexagon_is_drawn_once():
    edge = pitch_mm() / math.sqrt(3)
    part = (edge - description()["slot"]["length"]) / 2
    lengths = [
        math.dist(*points)
        for layer, points, _, _ in read("hex")
        if layer == "engrave" and len(points) == 2
    ]
    whole = sum(abs(length - edge) < 0.01 for length in lengths)
    parts = sum(abs(length - part) < 0.01 for length in lengths)
    assert (whole, parts) == ((61 * 6 + 54) // 2 - 66, 2 * 66)


def test_each_hexagon_bears_its_value():
    cells, centres = cells_of("hex")
    game = opening("cabale")
    drawn = [points for layer, points, _, _ in read("hex") if layer == "engrave"]
    worth = Counter()
    for cell in range(cells.size):
        x, y = centres[cell]
        text = game.printed(cell)
        upper = y + pitch_mm() / math.sqrt(3) - 3.2 - 2.1
        for points in strokes(text, x, upper, 4.2):
            assert any(
                len(seen) == len(points)
                and all(math.dist(*pair) < 0.01 for pair in zip(seen, points, strict=True))
                for seen in drawn
            )
        worth[text] += 1
    assert worth == {"15": 1, "10": 6, "6": 12, "3": 18, "1": 24}


def rib_shape(name, x):
    groups = rib_places(name)
    number = next(i for i, places in enumerate(groups, start=1) if x in places)
    return read(f"{name}-rib" + (f"-{number}" if len(groups) > 1 else ""))[0][1]


def covers(points, x, y):
    """Whether a point is within an outline."""
    inside = False
    for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1], strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


@pytest.mark.parametrize(("name", "row"), STRIPS)
def test_two_ribs_at_least_hold_every_strip(name, row):
    y, left, right, _ = row
    front, back = strip_place()
    low = -description()["strip"]["height_mm"]
    held = 0
    for x in description()["ribs"][name]:
        points = rib_shape(name, x)
        if not left < x < right:
            continue
        for down in range(31):  # the strip itself is free of wood
            for across in (front + 0.02, (front + back) / 2, back - 0.02):
                assert not covers(points, y + across, low + 0.05 + down * 0.98)
        held += all(covers(points, y + at, low + 1.0) for at in (front - 0.2, back + 0.2))
        assert covers(points, y + front, low - 1.0)
    assert held >= 2


@pytest.mark.needs_kicad
@pytest.mark.parametrize("name", GRIDS)
def test_no_part_of_a_strip_touches_a_rib(name):
    """Parts in the way of a rib lie where its slot is wide; the tall header where it is wider."""
    layout, made = kicad.layout("strip"), description()
    front, _ = strip_place()
    half = made["ribs"]["thickness"] / 2 + 0.3
    seen = 0
    for y, left, _, _ in rows(name):
        for x in made["ribs"][name]:
            points = rib_shape(name, x)
            for ref, part in layout["parts"].items():
                if ref.startswith(("H", "FID", "J") if ref != "J1" else "none"):
                    continue
                body = [point for outline in part["courtyard"] for point in outline]
                x0, x1 = (left + pick(p[0] for p in body) for pick in (min, max))
                down0, down1 = (pick(p[1] for p in body) for pick in (min, max))
                if x1 + half < x or x0 - half > x:
                    continue
                seen += 1
                tall = 16.0 if ref == "J1" else 3.5
                for level in (down0, (down0 + down1) / 2, down1):
                    assert not covers(points, y + front - tall, -max(level, 0.1)), ref
    assert seen or name != "hex"  # elsewhere no rib meets a part


def rectangles(drawing, wide, high):
    """The rectangles of one size that are cut out."""
    found = []
    for _, points, _, diameter in holes(drawing):
        sides = [max(p[i] for p in points) - min(p[i] for p in points) for i in (0, 1)]
        if not diameter and sides == pytest.approx([wide, high], abs=0.01):
            found.append(points)
    return found


@pytest.mark.parametrize("name", GRIDS)
def test_the_ribs_tabs_fit_into_the_floor(name):
    thick, long = description()["ribs"]["thickness"], description()["ribs"]["tab"][0]
    slots = rectangles(f"{name}-floor", thick, long)
    wanted = set()
    for x in description()["ribs"][name]:
        across = [p[0] for p in rib_shape(name, x)]
        wanted |= {(round(x, 1), round(y, 1)) for y in tabs(min(across), max(across))}
        lowest = min(p[1] for p in rib_shape(name, x))
        ends = sorted(p[0] for p in rib_shape(name, x) if p[1] == lowest)
        assert len(ends) == 4
    assert {tuple(round(v, 1) for v in middle(points)) for points in slots} == wanted


@pytest.mark.parametrize("name", GRIDS)
def test_panel_and_floor_have_the_same_outline_and_screws(name):
    panel = {"avalam": "avalam-top"}.get(name, name)
    assert read(panel)[0][1] == read(f"{name}-floor")[0][1]
    size = description()["panel"]["screw_hole"]

    def screws(drawing):
        return {
            tuple(points[0])
            for _, points, _, diameter in holes(drawing)
            if abs(diameter - size) < 0.01
        }

    assert len(screws(panel)) == 8
    assert screws(panel) <= screws(f"{name}-floor")


@pytest.mark.parametrize("name", GRIDS)
def test_strips_and_ribs_lie_within_the_frame(name):
    xs, ys = zip(*read(f"{name}-floor")[0][1], strict=True)
    lath = description()["panel"]["lath"]
    lefts, rights = [left for _, left, _, _ in rows(name)], [right for _, _, right, _ in rows(name)]
    assert min(xs) + lath < min(lefts) < max(rights) < max(xs) - lath
    across = [p[0] for x in description()["ribs"][name] for p in rib_shape(name, x)]
    assert min(ys) + lath < min(across) < max(across) < max(ys) - lath


@pytest.mark.parametrize(("name", "row"), STRIPS)
def test_every_strips_cable_finds_its_hole_in_the_floor(name, row):
    y, _, _, header = row
    slots = rectangles(f"{name}-floor", *description()["floor"]["cable_slot"])
    (mine,) = [p for p in slots if y - 30 < middle(p)[1] < y]
    assert abs(middle(mine)[0] - header) <= 30
    for x in description()["ribs"][name]:
        assert not min(p[0] for p in mine) - 1.5 < x < max(p[0] for p in mine) + 1.5


@pytest.mark.needs_kicad
@pytest.mark.parametrize("name", GRIDS)
def test_the_controllers_holes_are_in_the_floor(name):
    layout = kicad.layout("controller")
    wanted = {tuple(part["at"]) for ref, part in layout["parts"].items() if ref.startswith("H")}
    xs, ys = zip(*read(f"{name}-floor")[0][1], strict=True)
    inset = description()["floor"]["controller_inset"]
    assert inset > description()["panel"]["lath"]
    screws = {tuple(points[0]) for _, points, _, diameter in holes(f"{name}-floor") if diameter}
    for x, y in wanted:
        # hung below with its parts down, the board is seen from its back: left is right
        at = (max(xs) - inset - x, min(ys) + inset + layout["size"][1] - y)
        assert any(math.dist(at, screw) < 0.1 for screw in screws)
        for rib_x in description()["ribs"][name]:  # room for a screw's head
            assert abs(at[0] - rib_x) > 3.0 + description()["ribs"]["thickness"] / 2


@pytest.mark.parametrize("name", NAMES)
def test_a_drawings_unit_is_the_millimetre(name):
    document = ezdxf.readfile(DRAWINGS / f"{name}.dxf")
    assert document.units == ezdxf.units.MM
    assert document.header["$MEASUREMENT"] == 1


def test_a_kerf_grows_the_sheet_and_shrinks_its_holes():
    panel = sheets()["avalam-floor"]()
    made = compensated(panel, 0.2)
    assert size(made)[0] == pytest.approx(size(panel)[0] + 0.2)
    for old, new in zip(panel.shapes[1:], made.shapes[1:], strict=True):
        if isinstance(old, PanelCircle):
            assert new.diameter == pytest.approx(old.diameter - 0.2)
        else:
            for i in (0, 1):
                spans = [
                    max(p[i] for p in s.points) - min(p[i] for p in s.points) for s in (old, new)
                ]
                assert spans[1] == pytest.approx(spans[0] - 0.2, abs=1e-3)
    assert compensated(panel, 0.0) is panel


def test_engraved_lines_know_no_kerf():
    panel = sheets()["square"]()
    kept = [s for s in compensated(panel, 0.3).shapes if s.layer == "engrave"]
    assert kept == [s for s in panel.shapes if s.layer == "engrave"]


def test_the_coupon_has_the_slots_that_its_words_say():
    slots = sorted(
        min(max(p[i] for p in s[1]) - min(p[i] for p in s[1]) for i in (0, 1))
        for s in holes("coupon-kerf")
        if not s[3]
    )
    assert slots == pytest.approx([1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2.0, 2.1, 2.2, 2.3, 30.0])
