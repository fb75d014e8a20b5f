"""What is sent to a board maker, read back; KiCad's files against KiCad's own libraries; bills."""

import copy
import csv
import io
import json
import math
import re
import shutil
import tomllib
import warnings
from pathlib import Path

import pytest
from electronics import bom, copper, cost, kicad, make, release, suppliers
from electronics.description import HARDWARE, board, panel, parts
from electronics.drawings import wiring_picture
from gerbonara import LayerStack

from tourelle.grids import grid as grid_of
from wired_boards import GRIDS, description

pytestmark = pytest.mark.needs_kicad
BOARDS = kicad.BOARDS
FROZEN = release.RELEASES / "B"
VENDORED = sorted((kicad.KICAD / "vendor" / "footprints").rglob("*.kicad_mod"))
INSTALLED = Path("/usr/share/kicad/footprints")
LAYERS = {
    *((side, use) for side in ("top", "bottom") for use in ("copper", "mask", "silk", "paste")),
    ("mechanical", "outline"),
}


@pytest.fixture(scope="module")
def stacks():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about a header line that KiCad's drills repeat
        return {name: LayerStack.open(FROZEN / f"{name}-gerbers.zip") for name in BOARDS}


def rows(path: str) -> list[dict]:
    with (FROZEN / path).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


# -- the Gerbers


@pytest.mark.parametrize("name", BOARDS)
def test_gerbers_have_every_layer_and_something_on_it(stacks, name):
    layers = stacks[name].graphic_layers
    assert set(layers) == LAYERS
    empty = {("bottom", "paste")}  # all parts are on one side
    if name == "controller":
        empty |= {("bottom", "silk")}
    assert {key for key in LAYERS if not layers[key].objects} == empty


@pytest.mark.parametrize("name", BOARDS)
def test_gerbers_have_the_outline_of_the_description(stacks, name):
    strip = board()["strip"]
    wanted = {
        "strip": (strip["cells"] * board()["cell"]["pitch_mm"], strip["height_mm"]),
        "controller": (100.0, 100.0),
    }[name]
    (x0, y0), (x1, y1) = stacks[name].board_bounds()
    assert x1 - x0 == pytest.approx(wanted[0], abs=0.11)
    assert y1 - y0 == pytest.approx(wanted[1], abs=0.11)


@pytest.mark.parametrize("name", BOARDS)
def test_every_pad_and_via_is_drilled(stacks, name):
    layout = kicad.layout(name)
    plated = sum(pad["plated"] for pad in layout["pads"])
    bare = sum(pad["drill"] > 0 and not pad["plated"] for pad in layout["pads"])
    drilled = stacks[name].drill_pth
    assert len(drilled) == len(layout["vias"]) + plated
    assert len(stacks[name].drill_npth) == bare


@pytest.mark.parametrize("name", BOARDS)
def test_copper_of_the_gerbers_holds_every_track(stacks, name):
    """Each end of each track of the board is under something that the Gerber draws."""
    layout = kicad.layout(name)
    left, top = layout["origin"]
    for layer, side in (("F.Cu", "top"), ("B.Cu", "bottom")):
        drawn = set()
        for item in stacks[name].graphic_layers[side, "copper"].objects:
            for x, y in (
                (getattr(item, "x1", None), getattr(item, "y1", None)),
                (getattr(item, "x2", None), getattr(item, "y2", None)),
            ):
                if x is not None and y is not None:
                    drawn.add((round(x, 1), round(y, 1)))
        wanted = {
            (round(left + x, 1), round(-top - y, 1))
            for track in layout["tracks"]
            if track["layer"] == layer
            for x, y in (track["from"], track["to"])
        }
        near = {
            (round(x + dx, 1), round(y + dy, 1))
            for x, y in drawn
            for dx in (-0.1, 0, 0.1)
            for dy in (-0.1, 0, 0.1)
        }
        assert wanted and wanted <= near


@pytest.mark.parametrize("name", BOARDS)
def test_nothing_is_made_to_be_broken_off(name):
    """No row of bare holes crosses a board, as revision A's perforations did: a bare hole is
    a mounting hole, and they are far from each other."""
    holes = [pad for pad in kicad.layout(name)["pads"] if pad["drill"] and not pad["plated"]]
    assert {pad["ref"][0] for pad in holes} == {"H"}
    for one in holes:
        assert all(math.dist(one["at"], other["at"]) > 40 for other in holes if other != one)


# -- KiCad's files


