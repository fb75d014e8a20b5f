"""Pictures for the steps of the build guide; places of parts come from the boards' layouts."""

from mechanics.description import description
from mechanics.panels import Circle, square

from electronics import bom, kicad
from electronics.description import board, panel
from electronics.sketch import (
    BLUE,
    DARK,
    GLASS,
    GOLD,
    GREEN,
    GREY,
    METAL,
    PALE,
    RED,
    WHITE,
    WOOD,
    Point,
    Sketch,
)
from electronics.tables import CABLE

NORTH, SOUTH = "#d9534f", "#4f7fd9"


def coupons() -> str:
    """How each of the three coupons is used."""
    sheet = Sketch("Using the coupons", 900, 300)
    sheet.head(20, 26, "coupon-kerf: the square")
    sheet.box(60, 90, 130, 130, WOOD)
    sheet.text(125, 160, "cut square", 12, at="middle")
    for x, way in ((60, -1), (190, 1)):  # the jaws of a calliper
        sheet.path([(x, 58), (x, 120), (x + way * 14, 120), (x + way * 14, 58)], DARK, 1, METAL)
    sheet.box(30, 46, 205, 14, METAL)
    sheet.box(150, 40, 66, 26, "#dfe8d8")
    sheet.text(183, 58, "29.84", 14, at="middle", mono=True)
    sheet.text(20, 252, "30 less what you read is the kerf:\nhere 30 - 29.84 = 0.16 mm", 13)

    sheet.head(330, 26, "coupon-kerf: the slots")
    sheet.path([(330, 220), (330, 120), (590, 120), (590, 220)], DARK, 1, WOOD)
    for number in range(10):
        wide = 4 + 0.5 * number
        x = 345 + 24 * number
        sheet.box(x, 119, wide, 50, WHITE)
        sheet.text(x + 2, 186, f"{1.4 + 0.1 * number:.1f}", 9.5, at="middle")
    sheet.box(417.6, 52, 5.2, 117, PALE, GREEN)
    sheet.note((420, 70), (440, 66), "a strip's lower edge")
    sheet.text(330, 252, "The slot that it goes into by hand,\n"
               "without wobbling, is the one for slot.", 13)

    sheet.head(640, 26, "jig-polarity: which side is up")
    for x, way, words, good in ((690, 1, "drawn to the tip:\nthis side up", True),
                                (820, -1, "pushed away:\nturn it round", False)):
        sheet.path([(x - 24, 220), (x - 17, 120), (x + 17, 120), (x + 24, 220)], DARK, 1, "#4c9a5f")
        sheet.box(x - 10, 126, 20, 9, NORTH)  # the jig's own magnet, north up
        sheet.box(x - 10, 135, 20, 9, SOUTH)
        top, low = (NORTH, SOUTH) if way == 1 else (SOUTH, NORTH)
        sheet.box(x - 10, 64, 20, 9, top)
        sheet.box(x - 10, 73, 20, 9, low)
        sheet.arrow((x + 30, 66), (x + 30, 66 + 34 * way), GREEN if good else RED)
        sheet.text(x, 252, words, 12.5, at="middle")
    sheet.text(755, 138, "N", 12, RED, "middle", bold=True)
    sheet.path([(746, 133), (702, 131)], GREY)
    return sheet.svg()


