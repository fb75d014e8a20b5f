"""Carrying out for a person what a board asks the hands for: the gestures of the server."""

import random

import pytest

from depth import first
from tourelle import games
from tourelle.games.catalogue import GAMES
from tourelle_host.server import carry
from tourelle_host.sim import hand
from tourelle_host.sim.world import World

MOST = 60  # gestures for a step


def carried_out(world: World, position) -> list[str]:
    """Make the gestures until there are none; those that were made."""
    made: list[str] = []
    while lines := carry.gesture(world, position, [], []):
        made += lines
        assert len(made) < MOST, made
        for line in lines:
            hand.perform(hand.parse(line, world.grid), world)
    return made


def stands(world: World, position) -> None:
    heights = [
        len(position.pieces(c)) // 2 if position.occupancy[c] else 0
        for c in range(len(world.cells))
    ]
    assert [len(stack) for stack in world.cells] == heights
    assert not world.hand
    assert world.barriers == {(min(pair), max(pair)) for pair in position.bars()}


@pytest.mark.parametrize("game", first(2, [entry.name for entry in reversed(GAMES)]))
def test_every_step_of_a_game_is_carried_out_and_every_mess_is_put_back(game):
    draw = random.Random(f"carry {game}")
    position = games.opening(game)
    world = World(position.grid)
    world.set(position)
    for _ in range(120):
        moves = list(position.legal_moves()) if position.outcome() is None else []
        if not moves:
            break
        position.push(draw.choice(moves))
        carried_out(world, position)
        stands(world, position)
        standing = [cell for cell, stack in enumerate(world.cells) if stack]
        for cell in draw.sample(standing, min(3, len(standing))):
            if world.cells[cell]:
                world.lift(cell, draw.randint(1, len(world.cells[cell])))
        if world.hand and draw.random() < 0.7:
            world.drop(draw.randrange(world.grid.size), draw.randint(1, len(world.hand)))
        if world.hand and draw.random() < 0.3:
            world.drop_in_box()
        carried_out(world, position)
        stands(world, position)


def test_a_captured_top_goes_into_the_box():
    position = games.read("tours w b2=w2 d2=b3 h8=b1")
    world = World(position.grid)
    world.set(position)
    position.push(position.parse_move("b2-c2"))
    assert carried_out(world, position) == ["lift b2 1", "drop c2 1", "remove d2 1"]
    assert world.box == ["d1"]


def test_what_is_felt_by_no_switch_is_touched_at_last():
    position = games.read("cabale 1 i3=J1 a7=J2 ; barriers 9,9")
    world = World(position.grid)
    world.set(position)
    cells = [position.cell("a5"), position.cell("b5")]
    assert carry.gesture(world, position, [], cells) == ["touch a5", "touch b5"]