@pytest.mark.parametrize("name", BOARDS)
def test_kicad_has_no_complaint(name):
    assert kicad.complaints(kicad.board(name)) == []


@pytest.mark.parametrize("name", BOARDS)
def test_the_rules_are_not_slackened(name):
    settings = json.loads((kicad.KICAD / name / f"{name}.kicad_pro").read_text())
    rules = settings["board"]["design_settings"]["rules"]
    for rule, least in (
        ("min_resolved_spokes", 2),
        ("min_silk_clearance", 0.15),
        ("min_text_height", 1.0),
        ("min_text_thickness", 0.15),
        ("min_clearance", 0.2),
        ("min_track_width", 0.2),
        ("min_copper_edge_clearance", 0.5),
        ("min_hole_clearance", 0.25),
        ("min_hole_to_hole", 0.5),
        ("min_through_hole_diameter", 0.3),
        ("min_via_annular_width", 0.13),
        ("min_via_diameter", 0.6),
    ):
        assert rules[rule] >= least, rule
    # no severity is lowered, nothing is excluded
    assert "rule_severities" not in settings["board"]["design_settings"]
    assert not settings["board"]["design_settings"].get("drc_exclusions")
    assert "rule_severities" not in settings["erc"] and not settings["erc"].get("erc_exclusions")


def test_a_slackened_board_is_found_out(tmp_path):
    """With letters too small for the rules, the check complains: it is no formality."""
    for path in kicad.sources("strip"):
        shutil.copy(path, tmp_path)
    board_file = tmp_path / "strip.kicad_pcb"
    text = board_file.read_text(encoding="utf-8")
    assert "(size 3 3)" in text
    board_file.write_text(text.replace("(size 3 3)", "(size 0.5 0.5)"), encoding="utf-8")
    assert any("text_height" in line for line in kicad.complaints(board_file, False))


def library(footprint: str) -> Path:
    lib, name = footprint.split(":")
    folder = "library" if lib == "tourelle" else "vendor/footprints"
    return kicad.KICAD / folder / f"{lib}.pretty" / f"{name}.kicad_mod"


def library_pads(path: Path) -> dict[str, list[tuple[float, float]]]:
    """number -> where its pads are, unturned, from the library's file."""
    found: dict[str, list[tuple[float, float]]] = {}
    for number, x, y in re.findall(
        r'\(pad "(\w+)" \w+ \w+\s+\(at (-?[\d.]+) (-?[\d.]+)', path.read_text(encoding="utf-8")
    ):
        found.setdefault(number, []).append((float(x), float(y)))
    return found


@pytest.mark.parametrize("name", BOARDS)
def test_every_footprint_on_a_board_is_the_librarys(name):
    layout = kicad.layout(name)
    pads = [pad for pad in layout["pads"] if pad["number"]]
    bare = {ref for ref in layout["parts"] if ref.startswith(("FID", "H"))}
    assert {pad["ref"] for pad in pads} == set(layout["parts"]) - bare
    for pad in pads:
        part = layout["parts"][pad["ref"]]
        wanted = library_pads(library(part["footprint"]))
        angle = math.radians(part["turn"])
        dx, dy = (pad["at"][i] - part["at"][i] for i in (0, 1))
        x = dx * math.cos(angle) - dy * math.sin(angle)
        y = dx * math.sin(angle) + dy * math.cos(angle)
        assert any(math.dist((x, y), at) < 0.01 for at in wanted[pad["number"]]), pad


@pytest.mark.needs_footprints
@pytest.mark.parametrize("path", VENDORED, ids=lambda path: path.stem)
def test_vendored_footprints_are_kicads_own(path):
    assert path.read_bytes() == (INSTALLED / path.parent.name / path.name).read_bytes()


def test_only_what_kicad_lacks_is_drawn_by_us():
    ours = {path.stem for path in (kicad.KICAD / "library").rglob("*.kicad_mod")}
    assert ours == {"LED_WS2812B-4020", "Reed_Axial_L10.2mm_P17.78mm"}
    assert (kicad.KICAD / "vendor" / "LICENSE.md").read_text().count("Attribution-ShareAlike") > 1


def test_the_leds_lands_are_even():
    pads = library_pads(library("tourelle:LED_WS2812B-4020"))
    assert [pads[str(n)][0][0] for n in (1, 2, 3, 4)] == [1.275, 0.425, -0.425, -1.275]
    assert "WS2812B-4020" in parts()["cell_led"].mpn and not parts()["cell_led"].also


