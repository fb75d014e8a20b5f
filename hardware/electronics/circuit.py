"""A circuit: parts, where they lie, and which pin is on which net."""

from dataclasses import dataclass, field

from electronics.footprints import Footprint
from electronics.symbols import Symbol


@dataclass(frozen=True)
class Kind:
    """An entry of parts.toml: what is bought, and how it is drawn."""

    name: str
    symbol: str
    footprint: str
    value: str
    maker: str = ""
    mpn: str = ""
    price: float = 0.0
    about: str = ""
    bought: bool = True
    also: str = ""


@dataclass
class Part:
    """One part of a board.

    nets       pin number -> net; a pin that is left out is not connected
    at         x, y on the board in mm, rotation in degrees (KiCad's sense), "F" or "B"
    drawn      x, y in the schematic, in mm
    label      a word printed beside it on the board, and where (relative to the part)
    """

    ref: str
    kind: Kind
    nets: dict[str, str]
    at: tuple[float, float, float, str]
    drawn: tuple[float, float]
    value: str = ""

    def __post_init__(self) -> None:
        self.value = self.value or self.kind.value


@dataclass(frozen=True)
class Text:
    """A word on the silkscreen."""

    words: str
    x: float
    y: float
    size: float = 1.0
    side: str = "F"
    turn: float = 0.0
    bold: bool = False


@dataclass(frozen=True)
class Track:
    """A straight piece of copper laid by hand: its net, layer, width and two ends."""

    net: str
    layer: str
    width: float
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True)
class Zone:
    """A pour of copper. keepout: a place where none may flow instead."""

    net: str
    layer: str
    points: tuple[tuple[float, float], ...]
    keepout: bool = False


@dataclass
class Board:
    """Everything that a schematic and a printed circuit board are written from."""

    name: str
    title: str
    width: float
    height: float
    parts: list[Part]
    symbols: dict[str, Symbol]
    footprints: dict[str, Footprint]
    texts: list[Text] = field(default_factory=list)
    tracks: list[Track] = field(default_factory=list)
    zones: list[Zone] = field(default_factory=list)
    holes: list[tuple[float, float, float]] = field(default_factory=list)
    lines: list[tuple[float, float, float, float]] = field(default_factory=list)
    notes: list[tuple[str, float, float]] = field(default_factory=list)
    widths: dict[str, float] = field(default_factory=dict)
    powered: tuple[str, ...] = ()
    step: float = 0.25
    paper: str = "A3"

    def nets(self) -> list[str]:
        """Every net's name, in order of the alphabet."""
        return sorted({net for part in self.parts for net in part.nets.values()})

    def net_of(self, part: Part, pin: str) -> str:
        """The net of a pin as KiCad names it, also where nothing is connected."""
        if pin in part.nets:
            return part.nets[pin]
        name = next(p.name for p in self.symbols[part.kind.symbol].pins if p.number == pin)
        return f"unconnected-({part.ref}-{name}-Pad{pin})"

    def connections(self) -> dict[str, set[tuple[str, str]]]:
        """net -> the (ref, pin) on it."""
        found: dict[str, set[tuple[str, str]]] = {}
        for part in self.parts:
            for pin, net in part.nets.items():
                found.setdefault(net, set()).add((part.ref, pin))
        return found


def turned(x: float, y: float, degrees: float) -> tuple[float, float]:
    """A point turned as KiCad turns a footprint: anticlockwise on the screen, y down."""
    cos, sin = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}[round(degrees) % 360]
    return x * cos + y * sin, -x * sin + y * cos


def placed(part: Part, x: float, y: float) -> tuple[float, float]:
    """Where a point of a part's footprint lies on the board."""
    px, py, turn, side = part.at
    if side == "B":
        y = -y  # KiCad flips a part to the back about its x axis
    dx, dy = turned(x, y, turn)
    return px + dx, py + dy
