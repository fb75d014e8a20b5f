"""A board's KiCad project: rules that the checks apply, and where the libraries lie."""

import json

from electronics.circuit import Board

_CLASS = {
    "bus_width": 12, "clearance": 0.2, "diff_pair_gap": 0.25, "diff_pair_via_gap": 0.25,
    "diff_pair_width": 0.2, "line_style": 0, "microvia_diameter": 0.3, "microvia_drill": 0.1,
    "name": "Default", "pcb_color": "rgba(0, 0, 0, 0.000)", "priority": 2147483647,
    "schematic_color": "rgba(0, 0, 0, 0.000)", "track_width": 0.25, "via_diameter": 0.7,
    "via_drill": 0.3, "wire_width": 6,
}
_RULES = {
    "max_error": 0.005, "min_clearance": 0.2, "min_connection": 0.2,
    "min_copper_edge_clearance": 0.4, "min_groove_width": 0.0, "min_hole_clearance": 0.25,
    "min_hole_to_hole": 0.25, "min_microvia_diameter": 0.2, "min_microvia_drill": 0.1,
    "min_resolved_spokes": 1, "min_silk_clearance": 0.0, "min_text_height": 0.8,
    "min_text_thickness": 0.1, "min_through_hole_diameter": 0.3, "min_track_width": 0.25,
    "min_via_annular_width": 0.15, "min_via_diameter": 0.6, "solder_mask_to_copper_clearance": 0.0,
    "use_height_for_length_calcs": True,
}


def project_text(board: Board) -> str:
    """The .kicad_pro file: what the board's maker must be able to do, and net classes."""
    content = {
        "board": {"design_settings": {"defaults": {}, "rules": _RULES}},
        "erc": {"meta": {"version": 0}},
        "meta": {"filename": f"{board.name}.kicad_pro", "version": 3},
        "net_settings": {"classes": [_CLASS], "meta": {"version": 4}},
        "schematic": {"meta": {"version": 1}},
        "text_variables": {},
    }
    return json.dumps(content, indent=2, sort_keys=True) + "\n"


def tables() -> dict[str, str]:
    """The two files that tell KiCad where the symbols and footprints of the project lie."""
    row = '\t(lib (name "tourelle")(type "KiCad")(uri "{}")(options "")(descr ""))\n'
    return {
        "sym-lib-table": "(sym_lib_table\n\t(version 7)\n"
        + row.format("${KIPRJMOD}/../library/tourelle.kicad_sym") + ")\n",
        "fp-lib-table": "(fp_lib_table\n\t(version 7)\n"
        + row.format("${KIPRJMOD}/../library/tourelle.pretty") + ")\n",
    }
