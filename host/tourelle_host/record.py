"""A game as a readable text file: who, when, what, the moves, the result.

    Game: avalam
    Date: 2026-11-21
    Player y: Ann
    Player r: Bob
    Options: tie-break=fives placing=fixed
    Result: y 12 8
    Why: stacks of five

    1. y c9-d9
    2. r e4-e3

Each line is a turn: its number, its side, its steps joined by commas. `Position:` is given if the
game did not start from its opening. When reading, numbers and sides may be missing, a line may hold
several turns, and upper case, empty lines, other headers and `#` comments are allowed.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from tourelle import games
from tourelle.games import AmbiguousMove, IllegalMove, TextError
from tourelle.games.position import Position
from tourelle_host.errors import UserError
from tourelle_host.moves import legal, parsed

_DIGITS = "0123456789"
_OF_NAMES = "abcdefghijklmnopqrstuvwxyz0123456789 -"  # in a header's name; a letter comes first
_NEAR = 6  # legal moves to name where a move is not legal


class RecordError(UserError):
    """A record that cannot be played through; names the line and what is wrong with it."""


@dataclass
class Record:
    """A game.

    start    the text of the position that it started from
    steps    its steps, in notation
    players  name by the letter of a side
    date     "2026-11-21", or ""
    result   as in the link's @over, "y 12 8" or "draw 10 10"; "" while the game goes on
    why      the reason, in words
    """

    start: str
    steps: list[str] = field(default_factory=list)
    players: dict[str, str] = field(default_factory=dict)
    date: str = ""
    result: str = ""
    why: str = ""

    def position(self) -> Position:
        """The position at the start. TextError."""
        return games.read(self.start)

    def end(self) -> Position:
        """The position after its steps. ValueError where one of them is not legal."""
        position = self.position()
        for step in self.steps:
            position.push(position.parse_move(step))
        return position

    def positions(self) -> Iterator[tuple[str, Position]]:
        """Each step, with the position after it, which is the same object every time."""
        position = self.position()
        for step in self.steps:
            position.push(position.parse_move(step))
            yield step, position

    def turns(self) -> list[tuple[str, str]]:
        """The side and the joined steps of each turn. ValueError where a step is not legal."""
        position = self.position()
        found = []
        steps: list[str] = []
        side, turns = position.SIDES[position.turn], position.turns
        for step in self.steps:
            steps.append(step)
            position.push(position.parse_move(step))
            if position.turns != turns:
                found.append((side, ",".join(steps)))
                steps = []
                side, turns = position.SIDES[position.turn], position.turns
        if steps:
            found.append((side, ",".join(steps)))
        return found


def told(record: Record) -> Iterator[str]:
    """The record's steps as lines of the link, as the board tells them when they are played."""
    position = record.position()
    side = position.SIDES[position.turn]
    for number, (step, after) in enumerate(record.positions(), 1):
        yield f"@move {number} {side} {step}"
        side = position.SIDES[after.turn]


def ending(record: Record, end: Position) -> tuple[str, str]:
    """The result and the reason, by the rules or else by the record; ("", "") before the end.

    end: the position after the record's steps.
    """
    outcome = end.outcome()
    if outcome is None:
        return (record.result, record.why) if record.result else ("", "")
    return result_text(end, outcome.winners, outcome.scores), outcome.why


def write(record: Record) -> str:
    """The record as a text that `read` can read."""
    position = record.position()
    headers = [("Game", position.NAME)]
    if record.date:
        headers.append(("Date", record.date))
    headers += [
        (f"Player {side}", " ".join(record.players[side].split()))
        for side in position.SIDES
        if record.players.get(side, "").strip()
    ]
    options = " ".join(f"{name}={position.options[name]}" for name, _ in position.OPTIONS)
    if options:
        headers.append(("Options", options))
    if record.start != games.opening(position.NAME, position.options).text():
        headers.append(("Position", record.start))
    if record.result:
        headers.append(("Result", record.result))
    if record.why:
        headers.append(("Why", record.why))
    lines = [f"{name}: {value}" for name, value in headers]
    lines.append("")
    lines += [f"{n}. {side} {steps}" for n, (side, steps) in enumerate(record.turns(), 1)]
    return "\n".join(lines) + "\n"


def read(text: str) -> Record:
    """The record in a text. RecordError names the line and what is wrong with it."""
    headers: dict[str, tuple[int, str]] = {}
    moves: list[tuple[int, str]] = []
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        written, colon, value = line.partition(":")
        written = written.strip()
        if colon and not moves and _is_name(written.lower()):
            name = " ".join(written.lower().split())
            if name in headers:
                raise RecordError(f"line {number}: '{written}' appears twice")
            headers[name] = number, value.strip()
        else:
            moves.append((number, line.partition("#")[0]))
    record = _headed(headers)
    position = record.position()
    for number, line in moves:
        _play(record, position, number, line)
    outcome = position.outcome()
    if outcome and record.result:
        _check_result(headers["result"], position, outcome)
    return record


