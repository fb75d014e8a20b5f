"""The controller: the Pico, the supply, the level shifter and a connector for each strip."""

from electronics.circuit import Board, Part, Text, Zone
from electronics.description import COLUMNS, board, kinds
from electronics.footprints import footprints
from electronics.strip import PINS
from electronics.symbols import pico_pin, symbols

SIZE = 100.0
STRIPS = 9
SOCKET_X = 79.0
SOCKET_TOP = 9.0
SOCKET_STEP = 10.25


def row_net(number: int) -> str:
    """The net of a row, counted from 1."""
    return f"ROW{number}"


def feed_net(number: int) -> str:
    """The LED data in front of a strip, counted from 1; that of 10 is behind the last."""
    return f"FEED{number}"


def _socket_pins(number: int) -> dict[str, str]:
    """The pins of a strip's connector: RET of one strip is FEED of the next."""
    names = {"FEED": feed_net(number), "RET": feed_net(number + 1), "ROW": row_net(number)}
    return {str(i + 1): names.get(net, net) for i, net in enumerate(PINS)}


def _pico_pins() -> dict[str, str]:
    pins = board()["pins"]
    nets = {pico_pin(gpio): row_net(i + 1) for i, gpio in enumerate(pins["rows"])}
    nets |= {pico_pin(gpio): f"COL{COLUMNS[i]}" for i, gpio in enumerate(pins["columns"])}
    nets |= {
        pico_pin(pins["leds"]): "LEDS_3V3",
        pico_pin(pins["ok"]): "OK",
        pico_pin(pins["undo"]): "UNDO",
        pico_pin(pins["buzzer"]): "BUZZER_3V3",
        "36": "+3V3", "39": "VSYS", "40": "VBUS",
    }
    nets |= dict.fromkeys(("3", "8", "13", "18", "23", "28", "33", "38"), "GND")
    return nets


def _shifter_pins() -> dict[str, str]:
    """Gate 1 carries the LED data, gate 2 the buzzer; the others rest."""
    return {
        "1": "GND", "2": "LEDS_3V3", "3": "LEDS_5V",
        "4": "GND", "5": "BUZZER_3V3", "6": "BUZZER_5V",
        "7": "GND", "9": "GND", "10": "+5V", "12": "GND", "13": "+5V", "14": "+5V",
    }


