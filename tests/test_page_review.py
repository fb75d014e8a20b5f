"""The review of a game: what it makes of an engine's words, and the engine's words on the page."""

import json
import math
import subprocess
from pathlib import Path

import pytest

from tourelle_host.bench import reviews
from tourelle_host.wasm import NODE

PAGE = Path(__file__).resolve().parents[1] / "host/tourelle_host/page"

# A game of four turns between y and r; what the engine says of each position, by its turns.
LOOK = {
    "sides": "yr",
    "lead": 200,
    "turns": [["y", "a"], ["r", "b"], ["y", "c,d"], ["r", "e"]],
    "over": {"winners": "y", "scores": ["12", "8"], "why": "stacks"},
}
SAYS = {
    "": [[1, 100, "x"], [2, 300, "a"]],  # +2 for y, who plays what the engine would
    "a": [[1, -200, "z"], [2, -200, "z"]],  # still +2 for y
    "a b": [[1, 900, "c,d"]],  # r has given away 7
    "a b c,d": [[1, -500, "e"], [2, 16100, "f"]],  # r would win by a point, and does not
}
# Three sides: each turn is judged by the side's own next one, or by the end.
MANY = {
    "sides": "123",
    "lead": 1000,
    "turns": [["1", "a"], ["2", "b"], ["3", "c"], ["1", "d"], ["2", "e"]],
    "over": {"winners": "2", "scores": ["10", "14", "9"], "why": "tokens"},
}
MANY_SAYS = {
    "": [[1, 1000, "x"]],
    "a": [[1, 500, "z"]],
    "a b": [[1, -500, "z"]],
    "a b c": [[1, -400, "z"]],  # 14 less than a turn before
    "a b c d": [[1, 900, "z"]],  # more than before: what others gave away is nobody's cost
}
SCRIPT = """
const { review, worst } = await import(%s);
const [look, says] = JSON.parse(process.argv[1]);
const asked = [];
const search = async (turns, nodes) => {
  asked.push([turns.join(" "), nodes]);
  return says[turns.join(" ")].map(([depth, value, turn]) => ({ depth, value, line: [turn] }));
};
let parts = [];
const all = await review(look, search, (_, part) => parts.push(part), 10);
console.log(JSON.stringify({ all, worst: worst([...all]), asked, parts }));
"""


def reviewing(look, says):
    return of_node(SCRIPT, "review.js", [look, says])


def of_node(script, name, given=None):
    """What a script that imports this file of the page prints, as JSON."""
    source = script % json.dumps((PAGE / name).as_uri())
    command = [*NODE, "--input-type=module", "--eval", source, "--", json.dumps(given)]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


@pytest.fixture(scope="module")
def reviewed():
    return reviewing(LOOK, SAYS)


@pytest.mark.needs_node
def test_a_turn_costs_what_the_game_was_worth_before_it_and_is_not_after(reviewed):
    costs = [(turn["text"], turn["cost"], turn["turned"]) for turn in reviewed["all"]]
    # The last one gives away a game that was won, and 4 + 1 points.
    assert costs == [("a", 0, False), ("b", 700, False), ("c,d", 0, False), ("e", 500, True)]
    assert [turn["steps"] for turn in reviewed["all"]] == [1, 2, 4, 5]
    assert [turn["after"] for turn in reviewed["all"]][-1] == 16400


@pytest.mark.needs_node
def test_the_dearest_come_first_and_are_looked_at_again(reviewed):
    assert [(turn["text"], turn["best"]) for turn in reviewed["worst"]] == [("e", "f"), ("b", "z")]
    again = [turns for turns, nodes in reviewed["asked"] if nodes == 40]
    assert set(again) == {"a", "a b", "a b c,d"}, "before and after a third of the turns"
    last = [turns for turns, nodes in reviewed["asked"] if nodes == 120]
    assert last == ["a b c,d", "a", "a b", ""], "the dearest first; the end is known"
    assert [turns for turns, nodes in reviewed["asked"] if nodes == 10] == list(SAYS)
    assert reviewed["parts"] == sorted(reviewed["parts"]) and reviewed["parts"][-1] == 1