def test_headers_are_drilled_as_is_usual():
    for name in BOARDS:
        drills = {
            pad["drill"]
            for pad in kicad.layout(name)["pads"]
            if re.fullmatch(r"J[1-9]", pad["ref"])
        }
        assert drills == {1.0}


def test_parts_keep_away_from_the_strips_edge():
    """All but the LEDs' light, which has to come out: they keep 0.9 mm."""
    layout = kicad.layout("strip")
    wide, high = layout["size"]

    def margin(pad):
        x0, y0, x1, y1 = pad["box"]
        return min(x0, y0, wide - x1, high - y1)

    closest = min(layout["pads"], key=margin)
    assert margin(closest) > 0.95, closest


@pytest.mark.parametrize("name", BOARDS)
def test_an_assembler_finds_fiducials(name):
    marks = [part for ref, part in kicad.layout(name)["parts"].items() if ref.startswith("FID")]
    (ax, ay), (bx, by), (cx, cy) = (part["at"] for part in marks[:3])
    # three of them, and not in line: an area that turns or stretches cannot hide
    assert abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) > 3000
    assert max(math.dist(a["at"], b["at"]) for a in marks for b in marks) > 80


def test_the_reeds_lie_where_the_description_says():
    strip, layout = board()["strip"], kicad.layout("strip")
    for n in range(1, 10):
        x, y = layout["parts"][f"SW{n}"]["at"]
        assert x == pytest.approx((n - 0.5) * board()["cell"]["pitch_mm"], abs=0.06)
        assert y == pytest.approx(strip["reed_middle_mm"], abs=0.06)
        ends = [pad["at"][1] for pad in layout["pads"] if pad["ref"] == f"SW{n}"]
        assert abs(ends[0] - ends[1]) == pytest.approx(strip["reed_leads_mm"])
        light = layout["parts"][f"LED{n}"]["at"][0]
        assert light - x == pytest.approx(board()["cell"]["light_mm"], abs=0.06)
    middle = bom.middle(layout, "J1")[0]
    assert middle - 4.5 * board()["cell"]["pitch_mm"] == pytest.approx(strip["header_mm"], abs=0.1)
    holes = {part["at"][0] for ref, part in layout["parts"].items() if ref.startswith("H")}
    assert [round(x) for x in sorted(holes)] == [
        round(("abcdefghi".index(cell) + 0.5) * 40) for cell in strip["holes"]
    ]


def test_the_copper_loses_little_and_a_gap_in_the_rail_is_seen():
    """A second opinion on the rail: its resistance by the mesh against its squares by hand."""
    layout = kicad.layout("strip")
    made = copper.mesh(layout, "+5V")
    pads = {(pad["ref"], pad["number"]): pad["at"] for pad in layout["pads"]}
    source, far = made.node(0, pads["J1", "1"]), made.node(0, pads["LED1", "2"])
    volts = copper.drops(made, source, {far: 1.0})[far]
    by_hand = copper.OHM_SQUARE * ((183 - 37) / 2.0 + 18 / 1.8)  # rail and riser, two riders more
    assert 0.6 * by_hand < volts < 1.4 * by_hand
    cut = copy.deepcopy(layout)
    for track in cut["tracks"]:
        if track["net"] == "+5V" and track["width"] == 2.0 and track["from"][1] == track["to"][1]:
            track["width"] = 0.5
    thin = copper.mesh(cut, "+5V")
    assert (
        copper.drops(
            thin, thin.node(0, pads["J1", "1"]), {thin.node(0, pads["LED1", "2"]): 1.0}
        ).max()
        > 2 * volts
    )


# -- what a reader sees of the schematics: KiCad's own drawing of each sheet, read back


def drawn_sheets(name: str, out: Path) -> dict[str, str]:
    """Sheet -> SVG text."""
    kicad.run("sch", "export", "svg", "-o", out, kicad.schematic(name))
    return {path.stem: path.read_text(encoding="utf-8") for path in out.glob("*.svg")}


def text_boxes(drawing: str) -> set[tuple]:
    """Every text of a sheet with its extent: (text, left, top, right, bottom), mm."""
    found = set()
    for text, strokes in re.findall(
        r'<g class="stroked-text"><desc>(.*?)</desc>(.*?)</g>', drawing, re.S
    ):
        points = [(float(x), float(y)) for x, y in re.findall(r"[ML](\S+) ([^\s\"]+)", strokes)]
        if points:
            xs, ys = zip(*points, strict=True)
            found.add((text, *(round(v, 2) for v in (min(xs), min(ys), max(xs), max(ys)))))
    return found


