"""Finds out what is on a port, and what a person has to know or do about it."""

import contextlib
import json
import subprocess
import sys
from dataclasses import dataclass, field
from typing import NamedTuple

from tourelle.files import CRASH
from tourelle.startup import SAFE_AFTER
from tourelle_host import connection
from tourelle_host.blackbox import collecting
from tourelle_host.blackbox.events import MARK
from tourelle_host.children import run
from tourelle_host.connection import Connection
from tourelle_host.errors import UserError
from tourelle_host.hello import NoAnswer, about, advice
from tourelle_host.patience import seconds

_PATIENCE_S = seconds(20)
_LITTLE_MEMORY = 24_000  # bytes; enough for a game's undo history and the longest line
_LITTLE_DISK = 40_000
_OLDEST = (1, 24)  # the oldest MicroPython that runs the firmware
_SAFE_AFTER = str(SAFE_AFTER)

_FAULT = "@fault "
_DAMAGED = "damaged.txt"  # a game's record that could not be read

# Run on the board; prints one line of JSON after the mark.
_MARK = "~"
_QUESTION = """
import gc, json, os, sys
def read(name):
    try:
        with open(name) as file: return file.read(4000)
    except OSError: return None
gc.collect()
disk = os.statvfs('/')
print('~' + json.dumps({
    'python': '%s-%s' % (sys.implementation.name, '.'.join(str(n) for n in
        sys.implementation.version[:3])),
    'memory-free': gc.mem_free(), 'memory': gc.mem_free() + gc.mem_alloc(),
    'disk-free': disk[0] * disk[3], 'disk': disk[0] * disk[2],
    'files': os.listdir('/'), 'board': read('/board.json'), 'crashes': read('/crashes.txt'),
    'events': (read('/blackbox.txt') or '')[:300]}))
"""


class Finding(NamedTuple):
    """A sentence about a board; `wrong`: whether something has to be done about it."""

    wrong: bool
    text: str


@dataclass
class Facts:
    """What was found at a port.

    hello    the running firmware's greeting, or ""
    told     what the board told about itself, by name: python, memory-free, disk-free, ...
    fault    what it says is wrong with it, or ""
    silent   whether something is there that neither answers nor shows a prompt
    trouble  why nothing could be learnt, in a sentence, or ""
    """

    path: str
    hello: str = ""
    told: dict = field(default_factory=dict)
    fault: str = ""
    silent: bool = False
    trouble: str = ""


def look(path: str) -> Facts:
    """Look at a port without interrupting what runs there."""
    facts = Facts(path)
    try:
        with Connection(path) as link:
            facts.hello = link.greet()[-1]
            facts.told = _status(link) or _status(link)  # ask again after half a line
            if "crash" in facts.told:
                facts.told["events"] = _crash(link)
        return facts
    except NoAnswer as answer:
        prompt = answer.prompt
        faults = [line for line in answer.heard.splitlines() if line.startswith(_FAULT)]
        facts.fault = faults[-1].removeprefix(_FAULT).strip() if faults else ""
        facts.silent = not prompt and not facts.fault
    except UserError as error:
        facts.trouble = str(error)
        return facts
    return interrogate(path) if prompt else facts


def _status(link: Connection) -> dict[str, str]:
    """What a running board tells about itself, by name; {} where the line is incomplete."""
    link.send("status")
    while line := link.line(connection.PATIENCE_S):
        if line.startswith("@status "):
            words = [word.partition("=") for word in line.split()[1:]]
            return {name: value for name, _, value in words} if all(w[1] for w in words) else {}
    return {}


def _crash(link: Connection) -> str:
    """The beginning of what a running board has kept of its last crash."""
    link.send(collecting.ASK_CRASH)
    heard = []
    while line := link.line(connection.PATIENCE_S):
        heard.append(line)
        if line.startswith((f"{MARK}crash ", f"{MARK}end ", "@error ")):
            break
    return "\n".join(heard)


