"""Boards share a real game: what decides asks the rules that the firmware plays by."""

import random

import pytest

from test_together import Home, journal, talk
from tourelle import games
from tourelle_host.together.decide import Decider
from tourelle_host.together.rules import GameRules


def home(player, position, sides):
    """A player's board and bridge at this game, connected."""
    made = Home(player, max(sides) + 1)
    kept = journal(player, max(sides) + 1)
    made.bridge = Decider(player, GameRules(position, sides), kept, wait=60)
    return made.connect()


def play(homes, position, chance, most):
    """Random steps of that position, each on the board of its player, told to all others."""
    for _ in range(most):
        if position.outcome():
            return
        at = homes[0].bridge.best.turn
        move = chance.choice(list(position.legal_moves()))
        homes[at].keep(*homes[at].log, position.move_text(move))
        position.push(move)
        talk(*homes)


def test_a_game_of_avalam_to_its_end():
    position = games.opening("avalam")
    homes = [home(player, games.opening("avalam"), (0, 1)) for player in range(2)]
    play(homes, position, random.Random(1), 200)
    outcome = position.outcome()
    assert outcome and homes[0].log == homes[1].log
    winners = " ".join(map(str, sorted(outcome.winners)))
    result = f"won {winners}" if winners else "draw"
    assert {each.bridge.result() for each in homes} == {result}


def test_in_cabale_a_player_goes_on_until_the_turn_is_over():
    position = games.opening("cabale")
    sides = (0, 1, 0)[: len(position.SIDES)]
    homes = [home(player, games.opening("cabale"), sides) for player in range(2)]
    turns = []
    for _ in range(30):
        turns.append((homes[0].bridge.best.turn, sides[position.turn]))
        play(homes, position, random.Random(len(turns)), 1)
    assert all(told == known for told, known in turns)
    assert homes[0].log == homes[1].log and len(homes[0].log) == 30


@pytest.mark.parametrize("sides", [(0, 1, 2), (0, 1, 2, 3), (0, 0, 1), (0, 1, 0, 1)], ids=str)
def test_three_or_four_play_cabale_at_a_board_each(sides):
    options = {"players": str(len(sides))}
    position = games.opening("cabale", options)
    homes = [
        home(player, games.opening("cabale", options), sides) for player in range(max(sides) + 1)
    ]
    play(homes, position, random.Random(7), 40)
    assert len({each.log for each in homes}) == 1 and len(homes[0].log) == 40
    for each in homes:  # all have to agree, and the one to move writes
        each.hear("offer", "draw", None)
    talk(*homes)
    assert {each.bridge.result() for each in homes} == {"draw"}
    assert homes[0].log[-1] == "=draw"


@pytest.mark.parametrize("step", ["c9-c9", "a1-a2", "", "x", "C9-D9", " c9-d9", "c9-d9 "])
def test_a_step_that_is_illegal_or_written_another_way_is_not_accepted(step):
    rules = GameRules(games.opening("avalam"), (0, 1))
    assert rules.look((step,)) is None
    assert rules.look(("c9-d9",)) == (1, "")
    assert rules.look(()) == (0, "")


def test_a_player_has_two_sides():
    rules = GameRules(games.opening("avalam"), (0, 0))
    assert rules.players == 1 and rules.look(("c9-d9",)) == (0, "")