def cover(one: tuple, other: tuple, room: float = 0.1) -> bool:
    """Whether two extents share more than so much."""
    return (
        one[0] + room < other[2]
        and other[0] + room < one[2]
        and one[1] + room < other[3]
        and other[1] + room < one[3]
    )


def crossed(drawing: str) -> list[str]:
    """Texts of a sheet that lie on another text, on a wire, or across a frame's edge."""
    texts = sorted(text_boxes(drawing))
    wrong = [
        f"{one[0]} on {other[0]}"
        for i, one in enumerate(texts)
        for other in texts[i + 1 :]
        if cover(one[1:], other[1:])
    ]
    lines: list[tuple] = []
    for x, y, wide, high in re.findall(
        r'<rect x="(\S+)" y="(\S+)" width="(\S+)" height="(\S+)"', drawing
    ):
        left, top = float(x), float(y)
        right, bottom = left + float(wide), top + float(high)
        lines += [
            ("a frame", left, top, right, top),
            ("a frame", left, bottom, right, bottom),
            ("a frame", left, top, left, bottom),
            ("a frame", right, top, right, bottom),
        ]
    wires = re.sub(r'<g class="stroked-text">.*?</g>', "", drawing, flags=re.S)
    for group in re.findall(r"stroke:#009600;.*?</g>", wires, re.S):
        lines += [
            ("a wire", *map(float, ends))
            for ends in re.findall(r'<path d="M(\S+) (\S+)\s+L(\S+) (\S+)\s*"', group)
        ]
    for what, x0, y0, x1, y1 in lines:
        line = (min(x0, x1) - 0.05, min(y0, y1) - 0.05, max(x0, x1) + 0.05, max(y0, y1) + 0.05)
        wrong += [
            f"{one[0]} on {what} at {x0:.1f} {y0:.1f}"
            for one in texts
            if cover(one[1:], line, 0.05)
        ]
    return wrong


@pytest.mark.parametrize("name", BOARDS)
def test_no_text_of_a_schematic_collides(name, tmp_path):
    sheets = drawn_sheets(name, tmp_path)
    assert len(sheets) == {"strip": 1, "controller": 7}[name]
    for sheet, drawing in sheets.items():
        assert len(text_boxes(drawing)) > 50, sheet
        assert crossed(drawing) == [], sheet


def test_a_text_on_a_wire_or_on_another_is_found(tmp_path):
    for path in kicad.sources("strip"):
        shutil.copy(path, tmp_path)
    schematic = tmp_path / "strip.kicad_sch"
    text = schematic.read_text(encoding="utf-8")
    moved = re.sub(r'(\(property "Reference" "LED1"\s+\(at) \S+ \S+', r"\1 22 164.9", text)
    schematic.write_text(moved.replace("(justify left bottom)", "(justify left)"), "utf-8")
    kicad.run("sch", "export", "svg", "-o", tmp_path, schematic)
    found = crossed((tmp_path / "strip.svg").read_text(encoding="utf-8"))
    assert "FEED on LED1" in found
    assert any(line.startswith("LED1 on a wire") for line in found)


# -- bills and placement


@pytest.mark.parametrize("name", BOARDS)
def test_an_assemblers_bill_lists_each_part_once_with_all_that_is_known(name):
    listed = [ref for line in rows(f"{name}-bom.csv") for ref in line["Designator"].split(",")]
    drawn = {c.ref for c in kicad.components(name) if c.part and parts()[c.part].assembled}
    assert sorted(listed) == sorted(drawn)
    for line in rows(f"{name}-bom.csv"):
        for column in (
            "Comment",
            "Footprint",
            "Manufacturer",
            "Manufacturer Part Number",
            "Relied on",
            "Source",
        ):
            assert line[column], line
        assert int(line["Quantity"]) == len(line["Designator"].split(","))


def test_a_strip_comes_complete_but_for_its_reeds():
    by_hand = {c.ref for c in kicad.components("strip") if c.part and not parts()[c.part].assembled}
    assert by_hand == {f"SW{n}" for n in range(1, 10)}
    bare = {c.ref.rstrip("0123456789") for c in kicad.components("strip") if not c.part}
    assert bare == {"H", "FID"}


