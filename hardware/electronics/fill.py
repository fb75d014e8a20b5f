"""Fills a board's pours with KiCad's own code. Runs under the Python that KiCad brings along.

    python3 fill.py IN.kicad_pcb OUT.kicad_pcb
"""

import sys

import pcbnew


def main() -> None:
    board = pcbnew.LoadBoard(sys.argv[1])
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    pcbnew.SaveBoard(sys.argv[2], board)


main()
