"""What is sent to a board maker, read back: Gerbers, drills, bills of material, routing."""

import csv
import math
import warnings

import pytest
from electronics import bom, make, products
from electronics.sexpr import child, children
from gerbonara import LayerStack

from wired_boards import (
    FAB,
    GRIDS,
    Pin,
    board_tree,
    description,
    from_board,
    from_netlist,
    reference,
)

BOARDS = ("strip", "controller")
LAYERS = {
    *((side, use) for side in ("top", "bottom") for use in ("copper", "mask", "silk", "paste")),
    ("mechanical", "outline"),
}


@pytest.fixture(scope="module")
def stacks():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about a header line that KiCad's drills repeat
        return {name: LayerStack.open(FAB / f"{name}-gerbers.zip") for name in BOARDS}


def pads(name: str) -> list[list]:
    return [
        pad for footprint in children(board_tree(name), "footprint")
        for pad in children(footprint, "pad")
    ]


@pytest.mark.parametrize("name", BOARDS)
def test_gerbers_have_every_layer_and_something_on_it(stacks, name):
    layers = stacks[name].graphic_layers
    assert set(layers) == LAYERS
    empty = {("bottom", "paste")}  # nothing is soldered to the back's surface
    if name == "controller":  # all its parts have leads, all its print is on the front
        empty |= {("top", "paste"), ("bottom", "silk")}
    assert {key for key in LAYERS if not layers[key].objects} == empty


@pytest.mark.parametrize("name", BOARDS)
def test_gerbers_have_the_outline_of_the_description(stacks, name):
    made = products.boards()[name][0]
    (x0, y0), (x1, y1) = stacks[name].board_bounds()
    assert x1 - x0 == pytest.approx(made.width, abs=0.11)
    assert y1 - y0 == pytest.approx(made.height, abs=0.11)


@pytest.mark.parametrize("name", BOARDS)
def test_every_pad_and_via_is_drilled(stacks, name):
    vias = len(children(board_tree(name), "via"))
    plated = sum(pad[2] == "thru_hole" for pad in pads(name))
    bare = sum(pad[2] == "np_thru_hole" for pad in pads(name))
    assert len(stacks[name].drill_pth) == vias + plated
    assert len(stacks[name].drill_npth) == bare


@pytest.mark.parametrize("name", BOARDS)
def test_copper_of_the_gerbers_holds_every_track(stacks, name):
    """Each end of each track of the board is under something that the Gerber draws."""
    for layer, side in (("F.Cu", "top"), ("B.Cu", "bottom")):
        drawn = set()
        for item in stacks[name].graphic_layers[side, "copper"].objects:
            for x, y in ((getattr(item, "x1", None), getattr(item, "y1", None)),
                         (getattr(item, "x2", None), getattr(item, "y2", None))):
                if x is not None and y is not None:
                    drawn.add((round(x, 2), round(y, 2)))
        wanted = set()
        for track in children(board_tree(name), "segment"):
            if child(track, "layer")[1] == layer:
                for end in ("start", "end"):
                    x, y = map(float, child(track, end)[1:])
                    wanted.add((round(x, 2), round(-y, 2)))
        assert wanted <= drawn


@pytest.mark.parametrize("name", BOARDS)
def test_every_net_is_one_piece_of_copper(name):
    """Pads, tracks and vias of each net hang together, without counting on the pours."""
    assert loose(name) == {}


def loose(name: str) -> dict[str, int]:
    """net -> number of pieces, of those that are not in one piece."""
    shapes: dict[str, list[tuple]] = {}
    tree = board_tree(name)
    nets = {net[1]: net[2] for net in children(tree, "net")}
    for footprint in children(tree, "footprint"):
        x, y, *turn = map(float, child(footprint, "at")[1:])
        angle = math.radians(turn[0] if turn else 0)
        for pad in children(footprint, "pad"):
            if not children(pad, "net"):
                continue
            px, py = map(float, child(pad, "at")[1:3])
            ax = x + px * math.cos(angle) + py * math.sin(angle)
            ay = y - px * math.sin(angle) + py * math.cos(angle)
            wide, high = (float(v) / 2 for v in child(pad, "size")[1:])
            sides = {"F.Cu", "B.Cu"} if pad[2] == "thru_hole" else {child(pad, "layers")[1]}
            shapes.setdefault(child(pad, "net")[2], []).append(
                (sides, ax, ay, ax, ay, math.hypot(wide, high)))
    for track in children(tree, "segment"):
        (x0, y0), (x1, y1) = (map(float, child(track, end)[1:]) for end in ("start", "end"))
        shapes.setdefault(nets[child(track, "net")[1]], []).append(
            ({child(track, "layer")[1]}, x0, y0, x1, y1, 0.05))
    for via in children(tree, "via"):
        x, y = map(float, child(via, "at")[1:])
        shapes.setdefault(nets[child(via, "net")[1]], []).append(
            ({"F.Cu", "B.Cu"}, x, y, x, y, 0.3))
    found = {}
    for net, parts in shapes.items():
        groups = [{i} for i in range(len(parts))]
        for i, one in enumerate(parts):
            mine = [g for g in groups if any(k == i or touch(one, parts[k]) for k in g)]
            groups = [g for g in groups if g not in mine] + [set().union(*mine)]
        if len(groups) > 1 and not net.startswith("unconnected"):
            found[net] = len(groups)
    return found


