"""What `python -m electronics` does: writes what is stale, or says so."""

import json
from pathlib import Path

from electronics import kicad, pcb, products, route
from electronics.circuit import Board
from electronics.products import FAB, KICAD, MADE, Wiring, boards, digest, made
from electronics.sexpr import loads


def _write(path: Path, content: str | bytes) -> bool:
    """Writes a file where it differs; says whether it did."""
    data = content.encode() if isinstance(content, str) else content
    if path.exists() and path.read_bytes() == data:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return True


def _record(name: str, key: str, value: object) -> None:
    record = made()
    record.setdefault(name, {})[key] = value
    _write(MADE, json.dumps(record, indent=1, sort_keys=True) + "\n")


def _board_path(name: str) -> Path:
    return KICAD / name / f"{name}.kicad_pcb"


def _copper(board: Board, wiring: Wiring) -> tuple:
    """The board's tracks and vias, routed anew only where something that they depend on changed."""
    wanted = products.routing_digest(board, wiring)
    stored = products.stored_copper(board)
    if stored and made().get(board.name, {}).get("routed") == wanted:
        return stored
    tracks, vias = route.route(board, list(wiring.order), wiring.vertical)
    _record(board.name, "routed", wanted)
    return tracks, vias


def _write_board(board: Board, wiring: Wiring, tools: bool) -> list[Path]:
    path = _board_path(board.name)
    tracks, vias = _copper(board, wiring)
    bare = pcb.pcb_text(board, tracks, vias)
    fresh = path.exists() and products.without_fill(path.read_text(encoding="utf-8")) == loads(bare)
    if fresh and (not tools or made().get(board.name, {}).get("filled") == digest(bare)):
        return []
    _write(path, bare)
    if tools:
        _write(path, pcb.pcb_text(board, tracks, vias, kicad.fills(path)))
        _record(board.name, "filled", digest(bare))
    return [path]


def _source(name: str) -> str:
    """A fingerprint of what a board's fabrication data and pictures are made from."""
    folder = KICAD / name
    return digest(_board_path(name).read_text(encoding="utf-8"),
                  (folder / f"{name}.kicad_sch").read_text(encoding="utf-8"))


def _write_fabrication(name: str) -> list[Path]:
    wanted = _source(name)
    if made().get(name, {}).get("fabricated") == wanted:
        return []
    wrong = kicad.complaints(KICAD / name, name)
    if wrong:
        raise RuntimeError("\n".join(wrong))
    content = kicad.fabrication(KICAD / name, name)
    content[f"{name}.net"] = kicad.netlist(KICAD / name, name).encode()
    written = [FAB / file for file, data in content.items() if _write(FAB / file, data)]
    _record(name, "fabricated", wanted)
    return written


def write(tools: bool) -> list[Path]:
    """Writes every stale file; gives those written."""
    if tools and not kicad.present():
        raise RuntimeError("there is no KiCad 9 here; hardware/install-tools installs it")
    written = [path for path, text in products.kicad_files().items() if _write(path, text)]
    for board, wiring in boards().values():
        written += _write_board(board, wiring, tools)
    if tools:
        for name in boards():
            written += _write_fabrication(name)
    return written


def check(tools: bool) -> list[str]:
    """What is stale or wrong, a line each."""
    wrong = []
    for path, text in products.kicad_files().items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            wrong.append(f"stale: {path.name}; run make hardware")
    return wrong


__all__ = ["check", "write"]