def _parts() -> list[Part]:
    kind = kinds()
    columns = {str(i + 2): f"COL{letter}" for i, letter in enumerate(COLUMNS)}
    parts = [
        Part("U1", kind["pico"], _pico_pins(), (18.0, 27.0, 0, "F"), (76.2, 88.9)),
        Part("RN1", kind["pull_ups"], {"1": "+3V3"} | columns,
             (43.5, 27.0, 270, "F"), (175.26, 58.42)),
        Part("U2", kind["shifter"], _shifter_pins(), (33.5, 64.0, 0, "F"), (177.8, 121.92)),
        Part("C2", kind["decoupling"], {"1": "+5V", "2": "GND"}, (33.5, 51.5, 180, "F"),
             (71.12, 160.02)),
        Part("R1", kind["series_resistor"], {"1": "LEDS_5V", "2": "FEED1"},
             (52.0, 44.0, 90, "F"), (71.12, 175.26)),
        Part("R2", kind["series_resistor"], {"1": "BUZZER_5V", "2": "BUZZER"},
             (24.0, 64.5, 90, "F"), (71.12, 190.5)),
        Part("LS1", kind["buzzer"], {"1": "BUZZER", "2": "GND"}, (12.0, 63.5, 270, "F"),
             (71.12, 205.74)),
        Part("J10", kind["supply_socket"], {"1": "5V_IN", "2": "GND"}, (14.0, 93.0, 0, "F"),
             (71.12, 220.98)),
        Part("F1", kind["fuse_supply"], {"1": "5V_IN", "2": "5V_FUSED"}, (11.0, 83.0, 0, "F"),
             (71.12, 236.22)),
        Part("D1", kind["clamp"], {"1": "5V_FUSED", "2": "GND"}, (27.0, 94.5, 0, "F"),
             (71.12, 251.46)),
        Part("F2", kind["fuse_usb"], {"1": "VBUS", "2": "USB_FUSED"}, (35.0, 46.0, 0, "F"),
             (175.26, 160.02)),
        Part("JP1", kind["source_jumper"], {"1": "5V_FUSED", "2": "+5V", "3": "USB_FUSED"},
             (27.0, 84.0, 0, "F"), (175.26, 177.8), "SUPPLY +5V USB"),
        Part("D2", kind["or_diode"], {"1": "VSYS", "2": "+5V"}, (37.0, 77.5, 0, "F"),
             (175.26, 195.58)),
        Part("C1", kind["bulk"], {"1": "+5V", "2": "GND"}, (40.5, 87.0, 270, "F"),
             (175.26, 210.82)),
        Part("J11", kind["button_socket"], {"1": "OK", "2": "GND"}, (50.2, 93.5, 0, "F"),
             (175.26, 226.06), "OK"),
        Part("J12", kind["button_socket"], {"1": "UNDO", "2": "GND"}, (58.4, 93.5, 0, "F"),
             (175.26, 241.3), "Undo"),
        Part("SW1", kind["button"], {"1": "OK", "2": "GND"}, (51.0, 68.0, 0, "F"),
             (251.46, 226.06), "OK"),
        Part("SW2", kind["button"], {"1": "UNDO", "2": "GND"}, (51.0, 79.0, 0, "F"),
             (251.46, 241.3), "Undo"),
    ]
    for n in range(1, STRIPS + 1):
        parts.append(
            Part(f"J{n}", kind["strip_socket"], _socket_pins(n),
                 (SOCKET_X, SOCKET_TOP + (n - 1) * SOCKET_STEP, 0, "F"),
                 (261.62 + 58.42 * ((n - 1) % 3), 58.42 + 50.8 * ((n - 1) // 3)),
                 f"Strip {n}")
        )
    points = (("5V", "+5V", 59.0, 65.0), ("GND", "GND", 59.0, 75.5), ("3V3", "+3V3", 32.5, 4.0),
              ("DATA", "FEED1", 58.5, 45.0), ("END", "FEED10", 60.5, 86.0),
              ("VSYS", "VSYS", 38.5, 4.0))
    for i, (name, net, x, y) in enumerate(points):
        parts.append(Part(f"TP{i + 1}", kind["test_point"], {"1": net}, (x, y, 0, "F"),
                          (251.46 + 25.4 * i, 203.2), name))
    for i, (x, y) in enumerate(((3.6, 3.6), (96.4, 3.6), (3.6, 96.4), (96.4, 96.4))):
        parts.append(Part(f"H{i + 1}", kind["hole"], {}, (x, y, 0, "F"),
                          (302.26 + 15.24 * i, 236.22)))
    return parts


# where the name of a part is printed, from its middle; values besides, where they say something
_NAMES = {
    "U1": (0.0, 27.2, "U1 Pico"), "RN1": (0.0, 14.2, "RN1 9x10k"), "U2": (0.0, 0.0, "U2"),
    "C2": (0.0, -2.3, "C2 100n"), "R1": (2.4, 0.0, "R1 100R"), "R2": (2.4, 0.0, "R2 100R"),
    "LS1": (0.0, 7.3, "LS1"), "J10": (0.0, 5.1, "J10 5 V ="), "F1": (0.0, -2.7, "F1 1.85A"),
    "D1": (0.0, -2.8, "D1 SA5.0A"), "F2": (0.0, -2.7, "F2 0.5A"), "D2": (0.0, -2.5, "D2 1N5817"),
    "C1": (0.0, -6.4, "C1 1000u"), "J11": (0.0, -3.5, "J11 OK"), "J12": (0.0, -3.5, "J12 U"),
    "SW1": (0.0, -4.3, "SW1 OK"), "SW2": (0.0, -4.3, "SW2 UNDO"), "JP1": (0.0, -2.6, "JP1"),
}
_UPRIGHT = {"R1", "R2"}


def _silk(parts: list[Part]) -> list[Text]:
    texts = []
    for part in parts:
        x, y = part.at[:2]
        if part.ref in _NAMES:
            dx, dy, words = _NAMES[part.ref]
            texts.append(Text(words, x + dx, y + dy, 0.9, turn=90 if part.ref in _UPRIGHT else 0))
        elif part.ref.startswith("TP"):
            texts.append(Text(part.value, x, y + 2.1, 0.9))
        elif part.ref.startswith("J"):
            texts.append(Text(part.ref, x - 17.0, y - 1.0, 1.2, bold=True))
            texts.append(Text(f"row {part.ref[1:]}", x - 17.5, y + 1.0, 0.9))
        if part.ref == "U1":
            texts += [
                Text(net.removesuffix("_3V3"), x + (-5.5 if int(pin) <= 20 else 5.5),
                     y + 2.54 * ((int(pin) - 1) if int(pin) <= 20 else 40 - int(pin)) - 24.13, 0.8)
                for pin, net in sorted(part.nets.items())
            ]
        if part.ref == "JP1":
            texts += [Text(word, x + (i - 1) * 6.0, y + 2.6, 0.8)
                      for i, word in enumerate(("SUPPLY", "+5V", "USB"))]
        if part.ref == "J10":
            texts += [Text("+", x - 5.2, y, 1.5), Text("-", x + 5.2, y, 1.5)]
        if part.ref == "C1":
            texts.append(Text("+", x + 2.2, y - 4.0, 1.2))
    for i, name in enumerate(PINS):
        x = SOCKET_X + (i // 2) * 2.54 - 8.89
        texts.append(Text(name.replace("COL", ""), x, 3.2 if i % 2 else 1.7, 0.8))
    return [
        *texts,
        Text("odd", SOCKET_X - 12.5, 1.7, 0.8), Text("even", SOCKET_X - 12.5, 3.2, 0.8),
        Text("TOURELLE controller A", 49.5, 53.5, 1.2),
        Text("CERN-OHL-P-2.0, not yet built", 49.0, 55.5, 0.8),
    ]


def controller() -> Board:
    """The controller's circuit and board."""
    made = board()
    edge = ((0.5, 0.5), (SIZE - 0.5, 0.5), (SIZE - 0.5, SIZE - 0.5), (0.5, SIZE - 0.5))
    parts = _parts()
    return Board(
        "controller", "Tourelle: controller", SIZE, SIZE, parts, symbols(),
        footprints(made["strip"]),
        zones=[Zone("GND", layer, edge) for layer in ("F.Cu", "B.Cu")],
        widths={"+5V": 1.5, "GND": 0.5, "5V_IN": 2.0, "5V_FUSED": 2.0, "USB_FUSED": 1.0,
                "VBUS": 1.0, "VSYS": 0.6, "+3V3": 0.4},
        powered=("+5V", "GND", "VSYS", "5V_IN"),
        notes=[
            ("JP1 takes the lights' 5 V from the supply or from the USB socket, never from both",
             20, 20),
            ("RET of each strip is FEED of the next: the LED data passes them in order", 20, 26),
        ],
        texts=_silk(parts),
    )


