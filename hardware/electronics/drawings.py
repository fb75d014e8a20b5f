"""Drawings of how strips make a grid and how they are wired, as SVG text."""

from electronics import kicad
from electronics.description import COLUMNS, board
from electronics.rows import rows

CELL, GAP = 22, 8


def strips_picture() -> str:
    """The strips of the three grids: where a reed is fitted."""
    out: list[str] = []
    left = 30
    for name, entry in board()["boards"].items():
        shifted = name == "hex"
        strips = rows(name)
        out.append(f'<text x="{left + 100}" y="22" text-anchor="middle" font-weight="bold">'
                   f'{name}: {entry["title"]}</text>')
        for row in strips:
            y = 40 + (9 - row.number) * (CELL + GAP)
            start = left + ((row.number - 5) * CELL / 2 if shifted else 0)
            number = left - (56 if shifted else 14)
            out.append(f'<text x="{number}" y="{y + 15}" text-anchor="end">{row.number}</text>')
            for i, letter in enumerate(COLUMNS):
                x = start + i * CELL
                if row.first <= letter <= row.last:
                    style = 'fill="#cfe8d5" stroke="#2e7d32"'
                else:
                    style = 'fill="#f2f2f2" stroke="#777777"'
                out.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" {style}/>')
                out.append(f'<text x="{x + CELL / 2}" y="{y + 15}" font-size="11" '
                           f'text-anchor="middle">{letter}</text>')
        left += 260 + (90 if name == "avalam" else 0)
    legend = ("green: a reed is fitted; grey: no reed, its light stays dark; "
              "row 1 is the near edge")
    width, height = 900, 350
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="13" role="img">'
        "<title>How strips make the three grids</title>"
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
        + "".join(out)
        + f'<text x="20" y="{height - 14}" font-size="12">{legend}</text></svg>\n'
    )


def wiring_picture() -> str:
    """Controller, cables and strips, with the way of the LED data; the controller's parts lie
    where its layout has them."""
    layout = kicad.layout("controller")
    left, top, across, down = 20, 45, 2.0, 2.9

    def place(ref: str) -> tuple[float, float, float, float]:
        """A part's extent on the sheet: left, top, width, height."""
        xs, ys = zip(*(point for outline in layout["parts"][ref]["courtyard"]
                       for point in outline), strict=True)
        return (left + min(xs) * across, top + min(ys) * down, (max(xs) - min(xs)) * across,
                (max(ys) - min(ys)) * down)

    def box(ref: str, words: str, fill: str) -> str:
        x, y, wide, high = place(ref)
        return (f'<rect x="{x:.0f}" y="{y:.0f}" width="{wide:.0f}" height="{high:.0f}" '
                f'fill="{fill}"/><text x="{x + wide / 2:.0f}" y="{y + high / 2 + 4:.0f}" '
                f'fill="#ffffff" font-size="11" text-anchor="middle">{words}</text>')

    wide, high = (length * scale for length, scale in
                  zip(layout["size"], (across, down), strict=True))
    out = [f'<rect x="{left}" y="{top}" width="{wide:.0f}" height="{high:.0f}" fill="none" '
           f'stroke="#2e7d32" stroke-width="2"/><text x="28" y="38">controller</text>',
           box("U1", "Pico", "#2e7d32"), box("J10", "", "#777777"), box("J11", "", "#777777"),
           box("J12", "", "#777777")]
    x, y, wide, high = place("J10")
    out.append(f'<text x="{x + wide + 6:.0f}" y="{y + high / 2 + 4:.0f}" font-size="11">'
               'USB-C, 5 V</text>')
    x, y, wide, _ = place("J12")
    out.append(f'<text x="{x + wide:.0f}" y="{y - 6:.0f}" font-size="11" text-anchor="end">'
               'OK, Undo</text>')
    for n in range(1, 10):
        y = 310 - (n - 1) * 33
        out += [
            f'<rect x="330" y="{y}" width="360" height="18" fill="#dce9dd" stroke="#2e7d32"/>',
            f'<text x="700" y="{y + 14}">strip {n}</text>',
            f'<rect x="496" y="{y + 3}" width="28" height="12" fill="#333333"/>',
        ]
        sx, sy, sw, sh = place(f"J{n}")
        out.append(box(f"J{n}", f"J{n}", "#333333"))
        out.append(f'<path d="M{sx + sw:.0f} {sy + sh / 2:.0f}L250 {y + 23}H510V{y + 15}" '
                   'fill="none" stroke="#8a8a8a" stroke-width="3"/>')
        if n < 9:
            out.append(f'<path d="M{sx - 3:.0f} {sy + 6:.0f}q-10 -12 0 -21" fill="none" '
                       'stroke="#c0392b" stroke-width="1.5"/>')
        out += [f'<path d="M345 {y + 6}H675" stroke="#c0392b" stroke-width="1.5"/>',
                f'<path d="M675 {y + 6}l-7 -3v6z" fill="#c0392b"/>']
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 770 370" '
        'font-family="sans-serif" font-size="13" role="img"><title>Wiring</title>'
        '<rect width="770" height="370" fill="#ffffff"/>' + "".join(out)
        + '<text x="20" y="360" font-size="12">grey: a ribbon cable of 20 wires to each strip; '
        "red: the way of the LED data, row 1 first, from a to i</text></svg>\n"
    )
