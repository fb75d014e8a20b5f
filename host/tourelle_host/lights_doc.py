"""Writes docs/lights.md and its picture from the firmware's table of lights."""

import colorsys
import sys
from pathlib import Path

from tourelle import lights
from tourelle_host import generated
from tourelle_host.server.describe import MEANINGS

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"
SIDE = "y"  # the side whose colour the picture shows for `turn` and `winner`

# A screen's pixel is not linear in light, as an LED is.
GAMMA = 2.2
HUES = (
    "red", "vermilion", "orange", "amber", "yellow", "lime", "yellow-green", "leaf green",
    "green", "emerald", "sea green", "turquoise", "cyan", "sky blue", "azure", "cobalt",
    "blue", "indigo", "violet", "purple", "magenta", "pink", "rose", "crimson",
)  # fmt: skip
SIGNS = "·▂▅█"  # a rhythm's levels 0 to 3

TEXT = """\
# The language of lights

Generated from [`firmware/tourelle/lights.py`](../firmware/tourelle/lights.py) by `make docs`.

Every cell has one light, which says one thing at a time, by its colour and its rhythm. No two
states share a rhythm, so the rhythm alone tells them apart, in any colour vision and when dimmed.
Every rhythm starts lit, at the moment when some light changes what it says.

![Each state's colour and rhythm](lights.svg)

A rhythm is {slots} slots of {slot_ms} ms, {seconds:g} seconds in all, at one of four levels:
{levels}.

| state | means | colour | rhythm |
|---|---|---|---|
{states}

`turn` and `winner` take the colour of a side:

| side | colour |
|---|---|
{sides}

## Counting

These states can also tell a number, as pulses followed by a pause; a long pulse counts five:
{counting}.
A stack of five with `remove` in two pulses asks you to take two pieces off. Pieces are counted up
to {most}; a `choice` in the menu pulses its own number, whatever else can be chosen.

No light flashes more than three times in any second, since that may harm people who are sensitive
to it.

| number | rhythm |
|---|---|
{counts}

## Brightness

The current of every frame is computed before it is shown. If it exceeds the supply's budget in
`board.json`, the whole frame is dimmed to fit; colours and rhythms stay.
"""


def seen(rgb: tuple[int, int, int], level: int) -> tuple[int, ...]:
    """A rhythm's colour at a level, as a screen has to show it, 0 to 255 each."""
    share = lights.LEVELS[level] / 255
    return tuple(round(255 * (part / 255 * share) ** (1 / GAMMA)) for part in rgb)


def hue(rgb: tuple[int, int, int]) -> str:
    """A colour in words."""
    angle, colourfulness, _ = colorsys.rgb_to_hsv(*seen(rgb, 3))
    return "white" if colourfulness < 0.2 else HUES[round(angle * len(HUES)) % len(HUES)]


def drive(rgb: tuple[int, int, int]) -> str:
    """A colour as the levels of the LED's red, green and blue at full brightness."""
    return f"{hue(rgb)} ({rgb[0]} {rgb[1]} {rgb[2]})"


def signs(levels: bytes) -> str:
    """A rhythm as text."""
    return f"`{''.join(SIGNS[level] for level in levels)}`"


def screen(rgb: tuple[int, int, int], level: int) -> str:
    """`seen` as an SVG's colour."""
    return "#" + "".join(f"{part:02x}" for part in seen(rgb, level))


def shown() -> list[tuple[str, tuple[int, int, int], bytes]]:
    """Name, colour and rhythm of the states, in the order of a turn; one side's for `turn`."""
    table = {name: (rgb, levels) for name, rgb, levels in lights.STATES}
    sided = {lights.meaning(lamp)[0] for lamp in (lights.TURN, lights.WINNER)}
    return [
        (name, lights.SIDES[SIDE] if name in sided else table[name][0], table[name][1])
        for name in MEANINGS
    ]


def text() -> str:
    """docs/lights.md."""
    table = {name: rgb for name, rgb, _ in lights.STATES}
    counting = {
        name: None
        for name, _, count in (lights.meaning(lamp) for lamp in range(lights.LAMPS))
        if count
    }
    one = lights.pulses(lights.CHOICE, 1)
    levels = [f"`{SIGNS[i]}` {level * 100 // 255} %" for i, level in enumerate(lights.LEVELS)]
    return TEXT.format(
        slots=lights.SLOTS,
        slot_ms=lights.SLOT_MS,
        seconds=lights.SLOTS * lights.SLOT_MS / 1000,
        levels=", ".join(levels),
        states="\n".join(
            f"| `{name}` | {MEANINGS[name]} "
            f"| {drive(rgb) if any(table[name]) else 'of a side'} | {signs(rhythm)} |"
            for name, rgb, rhythm in shown()
        ),
        sides="\n".join(f"| `{side}` | {drive(rgb)} |" for side, rgb in lights.SIDES.items()),
        counting=", ".join(f"`{name}`" for name in counting),
        most=lights.MOST_PULSES,
        counts="\n".join(
            f"| {count + 1} | {signs(lights.rhythm(one + count))} |"
            for count in range(lights.MOST_CHOICES)
        ),
    )


ROW = 34  # height of a state in the picture
SLOT = 22  # width of a slot
LEFT = 150  # where the rhythms begin
WIDTH = LEFT + lights.SLOTS * SLOT + 190


def picture() -> str:
    """docs/lights.svg: each state as a pulsing light, and as a strip of its slots."""
    states = shown()
    height = ROW * len(states) + 34
    period = lights.SLOTS * lights.SLOT_MS / 1000
    styles, drawn = [], []
    for row, (name, rgb, levels) in enumerate(states):
        frames = "".join(
            f"{100 * slot / len(levels):g}%{{fill:{screen(rgb, level)}}}"
            for slot, level in enumerate(levels)
        )
        styles.append(f"@keyframes {name}{{{frames}}}")
        middle = ROW * row + 22
        drawn.append(
            f'<circle cx="24" cy="{middle}" r="9" fill="{screen(rgb, levels[0])}" '
            f'style="animation:{name} {period:g}s steps(1,end) infinite"/>'
            f'<text x="46" y="{middle + 5}">{name}</text>'
            f'<text x="{LEFT + lights.SLOTS * SLOT + 14}" y="{middle + 5}" class="means">'
            f"{MEANINGS[name]}</text>"
        )
        drawn += [
            f'<rect x="{LEFT + SLOT * slot}" y="{middle - 9}" width="{SLOT - 2}" height="18" '
            f'fill="{screen(rgb, level)}"/>'
            for slot, level in enumerate(levels)
        ]
    marks = "".join(
        f'<text x="{LEFT + SLOT * slot}" y="{height - 10}" class="means">'
        f"{slot * lights.SLOT_MS / 1000:g} s</text>"
        for slot in range(0, lights.SLOTS, 4)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}" role="img" aria-label="The language of lights">\n'
        "<style>text{font:14px sans-serif;fill:#eee}.means{font-size:12px;fill:#b5aca2}\n"
        + "\n".join(styles)
        + "\n@media (prefers-reduced-motion:reduce){circle{animation:none!important}}</style>\n"
        + f'<rect width="{WIDTH}" height="{height}" rx="8" fill="#221d1a"/>\n'
        + "\n".join(drawn)
        + f"\n{marks}\n</svg>\n"
    )


def files() -> dict[Path, str]:
    """What `make docs` writes."""
    return {DOCS / "lights.md": text(), DOCS / "lights.svg": picture()}


if __name__ == "__main__":
    sys.exit(generated.main(files, "docs"))