def reeds() -> str:
    """Bending a reed's leads, and how it lies while it is soldered."""
    strip = board()["strip"]
    gap, leads = strip["reed_gap_mm"], strip["reed_leads_mm"]
    scale = 14.0
    sheet = Sketch("Bending and soldering a reed", 900, 330)
    sheet.head(20, 26, "Bend: pliers between glass and bend")
    middle, y = 210.0, 120.0
    glass, far = 10.16 / 2 * scale, leads / 2 * scale
    sheet.path([(middle - far, y + 110), (middle - far, y), (middle + far, y),
                (middle + far + 95, y)], "#7b7f86", 4)
    sheet.path([(middle + far, y), (middle + far, y + 110)], "#7b7f86", 1.5, dashed=True)
    sheet.box(middle - glass, y - 12, 2 * glass, 24, GLASS, BLUE, 12)
    bite = middle + glass + 3 * scale  # as close to the glass as the guide says
    for way in (-1, 1):
        sheet.path([(bite - 4, y), (bite + 8, y), (bite + 26, y + way * 66),
                    (bite + 6, y + way * 66)], DARK, 1, METAL)
    sheet.note((bite + 12, y - 45), (bite + 50, y - 56), "pliers hold the lead")
    sheet.arrow((middle + far + 88, y + 12), (middle + far + 14, y + 82), BLUE)
    sheet.text(middle + far + 60, y + 84, "by hand", 12, BLUE)
    sheet.path([(middle + glass, y + 18), (middle + glass, y + 40)], BLUE)
    sheet.size((middle + glass, y + 34), (bite, y + 34), "3 mm", -14)
    sheet.size((middle - far, y + 132), (middle + far, y + 132),
               f"{leads:g} mm, as jig-bend is long")
    sheet.text(20, 300, "The glass never takes the force: it cracks where the lead comes out.", 13)

    sheet.head(520, 26, "Solder: a card under the glass")
    left, top, thick = 540.0, 190.0, 22.0
    sheet.box(left, top, 320, thick, PALE, GREEN)
    scale = 13.0
    middle, far, glass = left + 160, leads / 2 * scale, 10.16 / 2 * scale
    card = gap * 13
    sheet.box(middle - glass + 14, top - card, 2 * glass - 28, card, WOOD)
    body = 1.8 * scale
    axis = top - card - body / 2
    sheet.path([(middle - far, top + thick + 14), (middle - far, axis), (middle + far, axis),
                (middle + far, top + thick + 14)], "#7b7f86", 4)
    sheet.box(middle - glass, axis - body / 2, 2 * glass, body, GLASS, BLUE, 10)
    for x in (middle - far, middle + far):
        sheet.path([(x - 10, top + thick), (x, top + thick + 13), (x + 10, top + thick)], GREY, 1,
                   METAL)
    sheet.note((middle + glass - 24, top - card / 2), (middle + glass - 10, top - 66),
               f"card, {gap:g} mm,\npulled out afterwards")
    sheet.note((middle + far, top + thick + 8), (middle + far - 24, top + 74), "solder, quickly",
               "end")
    sheet.note((left + 12, top + 12), (left + 4, top + 60), "strip")
    return sheet.svg()


def _header(sheet: Sketch, x: float, y: float) -> dict[int, Point]:
    """A strip's header from its front, as it lies with the upper edge up; pin -> where it is."""
    step = 30.0
    sheet.box(x - 24, y - 34, 9 * step + 48, 92, DARK, DARK, 3)
    sheet.box(x + 4.5 * step - 22, y + 52, 44, 7, WHITE, WHITE)  # the key
    places = {}
    for pin, net in enumerate(CABLE, start=1):
        px, py = x + (pin - 1) // 2 * step, y + (24 if pin % 2 else 0)
        places[pin] = (px, py)
        colour = {"+5V": RED, "GND": "#777777", "ROW": BLUE}.get(net, GOLD)
        sheet.box(px - 5, py - 5, 10, 10, colour, WHITE)
        sheet.text(px, y + 48 if pin % 2 else y - 14, str(pin), 10, WHITE, "middle")
    return places