def interrogate(path: str) -> Facts:
    """Ask at MicroPython's prompt; this interrupts a running program."""
    facts = Facts(path)
    command = [sys.executable, "-m", "mpremote", "connect", path, "resume", "exec", _QUESTION]
    try:
        done = run(command, _PATIENCE_S, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    except subprocess.TimeoutExpired:
        facts.trouble = f"what is on {path} does not answer: unplug it and plug it in again"
        return facts
    lines = [line for line in done.stdout.splitlines() if line.startswith(_MARK)]
    if lines and (told := _answer(lines[-1].removeprefix(_MARK))):
        facts.told = told
    else:
        last = (done.stderr or done.stdout).strip().splitlines()[-1:] or ["it said nothing"]
        facts.trouble = f"what is on {path} does not answer as MicroPython does: {last[0]}"
    return facts


def _answer(text: str) -> dict | None:
    """The board's answer to the question; None where it is not one."""
    try:
        told = json.loads(text)
        sound = {*map(type, told["files"])} <= {str} and all(
            isinstance(told[name], str | None) for name in ("python", "board", "crashes", "events")
        )
    except (ValueError, TypeError, LookupError, RecursionError):
        return None
    return {name: value for name, value in told.items() if value is not None} if sound else None


def findings(facts: Facts) -> list[Finding]:
    """What there is to say about a port."""
    if facts.trouble:
        return [Finding(True, facts.trouble)]
    if facts.fault and not facts.told:
        return [Finding(True, f"It does not play, and says: {facts.fault}.")]
    if facts.silent:
        return [
            Finding(True, "Something is there that does not answer: another program runs on it.")
        ]
    found = []
    if facts.hello:
        told = about(facts.hello)
        text = f"Tourelle {told.get('tourelle')} runs on it, the {told.get('board')} board with "
        found.append(Finding(False, text + f"{told.get('cells')} cells."))
        warning = advice(facts.hello)
        if warning:
            found.append(Finding(True, warning))
    else:
        found += _standing_still(facts.told)
    if facts.told.get("recording") == "off":
        text = "There is no room on it to record the game: delete files of your own on it."
        found.append(Finding(True, text))
    if _DAMAGED in (facts.told.get("damaged"), *facts.told.get("files", ())):
        text = f"{_DAMAGED} on it is the record of a game that could not be read to its end: "
        text += f"save it (python -m mpremote fs cp :{_DAMAGED} .), then delete it."
        found.append(Finding(True, text))
    if CRASH in (facts.told.get("crash"), *facts.told.get("files", ())):
        text = f"{CRASH} on it says what came before its firmware crashed{_of_what(facts.told)}: "
        text += "save it (tourelle events --crash FILE), then delete it "
        text += f"(python -m mpremote fs rm :{CRASH}). tourelle replay --events FILE explains it."
        found.append(Finding(True, text))
    return found + _room(facts.told)


def _of_what(told: dict) -> str:
    notes = [line for line in told.get("events", "").splitlines() if f"{MARK}crash " in line]
    return f" ({notes[0].partition('crash ')[2].strip()})" if notes else ""


def _standing_still(told: dict) -> list[Finding]:
    """What there is to say while MicroPython's prompt is there."""
    if "tourelle" not in told["files"] or "main.py" not in told["files"]:
        return [Finding(True, "The firmware is not on it: tourelle flash puts it there.")]
    found = []
    try:
        board = json.loads(told["board"]) if told.get("board") is not None else None
        grid = board["grid"] if board else None
    except (ValueError, TypeError, KeyError, RecursionError):
        board, grid = {}, None
    cure = "tourelle flash --grid GRID puts the right one there."
    if board is None:
        found.append(Finding(True, f"It has no board.json: {cure}"))
    elif grid is None:
        found.append(Finding(True, f"Its board.json is broken: {cure}"))
    else:
        found.append(Finding(False, f"Its board.json describes the {grid} board."))
    if told.get("crashes"):
        times, _, last = told["crashes"].strip().partition(" ")
        text = f"The firmware has crashed {times} times in a row{f' ({last})' if last else ''}: "
        if times == _SAFE_AFTER:
            text += "it starts in its safe mode. Hold a button while you plug it in, or "
        found.append(Finding(True, text + "tourelle flash."))
    elif grid:
        text = "The firmware is on it and does not run: press its reset button, or unplug it."
        found.append(Finding(True, text))
    return found


def _room(told: dict) -> list[Finding]:
    found = []
    name, _, version = told.get("python", "").partition("-")
    if name:
        numbers = tuple(int(part) for part in version.split(".")[:2] if part.isdigit())
        old = name == "micropython" and numbers < _OLDEST
        text = f"It runs {name} {version}"
        cure = f", and {_OLDEST[0]}.{_OLDEST[1]} is needed: get a newer one for it, then flash"
        found.append(Finding(old, text + (cure if old else "") + "."))
    for what, least, where, cure in (
        ("memory", _LITTLE_MEMORY, "memory", "reset it, and tell us if that does not help"),
        ("disk", _LITTLE_DISK, "flash", "delete files of your own that are on it"),
    ):
        with contextlib.suppress(KeyError, ValueError, TypeError, OverflowError):  # half of it
            free, total = int(told[f"{what}-free"]), int(told[what])
            if not 0 <= free <= total:
                free = 0  # littlefs counts some blocks twice, and the firmware may report that
            text = f"{free // 1000} kB of its {total // 1000} kB of {where} are free"
            little = free < least
            found.append(Finding(little, text + (f", which is little: {cure}." if little else ".")))
    return found
