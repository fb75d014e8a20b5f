"""What the card says, worked out by the page's own card.js from a report; no browser."""

import json
import subprocess
from pathlib import Path

import pytest

from tourelle_host.wasm import NODE

PAGE = Path(__file__).resolve().parents[1] / "host/tourelle_host/page"
AVALAM = {
    "sides": "yr",
    "ends": {"stacks": "More stacks."},
    "step_words": [["x2", "a pair"], ["*^*", "a jump from * to *"], [".", "end of turn"]],
    "box": [{"text": "y1", "glyphs": ["d0"]}, {"text": "r1", "glyphs": ["d1"]}],
}
WORLD = {"power": True, "trouble": None, "cells": {"c9": ["d0"]}, "hand": [], "barriers": []}
START = ["@hello tourelle", "@game avalam", "@turn y", "@score 24 24"]
AGAINST_THE_BOARD = [*START, "@seat r board 2", "@move 1 y c9-d9", "@turn r", "@score 24 23"]

SCRIPT = """
const { empty, take } = await import(%s);
const { cardOf } = await import(%s);
const { points } = await import(%s);
const given = JSON.parse(process.argv[1]);
console.log(JSON.stringify(given.map(([lines, world, game, more]) => {
  const report = empty();
  for (const line of lines) take(report, line);
  const aims = { cells: [], owed: false, each: false };
  const seen = { report, game, world, aims, friends: null, acts: true, atHand: true };
  return { ...cardOf({ ...seen, ...more }), points: points(report) };
})));
"""

pytestmark = pytest.mark.needs_node