def touch(one: tuple, other: tuple) -> bool:
    """Whether two shapes share a layer and an end of one comes up to the other."""
    if not one[0] & other[0]:
        return False
    return any(
        apart(x, y, *b[1:5]) <= max(a[5], b[5])
        for a, b in ((one, other), (other, one))
        for x, y in ((a[1], a[2]), (a[3], a[4]))
    )


def apart(x: float, y: float, x0: float, y0: float, x1: float, y1: float) -> float:
    """Distance of a point from a line between two points."""
    dx, dy = x1 - x0, y1 - y0
    long = dx * dx + dy * dy
    t = max(0.0, min(1.0, ((x - x0) * dx + (y - y0) * dy) / long)) if long else 0.0
    return math.hypot(x - x0 - t * dx, y - y0 - t * dy)


def test_the_rail_of_the_lights_is_wide():
    for name, net, layer, least in (("strip", "+5V", "F.Cu", 2.0), ("controller", "+5V", "", 1.5),
                                    ("controller", "5V_FUSED", "", 2.0)):
        tree = board_tree(name)
        numbers = {entry[2]: entry[1] for entry in children(tree, "net")}
        widths = [
            float(child(track, "width")[1]) for track in children(tree, "segment")
            if child(track, "net")[1] == numbers[net]
            and (not layer or child(track, "layer")[1] == layer)
        ]
        assert max(widths) >= least


@pytest.mark.parametrize("name", BOARDS)
def test_the_bill_of_material_lists_the_parts_of_the_netlist(name):
    with (FAB / f"{name}-bom.csv").open(encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    listed = [ref for line in lines for ref in line["References"].split()]
    drawn = {ref for pins in from_netlist(name).values() for ref, _ in pins}
    assert len(listed) == len(set(listed))
    assert set(listed) == {ref for ref in drawn if not ref.startswith(("TP", "JF", "JL"))}
    assert all(line["MPN"] and line["Manufacturer"] for line in lines)
    assert all(len(line["References"].split()) == int(line["Quantity"]) for line in lines)


@pytest.mark.parametrize("name", BOARDS)
def test_the_placement_list_has_every_part_that_is_bought(name):
    with (FAB / f"{name}-placement.csv").open(encoding="utf-8") as file:
        placed = {line["Ref"] for line in csv.DictReader(file)}
    with (FAB / f"{name}-bom.csv").open(encoding="utf-8") as file:
        bought = {ref for line in csv.DictReader(file) for ref in line["References"].split()}
    assert placed == bought


@pytest.mark.parametrize("grid", GRIDS)
def test_a_games_bill_counts_what_is_fitted(grid):
    with (FAB / f"bom-{grid}.csv").open(encoding="utf-8") as file:
        count = {line["MPN"]: line["Quantity"] for line in csv.DictReader(file)}
    made = description(grid)
    cells, strips = len(made["leds"]["chain"].split()), len(made["rows"])
    for mpn in ("MDSR-10-15-20", "BAT54T1G", "SK6812SIDE-A", "CL21B104KBCNNNC"):
        assert float(count[mpn]) == cells
    assert float(count["61201621621"]) == 2 * strips
    assert float(count["fab/strip-gerbers.zip"]) == strips


def test_nothing_is_stale():
    assert make.check(tools=False) == []


def test_a_changed_part_makes_files_stale(monkeypatch):
    made = {name: (board, wiring) for name, (board, wiring) in products.boards().items()}
    resistor = next(part for part in made["controller"][0].parts if part.ref == "R1")
    resistor.value = "470R"
    for module in (make, products):
        monkeypatch.setattr(module, "boards", lambda: made)
    stale = " ".join(make.check(tools=False))
    assert "controller.kicad_sch" in stale
    assert "controller.kicad_pcb" in stale
    assert "strip.kicad_pcb" not in stale


def test_a_moved_part_makes_the_routing_stale():
    board, wiring = products.boards()["strip"]
    before = products.routing_digest(board, wiring)
    board.parts[0].at = (board.parts[0].at[0] + 1.0, *board.parts[0].at[1:])
    assert products.routing_digest(board, wiring) != before


def test_bills_merge_what_strip_and_controller_share():
    strip, controller = (board for board, _ in products.boards().values())
    lines = bom.game_lines("square", strip, controller)
    assert len({line.mpn for line in lines}) == len(lines)


@pytest.mark.parametrize("name", BOARDS)
def test_every_part_has_its_name_in_the_board_file(name):
    named = {reference(footprint) for footprint in children(board_tree(name), "footprint")}
    parts: set[Pin] = set().union(*from_board(name).values())
    assert {ref for ref, _ in parts} <= named
