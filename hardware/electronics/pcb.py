"""Writes a board's layout and the footprint library that it uses, for KiCad 9."""

import math

from electronics.circuit import Board, Part, Text, Zone
from electronics.footprints import Footprint, Pad
from electronics.route import VIA_DRILL, VIA_SIZE, Track, Via
from electronics.schematic import LIBRARY
from electronics.sexpr import Word, dumps, identity

ORIGIN = (30.0, 30.0)  # the board's upper left corner on the sheet
PLAIN = ("SolderJumper_2", "TestPoint")  # have nothing to show in a picture
_SIDE = {"F": "Top", "B": "Bottom"}
_LAYERS = (
    (0, "F.Cu", "signal"), (2, "B.Cu", "signal"), (9, "F.Adhes", "user"), (11, "B.Adhes", "user"),
    (13, "F.Paste", "user"), (15, "B.Paste", "user"), (5, "F.SilkS", "user"),
    (7, "B.SilkS", "user"), (1, "F.Mask", "user"), (3, "B.Mask", "user"),
    (17, "Dwgs.User", "user"), (19, "Cmts.User", "user"), (25, "Edge.Cuts", "user"),
    (27, "Margin", "user"), (31, "F.CrtYd", "user"), (29, "B.CrtYd", "user"),
    (35, "F.Fab", "user"), (33, "B.Fab", "user"),
)


def _at(x: float, y: float) -> list[float]:
    return [round(x + ORIGIN[0], 6), round(y + ORIGIN[1], 6)]


def _stroke(width: float) -> list:
    return ["stroke", ["width", width], ["type", Word("solid")]]


def _other(layer: str, back: bool) -> str:
    """The layer as it is called on the side the part lies on."""
    return "B" + layer[1:] if back and layer.startswith("F.") else layer


def _effects(size: float, back: bool = False, bold: bool = False) -> list:
    thick = round(size * (0.2 if bold else 0.15), 3)
    extra = [["justify", Word("mirror")]] if back else []
    return ["effects", ["font", ["size", size, size], ["thickness", max(thick, 0.1)]], *extra]


def _pad(pad: Pad, net: str, numbers: dict[str, int], turn: float, back: bool, key: str,
         function: tuple[str, str] | None) -> list:
    if not pad.plated:
        return ["pad", "", Word("np_thru_hole"), Word("circle"), ["at", pad.x, pad.y],
                ["size", pad.width, pad.height], ["drill", pad.drill],
                ["layers", "F&B.Cu", "*.Mask"], ["uuid", key]]
    shape = {"rect": "rect", "circle": "circle"}[pad.shape]
    y = -pad.y if back else pad.y
    node: list = [
        "pad", pad.number, Word("thru_hole" if pad.through else "smd"), Word(shape),
        ["at", pad.x, y, turn % 360] if turn % 360 else ["at", pad.x, y],
        ["size", pad.width, pad.height],
    ]
    if pad.through:
        node += [["drill", pad.drill], ["layers", "*.Cu", "*.Mask"],
                 ["remove_unused_layers", False]]
    else:
        node.append(["layers", *(_other(layer, back) for layer in ("F.Cu", "F.Mask", "F.Paste"))])
    if net:
        node.append(["net", numbers[net], net])
    if function:
        node += [["pinfunction", function[0]], ["pintype", function[1]]]
    return [*node, ["uuid", key]]


def _graphics(footprint: Footprint, back: bool, key: str) -> list[list]:
    flip = -1 if back else 1
    nodes: list[list] = []

    def line(kind: str, i: int, x0: float, y0: float, x1: float, y1: float, width: float) -> None:
        nodes.append(
            ["fp_line", ["start", x0, flip * y0], ["end", x1, flip * y1], _stroke(width),
             ["layer", _other(kind, back)], ["uuid", identity(key, kind, i)]]
        )

    def box(kind: str, area: tuple, width: float) -> None:
        nodes.append(
            ["fp_rect", ["start", area[0], flip * area[1]], ["end", area[2], flip * area[3]],
             _stroke(width), ["fill", False], ["layer", _other(kind, back)],
             ["uuid", identity(key, kind)]]
        )

    for i, (x0, y0, x1, y1) in enumerate(footprint.silk):
        line("F.SilkS", i, x0, y0, x1, y1, 0.12)
    for i, (x, y) in enumerate(footprint.dots):
        nodes.append(
            ["fp_circle", ["center", x, flip * y], ["end", x + 0.1, flip * y], _stroke(0.15),
             ["fill", True], ["layer", _other("F.SilkS", back)], ["uuid", identity(key, "dot", i)]]
        )
    if footprint.ring:
        nodes.append(
            ["fp_circle", ["center", 0, 0], ["end", footprint.ring, 0], _stroke(0.12),
             ["fill", False], ["layer", _other("F.SilkS", back)], ["uuid", identity(key, "ring")]]
        )
    box("F.CrtYd", footprint.yard, 0.05)
    box("F.Fab", footprint.body, 0.1)
    return nodes