@pytest.mark.parametrize("name", BOARDS)
def test_the_placement_list_puts_pin_1_where_the_board_has_it(name):
    layout = kicad.layout(name)
    left, top = layout["origin"]
    placed = rows(f"{name}-placement.csv")
    assert list(placed[0]) == bom.PLACEMENT_HEAD
    assert {line["Designator"] for line in placed} == {
        ref for line in rows(f"{name}-bom.csv") for ref in line["Designator"].split(",")
    }
    for line in placed:
        ref = line["Designator"]
        x, y = (float(line[key].removesuffix("mm")) for key in ("Mid X", "Mid Y"))
        angle = math.radians(float(line["Rotation"]))
        pads = library_pads(library(layout["parts"][ref]["footprint"]))
        first = "1" if "1" in pads else "A9"
        # from the middle of the library's pads to pin 1, turned anticlockwise, y up
        mine = next(pad for pad in layout["pads"] if pad["ref"] == ref and pad["number"] == first)
        turn = math.radians(-layout["parts"][ref]["turn"])
        mx, my = bom.middle(layout, ref)
        ax, ay = layout["parts"][ref]["at"]
        dx, dy = mx - ax, -(my - ay)
        unturned = (
            dx * math.cos(turn) - dy * math.sin(turn),
            dx * math.sin(turn) + dy * math.cos(turn),
        )
        px, py = pads[first][0][0] - unturned[0], -pads[first][0][1] - unturned[1]
        at = (
            x + px * math.cos(angle) - py * math.sin(angle),
            y + px * math.sin(angle) + py * math.cos(angle),
        )
        assert at == pytest.approx((left + mine["at"][0], -(top + mine["at"][1])), abs=0.02), ref


def test_a_number_or_a_price_needs_the_page_it_was_read_on():
    text = (HARDWARE / "suppliers.toml").read_text(encoding="utf-8")
    suppliers.checked(text)
    for old, new, said in (
        ('["HE561-ND", "reed"]', '["HE561-ND"]', "reed: .* names no page"),
        ('["HE561-ND", "reed"]', '["HE561-ND", "hearsay"]', "reed: .* names no page"),
        ('DigiKey = ["HE561-ND"', 'Bazaar = ["HE561-ND"', "reed: Bazaar is no shop"),
        ("decoupling = [0.008, ", "decoupling = [0.008, 1, ", "decoupling: .* names no page"),
        ('of = "2026-08-08"\nread = "2026-11-22"', 'of = "2026-08-08"', "page basic: .*"),
    ):
        assert old in text
        with pytest.raises(ValueError, match=said):
            suppliers.checked(text.replace(old, new))


def test_every_number_is_of_a_part_and_an_empty_one_has_its_reason():
    assert suppliers.keys() <= {*parts(), *bom.kit()}
    for key, part in parts().items():
        has = bool(suppliers.orderable(key, suppliers.ASSEMBLER))
        assert not (has and suppliers.why_without(key))
        if part.assembled:
            assert has or suppliers.why_without(key), key
        for shop, number in suppliers.numbers(key).items():
            shape = {
                "JLCPCB": r"C\d+",
                "LCSC": r"C\d+",
                "DigiKey": r"\S+-ND|product \d+",
                "Mouser": r"\d{2,3}-\S+",
            }[shop]
            assert re.fullmatch(shape, number.number), (key, shop)


def test_the_bills_numbers_are_those_that_were_read():
    by_mpn = {part.mpn: key for key, part in parts().items()}
    lines = rows("strip-bom.csv") + rows("controller-bom.csv")
    listed = {by_mpn[line["Manufacturer Part Number"]] for line in lines}
    assert listed == {key for key, part in parts().items() if part.assembled}
    for line in lines:
        key = by_mpn[line["Manufacturer Part Number"]]
        assert line["JLCPCB Part #"] == suppliers.orderable(key, "JLCPCB")
        assert "; read 2026-" in line["Numbers from"] or suppliers.why_without(key)
        assert bool(suppliers.why_without(key)) == (not line["JLCPCB Part #"])


def test_what_is_still_to_be_looked_up_is_listed_and_takes_twenty_minutes():
    order = (make.DOCS / "order.md").read_text(encoding="utf-8")
    listed = bom.unconfirmed()
    assert 0 < len(listed) <= 10  # two minutes each
    for name, where, compare, missing in listed:
        assert f"| {name} | {where} | {compare} | {missing} |" in order
    for key, part in parts().items():
        looked = any(line[0] == f"{part.maker} {part.mpn}" for line in listed)
        done = part.read and (
            suppliers.orderable(key, "JLCPCB") if part.assembled else suppliers.numbers(key)
        )
        assert looked == (not done), key


