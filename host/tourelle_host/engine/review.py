"""What each turn of a recorded game cost, by the engine: remarks in a record, and a picture."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape

from tourelle.games.position import Position
from tourelle.who import STRONGEST
from tourelle_host import record as records
from tourelle_host.engine.process import SPEEDS, Process, fastest
from tourelle_host.engine.thinker import DEEPEST, ENTRIES, Pace
from tourelle_host.engine.worker import DECIDED, WON
from tourelle_host.errors import UserError

_SLIGHT = 5  # hundredths of a point: less than the engine can tell apart
_TOP = 600  # hundredths of a point: the picture's range, either way
_WIDE, _HIGH, _EDGE = 900, 320, 40


@dataclass(frozen=True)
class Judged:
    """A turn: its side and text; the best turn; the values of the best turn and of the one played,
    for the side, in hundredths of a point; whether both are proved; sign: 1 for the first side,
    else -1.
    """

    side: str
    turn: str
    best: str
    worth: int
    played: int
    proved: bool
    sign: int

    @property
    def cost(self) -> int:
        """What the turn lost, in hundredths of a point; in decided games, of the margin."""
        if self.turn == self.best:
            return 0
        return max(0, points(self.worth) - points(self.played))

    @property
    def turned(self) -> bool:
        """Whether it gave away a game that was won, or not yet lost."""
        return _won(self.worth) > _won(self.played)


def points(value: int) -> int:
    """A value without the part that stands for a won or lost game."""
    return value - WON * _won(value)


def _won(value: int) -> int:
    return (value >= DECIDED) - (value <= -DECIDED)


def judge(record: records.Record, seconds: float, clock=time.monotonic) -> Iterator[Judged]:
    """Judge each turn of a record, with so many seconds of thinking. UserError."""
    position = record.position()
    if len(position.SIDES) != 2:
        raise UserError("a review is of a game between two sides; this one has more")
    vm = fastest()
    turns = [text for _, text in record.turns()]
    with Process(position.NAME, vm, 16 * ENTRIES if vm == "compiled" else ENTRIES) as thinker:
        thinker.game(record.start)

        def think(count: int, depth: int, span: float) -> tuple[int, int, bool, str]:
            """For the side to move after `count` turns: value, depth, whether proved, best turn."""
            thinker.at(record.start, turns[:count])
            thinker.begin(STRONGEST, 0, depth, 1, int(SPEEDS[vm] * span))
            until = clock() + span
            pace = Pace(clock)
            best = ""
            reached = 0
            while True:
                view = thinker.run(pace.nodes())
                if view.depth > reached:
                    reached = view.depth
                    best = thinker.lines()[0][1][0]
                if not view.more or (view.depth and clock() >= until):
                    return view.value, view.depth, view.proved, best
                pace.took(view, until - clock())

        for number, (side, turn) in enumerate(record.turns()):
            sign = 1 - 2 * position.turn
            worth, depth, proved, best = think(number, DEEPEST, seconds)
            position.push_turn(turn)
            played = worth
            if turn != best:
                outcome = position.outcome()
                if outcome is not None:
                    played, sure = _ended(position, sign), True
                else:
                    # As deep as for the best turn: one step more would favour one side.
                    least = DEEPEST if proved else max(depth - 1, 1)
                    value, _, sure, _ = think(number + 1, least, 2 * seconds)
                    played = -value if position.turn == (0 if sign < 0 else 1) else value
                proved = proved and sure
            yield Judged(side, turn, best, worth, played, proved, sign)


def _ended(position: Position, sign: int) -> int:
    """The value of a finished game for the first side (sign 1) or the second (-1)."""
    outcome = position.outcome()
    assert outcome is not None
    scores = position.score()
    margin = 100 * (scores[0] - scores[1]) if len(scores) == 2 else 0
    won = 0 if len(outcome.winners) != 1 else 1 - 2 * outcome.winners[0]
    return sign * (WON * won + margin)


def _worth(value: int) -> str:
    if _won(value):
        margin = abs(points(value)) / 100
        by = f" by {margin:g}" if margin else ""
        return ("wins" if value > 0 else "loses") + by
    return f"{value / 100:+.2f}"


def remark(judged: Judged) -> str:
    """The remark on a turn: where the game stands, what the turn cost, what was better."""
    proved = ", proved" if judged.proved else ""
    words = f"{judged.side} {_worth(judged.played)}{proved}"
    if judged.turned or judged.cost >= _SLIGHT:
        cost = f"costs {judged.cost / 100:.2f}"
        if judged.turned:
            cost = "gives the game away"
        words += f"; {cost}; {judged.best} {_worth(judged.worth)}"
    return words


def written(record: records.Record, judged: list[Judged]) -> str:
    """The record with a remark behind each turn; it still reads as the same game."""
    text = records.write(record)
    head, _, moves = text.rpartition("\n\n")
    lines = moves.splitlines()
    width = max((len(line) for line in lines), default=0)
    told = [
        f"{line.ljust(width)}  # {remark(each)}" for line, each in zip(lines, judged, strict=True)
    ]
    return "\n".join([head, "", *told]) + "\n"


def picture(record: records.Record, judged: list[Judged]) -> str:
    """The course of the game as SVG: who led by how much after each turn, and the costs."""
    first, second = list(record.position().SIDES)
    names = [record.players.get(side, "") or side for side in (first, second)]
    middle = _HIGH / 2
    step = (_WIDE - 2 * _EDGE) / max(len(judged), 1)
    scale: Callable[[int], float] = lambda value: (  # noqa: E731
        middle - max(-_TOP, min(_TOP, value)) * (middle - _EDGE) / _TOP
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {_HIGH}" role="img" '
        'font-family="sans-serif" font-size="12">',
        f"<title>{escape(names[0])} against {escape(names[1])}: who was ahead</title>",
        f'<rect width="{_WIDE}" height="{_HIGH}" fill="#fff"/>',
        f'<line x1="{_EDGE}" x2="{_WIDE - _EDGE}" y1="{middle}" y2="{middle}" stroke="#888"/>',
        f'<text x="{_EDGE}" y="20">{escape(names[0])} ({first}) ahead</text>',
        f'<text x="{_EDGE}" y="{_HIGH - 10}">{escape(names[1])} ({second}) ahead</text>',
    ]
    for value in range(-_TOP + 200, _TOP, 200):
        parts.append(
            f'<text x="{_EDGE - 6}" y="{scale(value) + 4:.0f}" text-anchor="end" fill="#666">'
            f"{value // 100:+d}</text>"
        )
    dots = []
    for number, each in enumerate(judged, 1):
        x = _EDGE + number * step
        y = scale(each.sign * (points(each.played) + 100 * _won(each.played)))
        dots.append(f"{x:.1f},{y:.1f}")
        if each.cost >= _SLIGHT or each.turned:
            fill = "#c33" if each.turned else "#e90"
            high = max(2.0, min(each.cost, _TOP) * (middle - _EDGE) / _TOP)
            parts.append(
                f'<rect x="{x - step / 3:.1f}" y="{middle - high if each.sign < 0 else middle:.1f}"'
                f' width="{2 * step / 3:.1f}" height="{high:.1f}" fill="{fill}" opacity="0.6">'
                f"<title>{number}. {escape(each.side)} {escape(each.turn)}: "
                f"{escape(remark(each))}</title></rect>"
            )
        if number % 5 == 0:
            parts.append(
                f'<text x="{x:.0f}" y="{_HIGH - 24}" text-anchor="middle" fill="#666">'
                f"{number}</text>"
            )
    parts.append(
        f'<polyline points="{" ".join(dots)}" fill="none" stroke="#236" stroke-width="2"/>'
    )
    return "\n".join([*parts, "</svg>"]) + "\n"