def _attributes(footprint: Footprint, bought: bool) -> list:
    words = {"smd": ["smd"], "through_hole": ["through_hole"], "hole": []}[footprint.kind]
    if footprint.kind == "hole" or not bought:
        words = [*words, "exclude_from_pos_files", "exclude_from_bom"]
    return ["attr", *(Word(word) for word in words)]


def _hidden(name: str, value: str, layer: str, key: str, back: bool) -> list:
    return ["property", name, value, ["at", 0, 0, 0], ["layer", layer], ["hide", True],
            ["uuid", identity(key, name)], _effects(1.0, back)]


def footprint_node(board: Board, part: Part | None, footprint: Footprint,
                   numbers: dict[str, int], bought: bool) -> list:
    """A footprint on the board, or (part is None) as it stands in the library."""
    back = part is not None and part.at[3] == "B"
    key = identity(board.name, part.ref) if part else identity("footprint", footprint.name)
    name = f"{LIBRARY}:{footprint.name}" if part else footprint.name
    turn = part.at[2] if part else 0.0
    node: list = ["footprint", name]
    if not part:
        node += [["version", Word("20241229")], ["generator", "tourelle"],
                 ["generator_version", "9.0"]]
    node.append(["layer", "B.Cu" if back else "F.Cu"])
    if part:
        node += [["uuid", key], ["at", *_at(part.at[0], part.at[1]), *([turn] if turn else [])]]
    node += [["descr", footprint.about]]
    ref, value = (part.ref, part.value) if part else ("REF**", footprint.name)
    node += [
        _hidden("Reference", ref, _other("F.SilkS", back), key, back),
        _hidden("Value", value, _other("F.Fab", back), key, back),
        _hidden("Datasheet", "", _other("F.Fab", back), key, back),
        _hidden("Description", "", _other("F.Fab", back), key, back),
    ]
    if part:
        if part.kind.mpn:
            node += [_hidden("Manufacturer", part.kind.maker, _other("F.Fab", back), key, back),
                     _hidden("MPN", part.kind.mpn, _other("F.Fab", back), key, back)]
        node += [["path", f"/{identity(board.name, 'symbol', part.ref)}"], ["sheetname", "/"],
                 ["sheetfile", f"{board.name}.kicad_sch"]]
    node.append(_attributes(footprint, bought))
    node += _graphics(footprint, back, key)
    pins = {}
    if part:
        pins = {p.number: (p.name, p.type) for p in board.symbols[part.kind.symbol].pins}
    for i, pad in enumerate(footprint.pads):
        net = board.net_of(part, pad.number) if part and pad.plated else ""
        kind = pins.get(pad.number)
        if kind and net.startswith("unconnected"):
            kind = (kind[0], f"{kind[1]}+no_connect")
        node.append(_pad(pad, net, numbers, turn, back, identity(key, "pad", i), kind))
    node.append(["embedded_fonts", False])
    if footprint.kind != "hole" and footprint.name not in PLAIN:
        node.append(
            ["model", f"${{KIPRJMOD}}/../library/models/{footprint.name}.wrl",
             ["offset", ["xyz", 0, 0, 0]], ["scale", ["xyz", 1, 1, 1]],
             ["rotate", ["xyz", 0, 0, 0]]]
        )
    return node


def library_files(board: Board) -> dict[str, str]:
    """The footprint library: file name and text of each."""
    bought = {part.kind.footprint: part.kind.bought for part in board.parts}
    return {
        f"{name}.kicad_mod": dumps(
            footprint_node(board, None, board.footprints[name], {}, bought[name])
        )
        for name in sorted(bought)
    }


def _zone(board: Board, zone: Zone, numbers: dict[str, int], i: int, fills: dict) -> list:
    points = ["polygon", ["pts", *(["xy", *_at(x, y)] for x, y in zone.points)]]
    node: list = ["zone", ["net", numbers.get(zone.net, 0)], ["net_name", zone.net],
                  ["layer", zone.layer], ["uuid", identity(board.name, "zone", i)]]
    if zone.keepout:
        allowed, no = Word("allowed"), Word("not_allowed")
        return [*node, ["hatch", Word("edge"), 0.5], ["connect_pads", ["clearance", 0]],
                ["min_thickness", 0.25], ["filled_areas_thickness", False],
                ["keepout", ["tracks", allowed], ["vias", allowed], ["pads", allowed],
                 ["copperpour", no], ["footprints", allowed]],
                ["placement", ["enabled", False], ["sheetname", ""]],
                ["fill", ["thermal_gap", 0.3], ["thermal_bridge_width", 0.4]], points]
    return [*node, ["hatch", Word("edge"), 0.5],
            ["connect_pads", ["clearance", 0.25]], ["min_thickness", 0.25],
            ["filled_areas_thickness", False],
            ["fill", True, ["thermal_gap", 0.3], ["thermal_bridge_width", 0.4],
             ["island_removal_mode", 0]], points,
            *fills.get(identity(board.name, "zone", i), [])]


def _text(board: Board, text: Text, i: int) -> list:
    back = text.side == "B"
    return ["gr_text", text.words, ["at", *_at(text.x, text.y), text.turn],
            ["layer", f"{text.side}.SilkS"], ["uuid", identity(board.name, "text", i)],
            _effects(text.size, back, text.bold)]