@pytest.fixture(scope="module")
def said():
    """What the card says of lists of lines: asked all at once, for a node takes long to start."""
    names = ("report.js", "card.js", "situations.js")
    addresses = [json.dumps((PAGE / name).as_uri()) for name in names]
    given = [(lines, WORLD | world, AVALAM, {}) for _, lines, world, _ in CASES]
    given += [(lines, WORLD | world, AVALAM, more) for _, lines, world, more, _ in BUTTONS]
    command = [
        *NODE,
        "--input-type=module",
        "--eval",
        SCRIPT % tuple(addresses),
        json.dumps(given),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def line(text, *cells, kind=None):
    found = {"text": text} | ({"cells": list(cells)} if cells else {})
    return {"kind": kind} | found if kind else found


HOLD = "held for a second: opens the menu"
OFFER = line("A draw is offered.", kind="asked")
# name, lines of the board, of the world, what the card has
CASES: list[tuple[str, list[str], dict, dict]] = [
    ("off", START, {"power": False}, {"headline": "The power is off", "lines": [], "ok": ""}),
    ("died", START, {"trouble": "it failed"}, {"headline": "The board has stopped"}),
    ("starting", [], {}, {"headline": "The board is starting …"}),
    ("empty", ["@hello tourelle"], {"cells": {}}, {"headline": "No game yet", "ok": ""}),
    (
        "task",
        [*START, "@task Lift a lit stack."],
        {},
        {
            "headline": "Yellow to move",
            "lines": [line("Lift a lit stack.")],
            "ok": HOLD,
            "undo": "",
        },
    ),
    (
        "reason",
        [*START, "@way-back put c9 remove e5", "@reason Only neighbours may be stacked."],
        {},
        {
            "lines": [
                line("Only neighbours may be stacked.", kind="reason"),
                line("Lift", "e5"),
                line("Put back on", "c9"),
            ],
            "ok": "it is right as it stands",
            "help": "back",
        },
    ),
    (
        "in-hand",
        [*START, "@way-back put c9", "@reason Only neighbours may be stacked."],
        {"hand": ["d0"]},
        {
            "lines": [
                line("Only neighbours may be stacked.", kind="reason"),
                line("Put back on", "c9"),
            ]
        },
    ),
    (
        "too-much",
        [*START, "@way-back remove e5"],
        {},
        {"lines": [line("The way back", kind="asked"), line("Take off, into the box,", "e5")]},
    ),
    (
        "nothing-stale",
        [*START, "@reason No.", "@task Do.", "@offered draw", "@reason none", "@offered none"],
        {},
        {"lines": [line("Do.")]},
    ),
    ("held", [*START, "@move 1 y c9-d9"], {"hand": ["d1"]}, {"undo": "show where that came from"}),
    ("hint", [*START, "@hint c9-d9"], {}, {"ok": "do that", "undo": "hide the hint"}),
    (
        "asked",
        [*START, "@question d9 e4"],
        {},
        {
            "lines": [line("Which one? Touch", "d9", "e4", kind="asked")],
            "ok": "show one after the other",
        },
    ),
    (
        "touch",
        [*START, "@task Lay it on one of the lit cells.", "@touch d9 b8"],
        {},
        {
            "lines": [
                line("Is it there? Touch it", "d9", "b8", kind="asked"),
                line("Lay it on one of the lit cells."),
            ]
        },
    ),
    (
        "a reason where it might lie",
        [*START, "@touch d9 b8", "@reason Only neighbours may be stacked."],
        {},
        {"lines": [line("Only neighbours may be stacked.", kind="reason")]},
    ),
    ("a hint can be had", START, {}, {"mayAsk": True}),
    ("a hint is shown", [*START, "@hint c9-d9"], {}, {"mayAsk": False}),
    ("led, and no hint", [*START, "@way-back put c9"], {}, {"mayAsk": False}),
    ("the board's turn, and no hint", [*START, "@seat y board 2"], {}, {"mayAsk": False}),
    ("proposed", [*START, "@proposed e4-e6"], {}, {"ok": "yes, e4-e6", "undo": "no"}),
    (
        "proposed that nothing was made",
        [*START, "@proposed undo"],
        {},
        {
            "lines": [line("Was the piece only put back?", kind="asked")],
            "ok": "yes, put back",
            "undo": "no",
        },
    ),
    (
        "proposed in words",
        [*START, "@proposed e6^g6"],
        {},
        {
            "lines": [line("Did you mean a jump from e6 to g6?", kind="asked")],
            "ok": "yes, a jump from e6 to g6",
        },
    ),
    (
        "hint of a turn",
        [*START, "@move 1 y .", "@hint e6-g4,x2,."],
        {},
        {"lines": [line("A hint: e6-g4, a pair, end of turn", kind="asked")]},
    ),
    (
        "a step without a word",
        [*START, "@move 1 y ."],
        {},
        {"undo": "take back end of turn"},
    ),
    ("draw", [*START, "@offered draw"], {}, {"lines": [OFFER], "ok": "a draw", "undo": "play on"}),
    (
        "take-back asked elsewhere",
        [*START, "@offered undo 3"],
        {},
        {
            "lines": [line("Another player wants to take steps back.", kind="asked")],
            "ok": "take them back",
            "undo": "no",
        },
    ),
    (
        "elsewhere",
        [*AGAINST_THE_BOARD, "@seat r away"],
        {},
        {"headline": "Waiting for Red", "ok": HOLD, "undo": "ask to take back c9-d9"},
    ),
    (
        "gone elsewhere",
        [*AGAINST_THE_BOARD, "@seat r away", "@lights fault=d9"],
        {},
        {"headline": "Red is gone", "ok": HOLD},
    ),
    ("thinking", AGAINST_THE_BOARD, {}, {"headline": "Red is thinking", "undo": "take back c9-d9"}),
    (
        "shown",
        [
            *AGAINST_THE_BOARD,
            "@move 2 r d8-c7",
            "@turn y",
            "@score 24 22",
            "@way-back put c7 remove d8",
        ],
        {},
        {
            "headline": "Yellow, make Red's move",
            "points": ["24", "23"],
            "undo": "take back c9-d9",
            "lines": [
                line("It plays d8-c7", kind="asked"),
                line("Lift", "d8"),
                line("Put down on", "c7"),
            ],
            "help": "step",
        },
    ),
    (
        "shown-in-hand",  # onto a stack: the board does not ask for it any more
        [
            *AGAINST_THE_BOARD,
            "@move 2 r d8-c7",
            "@carry from d8 to c7",
            "@way-back remove e5",
        ],
        {"hand": ["d1"]},
        {
            "lines": [
                line("It plays d8-c7", kind="asked"),
                line("Put down on", "c7"),
                line("Lift", "e5"),
            ]
        },
    ),
    (
        "from-the-box",
        [*AGAINST_THE_BOARD, "@move 2 r c4", "@carry box c4=r1", "@way-back put c4"],
        {},
        {
            "lines": [
                line("It plays c4", kind="asked"),
                line("Put a red from the box on", "c4"),
            ]
        },
    ),
    (
        "barrier",  # which no switch feels
        [*AGAINST_THE_BOARD, "@move 2 r c4/c5", "@carry edge c4 c5", "@lights barrier=c4,c5"],
        {},
        {
            "headline": "Yellow, make Red's move",
            "lines": [
                line("It plays c4/c5", kind="asked"),
                line("Put a barrier from the box between them, and touch", "c4", "c5"),
            ],
            "help": "step",
        },
    ),
    (
        "barrier-stands",  # and one of its cells was not felt
        [*AGAINST_THE_BOARD, "@move 2 r c4/c5", "@carry edge c4 c5", "@lights barrier=c5"],
        {"barriers": [["c5", "c4"]]},
        {"lines": [line("It plays c4/c5", kind="asked"), line("Touch", "c5")]},
    ),
    (
        "taken-off-first",
        [*AGAINST_THE_BOARD, "@turn r", "@lights capture=d9"],
        {},
        {
            "headline": "Take off what was captured",
            "lines": [line("Captured: take off", "d9")],
        },
    ),
    (
        "put-back-first",
        [*AGAINST_THE_BOARD, "@turn r", "@way-back put c9"],
        {},
        {"headline": "Put the pieces back"},
    ),
    (
        "carried-out",
        [
            *AGAINST_THE_BOARD,
            "@move 2 r d8-c7",
            "@turn y",
            "@score 24 22",
            "@way-back put c7",
            "@way-back none",
        ],
        {},
        {"headline": "Yellow to move", "points": ["24", "22"], "lines": []},
    ),
    (
        "undone",
        [
            *AGAINST_THE_BOARD,
            "@move 2 r d8-c7",
            "@undo 2 d8-c7",
            "@undo 1 c9-d9",
            "@way-back put c9",
        ],
        {},
        {"lines": [line("The way back", kind="asked"), line("Put back on", "c9")]},
    ),
    (
        "captured",
        [*START, "@lights capture=d5", "@task Do."],
        {},
        {"lines": [line("Captured: take off", "d5"), line("Do.")]},
    ),
    (
        "captured-top",
        [*START, "@lifts d5*1", "@lights capture=d5"],
        {"cells": {"d5": ["d0", "d0", "d0", "d0"]}},
        {"lines": [line("Captured: take off the top one of four on", "d5")]},
    ),
    ("no-answer", [*START, "@seat y host", "@lights fault=c9"], {}, {"ok": "let a person play on"}),
    (
        "won",
        [*START, "@over r 22 24", "@why stacks"],
        {},
        {"headline": "Red wins 24 to 22", "why": "More stacks."},
    ),
    ("given-up", [*START, "@over r 24 22", "@why resigned"], {}, {"headline": "Red wins"}),
    ("why-is-told-next", [*START, "@over r 24 22"], {}, {"headline": "Yellow to move"}),
    ("agreed", [*START, "@over draw 24 24", "@why agreed"], {}, {"headline": "A draw"}),
    ("uneven", [*START, "@over draw 3 5", "@why two passes"], {}, {"headline": "A draw"}),
    (
        "drawn",
        [*START, "@over draw 24 24", "@why by magic"],
        {},
        {"headline": "A draw 24 to 24", "why": "by magic."},
    ),
    ("menu", [*START, "@menu resign:b5"], {}, {"ok": "close the menu", "undo": "close the menu"}),
]


MENU = [*START, "@menu resign:b5"]
WON = [*START, "@over r 22 24", "@why stacks"]
LESSON = [*START, "@lesson 1 6 Lift c9."]
FRIENDS = {"players": [], "invitations": [], "offers": [], "offered": []}
AGAIN = ["Play again", "Swap sides", "Look back"]
FAR = {"acts": False, "atHand": False}
# name, lines of the board, of the world, what else the page knows, what may be pressed
BUTTONS: list[tuple[str, list[str], dict, dict, dict]] = [
    (
        "menu's buttons",
        MENU,
        {},
        {},
        {"menu": [{"name": "resign", "cell": "b5"}], "after": [], "mayAsk": False},
    ),
    ("no menu on a board that is off", MENU, {"power": False}, {}, {"menu": [], "about": False}),
    ("no menu on one that has stopped", MENU, {"trouble": "it failed"}, {}, {"menu": []}),
    ("after the end", WON, {}, {}, {"after": AGAIN, "mayAsk": False, "menu": []}),
    ("led back after the end", [*WON, "@way-back put c9"], {}, {}, {"after": AGAIN}),
    ("the menu after the end", [*WON, "@menu leave:b5"], {}, {}, {"after": []}),
    ("stopped after the end", WON, {"trouble": "it failed"}, {}, {"after": []}),
    ("after the end among friends", WON, {}, {"friends": FRIENDS}, {"after": ["Look back"]}),
    ("after the end of what is watched", WON, {}, {"acts": False}, {"after": []}),
    (
        "what the step before still wants comes before the board's move",
        [*AGAINST_THE_BOARD, "@move 2 r e5-e6", "@way-back put e6 remove e5*1"],
        {"hand": ["d0"]},
        {"aims": {"cells": ["f6"], "owed": True, "each": True}},
        {"lines": [line("Put it down on", "f6")]},
    ),
    ("play", START, {}, {}, {"seats": "chosen", "about": True, "after": [], "menu": []}),
    ("lesson", LESSON, {}, {}, {"seats": "none", "about": True, "mayAsk": False}),
    (
        "watched",
        [*START, "@way-back put c9"],
        {},
        {"acts": False},
        {"seats": "shown", "help": None, "mayAsk": False, "ok": "it is right as it stands"},
    ),
    ("a watched lesson", LESSON, {}, {"acts": False}, {"seats": "none"}),
    (
        "no board near",
        MENU,
        {},
        FAR,
        {"headline": "Yellow to move", "lines": [], "menu": [], "ok": "", "seats": "none"},
    ),
]


@pytest.mark.parametrize(
    ("at", "expected"),
    [(at, case[-1]) for at, case in enumerate((*CASES, *BUTTONS))],
    ids=[str(case[0]) for case in (*CASES, *BUTTONS)],
)
def test_the_card(said, at, expected):
    assert {key: said[at][key] for key in expected} == expected
