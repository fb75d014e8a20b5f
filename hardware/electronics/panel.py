"""Lays strips out in a panel for an assembler, as panel.toml says. Runs under KiCad's
Python, with KiKit.

    python panel.py STRIP.kicad_pcb PANEL.kicad_pcb
"""

import sys
import tomllib
from pathlib import Path

import pcbnew
from kikit import substrate
from kikit.common import fromMm
from kikit.panelize import Panel
from pcbnew import VECTOR2I
from shapely.geometry import box

MADE, BOARD = (tomllib.loads((Path(__file__).parent.parent / name).read_text(encoding="utf-8"))
               for name in ("panel.toml", "board.toml"))
HIGH = BOARD["strip"]["height_mm"]
GAP, RAIL, TAB = MADE["gap_mm"], MADE["rail_mm"], MADE["tab_mm"]


def main() -> None:
    source, out = sys.argv[1:]
    strips = MADE["strips"]
    panel = Panel(out)
    for number in range(strips):
        panel.appendBoard(source, VECTOR2I(0, fromMm(number * (HIGH + GAP))), tolerance=fromMm(2),
                          refRenamer=lambda i, orig: f"{orig}-{i}" if i else orig)
    x0, y0, x1, y1 = panel.boardSubstrate.bounds()
    rails = [box(x0, y0 - fromMm(GAP + RAIL), x1, y0 - fromMm(GAP)),
             box(x0, y1 + fromMm(GAP), x1, y1 + fromMm(GAP + RAIL))]
    for rail in rails:
        panel.appendSubstrate(rail)
    cuts = []
    for number in range(strips + 1):
        top = y0 - fromMm(GAP) + number * fromMm(HIGH + GAP)
        for place in MADE["tabs_mm"]:
            left = x0 + fromMm(place - TAB / 2)
            overlap = 1000  # nanometres, lest a slit stays between
            panel.appendSubstrate(box(left, top - overlap, left + fromMm(TAB),
                                      top + fromMm(GAP) + overlap))
            for edge, on_strip in ((top, number > 0), (top + fromMm(GAP), number < strips)):
                if on_strip:
                    inside = fromMm(MADE["bite_inside_mm"]) * (-1 if edge == top else 1)
                    cuts.append(substrate.LineString([(left, edge + inside),
                                                      (left + fromMm(TAB), edge + inside)]))
    panel.makeMouseBites(cuts, diameter=fromMm(MADE["bite_mm"]),
                         spacing=fromMm(MADE["bite_pitch_mm"]), offset=0, prolongation=0)
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