def strip_meter() -> str:
    """What is measured at a strip's header before it meets power."""
    sheet = Sketch("Measuring a strip at its header", 1000, 400)
    sheet.head(20, 26, "No short: ohms between +5V (1) and GND (2)")
    pins = _header(sheet, 70, 70)
    sheet.meter(150, 220, "1.2k", "ohms", pins[1], pins[2], "anything but near 0")
    sheet.text(200, 158, "triangle: pin 1; key: in the middle", 11.5)
    sheet.path([(62, 146), (70, 134), (78, 146)], DARK, 1, RED)
    sheet.head(470, 26, "Each diode: a magnet over its reed")
    pins = _header(sheet, 520, 70)
    sheet.meter(510, 220, "0.23", "diode test", pins[9], pins[6], "0.15 to 0.35 V")
    sheet.text(640, 176, "red on the column's pin, black on ROW (6):", 12)
    columns = [(pin, net[-1]) for pin, net in enumerate(CABLE, start=1) if net.startswith("COL")]
    sheet.text(640, 198, "  ".join(f"{name} {pin}" for pin, name in columns[:5]), 12, mono=True)
    sheet.text(640, 216, "  ".join(f"{name} {pin}" for pin, name in columns[5:]), 12, mono=True)
    sheet.text(640, 246, "leads exchanged, or magnet away: open (OL)", 12)
    for line, (shows, means) in enumerate((("0.00 both ways", "diode bridged"),
                                           ("OL, 0.23 exchanged", "diode the wrong way round"),
                                           ("OL both ways", "reed, diode or joint open"))):
        sheet.text(640, 280 + 20 * line, shows, 12, RED, mono=True)
        sheet.text(800, 280 + 20 * line, means, 11.5)
    sheet.text(20, 384, "red: +5V   grey: GND   blue: ROW   gold: data and columns. "
               "The strip lies with its upper edge up.", 12)
    return sheet.svg()


def cable() -> str:
    """A cable, its plugs, and what is measured."""
    sheet = Sketch("A strip's cable", 900, 370)
    sheet.head(20, 26, "Both plugs alike: coloured wire at the triangle, keys to the same side")
    for wire in range(12):
        y = 84 + 7 * wire
        colour = RED if wire == 11 else GREY
        sheet.path([(120, y), (690, y)], colour, 4)
    for x in (96, 690):
        sheet.box(x, 66, 40, 112, DARK, DARK, 3)
        sheet.box(x - 8, 108, 8, 28, DARK, WHITE)
        sheet.path([(x + 12, 186), (x + 20, 174), (x + 28, 186)], DARK, 1, RED)
    sheet.note((92, 122), (40, 230), "key")
    sheet.note((116, 182), (96, 252), "triangle: pin 1")
    sheet.note((300, 161), (316, 200), "coloured wire, of 20")
    sheet.size((116, 60), (710, 60), "45 cm, or less")
    sheet.meter(420, 238, "beep", "continuity", (710, 168), (116, 168), "1 to 1, 20 to 20")
    sheet.text(530, 348, "and no pin with its neighbour", 12)
    sheet.head(755, 96, "Pressing")
    sheet.path([(770, 190), (770, 130), (860, 130), (860, 190)], GREY, 2)
    sheet.box(776, 134, 78, 12, WOOD)
    sheet.box(776, 146, 78, 12, DARK)
    sheet.box(776, 158, 78, 5, GREY)
    sheet.box(776, 163, 78, 14, DARK)
    sheet.box(776, 177, 78, 12, WOOD)
    sheet.text(815, 206, "vice, card at both sides", 11.5, at="middle")
    return sheet.svg()


def _controller(sheet: Sketch, left: float, top: float, scale: float,
                pico: bool) -> dict[str, Point]:
    """The controller from above, as its layout has it; part -> its middle on the sheet."""
    layout = kicad.layout("controller")
    wide, high = layout["size"]
    sheet.box(left, top, wide * scale, high * scale, PALE, GREEN, 4, 2)
    middles = {}
    for ref, part in layout["parts"].items():
        if not part["courtyard"]:
            continue
        xs = [x for outline in part["courtyard"] for x, _ in outline]
        ys = [y for outline in part["courtyard"] for _, y in outline]
        box = (left + min(xs) * scale, top + min(ys) * scale, (max(xs) - min(xs)) * scale,
               (max(ys) - min(ys)) * scale)
        middles[ref] = (box[0] + box[2] / 2, box[1] + box[3] / 2)
        if ref == "U1" and not pico:
            sheet.box(*box[:2], 8, box[3], DARK)
            sheet.box(box[0] + box[2] - 8, box[1], 8, box[3], DARK)
        elif ref == "U1":
            sheet.box(*box, "#3f9d5a", GREEN, 3)
            sheet.box(middles[ref][0] - 12, box[1] + box[3] - 14, 24, 18, METAL)
        elif ref.startswith("TP"):
            sheet.disc(*middles[ref], 5, GOLD)
        elif ref[0] == "J":
            sheet.box(*box, "#444444" if ref not in ("J10", "J11", "J12") else METAL)
        elif ref[0] not in "HF":
            sheet.box(*box, "#c7d3c8", "#9fb3a1")
    for number in range(1, 10):
        x, y = middles[f"J{number}"]
        sheet.text(x, y + 4, f"J{number}", 11, WHITE, "middle")
    return middles


