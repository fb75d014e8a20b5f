"""Writes a board's schematic and the symbol library that it uses, for KiCad 9."""

from electronics.circuit import Board, Part
from electronics.sexpr import Word, dumps, identity
from electronics.symbols import Pin, Symbol

VERSION = Word("20250114")
LIBRARY = "tourelle"
_TURN = {"l": 0, "r": 180, "u": 270, "d": 90}
_AWAY = {"l": (-1, 0), "r": (1, 0), "u": (0, 1), "d": (0, -1)}
STUB = 2.54


def _font(size: float = 1.27, *more: list) -> list:
    return ["effects", ["font", ["size", size, size]], *more]


def _property(name: str, value: str, x: float, y: float, hide: bool = False) -> list:
    effects = _font(1.27, *([["hide", True]] if hide else []))
    return ["property", name, value, ["at", x, y, 0], effects]


def symbol_node(symbol: Symbol, library: str = "") -> list:
    """A symbol as it stands in a library, or with its library's name in a schematic."""
    name = f"{library}:{symbol.name}" if library else symbol.name
    node: list = ["symbol", name]
    if symbol.power:
        node.append(["power"])
    hidden = [] if symbol.names else [["hide", True]]
    node += [
        ["pin_numbers", *hidden],
        ["pin_names", ["offset", 1.016], *hidden],
        ["exclude_from_sim", False], ["in_bom", True], ["on_board", True],
        _property("Reference", symbol.letter, 0, symbol.room),
        _property("Value", symbol.name, 0, -symbol.room),
        _property("Footprint", "", 0, 0, True),
        _property("Datasheet", "", 0, 0, True),
        _property("Description", "", 0, 0, True),
    ]
    drawing: list = ["symbol", f"{symbol.name}_0_1"]
    for line in symbol.lines:
        drawing.append(
            ["polyline", ["pts", *(["xy", x, y] for x, y in line)],
             ["stroke", ["width", 0.2], ["type", Word("default")]],
             ["fill", ["type", Word("none")]]]
        )
    pins: list = ["symbol", f"{symbol.name}_1_1"]
    for pin in symbol.pins:
        length = 0 if symbol.power or pin.side == "d" else 2.54
        pins.append(
            ["pin", Word(pin.type), Word("line"), ["at", pin.x, pin.y, _TURN[pin.side]],
             ["length", length], ["name", pin.name, _font()], ["number", pin.number, _font()]]
        )
    return [*node, drawing, pins, ["embedded_fonts", False]]


def library_text(board: Board) -> str:
    """The symbol library."""
    names = sorted(board.symbols)
    return dumps(
        ["kicad_symbol_lib", ["version", Word("20241209")], ["generator", "tourelle"],
         ["generator_version", "9.0"], *(symbol_node(board.symbols[name]) for name in names)]
    )


def _instance(board: Board, root: str, lib_id: str, ref: str, value: str, x: float, y: float,
              symbol: Symbol, footprint: str = "", bought: bool = True, physical: bool = True,
              fields: tuple = ()) -> list:
    where = identity(board.name, "symbol", ref)
    room = symbol.room
    below = any(pin.side == "d" for pin in symbol.pins)
    return [
        "symbol", ["lib_id", lib_id], ["at", x, y, 0], ["unit", 1],
        ["exclude_from_sim", False], ["in_bom", bought], ["on_board", physical], ["dnp", False],
        ["uuid", where],
        _property("Reference", ref, x, y - room, ref.startswith("#")),
        _property("Value", value, x, y - room - 2.54 if below else y + room,
                  ref.startswith("#FLG")),
        _property("Footprint", footprint, x, y, True),
        _property("Datasheet", "", x, y, True),
        _property("Description", "", x, y, True),
        *(_property(name, text, x, y, True) for name, text in fields),
        *(["pin", pin.number, ["uuid", identity(board.name, ref, "pin", pin.number)]]
          for pin in symbol.pins),
        ["instances", ["project", board.name,
                       ["path", f"/{root}", ["reference", ref], ["unit", 1]]]],
    ]


def _label(board: Board, ref: str, pin: Pin, net: str, x: float, y: float) -> list[list]:
    """A short wire away from a pin, and the net's name at its end."""
    dx, dy = _AWAY[pin.side]
    ex, ey = x + dx * STUB, y - dy * STUB
    where = identity(board.name, ref, pin.number, "label")
    turn = {"l": 180, "r": 0, "u": 90, "d": 270}[pin.side]
    side = Word("right" if pin.side in "ld" else "left")
    return [
        ["wire", ["pts", ["xy", x, y], ["xy", ex, ey]],
         ["stroke", ["width", 0], ["type", Word("default")]],
         ["uuid", identity(board.name, ref, pin.number, "wire")]],
        ["global_label", net, ["shape", Word("passive")], ["at", ex, ey, turn],
         ["fields_autoplaced", True], _font(1.27, ["justify", side]), ["uuid", where],
         ["property", "Intersheetrefs", "${INTERSHEET_REFS}", ["at", ex, ey, 0],
          _font(1.27, ["hide", True])]],
    ]