@pytest.mark.needs_node
def test_among_many_sides_a_turn_costs_what_the_side_has_no_more_at_its_next_one():
    found = reviewing(MANY, MANY_SAYS)["all"]
    costs = [(turn["side"], turn["cost"], turn["after"], turn["turned"]) for turn in found]
    assert costs == [
        ("1", 1400, -400, False),
        ("2", 0, 900, False),
        ("3", 0, -16500, True),
        ("1", 0, -16400, True),
        ("2", 500, 16400, False),
    ]


@pytest.mark.needs_node
def test_of_a_game_of_many_that_players_ended_the_last_turns_are_not_judged():
    look = MANY | {"over": {"winners": "2", "scores": [], "why": "resigned"}}
    found = reviewing(look, MANY_SAYS | {"a b c d e": [[1, 0, "z"]]})["all"]
    assert [turn["text"] for turn in found] == ["a", "b"]


STEP_ON = """
for (const move of [...document.querySelectorAll("#moves button")].slice(1, 3)) move.click();
"""
# The engine ends a search later than it is told to; until then two more steps are looked at.
STEPPED = """
const { Engine } = await import(%s);
const sent = [];
const engine = new Engine(({ ugi }) => sent.push(ugi) > 0);
const heard = () => new Promise(setImmediate);
const game = { game: "avalam", start: "s" };
const asked = [];
for (const turns of [[], ["a"], ["a", "b"]]) {
  engine.stop();
  asked.push(engine.ask(game, turns, "infinite"));
  await heard();
}
for (const value of [1, 2]) {
  engine.heard(`info depth 1 score cp ${value} nodes 1 pv x`);
  engine.heard("bestmove x");
  await heard();
}
const found = await Promise.all(asked);
console.log(JSON.stringify({ sent, values: found.map((told) => told.map(({ value }) => value)) }));
"""


@pytest.mark.needs_node
def test_who_steps_faster_than_the_engine_stops_has_the_newest_position_looked_at():
    assert of_node(STEPPED, "engine.js") == {
        "sent": [
            *("position fen s", "go infinite", "stop", "stop"),
            *("position fen s moves a b", "go infinite"),
        ],
        "values": [[1], [], [2]],
    }


def test_turns_as_good_as_equal_may_be_named_for_each_other():
    short = {"worst": [1, 2, 4], "losses": [0.92, 0.82, 0.6, 0.7]}
    long = {"worst": [1, 2, 3], "losses": [0.9, 0.8, 0.7, 0.69]}
    other = {"worst": [3, 2, 1], "losses": [0.9, 0.8, 0.71, 0.1]}
    told = reviews.summary([(short, long), (short | {"worst": [1, 2, 3]}, other)])
    assert told.startswith("the same turns in 1 of 2 games, 5 turns in both; in 2 the same")
    far = long | {"losses": [0.9, 0.8, 0.7, 0.3]}
    assert "; in 1 the same" in reviews.summary([(short, far), (other, other)])


def test_the_lead_that_fits_is_found():
    games = [
        ([float(value)], won)
        for value in range(-900, 901, 100)
        for won in (True, False)
        for _ in range(round(50 * (1 + (1 if won else -1) * math.tanh(value / 400))))
    ]
    assert reviews.lead(games) == 400