@pytest.mark.parametrize("part", parts().values(), ids=parts())
def test_a_figure_whose_source_nobody_has_read_says_so_and_is_listed(part):
    bills = {
        line["Manufacturer Part Number"]: line["Source"]
        for name in BOARDS
        for line in rows(f"{name}-bom.csv")
    }
    unread = {line[0] for line in bom.unconfirmed() if bom.UNREAD in line[3]}
    assert (f"{part.maker} {part.mpn}" in unread) == (not part.read)
    if part.assembled:
        assert ("not read: confirm" in bills[part.mpn]) == (not part.read)


@pytest.mark.parametrize("name", [*BOARDS, "strip-panel"])
def test_an_assemblers_import_takes_bill_and_placement(name):
    """JLCPCB's help: these columns, at most 200 references a line, no ranges, none twice, and each
    in both files; the placement in millimetres, Top or Bottom, degrees."""
    bill = rows(f"{name}-bom.csv")
    assert list(bill[0])[:4] == ["Comment", "Designator", "Footprint", "JLCPCB Part #"]
    every = [ref for line in bill for ref in line["Designator"].split(",")]
    assert len(every) == len(set(every))
    assert all(re.fullmatch(r"[A-Z]+\d+(-\d)?", ref) for ref in every)
    assert all(len(line["Designator"].split(",")) <= 200 for line in bill)
    if name in BOARDS:
        for turned in ("", "-turned"):
            placed = rows(f"{name}-placement{turned}.csv")
            assert list(placed[0])[:5] == ["Designator", "Mid X", "Mid Y", "Layer", "Rotation"]
            assert sorted(line["Designator"] for line in placed) == sorted(every)
            for line in placed:
                assert re.fullmatch(r"-?\d+\.\d+mm", line["Mid X"])
                assert line["Layer"] in ("Top", "Bottom") and 0 <= float(line["Rotation"]) < 360


@pytest.mark.parametrize("grid", GRIDS)
def test_a_shops_import_takes_the_order(grid):
    """A heading, a line a part, whole numbers, a maker's number in each line, none twice; only what
    no assembler puts on a board, and all of it that such a shop sells by the piece."""
    listed = rows(f"order-{grid}.csv")
    assert list(listed[0]) == bom.ORDER_HEAD
    count = {line["Key"]: line["Quantity"] for line in rows(f"game-{grid}.csv")}
    for line in listed:
        assert line["Quantity"].isdigit() and int(line["Quantity"]) > 0
        assert line["Quantity"] == count[line["Customer Reference"]]
        assert line["Manufacturer Part Number"] and line["Manufacturer"]
        assert "product" not in line["Digi-Key Part Number"]
    keys = [line["Customer Reference"] for line in listed]
    assert len(set(keys)) == len(keys)
    assert set(keys) == {
        "reed",
        "pico",
        "pico_socket",
        "cable_plug",
        "xh_housing",
        "xh_contact",
        "controller_spacer",
    }
    raw = (FROZEN / f"order-{grid}.csv").read_bytes()
    assert b"\r" not in raw and raw.isascii() is False  # UTF-8: a maker has an umlaut


@pytest.mark.parametrize("grid", GRIDS)
def test_every_line_of_a_games_bill_says_what_is_relied_on_and_from_where(grid):
    lines = rows(f"game-{grid}.csv")
    assert {line["Key"] for line in lines} >= {*parts(), "magnet", "plywood"}
    for line in lines:
        assert line["Manufacturer"] and line["MPN"] and line["Relied on"] and line["Source"], line


@pytest.mark.parametrize("grid", GRIDS)
def test_a_games_bill_counts_boards_and_reeds_and_all_that_a_table_needs(grid):
    count = {line["Key"]: float(line["Quantity"]) for line in rows(f"game-{grid}.csv")}
    made = description(grid)
    strips = len(made["rows"])
    assert count["reed"] == grid_of(grid).size
    assert count["cell_led"] == 9 * strips
    assert count["strip_board"] == strips and count["cable_plug"] == 2 * strips
    assert count["strip_header"] == strips + 9
    for key in (
        "magnet",
        "felt",
        "panel_screw",
        "controller_spacer",
        "opal_sheet",
        "lath_upper",
        "power_supply",
        "ribbon",
        "xh_housing",
        "xh_contact",
        "pico_socket",
    ):
        assert count[key] > 0