def _facing(board: Board) -> dict[str, list[tuple[str, float, float]]]:
    """Nets of two pins that face each other along a line: net -> pins, left one first."""
    ends: dict[str, list[tuple[str, float, float, str]]] = {}
    for part in board.parts:
        for pin in board.symbols[part.kind.symbol].pins:
            net = part.nets.get(pin.number)
            if net:
                ends.setdefault(net, []).append(
                    (pin.side, part.drawn[0] + pin.x, part.drawn[1] - pin.y, part.ref))
    found = {}
    for net, pins in ends.items():
        if len(pins) == 2:
            one, other = sorted(pins, key=lambda pin: pin[1])
            if (one[0], other[0]) == ("r", "l") and abs(one[2] - other[2]) < 0.01:
                found[net] = [(ref, x, y) for _, x, y, ref in (one, other)]
    return found


def _joint(board: Board, net: str, ends: list[tuple[str, float, float]]) -> list[list]:
    """A wire between two facing pins, and the net's name on it."""
    (_, x0, y0), (_, x1, y1) = ends
    key = identity(board.name, "joint", net)
    return [
        ["wire", ["pts", ["xy", x0, y0], ["xy", x1, y1]],
         ["stroke", ["width", 0], ["type", Word("default")]], ["uuid", key]],
        ["global_label", net, ["shape", Word("passive")], ["at", x0 + STUB, y0, 90],
         ["fields_autoplaced", True], _font(1.27, ["justify", Word("left")]),
         ["uuid", identity(key, "label")],
         ["property", "Intersheetrefs", "${INTERSHEET_REFS}", ["at", x0 + STUB, y0, 0],
          _font(1.27, ["hide", True])]],
    ]


def _part(board: Board, root: str, part: Part, drawn: set[str]) -> list[list]:
    symbol = board.symbols[part.kind.symbol]
    x, y = part.drawn
    kind = part.kind
    fields = (("Manufacturer", kind.maker), ("MPN", kind.mpn)) if kind.mpn else ()
    nodes = [
        _instance(board, root, f"{LIBRARY}:{symbol.name}", part.ref, part.value, x, y, symbol,
                  f"{LIBRARY}:{kind.footprint}", kind.bought, True, fields)
    ]
    for pin in symbol.pins:
        px, py = x + pin.x, y - pin.y
        if part.nets.get(pin.number) in drawn:
            continue
        if pin.number in part.nets:
            nodes += _label(board, part.ref, pin, part.nets[pin.number], px, py)
        else:
            nodes.append(["no_connect", ["at", px, py],
                          ["uuid", identity(board.name, part.ref, pin.number, "nc")]])
    return nodes


def schematic_text(board: Board) -> str:
    """The .kicad_sch file."""
    root = identity(board.name, "root")
    body: list[list] = []
    facing = _facing(board)
    for part in board.parts:
        body += _part(board, root, part, set(facing))
    for net, ends in facing.items():
        body += _joint(board, net, ends)
    flag = board.symbols["PWR_FLAG"]
    for i, net in enumerate(board.powered):
        x, y = 30.48 + 25.4 * i, 38.1
        ref = f"#FLG{i + 1}"
        body.append(_instance(board, root, f"{LIBRARY}:PWR_FLAG", ref, "PWR_FLAG", x, y, flag,
                              bought=False, physical=False))
        body += _label(board, ref, flag.pins[0], net, x, y)
    for i, (words, x, y) in enumerate(board.notes):
        body.append(["text", words, ["exclude_from_sim", False], ["at", x, y, 0],
                     _font(2.0, ["justify", Word("left")]),
                     ["uuid", identity(board.name, "note", i)]])
    used = sorted({part.kind.symbol for part in board.parts} | {"PWR_FLAG"})
    return dumps(
        ["kicad_sch", ["version", VERSION], ["generator", "tourelle"],
         ["generator_version", "9.0"], ["uuid", root], ["paper", board.paper],
         ["title_block", ["title", board.title], ["rev", "A"], ["company", "Tourelle"],
          ["comment", 1, "CERN-OHL-P-2.0. Generated; not yet built by anybody."]],
         ["lib_symbols", *(symbol_node(board.symbols[name], LIBRARY) for name in used)],
         *body,
         ["sheet_instances", ["path", "/", ["page", "1"]]],
         ["embedded_fonts", False]]
    )
