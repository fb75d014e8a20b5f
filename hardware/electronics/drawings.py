"""Drawings of how strips make a grid and how they are wired, as SVG text."""

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
    """Controller, cables and strips, with the way of the LED data."""
    out: list[str] = []
    for n in range(1, 10):
        y = 310 - (n - 1) * 33
        out += [
            f'<rect x="330" y="{y}" width="360" height="18" fill="#dce9dd" stroke="#2e7d32"/>',
            f'<text x="700" y="{y + 14}">strip {n}</text>',
            f'<rect x="496" y="{y + 3}" width="28" height="12" fill="#333333"/>',
        ]
        socket = 62 + (9 - n) * 29
        out.append(f'<rect x="150" y="{socket}" width="56" height="18" fill="#333333"/>'
                   f'<text x="178" y="{socket + 13}" fill="#ffffff" font-size="11" '
                   f'text-anchor="middle">J{n}</text>')
        out.append(f'<path d="M206 {socket + 9}L250 {y + 23}H510V{y + 15}" fill="none" '
                   'stroke="#8a8a8a" stroke-width="3"/>')
        if n < 9:
            out.append(f'<path d="M140 {socket + 6}q-10 -12 0 -21" fill="none" '
                       'stroke="#c0392b" stroke-width="1.5"/>')
        out += [f'<path d="M345 {y + 6}H675" stroke="#c0392b" stroke-width="1.5"/>',
                f'<path d="M675 {y + 6}l-7 -3v6z" fill="#c0392b"/>']
    out.append('<rect x="20" y="45" width="200" height="290" fill="none" stroke="#2e7d32" '
               'stroke-width="2"/><text x="28" y="38">controller</text>'
               '<rect x="36" y="60" width="46" height="110" fill="#2e7d32"/>'
               '<text x="59" y="118" fill="#ffffff" text-anchor="middle">Pico</text>'
               '<text x="30" y="300" font-size="11">USB-C 5 V, OK, Undo</text>')
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 770 370" '
        'font-family="sans-serif" font-size="13" role="img"><title>Wiring</title>'
        '<rect width="770" height="370" fill="#ffffff"/>' + "".join(out)
        + '<text x="20" y="360" font-size="12">grey: a ribbon cable of 20 wires to each strip; '
        "red: the way of the LED data, row 1 first, from a to i</text></svg>\n"
    )