def test_the_cost_of_1_5_and_10_games_comes_from_the_price_file():
    prices = tomllib.loads((HARDWARE / "prices.toml").read_text(encoding="utf-8"))
    known = {line.key for grid in GRIDS for line in bom.game_lines(grid)}
    assert set(prices["each"]) == known
    assert all(price == "" for price in prices["each"].values())  # none is guessed
    paged = {key for key in known if suppliers.price(key)}
    assert paged and all("no total" in line for line in cost.lines(prices)[1:])
    _, missing = cost.cost("avalam", 5, prices)
    assert set(missing) == (known - paged) | {"postage", "assembly"}
    prices["currency"] = "EUR"  # pages' dollars are no euros
    assert set(cost.cost("avalam", 5, prices)[1]) == known | {"postage", "assembly"}
    prices["each"] = dict.fromkeys(known, 0.0)
    prices["each"]["reed"] = [[1, 1.0], [100, 0.5]]
    prices["postage"], prices["assembly"] = 10, 0
    assert cost.cost("avalam", 1, prices) == (49 * 1.0 + 10, [])
    assert cost.cost("avalam", 5, prices) == (5 * 49 * 0.5 + 10, [])
    assert "avalam: 1: 59.00 each, 5: 26.50 each, 10: 25.50 each" in cost.lines(prices)
    prices["each"]["reed"] = ""
    said = [line for line in cost.lines(prices) if line.startswith("avalam")]
    assert said == ["avalam: no total, as 1 prices are missing in prices.toml: reed"]


def test_a_pages_price_fills_what_the_buyer_left_empty():
    prices = {"each": {"r10k": "", "shifter": 1.5}, "currency": "USD"}
    assert cost.of_part("r10k", 10, prices) == suppliers.price("r10k")[0] > 0
    assert cost.of_part("shifter", 1, prices) == 1.5
    assert cost.of_part("reed", 49, prices) is None


# -- releases


def test_the_frozen_release_is_what_the_drawings_say():
    assert release.stale("B") == []


@pytest.mark.needs_kikit
def test_the_panel_is_clean_and_prints_what_each_strip_does(tmp_path):
    """No copper near a tab's bites, no print on another: KiCad's check, as for the strip alone."""
    assert release.panel_wrong() == []
    made = tmp_path / "strip-panel.kicad_pcb"
    release.panel(made)
    layout = kicad.read_layout(made)
    reeds = [ref for ref in layout["parts"] if ref.startswith("SW")]
    assert len(reeds) == 5 * 9 and len(layout["parts"]) > 5 * len(kicad.layout("strip")["parts"])
    strips = panel()["strips"]
    placed = bom.placed("strip", layout).splitlines()
    assert len(placed) - 1 == strips * (len(rows("strip-placement.csv")))
    turned = list(csv.DictReader(io.StringIO(bom.turned("strip", layout))))
    single = {line["Designator"]: line["Rotation"] for line in rows("strip-placement-turned.csv")}
    assert len(turned) == len(placed) - 1
    assert all(line["Rotation"] == single[line["Designator"].split("-")[0]] for line in turned)
    # the bites are where the description, and so the guide's picture, has the tabs
    left = min(pad["at"][0] for pad in layout["pads"] if pad["ref"] == "LED1") - min(
        pad["at"][0] for pad in kicad.layout("strip")["pads"] if pad["ref"] == "LED1"
    )
    made = panel()
    bites = [
        pad["at"][0] - left
        for pad in layout["pads"]
        if pad["drill"] == made["bite_mm"] and not pad["plated"]
    ]
    assert len(bites) >= 2 * strips * len(made["tabs_mm"]) * 5
    for place in bites:
        assert (
            min(abs(place - tab) for tab in made["tabs_mm"])
            <= (made["tab_mm"] + made["bite_mm"]) / 2
        )


def test_the_panels_bill_is_five_times_the_strips():
    one, five = (
        {line["Manufacturer Part Number"]: line for line in rows(f"{name}-bom.csv")}
        for name in ("strip", "strip-panel")
    )
    assert one.keys() == five.keys() and parts()["cell_led"].mpn in one
    for mpn, line in one.items():
        assert int(five[mpn]["Quantity"]) == 5 * int(line["Quantity"])
        assert set(line["Designator"].split(",")) < set(five[mpn]["Designator"].split(","))


@pytest.mark.parametrize(
    "row", bom.rotations(), ids=lambda row: row["number"] if "number" in row else row["begins"]
)
def test_a_row_of_the_rotations_follows_from_where_pin_1_lies_in_the_outline(row):
    """KiCad has pin 1 at the left, above; an outline that has it elsewhere is KiCad's turned by as
    much, so a part that lies the same is turned by that less."""
    assert row["source"] and row["date"] and ("number" in row) != ("begins" in row)
    if "corner" in row:
        assert row["add"] == {"TL": 0, "BL": 270, "BR": 180, "TR": 90}[row["corner"]]


