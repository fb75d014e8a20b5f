"""Small line plots as SVG text: the same bytes in every run, readable in light and dark."""

from collections.abc import Sequence

WIDTH, HEIGHT = 720, 360
LEFT, RIGHT, TOP, BOTTOM = 64, 24, 44, 56
COLOURS = ("#0b6e99", "#c0392b", "#2e7d32", "#8e44ad")


def _ticks(low: float, high: float) -> list[float]:
    span = high - low
    step = next(s for s in (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500) if span / s <= 9)
    first = -(-low // step) * step
    return [round(first + i * step, 6) for i in range(int((high - first) / step + 1e-9) + 1)]


def plot(title: str, across: str, up: str, curves: dict[str, Sequence[Sequence[float]]],
         levels: dict[str, float], area: tuple[float, float, float, float]) -> str:
    """Curves (name -> points) and dashed levels (name -> value) in x0, x1, y0, y1."""
    x0, x1, y0, y1 = area

    def px(x: float) -> float:
        return LEFT + (x - x0) / (x1 - x0) * (WIDTH - LEFT - RIGHT)

    def py(y: float) -> float:
        return HEIGHT - BOTTOM - (y - y0) / (y1 - y0) * (HEIGHT - TOP - BOTTOM)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="sans-serif" font-size="13" role="img"><title>{title}</title>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        f'<text x="{LEFT}" y="20" font-size="15" font-weight="bold">{title}</text>',
    ]
    for x in _ticks(x0, x1):
        out.append(f'<path d="M{px(x):.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#dddddd"/>')
        out.append(f'<text x="{px(x):.1f}" y="{HEIGHT - BOTTOM + 18}" '
                   f'text-anchor="middle">{x:g}</text>')
    for y in _ticks(y0, y1):
        out.append(f'<path d="M{LEFT} {py(y):.1f}H{WIDTH - RIGHT}" stroke="#dddddd"/>')
        out.append(f'<text x="{LEFT - 8}" y="{py(y) + 4:.1f}" text-anchor="end">{y:g}</text>')
    for name, value in levels.items():
        out.append(f'<path d="M{LEFT} {py(value):.1f}H{WIDTH - RIGHT}" stroke="#555555" '
                   'stroke-dasharray="6 4"/>')
        out.append(f'<text x="{WIDTH - RIGHT - 4}" y="{py(value) - 5:.1f}" '
                   f'text-anchor="end" fill="#555555">{name}</text>')
    for i, (name, points) in enumerate(curves.items()):
        inside = [(x, y) for x, y in points if x0 <= x <= x1]
        path = "L".join(f"{px(x):.1f} {py(y):.1f}" for x, y in inside)
        colour = COLOURS[i % len(COLOURS)]
        out.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        at = LEFT + i * 210
        out.append(f'<path d="M{at} 33h18" stroke="{colour}" stroke-width="3"/>'
                   f'<text x="{at + 24}" y="37">{name}</text>')
    out.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2:.0f}" y="{HEIGHT - 14}" '
               f'text-anchor="middle">{across}</text>')
    out.append(f'<text transform="translate(18 {(TOP + HEIGHT - BOTTOM) / 2:.0f}) rotate(-90)" '
               f'text-anchor="middle">{up}</text></svg>')
    return "\n".join(out) + "\n"
