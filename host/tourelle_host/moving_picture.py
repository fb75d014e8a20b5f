"""Draws docs/reading.svg: a move being read, shown by the simulated board's own lights."""

import sys
from collections.abc import Sequence
from pathlib import Path

from tourelle import games, lights
from tourelle_host import generated
from tourelle_host.lights_doc import GAMMA
from tourelle_host.rule_pictures import (
    BOARD,
    COLOURS,
    INK,
    MARGIN,
    RADIUS,
    centre,
    labels,
    shape,
    text,
)
from tourelle_host.sim.board import SimulatedBoard

PATH = Path(__file__).resolve().parent.parent.parent / "docs" / "reading.svg"
GAME = "avalam"
STARTS_MS = 4000  # by then the board has finished its start
FRAME_MS = lights.SLOT_MS  # lights change no faster
RAISED = 22  # how far above its cell a piece in the hand is drawn, in the picture's units
WELL = "#3a2413"

# Duration of each in ms; what the hand does; the cell that it is over then; the caption.
SCENES: tuple[tuple[int, Sequence[str], str, str], ...] = (
    (2000, (), "", "Yellow to move: what may be moved is lit"),
    (2500, ("lift f5",), "f5", "A stack is lifted: the cells it may go to light up"),
    (1000, (), "f4", ""),
    (2500, ("drop f4", "nudge f4"), "", "Put down: that was the move"),
    (2000, ("lift d6",), "d6", "Red lifts one"),
    (3500, ("drop e5",), "", "and puts it where it may not go: light leads it back"),
    (1000, ("lift e5",), "e5", ""),
    (2500, ("drop d6",), "", "Nothing has happened"),
)

Step = tuple[int, str]  # from which time on, in ms; what is shown from then on


def film() -> str:
    """The picture, from a board that plays the scenes in virtual time."""
    lit: dict[str, list[Step]] = {}
    stands: dict[str, list[Step]] = {}
    said: list[Step] = []
    position = games.opening(GAME)
    names = position.grid.names
    places = {
        name: centre(position, position.grid.columns[cell], position.grid.rows[cell])
        for cell, name in enumerate(names)
    }
    now = 0
    with SimulatedBoard(position.GRID, "cpython") as board:
        board.do(f"set {GAME}")
        board.advance(STARTS_MS)
        for lasts, commands, over, words in SCENES:
            if words:
                said.append((now, words))
            for command in commands:
                board.do(command)
            for _ in range(0, lasts, FRAME_MS):
                rgb = board.rgb()
                for cell, name in enumerate(names):
                    shown = _screen(rgb[3 * cell : 3 * cell + 3])
                    _note(lit.setdefault(name, []), now, shown)
                seen = board.snapshot()
                for name in names:
                    _note(stands.setdefault(name, []), now, "".join(seen["cells"].get(name, ())))
                held = f"{over} {''.join(seen['hand'])}" if seen["hand"] else ""
                _note(stands.setdefault("hand", []), now, held)
                board.advance(FRAME_MS)
                now += FRAME_MS
    return _drawn(position, places, lit, stands, said, now)


def _note(steps: list[Step], now: int, shown: str) -> None:
    if not steps or steps[-1][1] != shown:
        steps.append((now, shown))


def _screen(drive: bytes) -> str:
    """The levels of a pixel's red, green and blue, as a screen shows them."""
    if not any(drive):
        return WELL
    parts = [round(255 * (part / 255) ** (1 / GAMMA)) for part in drive]
    return "#" + "".join(f"{part:02x}" for part in parts)


class _Style:
    """The animations; elements that need the same one share it."""

    def __init__(self, lasts: int):
        self._lasts = lasts
        self._names: dict[str, str] = {}

    def of(self, kind: str, steps: Sequence[Step]) -> str:
        """An element's attributes that give its property `kind` these values in turn."""
        if len(steps) == 1:
            return f'{kind}="{steps[0][1]}"'
        frames = "".join(f"{100 * at / self._lasts:.3g}%{{{kind}:{value}}}" for at, value in steps)
        name = self._names.setdefault(frames, f"a{len(self._names)}")
        return f'{kind}="{steps[0][1]}" style="animation-name:{name}"'

    def text(self) -> str:
        """All animations as a style sheet."""
        frames = "\n".join(f"@keyframes {name}{{{text}}}" for text, name in self._names.items())
        return (
            f"<style>*{{animation:0s steps(1,end) infinite;animation-duration:{self._lasts}ms}}\n"
            f"{frames}\n@media (prefers-reduced-motion:reduce){{*{{animation:none!important}}}}"
            "</style>"
        )


def _drawn(position, places, lit, stands, said, lasts) -> str:
    left, top = (min(place[axis] for place in places.values()) - MARGIN for axis in (0, 1))
    wide, high = (
        max(place[axis] for place in places.values()) + MARGIN - low
        for axis, low in ((0, left), (1, top))
    )
    high += 40
    style = _Style(lasts)
    body = [f'<rect x="{left:.0f}" y="{top:.0f}" width="{wide:.0f}" height="{high:.0f}" rx="20" '
            f'fill="{BOARD}"/>']  # fmt: skip
    for name, (x, y) in places.items():
        body.append(
            f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{RADIUS}" {style.of("fill", lit[name])}/>'
        )
    for name, steps in stands.items():
        for glyphs in dict.fromkeys(shown for _, shown in steps if shown):
            over, _, pieces = glyphs.rpartition(" ")
            x, y = places[over or name]
            stack = _stack(position.SIDES, pieces, x, y - (RAISED if over else 0))
            visible = _when(steps, glyphs)
            body.append(f"<g {style.of('visibility', visible)}>{stack}</g>")
    for at, words in said:
        steps = [(at, "visible")] if at == 0 else [(0, "hidden"), (at, "visible")]
        if later := [then for then, _ in said if then > at]:
            steps.append((later[0], "hidden"))
        body.append(
            f"<g {style.of('visibility', steps)}>"
            f"{text(left + wide / 2, top + high - 32, words, 17)}</g>"
        )
    body += labels(position)
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.0f} {top:.0f} {wide:.0f} '
        f'{high:.0f}" width="{wide:.0f}" height="{high:.0f}" font-family="sans-serif" '
        f'text-anchor="middle" fill="{INK}" role="img">',
        "<title>A move being read, and one that is led back</title>",
        style.text(), *body, "</svg>", "",
    ])  # fmt: skip


def _when(steps: Sequence[Step], shown: str) -> list[Step]:
    """When this is shown, among all that is shown in turn."""
    found: list[Step] = []
    for at, now in steps:
        _note(found, at, "visible" if now == shown else "hidden")
    return found


def _stack(sides: str, pieces: str, x: float, y: float) -> str:
    drawn = []
    for height in range(len(pieces) // 2):
        glyph, side = pieces[2 * height], pieces[2 * height + 1]
        fill, line = COLOURS[sides[int(side)]]
        drawn.append(shape(glyph, x, y - 5 * height, fill, line))
    return "".join(drawn)


def files() -> dict[Path, str]:
    """What `make docs` writes here."""
    return {PATH: film()}


if __name__ == "__main__":
    sys.exit(generated.main(files, "docs"))
