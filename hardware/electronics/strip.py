"""The strip: nine cells in a row, any row of any grid.

The current of a closed reed flows column -> reed -> diode -> row. The LED data arrives on FEED,
which passes every cell; a drop of solder on FIRST of the row's first cell lets it in, one on
LAST of its last cell lets it out on RET. So the same strip serves every row of every grid, and
ends that a grid does not need can be broken off: the cable comes in at the middle cell.
"""

from electronics.circuit import Board, Part, Text, Track, Zone
from electronics.description import COLUMNS, board, kinds
from electronics.footprints import footprints
from electronics.symbols import symbols

PINS = ("+5V", "GND", "FEED", "GND", "RET", "ROW", *(f"COL{c}" for c in COLUMNS), "+5V")

# down from the top edge, mm
LED_DOWN = 1.0
CAP_DOWN = 5.0
RAIL_DOWN = 7.25
JUMPER_DOWN = 10.75
DIODE_DOWN = 20.5
SOCKET_DOWN = 25.4
GROUND_DOWN = 29.25
# lanes along the strip on its back; columns on either side of the socket share four
FEED_DOWN, RETURN_DOWN, ROW_DOWN = 10.0, 11.0, 16.0
COLUMN_DOWN = (12.0, 13.0, 14.0, 15.0)
MIDDLE = 4  # the cell that the cable comes in at
SOCKET_RIGHT = 2.0  # of that cell's middle: between the two lines to break at
SMALLEST_PITCH = 28.0  # the cable's header must fit between two lines to break at


