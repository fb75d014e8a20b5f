"""Writes events as a script in the hand's language, with what today's reader makes of them."""

from tourelle_host.blackbox import rereading
from tourelle_host.blackbox.events import Event, Scene
from tourelle_host.script import QUIET_MS

_PRESSED_MS = 100  # length of a press whose end was not kept
_LEAD_MS = 1500

_HEAD = """\
# {title}
#
# What a board's switches felt, to the millisecond. It expects what today's reader makes of it:
# where that is wrong, write what is right.
"""


def write(scene: Scene, title: str) -> str:
    """The script; title: its first line."""
    said = rereading.now(scene)
    lines = [_HEAD.format(title=title), *_set_up(scene)]
    expected = _Expected(scene, said)
    before = scene.events[0].ms if scene.events else 0
    waited = _LEAD_MS
    for ms, command in _commands(scene):
        waited += ms - before
        before = ms
        if waited:
            lines.append(f"wait {waited}")
            waited = 0
        lines += expected.by(ms)
        lines.append(command)
    lines.append(f"wait {rereading.TAIL_MS}")
    lines += expected.by(before + rereading.TAIL_MS)
    return "\n".join(lines) + "\n"


def _set_up(scene: Scene) -> list[str]:
    position = scene.position()
    if position is None:
        lines = [f"# run it with --grid {scene.grid.name}"]
        stand = set()
    else:
        lines = [f'set "{position.text()}"', f"send position {position.text()}"]
        names = scene.grid.names
        stand = {names[cell] for cell in range(len(names)) if position.occupancy[cell]}
    for cell in sorted(stand ^ scene.switches):
        lines.append(f"stuck {cell} {'closed' if cell in scene.switches else 'open'}")
    return lines


def _releases(events: list[Event]) -> dict[int, int]:
    """When each press of a button ended, by the number of its event."""
    found = {}
    down: dict[str, int] = {}
    for event in events:
        if event.word == "press":
            down[event.what] = event.number
        elif event.word == "release" and event.what in down:
            found[down.pop(event.what)] = event.ms
    return found


def _commands(scene: Scene) -> list[tuple[int, str]]:
    """Commands that do the same to the simulated board, and when."""
    ends = _releases(scene.events)
    found = [(ms, f"send {line}") for ms, line in rereading.asked(scene)]
    for event in scene.events:
        if event.word in ("lift", "down"):
            state = "open" if event.word == "lift" else "closed"
            found.append((event.ms, f"stuck {event.what} {state}"))
        elif event.word == "press":
            lasts = ends.get(event.number, event.ms + _PRESSED_MS) - event.ms
            found.append((event.ms, f"meanwhile hold {event.what} {max(1, lasts)}"))
    return sorted(found, key=lambda entry: entry[0])


class _Expected:
    """What to expect at quiet moments, from what was said since the last one."""

    def __init__(self, scene: Scene, said: list[tuple[int, str]]):
        self._felt = [event.ms for event in scene.events if event.felt]
        self._said = said
        self._at = 0
        self._question = "none"
        then = [one for one in rereading.then(scene) if one.plays]
        now = [one for one in rereading.decisions(said) if one.plays]
        self._then = then if [one.text for one in then] != [one.text for one in now] else []

    def by(self, ms: int) -> list[str]:
        """Lines for this moment; none if the board was not quiet before it."""
        heard = self._at
        while heard < len(self._said) and self._said[heard][0] < ms:
            heard += 1
        last = max(
            [moment for moment in self._felt if moment < ms]
            + [moment for moment, _ in self._said[:heard]],
            default=ms,
        )
        if ms - last < QUIET_MS:
            return []
        lines = self._lines([text for _, text in self._said[self._at : heard]])
        self._at = heard
        while self._then and self._then[0].ms < ms:
            lines.insert(0, f"# the board then: {self._then.pop(0).text}")
        return lines

    def _lines(self, texts: list[str]) -> list[str]:
        fresh: list[str] = []
        turn = question = ""
        for text in texts:
            word, _, rest = text.partition(" ")
            if word == "move":
                fresh.append(rest.split(" ", 2)[2])
            elif word == "undo" and fresh:
                fresh.pop()
            elif word == "turn":
                turn = rest
            elif word == "question":
                question = rest
        lines = []
        if fresh:
            lines.append(f"expect move {','.join(fresh)}")
        elif turn:
            lines.append(f"expect turn {turn}")
        if question and question != self._question:
            lines.append(f"expect question {question}")
        self._question = question or self._question
        return lines
