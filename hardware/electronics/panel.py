"""Lays five strips out in a panel for an assembler. Runs under KiCad's Python, with KiKit.

    python panel.py STRIP.kicad_pcb PANEL.kicad_pcb HOW_MANY

The tabs sit between cells, away from reeds and LEDs; the bites' middles lie inside the strip's
edge, so that little stands out of the one that touches the game's panel.
"""

import sys

import pcbnew
from kikit import substrate
from kikit.common import fromMm
from kikit.panelize import Panel
from pcbnew import VECTOR2I
from shapely.geometry import box

GAP, RAIL = 2.4, 6.0
TABS = (52.0, 132.0, 224.0, 292.0)  # from the strip's left end, mm
TAB = 5.0


def main() -> None:
    source, out, many = sys.argv[1:]
    strips = int(many)
    panel = Panel(out)
    for number in range(strips):
        panel.appendBoard(source, VECTOR2I(0, fromMm(number * (30.48 + GAP))), tolerance=fromMm(2),
                          refRenamer=lambda i, orig: f"{orig}-{i}" if i else orig)
    x0, y0, x1, y1 = panel.boardSubstrate.bounds()
    rails = [box(x0, y0 - fromMm(GAP + RAIL), x1, y0 - fromMm(GAP)),
             box(x0, y1 + fromMm(GAP), x1, y1 + fromMm(GAP + RAIL))]
    for rail in rails:
        panel.appendSubstrate(rail)
    cuts = []
    for number in range(strips + 1):
        top = y0 - fromMm(GAP) + number * fromMm(30.48 + GAP)
        for place in TABS:
            left = x0 + fromMm(place - TAB / 2)
            overlap = 1000  # nanometres, lest a slit stays between
            panel.appendSubstrate(box(left, top - overlap, left + fromMm(TAB),
                                      top + fromMm(GAP) + overlap))
            for edge, on_strip in ((top, number > 0), (top + fromMm(GAP), number < strips)):
                if on_strip:
                    inside = fromMm(0.12) * (-1 if edge == top else 1)
                    cuts.append(substrate.LineString([(left, edge + inside),
                                                      (left + fromMm(TAB), edge + inside)]))
    panel.makeMouseBites(cuts, diameter=fromMm(0.5), spacing=fromMm(0.9), offset=0, prolongation=0)
    panel.addCornerFiducials(3, fromMm(6), fromMm(RAIL / 2), fromMm(1), fromMm(2))
    panel.addCornerTooling(4, fromMm(12), fromMm(RAIL / 2), fromMm(1.5))
    panel.addMillFillets(fromMm(1))
    for footprint in panel.board.GetFootprints():
        _print_as_drawn(panel.board, footprint.Reference())
    panel.save()


def _print_as_drawn(board: pcbnew.BOARD, field: pcbnew.PCB_FIELD) -> None:
    """What is printed beside a part stays C1 on every strip; C1-3 is for the placement list."""
    if not field.IsVisible():
        return
    words = pcbnew.PCB_TEXT(board)
    words.SetText(field.GetText().split("-")[0])
    words.SetLayer(field.GetLayer())
    words.SetPosition(field.GetPosition())
    words.SetAttributes(field.GetAttributes())
    words.SetTextAngle(field.GetDrawRotation())
    board.Add(words)
    field.SetVisible(False)


main()