@pytest.mark.needs_chromium
@pytest.mark.needs_micropython
def test_a_position_is_analysed_and_a_game_reviewed(browser, playing):
    text = "avalam y c5=y1 d5=r1 c6=r1 d6=y1 c7=r1 f6=y1 f7=r1 g7=y1 h4=y1"
    with playing() as address:
        browser.open(address)
        browser.until(lambda: browser.text("#status .headline") == "Yellow to move")
        browser.do(f"set {text}")
        browser.do(f"send position {text}")
        browser.until(lambda: "5" in browser.text(".side.moving"))
        for move in ("c5-d5", "c6-d6", "d5-d6", "c7-d6"):
            origin, target = move.split("-")
            browser.drag(origin, target)
            browser.until(lambda: browser.moves()[-1:] == [move])  # noqa: B023
        browser.all("#moves button")[0].click()
        browser.until(lambda: browser.one("#looking").is_displayed())
        browser.one("#looking .analyse").click()
        browser.until(lambda: "steps deep" in browser.text("#looking .verdict"))
        browser.run(STEP_ON)  # before the engine can have stopped
        browser.until(lambda: browser.text("#looking .headline") == "After move 3 of 4")
        browser.until(lambda: "steps deep" in browser.text("#looking .verdict"))
        browser.one("#looking .analyse").click()  # what goes on without an end is left
        browser.until(lambda: not browser.text("#looking .verdict"))
        browser.one("#looking .review").click()
        browser.until(lambda: "cost" in browser.text("#looking .state"))
        assert browser.all(".course polyline")
        if found := browser.all("#looking .worst button"):
            assert "the engine plays" in found[0].text
        browser.ask({"ugi": "isready", "game": "chess"})
        known = "avalam, cabale, tawol, tours"
        browser.until(lambda: browser.heard(f"no game 'chess'; there are: {known}"))
        assert browser.log() == []


@pytest.mark.needs_chromium
@pytest.mark.needs_micropython
@pytest.mark.served("a worker is not cut off: it ends with its page")
def test_after_a_cut_the_engine_answers_again(browser, playing):
    with playing() as address:
        browser.open(address)
        browser.until(lambda: browser.text("#status .headline") == "Yellow to move")
        browser.drag("c9", "d9")
        for cut in (True, False):
            browser.until(lambda: browser.moves() == ["c9-d9"])
            browser.run("document.querySelector('#moves button').click()")
            browser.until(lambda: browser.one("#looking").is_displayed())
            if cut:
                browser.one("#looking .analyse").click()
            browser.until(lambda: "steps deep" in browser.text("#looking .verdict"))
            if cut:
                browser.cut()
                browser.until(lambda: not browser.one("#looking").is_displayed())


@pytest.mark.needs_chromium
@pytest.mark.needs_micropython
@pytest.mark.served("a worker is not cut off: it ends with its page")
def test_a_cut_leaves_a_saved_game_open_and_its_analysis_goes_on(browser, playing):
    with playing() as address:
        browser.open(address)
        browser.look_at("Game: avalam\n\n1. y c9-d9\n")
        browser.one("#looking .analyse").click()
        browser.until(lambda: "steps deep" in browser.text("#looking .verdict"))
        browser.cut()
        browser.until(lambda: "steps deep" not in browser.text("#looking .verdict"))
        browser.until(lambda: "steps deep" in browser.text("#looking .verdict"))
        assert browser.text("#looking .main") == "Close this game"
        assert browser.at("c9") == "empty", "it is what the board shows"


SAVED = """
const { placeOf } = await import(%s);
const { text, games, latest } = JSON.parse(process.argv[1]);
console.log(JSON.stringify(placeOf(text, games, latest) ?? null));
"""
HEAD = "Tourelle-Record: 1\nGame: avalam\nDate: 2026-11-27\n"
RESIGNED = HEAD + "Result: r 24 24\nWhy: resigned\n\nc9-d9"


@pytest.mark.needs_node
@pytest.mark.parametrize(
    ("text", "kept", "latest", "place"),
    [
        (HEAD + "\n\nc9-d9 e4-e3", RESIGNED, "", None),  # another game, which begins alike
        (HEAD + "\n\nc9-d9 e4-e3", RESIGNED, "game 1", "game 1"),  # its end was taken back
        (HEAD + "\n\nc9-d9 e4-e3", HEAD + "\n\nc9-d9", "", "game 1"),  # it goes on from it
        (RESIGNED, RESIGNED, "", "game 1"),
        (RESIGNED, HEAD + "\n\nd9-c9", "", None),
    ],
)
def test_a_game_takes_the_place_of_what_it_goes_on_from_and_of_no_other(text, kept, latest, place):
    given = {"text": text, "games": [["game 1", kept]], "latest": latest}
    assert of_node(SAVED, "saved.js", given) == place