def controller() -> str:
    """The controller's first power, from a supply and from a computer."""
    sheet = Sketch("The controller's first power", 960, 520)
    sheet.head(20, 26, "1: a supply, no Pico, no strips")
    at = _controller(sheet, 110, 80, 2.9, False)
    x, y = at["J10"]
    sheet.path([(30, y), (x - 16, y)], DARK, 7)
    sheet.box(x - 34, y - 9, 24, 18, METAL)
    sheet.text(24, y - 16, "5 V, USB-C", 12)
    sheet.disc(*at["D4"], 6, "#35d05a", GREEN)
    sheet.note(at["D4"], (150, 66), "D4 green, D3 dark", "end")
    sheet.text(at["U1"][0], at["U1"][1], "empty\nsockets", 11, GREY, "middle")
    sheet.meter(360, 398, "5.02", "volts, DC", at["TP1"], at["TP2"], "4.75 to 5.25 V")
    for ref, words in (("TP1", "5V"), ("TP2", "GND")):
        sheet.text(at[ref][0] + 12, at[ref][1] + 4, words, 11)
    sheet.head(500, 26, "2: the Pico, from the computer, no supply")
    at = _controller(sheet, 560, 80, 2.9, True)
    x, y = at["U1"]
    sheet.path([(x, 375), (x, 430)], DARK, 6)
    sheet.box(x - 10, 368, 20, 22, DARK)
    sheet.text(x, 448, "USB cable to the\ncomputer", 12, at="middle")
    sheet.meter(810, 398, "3.30", "volts, DC", at["TP3"], at["TP2"], "3.2 to 3.4 V")
    for ref, words in (("TP3", "3V3"), ("TP2", "GND"), ("TP1", "5V")):
        sheet.text(at[ref][0] + 12, at[ref][1] + 4, words, 11)
    sheet.text(700, 470, "then 5V:\n4.4 to 5.2 V", 12)
    return sheet.svg()


def _pico(sheet: Sketch, x: float, y: float) -> Point:
    """A Pico with its socket to the left; gives where BOOTSEL is."""
    sheet.box(x, y, 220, 92, "#3f9d5a", GREEN, 4)
    for n in range(20):
        for row in (y + 6, y + 86):
            sheet.disc(x + 12 + 10.3 * n, row, 3, GOLD, GREEN)
    sheet.box(x - 8, y + 30, 34, 32, METAL)
    sheet.box(x + 100, y + 32, 30, 30, DARK)
    sheet.box(x + 52, y + 22, 22, 18, WHITE, DARK, 3)
    sheet.disc(x + 63, y + 31, 5, "#dddddd")
    return x + 63, y + 31