def _pin_right(index: int) -> float:
    """How far right of the socket's middle a pin lies, counted from 0, seen from the front."""
    return (index // 2) * 2.54 - 8.89


def chain(index: int) -> str:
    """The net of the LED data in front of a cell, counted from 0; that of 9 is behind the last."""
    return f"D{index}"


def middle(index: int) -> float:
    """How far a cell's middle lies from the left end, in mm."""
    pitch = board()["cell"]["pitch_mm"]
    return round(pitch * (index + 0.5), 4)


def pins() -> dict[str, str]:
    """The cable's pins: number -> net."""
    return {str(i + 1): net for i, net in enumerate(PINS)}


def _cell(index: int) -> list[Part]:
    """The parts of one cell."""
    made, kind = board(), kinds()
    strip = made["strip"]
    letter = COLUMNS[index]
    n = index + 1
    x = middle(index)
    light = x + made["cell"]["light_mm"]
    left, top = 40.64 + (index % 3) * 127.0, 58.42 + (index // 3) * 60.96
    node = f"N{letter}"
    return [
        Part(f"SW{n}", kind["reed"], {"1": f"COL{letter}", "2": node},
             (x, strip["reed_middle_mm"], 0, "F"), (left + 20.32, top)),
        Part(f"D{n}", kind["cell_diode"], {"1": "ROW", "2": node},
             (x - 5.0, DIODE_DOWN, 0, "F"), (left, top)),
        Part(f"LED{n}", kind["cell_led"],
             {"1": chain(index), "2": "+5V", "3": chain(index + 1), "4": "GND"},
             (light, LED_DOWN, 0, "F"), (left + 35.56, top + 20.32)),
        Part(f"C{n}", kind["cell_capacitor"], {"1": "GND", "2": "+5V"},
             (light, CAP_DOWN, 0, "F"), (left + 60.96, top)),
        Part(f"JF{n}", kind["end_jumper"], {"1": "FEED", "2": chain(index)},
             (light - 2.5, JUMPER_DOWN, 0, "F"), (left, top + 20.32), "FIRST"),
        Part(f"JL{n}", kind["end_jumper"], {"1": chain(index + 1), "2": "RET"},
             (light - 7.5, JUMPER_DOWN, 0, "F"), (left + 76.2, top + 20.32), "LAST"),
    ]


_BACK = {  # printed on the back, by the cell in whose room it stands
    2: ("Tourelle strip, rev A", "CERN-OHL-P-2.0", "not yet built by anybody"),
    6: ("Solder FIRST at the first", "cell of the row, LAST at", "the last one, no other."),
}


def _silk() -> list[Text]:
    made = board()
    light = made["cell"]["light_mm"]
    texts = []
    for index, letter in enumerate(COLUMNS):
        x = middle(index)
        texts += [
            Text(letter, x - 5.5, 8.0, 3.0, bold=True),
            Text("FIRST", x + light - 2.5, JUMPER_DOWN + 2.0, 0.8),
            Text("LAST", x + light - 7.5, JUMPER_DOWN + 2.0, 0.8),
            Text(f"SW{index + 1}", x - 2.6, 12.5, 0.8, turn=90),
            Text(f"D{index + 1}", x - 5.0, DIODE_DOWN - 1.9, 0.8),
            Text(f"C{index + 1}", x + light - 3.5, CAP_DOWN, 0.8),
        ]
    socket = middle(MIDDLE) + SOCKET_RIGHT
    names = [pin.replace("COL", "") for pin in PINS]
    for i, name in enumerate(names):
        x = socket + _pin_right(i)
        odd = i % 2 == 0  # pin 1 and its row lie below
        texts.append(Text(name, x, SOCKET_DOWN + (3.0 if odd else -2.9), 0.8))
        texts.append(Text(name, x, SOCKET_DOWN - (9.3 if odd else 8.0), 0.8, "B"))
    texts += [
        Text("odd", socket - 12.0, SOCKET_DOWN - 9.3, 0.8, "B"),
        Text("even", socket + 12.0, SOCKET_DOWN - 8.0, 0.8, "B"),
        Text("TOURELLE strip A", middle(2) + 8.5, 25.4, 1.2),
        Text("this edge up", middle(5) - 7.0, 3.7, 1.0),
        Text("this face to row 1", middle(6) + 8.0, 25.4, 1.2),
        Text("row ____", middle(0) + 7.5, 25.4, 1.5),
    ]
    for index, lines in _BACK.items():
        texts += [
            Text(line, middle(index) + 2.0, 22.0 + 2.0 * i, 1.0, "B")
            for i, line in enumerate(lines)
        ]
    return texts


def _breaks(width: float, height: float) -> tuple[list, list, list]:
    """Perforations, printed lines and places without pours along the lines to break at."""
    made = board()
    holes, lines, zones = [], [], []
    for index in range(len(COLUMNS) - 1):
        x = middle(index) + made["strip"]["break_mm"]
        for i in range(21):
            y = 1.0 + i * 1.25
            if y < 2.5 or 17.0 < y < 28.0:  # the copper crosses in between and below
                holes.append((x, y, 0.7))
        lines.append((x, 3.5, x, 16.5))
        for layer in ("F.Cu", "B.Cu"):
            corners = ((x - 0.75, 0), (x + 0.75, 0), (x + 0.75, height), (x - 0.75, height))
            zones.append(Zone("", layer, corners, keepout=True))
    return holes, lines, zones


def _lanes(width: float) -> list[Track]:
    """The lines that run along the strip; the router joins everything else to them."""
    light = board()["cell"]["light_mm"]
    first, last = middle(0), middle(len(COLUMNS) - 1)
    socket = middle(MIDDLE) + SOCKET_RIGHT
    tracks = [
        Track("+5V", "F.Cu", 2.0, 4.0, RAIL_DOWN, width - 2.0, RAIL_DOWN),
        Track("GND", "B.Cu", 1.5, 2.0, GROUND_DOWN, width - 2.0, GROUND_DOWN),
        Track("FEED", "B.Cu", 0.25, first + light - 3.5, FEED_DOWN, last + light - 3.0, FEED_DOWN),
        Track("RET", "B.Cu", 0.25, first + light - 6.0, RETURN_DOWN, last + light - 6.0,
              RETURN_DOWN),
        Track("ROW", "B.Cu", 0.25, first - 7.0, ROW_DOWN, last - 7.0, ROW_DOWN),
    ]
    for index, letter in enumerate(COLUMNS):
        if index != MIDDLE:
            down = COLUMN_DOWN[index if index < MIDDLE else len(COLUMNS) - 1 - index]
            end = socket + _pin_right(PINS.index(f"COL{letter}"))
            end = round(end / 0.25) * 0.25
            x = middle(index)
            tracks.append(Track(f"COL{letter}", "B.Cu", 0.25, min(x, end), down, max(x, end), down))
    return tracks


def strip() -> Board:
    """The strip's circuit and board."""
    made, kind = board(), kinds()
    pitch = made["cell"]["pitch_mm"]
    if pitch < SMALLEST_PITCH:
        raise ValueError(f"cell.pitch_mm is {pitch}: the strip needs at least {SMALLEST_PITCH}")
    width, height = pitch * len(COLUMNS), made["strip"]["height_mm"]
    parts = [part for index in range(len(COLUMNS)) for part in _cell(index)]
    parts.append(
        Part("J1", kind["strip_socket"], pins(),
             (middle(MIDDLE) + SOCKET_RIGHT, SOCKET_DOWN, 0, "B"), (71.12, 254.0))
    )
    for i, letter in enumerate(made["strip"]["holes"]):
        parts.append(
            Part(f"H{i + 1}", kind["hole"], {},
                 (middle(COLUMNS.index(letter)), made["strip"]["hole_down_mm"], 0, "F"),
                 (139.7 + 15.24 * i, 254.0))
        )
    holes, lines, keepouts = _breaks(width, height)
    edge = ((0.5, 0.5), (width - 0.5, 0.5), (width - 0.5, height - 0.5), (0.5, height - 0.5))
    return Board(
        "strip", "Tourelle: strip of nine cells", width, height, parts, symbols(),
        footprints(made["strip"]), texts=_silk(), tracks=_lanes(width),
        zones=[Zone("GND", layer, edge) for layer in ("F.Cu", "B.Cu")] + keepouts,
        holes=holes, lines=lines,
        notes=[
            ("Current of a closed reed: column - reed - diode - row, which is driven low", 20, 20),
            ("LED data: FEED - FIRST of the first cell - LED to LED - LAST of the last - RET",
             20, 26),
        ],
        widths={"+5V": 0.6, "GND": 0.5}, powered=("+5V", "GND"),
    )
