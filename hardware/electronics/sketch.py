"""A sheet to draw the build guide's steps on, as SVG text: shapes, labels, a meter, a screen."""

from html import escape

GREEN, PALE, DARK, GREY = "#2e7d32", "#dce9dd", "#333333", "#8a8a8a"
RED, BLUE, GOLD, GLASS = "#c0392b", "#1667b7", "#d4a72c", "#cfe8ff"
METAL, WOOD, WHITE = "#c4c8ce", "#e3c08f", "#ffffff"

Point = tuple[float, float]


class Sketch:
    """Shapes in the order in which they were drawn, on a white sheet so many points large."""

    def __init__(self, title: str, wide: int, high: int):
        self._title, self._wide, self._high = title, wide, high
        self._out: list[str] = []

    def box(self, x: float, y: float, wide: float, high: float, fill: str = "none",
            edge: str = DARK, round: float = 0, thick: float = 1) -> None:
        self._out.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}" '
                         f'rx="{round:g}" fill="{fill}" stroke="{edge}" '
                         f'stroke-width="{thick:g}"/>')

    def disc(self, x: float, y: float, radius: float, fill: str = "none",
             edge: str = DARK) -> None:
        self._out.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="{fill}" '
                         f'stroke="{edge}"/>')

    def path(self, points: list[Point], edge: str = DARK, thick: float = 1, fill: str = "none",
             dashed: bool = False) -> None:
        """Straight lines from point to point; closed where it is filled."""
        way = "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + ("Z" if fill != "none" else "")
        dash = ' stroke-dasharray="5 4"' if dashed else ""
        self._out.append(f'<path d="M{way}" fill="{fill}" stroke="{edge}" '
                         f'stroke-width="{thick:g}" stroke-linejoin="round"{dash}/>')

    def cable(self, start: Point, end: Point, colour: str = DARK, thick: float = 4,
              sag: float = 40) -> None:
        """A cable that hangs down between its ends by so much."""
        (x0, y0), (x1, y1) = start, end
        self._out.append(f'<path d="M{x0:.1f} {y0:.1f}C{x0:.1f} {y0 + sag:.1f} {x1:.1f} '
                         f'{y1 + sag:.1f} {x1:.1f} {y1:.1f}" fill="none" stroke="{colour}" '
                         f'stroke-width="{thick:g}" stroke-linecap="round"/>')

    def text(self, x: float, y: float, words: str, size: float = 13, fill: str = "#111111",
             at: str = "start", bold: bool = False, mono: bool = False) -> None:
        """Words, a line each where they hold line breaks; at: start, middle, end."""
        weight = ' font-weight="bold"' if bold else ""
        family = ' font-family="monospace"' if mono else ""
        for number, line in enumerate(words.split("\n")):
            self._out.append(f'<text x="{x:.1f}" y="{y + number * 1.3 * size:.1f}" '
                             f'font-size="{size:g}" fill="{fill}" text-anchor="{at}"{weight}'
                             f'{family} xml:space="preserve">{escape(line)}</text>')

    def note(self, at: Point, words_at: Point, words: str, side: str = "start") -> None:
        """Words, and a thin line from them to what they are about."""
        x, y = words_at
        across, down = {"start": (-5, -4), "end": (5, -4), "middle": (0, 4)}[side]
        self.path([(x + across, y + down), at], GREY)
        self.disc(*at, 2, GREY, GREY)
        self.text(x, y, words, 12, at=side)

    def arrow(self, start: Point, end: Point, colour: str = BLUE, thick: float = 2) -> None:
        (x0, y0), (x1, y1) = start, end
        long = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        ux, uy = (x1 - x0) / long, (y1 - y0) / long
        self.path([start, (x1 - 7 * ux, y1 - 7 * uy)], colour, thick)
        self.path([end, (x1 - 9 * ux - 4 * uy, y1 - 9 * uy + 4 * ux),
                   (x1 - 9 * ux + 4 * uy, y1 - 9 * uy - 4 * ux)], colour, 1, colour)

    def size(self, start: Point, end: Point, words: str, above: float = 6) -> None:
        """A length between two points, level, with its figure."""
        middle = (start[0] + end[0]) / 2
        self.arrow((middle, start[1]), start, BLUE, 1)
        self.arrow((middle, start[1]), end, BLUE, 1)
        self.text(middle, start[1] - above, words, 12, BLUE, "middle")

    def meter(self, x: float, y: float, shows: str, kind: str, red: Point, black: Point,
              good: str) -> None:
        """A multimeter with its two leads, what it shows, and what is good."""
        for (end_x, end_y), start, colour in ((red, x + 68, RED), (black, x + 22, DARK)):
            self._out.append(f'<path d="M{start:.1f} {y:.1f}C{start:.1f} {y - 40:.1f} '
                             f'{end_x:.1f} {end_y + 60:.1f} {end_x:.1f} {end_y:.1f}" '
                             f'fill="none" stroke="{colour}" stroke-width="2.5"/>')
            self.disc(end_x, end_y, 4, colour, WHITE)
        self.box(x, y, 90, 92, "#f3d36b", "#7a6520", 8)
        self.box(x + 10, y + 10, 70, 26, "#dfe8d8")
        self.text(x + 45, y + 29, shows, 15, at="middle", mono=True)
        self.disc(x + 45, y + 58, 15, DARK)
        self.path([(x + 45, y + 58), (x + 45, y + 45)], WHITE, 3)
        self.text(x + 45, y + 84, kind, 10, at="middle")
        self.text(x + 45, y + 110, good, 12.5, GREEN, "middle", bold=True)

    def screen(self, x: float, y: float, wide: float, lines: list[str]) -> None:
        """A computer's terminal."""
        high = 30 + 18 * len(lines)
        self.box(x, y, wide, high, "#1e2329", DARK, 6)
        self.box(x, y, wide, 16, "#4a525c", DARK, 6)
        for number, line in enumerate(lines):
            self.text(x + 10, y + 36 + 18 * number, line, 12.5, "#e6edf3", mono=True)

    def head(self, x: float, y: float, words: str) -> None:
        """The heading of a part of the sheet."""
        self.text(x, y, words, 14, bold=True)

    def svg(self) -> str:
        """The finished sheet."""
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self._wide} {self._high}" '
                f'font-family="sans-serif" role="img"><title>{escape(self._title)}</title>'
                f'<rect width="{self._wide}" height="{self._high}" fill="#ffffff"/>\n'
                + "\n".join(self._out) + "\n</svg>\n")