@pytest.mark.parametrize(
    "footprint",
    [
        "Package_TO_SOT_SMD:SOT-23-6",
        "Package_SO:SOIC-14_3.9x8.7mm_P1.27mm",
        "Package_SON:WSON-6-1EP_2x2mm_P0.65mm_EP1x1.6mm",
    ],
)
def test_kicad_has_pin_1_at_the_left_above(footprint):
    x, y = library_pads(library(footprint))["1"][0]
    assert x < 0 and y < 0


def test_a_row_for_a_number_comes_before_one_for_a_footprint(monkeypatch):
    assert bom.rotation("esd", "SOT-23-6")["number"] == "C85364"
    assert bom.rotation("fet", "SOT-23")["begins"] == "SOT-23"
    monkeypatch.setattr(
        bom,
        "rotations",
        lambda: [{"begins": "SOT-23", "add": 180}, {"number": "C85364", "add": 90}],
    )
    assert bom.rotation("esd", "SOT-23-6")["add"] == 90


@pytest.mark.parametrize("name", BOARDS)
def test_a_turned_placement_differs_only_by_the_tables_and_names_them(name):
    raw = {line["Designator"]: line for line in rows(f"{name}-placement.csv")}
    listed = rows(f"{name}-placement-turned.csv")
    assert {line["Designator"] for line in listed} == set(raw)
    parts_of = kicad.layout(name)["parts"]
    for line in listed:
        footprint = parts_of[line["Designator"]]["footprint"].split(":")[1]
        wanted = (
            180
            if footprint.startswith(("SOT-23", "CP_Elec_8x10", "JST_XH_B2B"))
            else (270 if footprint.startswith("SOIC-") else 0)
        )
        was = raw[line["Designator"]]
        assert (float(line["Rotation"]) - float(was["Rotation"])) % 360 == wanted
        assert all(line[key] == was[key] for key in ("Mid X", "Mid Y", "Layer"))
        named = footprint.startswith(
            ("SOT-23", "CP_", "JST_XH", "SOIC-", "WSON-6", "D_SMA", "LED_WS2812B", "USB_C_")
        )
        assert (line["Added"] != "") == named == (line["Source"] != bom.UNTURNED)


def test_a_changed_drawing_makes_the_release_stale(monkeypatch):
    monkeypatch.setattr(release, "digests", lambda name: {"strip.kicad_pcb": "another"})
    assert "new revision" in release.stale("B")[0]


def test_a_changed_part_makes_its_bill_stale(monkeypatch):
    changed = dict(parts())
    changed["r100"] = (
        copy.replace(changed["r100"], mpn="X")
        if hasattr(copy, "replace")
        else (type(changed["r100"])(**{**changed["r100"].__dict__, "mpn": "X"}))
    )
    monkeypatch.setattr(bom, "parts", lambda: changed)
    assert any("controller-bom.csv" in line for line in release.stale("B"))


def test_gerbers_are_the_same_bytes_in_every_run():
    assert kicad.gerbers(kicad.board("strip")) == (FROZEN / "strip-gerbers.zip").read_bytes()


def test_revision_a_is_kept():
    assert (release.RELEASES / "A" / "strip-gerbers.zip").exists()


def test_csv_texts_end_their_lines_as_everywhere():
    assert "\r" not in bom.text(["a"], [["b"]])
    assert list(csv.reader(io.StringIO(bom.text(["a"], [["b,c"]])))) == [["a"], ["b,c"]]


def test_the_wiring_picture_has_the_controllers_parts_where_its_layout_has_them():
    """The Pico below the USB-C inlet, strip 1's connector nearest to the players."""
    drawn = wiring_picture()
    layout = kicad.layout("controller")["parts"]
    texts = re.findall(r'<text x="\S+" y="(\S+)"[^>]*>([^<]+)', drawn)
    at = {words: float(y) for y, words in texts}
    order = sorted(("Pico", "USB-C, 5 V", "J1", "J9"), key=lambda words: at[words])
    real = {"Pico": "U1", "USB-C, 5 V": "J10", "J1": "J1", "J9": "J9"}
    assert order == sorted(order, key=lambda words: kicad_middle(layout[real[words]]))


def kicad_middle(part: dict) -> float:
    ys = [y for outline in part["courtyard"] for _, y in outline]
    return (min(ys) + max(ys)) / 2