def flash() -> str:
    """MicroPython onto the Pico, then the firmware."""
    sheet = Sketch("Flashing", 900, 330)
    sheet.head(20, 26, "1: MicroPython, with BOOTSEL held while the cable goes in")
    button = _pico(sheet, 130, 56)
    x, y = button
    sheet.path([(x - 7, y - 46), (x - 7, y - 10), (x + 7, y - 10), (x + 7, y - 46)],  # a finger
               "#b08968", 1, "#f0cfae")
    sheet.note((button[0] + 5, button[1] - 18), (button[0] + 40, 50), "BOOTSEL")
    sheet.box(60, 88, 46, 28, DARK, DARK, 4)
    sheet.path([(20, 102), (60, 102)], DARK, 6)
    sheet.arrow((70, 138), (112, 138), BLUE)
    sheet.text(20, 160, "plug in", 12, BLUE)
    sheet.box(390, 70, 70, 50, "#eef1f5", DARK, 4)
    sheet.box(398, 104, 54, 6, "#35d05a")
    sheet.text(425, 92, "RPI-RP2", 12, at="middle", bold=True)
    sheet.text(425, 138, "a drive appears", 12, at="middle")
    sheet.arrow((470, 95), (510, 95), BLUE)
    sheet.screen(520, 56, 360, [".venv/bin/tourelle flash --uf2 FILE"])
    sheet.head(20, 206, "2: the firmware, with your grid")
    sheet.screen(20, 220, 440, [".venv/bin/tourelle flash --grid avalam"])
    sheet.head(480, 206, "3: look")
    sheet.screen(480, 220, 400, [".venv/bin/tourelle doctor",
                                 "  - Tourelle ... runs on it, the avalam board",
                                 "    with 49 cells."])
    return sheet.svg()


def strip_test() -> str:
    """One strip on the controller, a piece over a cell, and what the terminal says."""
    sheet = Sketch("Testing one strip", 900, 400)
    at = _controller(sheet, 20, 60, 2.3, True)
    sheet.head(20, 26, "The strip of row 5, alone at J5")
    left, y, cell = 330.0, 90.0, 60.0
    sheet.cable((at["J5"][0] + 36, at["J5"][1]), (left + 5.0 * cell, y + 62), GREY, 9, 70)
    sheet.box(left, y, 9 * cell, 62, PALE, GREEN, 2, 2)
    for n, name in enumerate("abcdefghi"):
        x = left + (n + 0.5) * cell
        sheet.box(x - 4, y + 10, 8, 34, GLASS, BLUE, 4)
        sheet.text(x - 17, y + 34, name, 14, bold=True)
        sheet.box(x + 18, y + 2, 9, 5, "#fff3b0" if n != 2 else "#ffffff", DARK)
    sheet.box(left + 4.6 * cell, y + 40, 50, 20, DARK)
    x = left + 2.5 * cell
    sheet.box(x - 24, y - 34, 48, 18, RED, DARK, 3)
    sheet.box(x - 7, y - 24, 14, 8, METAL)
    sheet.arrow((x, y - 62), (x, y - 38), BLUE)
    sheet.text(x + 34, y - 40, "a piece, or a magnet with its north up,\n"
               "to the strip's upper edge", 12)
    sheet.screen(330, 228, 550, [
        ".venv/bin/tourelle doctor --strip 5",
        "Touch c5 with a piece. Enter if the board does not feel it.",
        "! The switch of f5 is dead: look at its reed, its joints, ...",
        "- Not tested: the diodes of a5 b5 c5 d5 e5 f5 g5 h5 i5."])
    sheet.text(330, 354, "Its lights: unplug USB, move the cable to J1, plug in again, and", 12.5)
    sheet.text(330, 374, ".venv/bin/tourelle doctor --strip 5 --lights", 12.5, mono=True)
    return sheet.svg()