def _stackup() -> list:
    """The layers from top to bottom, as an ordinary board of 1.6 mm has them."""
    def layer(name: str, kind: str, *more: list) -> list:
        return ["layer", name, ["type", kind], *more]

    def outside(side: str) -> list[list]:
        return [
            layer(f"{side}.SilkS", f"{_SIDE[side]} Silk Screen", ["color", "White"]),
            layer(f"{side}.Paste", f"{_SIDE[side]} Solder Paste"),
            layer(f"{side}.Mask", f"{_SIDE[side]} Solder Mask", ["color", "Green"],
                  ["thickness", 0.01]),
            layer(f"{side}.Cu", "copper", ["thickness", 0.035]),
        ]

    core = layer("dielectric 1", "core", ["thickness", 1.51], ["material", "FR4"],
                 ["epsilon_r", 4.5], ["loss_tangent", 0.02])
    return ["stackup", *outside("F"), core, *reversed(outside("B")),
            ["copper_finish", "HAL lead-free"], ["dielectric_constraints", False]]


def _outline(board: Board) -> list:
    return ["gr_rect", ["start", *_at(0, 0)], ["end", *_at(board.width, board.height)],
            _stroke(0.1), ["fill", False], ["layer", "Edge.Cuts"],
            ["uuid", identity(board.name, "outline")]]


def _copper(board: Board, tracks: list[Track], vias: list[Via], numbers: dict[str, int]):
    for i, track in enumerate(tracks):
        if math.hypot(track.x1 - track.x0, track.y1 - track.y0) > 0:
            yield ["segment", ["start", *_at(track.x0, track.y0)],
                   ["end", *_at(track.x1, track.y1)], ["width", track.width],
                   ["layer", track.layer], ["net", numbers[track.net]],
                   ["uuid", identity(board.name, "track", i)]]
    for i, via in enumerate(vias):
        yield ["via", ["at", *_at(via.x, via.y)], ["size", VIA_SIZE], ["drill", VIA_DRILL],
               ["layers", "F.Cu", "B.Cu"], ["net", numbers[via.net]],
               ["uuid", identity(board.name, "via", i)]]


def _bare_hole(board: Board, x: float, y: float, size: float, i: int) -> list:
    """A hole of a perforation: a footprint of its own, on the board only."""
    key = identity(board.name, "bare", i)
    return ["footprint", "perforation", ["layer", "F.Cu"], ["uuid", key], ["at", *_at(x, y)],
            _hidden("Reference", "", "F.SilkS", key, False),
            _hidden("Value", "", "F.Fab", key, False),
            ["attr", Word("board_only"), Word("exclude_from_pos_files"),
             Word("exclude_from_bom")],
            ["pad", "", Word("np_thru_hole"), Word("circle"), ["at", 0, 0], ["size", size, size],
             ["drill", size], ["layers", "F&B.Cu", "*.Mask"], ["uuid", identity(key, "pad")]],
            ["embedded_fonts", False]]


def pcb_text(board: Board, tracks: list[Track], vias: list[Via], fills: dict | None = None) -> str:
    """The .kicad_pcb file. fills: UUID of a pour -> its filled areas, as KiCad found them."""
    names = sorted({board.net_of(part, pad.number) for part in board.parts
                    for pad in board.footprints[part.kind.footprint].pads if pad.plated})
    numbers = {"": 0} | {name: i + 1 for i, name in enumerate(names)}
    node: list = [
        "kicad_pcb", ["version", Word("20241229")], ["generator", "tourelle"],
        ["generator_version", "9.0"],
        ["general", ["thickness", 1.6], ["legacy_teardrops", False]],
        ["paper", "A3"],
        ["title_block", ["title", board.title], ["rev", "A"], ["company", "Tourelle"]],
        ["layers", *([str(i), name, Word(kind)] for i, name, kind in _LAYERS)],
        ["setup", _stackup(), ["pad_to_mask_clearance", 0.05],
         ["allow_soldermask_bridges_in_footprints", True]],
        *(["net", number, name] for name, number in numbers.items()),
    ]
    for part in board.parts:
        footprint = board.footprints[part.kind.footprint]
        node.append(footprint_node(board, part, footprint, numbers, part.kind.bought))
    node += [_bare_hole(board, *hole, i) for i, hole in enumerate(board.holes)]
    node.append(_outline(board))
    node += [
        ["gr_line", ["start", *_at(x0, y0)], ["end", *_at(x1, y1)],
         ["stroke", ["width", 0.15], ["type", Word("dash")]], ["layer", f"{side}.SilkS"],
         ["uuid", identity(board.name, "line", side, i)]]
        for side in "FB" for i, (x0, y0, x1, y1) in enumerate(board.lines)
    ]
    node += [_text(board, text, i) for i, text in enumerate(board.texts)]
    node += _copper(board, tracks, vias, numbers)
    node += [_zone(board, zone, numbers, i, fills or {}) for i, zone in enumerate(board.zones)]
    node.append(["embedded_fonts", False])
    return dumps(node)