def _is_name(text: str) -> bool:
    """Whether a header may have this name."""
    return "a" <= text[:1] <= "z" and not text.strip(_OF_NAMES)


def result_text(position: Position, winners: tuple[int, ...], scores: tuple[int, ...]) -> str:
    """A result, as in the link."""
    letters = "".join(position.SIDES[side] for side in winners) or "draw"
    return " ".join([letters, *map(str, scores)])


def _headed(headers: dict[str, tuple[int, str]]) -> Record:
    """The record without its moves, from its headers."""
    headers = {name: told for name, told in headers.items() if told[1]}
    line, start = headers.get("position") or headers.get("game") or (0, "")
    if not start:
        raise RecordError("this is not a record of a game: it has no line 'Game: NAME'")
    game_line, game = headers.get("game") or (line, start.split()[0])
    options_line, options = headers.get("options", (0, ""))
    try:
        line_at_fault = game_line
        name = games.find(game.lower()).name
        line_at_fault = line
        if games.find(start.split()[0].rstrip(";")).name != name:
            raise TextError(f"the position is not one of {name}")
        position = games.read(start)
        line_at_fault = options_line
        if options:
            given = _options(options)
            full = position.check_options({**position.options, **given})
            if "position" not in headers:
                position = games.opening(name, full)
            elif full != position.options:
                raise TextError(f"the position has other options than '{options}'")
    except TextError as error:
        raise RecordError(f"line {line_at_fault}: {error}") from None
    named = {side: headers.get(f"player {side}", (0, ""))[1] for side in position.SIDES}
    players = {side: name for side, name in named.items() if name}
    date, result, why = (headers.get(key, (0, ""))[1] for key in ("date", "result", "why"))
    return Record(position.text(), [], players, date, result, why)


def _options(text: str) -> dict[str, str]:
    options = {}
    for word in text.replace(",", " ").lower().split():
        name, equals, value = word.partition("=")
        if not equals:
            raise TextError(f"'{word}' is not of the form NAME=VALUE")
        options[name] = value
    return options


def _play(record: Record, position: Position, number: int, line: str) -> None:
    """Play the moves of a line."""
    for word in line.split():
        if len(word) > 1 and word[-1] == "." and not word[:-1].strip(_DIGITS):
            continue  # a turn's number
        if len(word) == 1 and word.lower() in tuple(position.SIDES):
            side = position.SIDES[position.turn]
            if word.lower() != side:
                raise RecordError(
                    f"line {number}: it is the turn of {side}, not of {word.lower()}, "
                    f"after {_count(len(record.steps))}"
                )
            continue
        for step in word.split(","):
            try:
                if position.outcome():
                    raise IllegalMove("the game is over")
                move = parsed(position, step)
            except (IllegalMove, AmbiguousMove, TextError) as error:
                raise RecordError(f"line {number}: {_why(position, step, error)}") from None
            record.steps.append(move.text)
            position.push(move.number)


def _count(steps: int) -> str:
    return "one step" if steps == 1 else f"{steps} steps"


def _why(position: Position, step: str, error: ValueError) -> str:
    """Why a step of a record cannot be played, and what can be."""
    if position.outcome():
        return f"'{step}' comes after the end of the game"
    if not isinstance(error, IllegalMove):
        return str(error)
    side = position.SIDES[position.turn]
    texts = [move.text for move in legal(position)]
    first = _first_cell(step.lower())
    near = [move for move in texts if first and move.startswith(first)]
    if near:
        reason = f"from {first} there are {_some(near)}"
    elif first and not position.occupancy[position.grid.cell(first)] and "@" not in step:
        reason = f"{first} is empty, and no move begins there"
    elif first:
        reason = f"no legal move begins on {first}"
    else:
        reason = f"there are {_some(texts)}"
    return f"'{step}' is not a legal move of {side} here: {reason}"


def _first_cell(step: str) -> str:
    """The first cell's name in a text, or ""."""
    for at in range(len(step) - 1):
        if "a" <= step[at] <= "i" and "1" <= step[at + 1] <= "9":
            return step[at : at + 2]
    return ""


def _some(moves: list[str]) -> str:
    return ", ".join(moves[:_NEAR]) + (", ..." if len(moves) > _NEAR else "")


def _check_result(header: tuple[int, str], position: Position, outcome) -> None:
    number, told = header
    words = told.lower().split()
    right = result_text(position, outcome.winners, outcome.scores).split()
    # The scores may be missing, and the winners' letters may come in any order.
    same = sorted(words[0]) == sorted(right[0]) and words[1:] in ([], right[1:])
    if not same:
        raise RecordError(
            f"line {number}: the result is '{told}', but the moves end in '{' '.join(right)}'"
        )