def crimp() -> str:
    """A contact on a button's wire, and into its housing."""
    sheet = Sketch("Crimping a button's lead", 900, 340)
    sheet.head(20, 26, "1: bare the wire, lay it in, close the wings")

    def contact(x: float, y: float, closed: bool) -> None:
        sheet.box(x, y, 62, 20, METAL)
        sheet.path([(x + 62, y + 20), (x + 150, y + 20)], GREY, 3)
        for start, wide, high in ((72, 24, 18), (112, 28, 30)):
            if closed:
                sheet.box(x + start, y + 2, wide, 20, METAL, DARK, 5)
            else:
                left, right, low = x + start, x + start + wide, y + 20
                sheet.path([(left, low), (left - 3, low - high), (right + 3, low - high),
                            (right, low)], DARK, 1, METAL)

    sheet.path([(240, 116), (128, 116)], GOLD, 5)
    sheet.path([(300, 116), (152, 116)], RED, 13)
    contact(40, 100, False)
    sheet.size((128, 152), (152, 152), "2 mm", -16)
    sheet.note((124, 96), (84, 62), "inner wings: bare wire", "middle")
    sheet.note((168, 74), (196, 62), "outer wings: insulation")
    sheet.path([(300, 220), (152, 220)], RED, 13)
    contact(40, 208, True)
    sheet.text(40, 262, "Pull: it holds.", 13)
    sheet.head(380, 26, "2: into the housing, until it clicks")
    for n in range(2):
        y = 96 + 44 * n
        sheet.path([(620, y), (760, y)], RED if n == 0 else DARK, 13)
    sheet.path([(470, 70), (620, 70), (620, 166), (470, 166)], DARK, 1, "#f7f3e8")
    for n in range(2):
        y = 96 + 44 * n
        sheet.box(480, y - 10, 120, 20, METAL)
        sheet.box(530, y - 20, 16, 8, "#f7f3e8")
    sheet.arrow((700, 190), (630, 190), BLUE)
    sheet.note((538, 78), (520, 58), "latch", "end")
    sheet.note((472, 120), (440, 122), "XHP-2", "end")
    sheet.head(630, 246, "3: measure, the button on")
    sheet.meter(520, 226, "beep", "continuity", (484, 96), (484, 140), "")
    sheet.text(630, 270, "beeps only while the button is pressed;\nthen OK to J11, Undo to J12", 12)
    return sheet.svg()


def whole() -> str:
    """The finished board on the computer, led through by the doctor."""
    sheet = Sketch("Testing the whole board", 900, 330)
    sheet.head(20, 26, "All strips, the panel on, USB to the computer")
    sheet.box(30, 50, 250, 250, "#fbfaf5", DARK, 8, 2)
    for row in range(8):
        for column in range(8):
            x, y = 52 + 26 * column, 66 + 26 * row
            sheet.box(x, y, 26, 26, "none", "#c9c4b2")
            lit = (row, column) == (3, 4)
            fill, edge = ("#ffe066", GOLD) if lit else ("#f1ecd9", "#d9d4c2")
            sheet.disc(x + 20, y + 8, 5 if lit else 3, fill, edge)
    sheet.disc(130, 288, 7, "#777777")
    sheet.disc(180, 288, 7, "#777777")
    sheet.text(196, 292, "OK", 10)
    sheet.text(94, 292, "Undo", 10)
    sheet.cable((280, 200), (340, 130), DARK, 4, 30)
    sheet.screen(340, 60, 540, [
        ".venv/bin/tourelle doctor", "Test its lights and switches? [y/N] y", "Light e5?",
        "Touch e5 with a piece. Enter if the board does not feel it.",
        "The diodes. Put a piece on each lit cell: a1 b1 ...",
        "Press the button ok. Enter if nothing happens.",
        "All lights, switches, diodes and buttons are right."])
    sheet.text(340, 256, "What does not answer is named, with where to look.", 12.5)
    return sheet.svg()


