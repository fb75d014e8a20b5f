"""Writes a board's layout as JSON. Runs under the Python that KiCad brings along.

    python3 dump.py BOARD.kicad_pcb

Lengths in mm from the upper left corner of the outline, y down; angles in degrees. "origin" is
where that corner lies on KiCad's sheet, which Gerbers and placement lists count from, y up.
"""

import json
import sys

import pcbnew
from pcbnew import ToMM


def main() -> None:
    board = pcbnew.LoadBoard(sys.argv[1])
    edge = board.GetBoardEdgesBoundingBox()
    left, top = edge.GetLeft(), edge.GetTop()

    def at(point):
        return [round(ToMM(point.x - left), 4), round(ToMM(point.y - top), 4)]

    def layers(item):
        return [name for layer, name in ((pcbnew.F_Cu, "F.Cu"), (pcbnew.B_Cu, "B.Cu"))
                if item.IsOnLayer(layer)]

    def outlines(shapes):
        return [[at(line.CPoint(i)) for i in range(line.PointCount())]
                for line in (shapes.Outline(k) for k in range(shapes.OutlineCount()))]

    found = {"size": [ToMM(edge.GetWidth()) - 0.1, ToMM(edge.GetHeight()) - 0.1],
             "origin": [ToMM(left), ToMM(top)],
             "parts": {}, "pads": [], "tracks": [], "vias": [], "zones": []}
    for footprint in board.Footprints():
        ref = footprint.GetReference()
        found["parts"][ref] = {
            "footprint": footprint.GetFPIDAsString(), "at": at(footprint.GetPosition()),
            "turn": footprint.GetOrientationDegrees(), "back": footprint.IsFlipped(),
            "value": footprint.GetValue(),
            "courtyard": outlines(footprint.GetCourtyard(
                pcbnew.B_CrtYd if footprint.IsFlipped() else pcbnew.F_CrtYd)),
        }
        for pad in footprint.Pads():
            box = pad.GetBoundingBox()
            found["pads"].append({
                "ref": ref, "number": pad.GetNumber(), "net": pad.GetNetname(),
                "at": at(pad.GetPosition()), "layers": layers(pad),
                "box": [*at(box.GetPosition()), *at(box.GetEnd())],
                "drill": ToMM(pad.GetDrillSize().x),
                "plated": pad.GetAttribute() == pcbnew.PAD_ATTRIB_PTH,
            })
    for track in board.GetTracks():
        if isinstance(track, pcbnew.PCB_VIA):
            found["vias"].append({"net": track.GetNetname(), "at": at(track.GetPosition()),
                                  "drill": ToMM(track.GetDrill())})
        else:
            found["tracks"].append({
                "net": track.GetNetname(), "layer": board.GetLayerName(track.GetLayer()),
                "from": at(track.GetStart()), "to": at(track.GetEnd()),
                "width": ToMM(track.GetWidth())})
    for zone in board.Zones():
        for layer in zone.GetLayerSet().Seq():
            found["zones"].append({"net": zone.GetNetname(), "layer": board.GetLayerName(layer),
                                   "filled": outlines(zone.GetFilledPolysList(layer))})
    print(json.dumps(found))


main()