def depanel() -> str:
    """A panel of strips: where its tabs are, how they come off, how the stubs are drawn flat."""
    made, strip = panel(), board()["strip"]
    wide = strip["cells"] * board()["cell"]["pitch_mm"]
    sheet = Sketch("Strips out of their panel", 900, 560)
    sheet.head(20, 26, f"The panel: {made['strips']} strips, two rails, "
               f"{len(made['tabs_mm'])} tabs in each gap")
    scale, left, top = 1.2, 30.0, 50.0
    step = strip["height_mm"] + made["gap_mm"]
    high = made["strips"] * step + made["gap_mm"]
    for y in (top, top + (made["rail_mm"] + high) * scale):
        sheet.box(left, y, wide * scale, made["rail_mm"] * scale, "#ece6d6", GREY)
    for number in range(made["strips"] + 1):
        y = top + (made["rail_mm"] + number * step) * scale
        if number < made["strips"]:
            sheet.box(left, y + made["gap_mm"] * scale, wide * scale,
                      strip["height_mm"] * scale, PALE, GREEN)
        for place in made["tabs_mm"]:
            sheet.box(left + (place - made["tab_mm"] / 2) * scale, y,
                      made["tab_mm"] * scale, made["gap_mm"] * scale, RED, RED)
    for number in range(made["strips"]):
        y = top + (made["rail_mm"] + made["gap_mm"] + number * step) * scale
        sheet.text(left + 6, y + 22, f"strip {number + 1}: upper edge above", 11)
    for place in made["tabs_mm"]:
        sheet.text(left + place * scale, top - 5, f"{place:g}", 11, BLUE, "middle")
    sheet.text(left + wide * scale, top - 5, "mm", 11, BLUE, "end")
    low = top + (2 * made["rail_mm"] + high) * scale
    sheet.text(left, low + 22, "red: tabs. A fine saw along each gap, or bend a rail\n"
               "a little both ways until its bites give, both hands close by.", 12.5)

    zoom, x, y = 26.0, 520.0, 150.0
    sheet.head(500, 26, "One tab: its bites")
    half = made["tab_mm"] / 2 * zoom
    middle, gap = x + 160, made["gap_mm"] * zoom
    sheet.box(x, y - 80, 320, 80, PALE, GREEN)
    sheet.box(x, y + gap, 320, 80, PALE, GREEN)
    sheet.box(middle - half, y, 2 * half, gap, PALE, PALE)
    sheet.path([(middle - half, y), (middle - half, y + gap)], GREEN)
    sheet.path([(middle + half, y), (middle + half, y + gap)], GREEN)
    holes = int(made["tab_mm"] // made["bite_pitch_mm"]) + 1
    for edge, way in ((y, -1), (y + gap, 1)):
        for n in range(holes):
            along = (n - (holes - 1) / 2) * made["bite_pitch_mm"]
            sheet.disc(middle + along * zoom, edge + way * made["bite_inside_mm"] * zoom,
                       made["bite_mm"] / 2 * zoom, WHITE, DARK)
    sheet.size((middle - half, y + gap / 2), (middle + half, y + gap / 2),
               f"{made['tab_mm']:g} mm")
    sheet.text(x + 8, y - 58, "strip", 12)
    sheet.text(x + 8, y + gap + 70, "next strip: its upper edge", 12)
    sheet.note((middle + 2 * made["bite_pitch_mm"] * zoom, y - 3), (x + 236, y - 56),
               f"bites {made['bite_mm']:g} mm,\n{made['bite_pitch_mm']:g} mm apart")
    sheet.path([(x - 10, y + gap), (x + 330, y + gap)], RED, 1.5, dashed=True)
    sheet.text(x, y + gap + 102, "red: the edge. Break here.", 12.5, RED)

    sheet.head(20, 356, "The upper edge: draw it flat")
    layout = kicad.layout("strip")
    led = min(y for ref, part in layout["parts"].items() if ref.startswith("LED")
              for outline in part["courtyard"] for _, y in outline)
    sheet.box(30, 492, 440, 10, "#b9a98a")
    sheet.box(30, 502, 440, 14, GLASS, BLUE)
    sheet.text(40, 536, "abrasive paper on glass", 12)
    sheet.box(90, 394, 240, 90, PALE, GREEN, 0, 1.5)
    sheet.box(150, 484, 18, 8, PALE, RED)
    sheet.note((168, 488), (500, 470), "stub: at most 0.3 mm is left")
    sheet.box(240, 460, 26, 15, "#fff3b0", DARK)
    sheet.note((266, 466), (500, 420), f"an LED, about {led:.0f} mm from the edge: it comes\n"
               "no nearer to the paper")
    sheet.text(100, 414, "upper edge down", 12)
    sheet.arrow((100, 434), (160, 434), BLUE)
    sheet.arrow((160, 434), (100, 434), BLUE)
    return sheet.svg()


def countersink() -> str:
    """Which holes of the panel are countersunk, how wide and how deep, and what sits there."""
    made, screw = description(), bom.kit()["panel_screw"]
    hole, thick = made["panel"]["screw_hole"], made["heights"]["panel"]
    sink, head = screw["sink_mm"], screw["head_mm"]
    deep = (sink - hole) / 2  # of a cone of 90°
    sheet = Sketch("Countersinking the panel", 900, 380)
    shapes = square().shapes
    outline = shapes[0].points
    left, low = min(x for x, _ in outline), min(y for _, y in outline)
    wide, high = max(x for x, _ in outline) - left, max(y for _, y in outline) - low
    scale = 280 / max(wide, high)
    sheet.head(20, 26, "Eight holes, from above: here the squares' panel")

    def on(x: float, y: float) -> Point:
        return 30 + (x - left) * scale, 50 + (high - (y - low)) * scale

    sheet.box(30, 50, wide * scale, high * scale, "#fbfaf5", DARK, 5)
    for shape in shapes:
        if isinstance(shape, Circle) and shape.diameter == hole:
            sheet.disc(*on(*shape.centre), 6, "#ffd9a8", RED)
        elif isinstance(shape, Circle):
            sheet.disc(*on(*shape.centre), shape.diameter / 2 * scale, WHITE, GREY)
    inset = made["panel"]["screw_inset"]
    sheet.text(30, 50 + high * scale + 24, f"{hole:g} mm holes, {inset:g} mm from the edges; not "
               "the buttons'", 12.5)

    sheet.head(430, 26, "A cut through one hole, and its screw")
    zoom, middle, top = 22.0, 600.0, 100.0
    bottom, lath = top + thick * zoom, 190.0
    for way in (-1, 1):
        sheet.path([(middle + way * sink / 2 * zoom, top), (middle + way * 160, top),
                    (middle + way * 160, bottom), (middle + way * hole / 2 * zoom, bottom),
                    (middle + way * hole / 2 * zoom, top + deep * zoom)], DARK, 1, "#eef3f7")
    sheet.box(middle - 160, bottom, 320, lath - 40, WOOD)
    sheet.box(middle - 2.0 * zoom, bottom, 4.0 * zoom, 5.7 * zoom, "#d8b25a", DARK)  # the insert
    sheet.path([(middle - head / 2 * zoom, top + (sink - head) / 2 * zoom),
                (middle + head / 2 * zoom, top + (sink - head) / 2 * zoom),
                (middle + 1.5 * zoom, top + (sink - 3.0) / 2 * zoom),
                (middle + 1.5 * zoom, bottom + 5 * zoom),
                (middle - 1.5 * zoom, bottom + 5 * zoom),
                (middle - 1.5 * zoom, top + (sink - 3.0) / 2 * zoom)], DARK, 1, "#e6c15c")
    sheet.size((middle - sink / 2 * zoom, top - 14), (middle + sink / 2 * zoom, top - 14),
               f"{sink:g} mm, cone of 90°")
    sheet.text(middle + 172, top + 14, f"{deep:.1f} mm deep", 12.5, BLUE)
    sheet.text(middle + 172, top + 46, f"{thick - deep:.1f} mm are left\nof {thick:g} mm", 12.5,
               BLUE)
    sheet.note((middle - 120, bottom - 12), (middle - 166, top - 40), "panel", "middle")
    sheet.note((middle + 38, bottom + 60), (middle + 100, bottom + 100), "threaded insert")
    sheet.note((middle - 130, bottom + 100), (middle - 110, bottom + 132), "upper lath")
    sheet.text(430, 342, "By hand, hardly any pressure, the bit turning slowly: acrylic\n"
               "cracks where a bit bites. Try a screw after each turn: stop when\n"
               "its head lies below the face.", 12.5)
    return sheet.svg()


STEPS = {
    "step-depanel": depanel, "step-countersink": countersink,
    "step-coupons": coupons, "step-reeds": reeds, "step-strip-meter": strip_meter,
    "step-cable": cable, "step-controller": controller, "step-flash": flash,
    "step-strip-test": strip_test, "step-crimp": crimp, "step-whole": whole,
}
