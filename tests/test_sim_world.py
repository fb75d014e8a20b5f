"""The physical truth: pieces, hand, switches that chatter and stick."""

import json
import struct

import pytest

from tourelle import games
from tourelle.grids import grid
from tourelle_host.sim.contacts import Contacts
from tourelle_host.sim.world import NUDGE_MS, SLIDE_MS, TOUCH_MS, HandError, World

AVALAM = grid("avalam")


def cell(name):
    return AVALAM.cell(name)


@pytest.fixture
def world():
    made = World(AVALAM)
    made.set(games.read("avalam y c9=y1 d9=r1 e4=yrr"))
    return made


def closed(world):
    """Names of the cells that read closed, as the pins tell."""
    *rows, _ = struct.unpack("<9HB", world.inputs())
    return {
        AVALAM.names[i] for i in range(AVALAM.size) if rows[AVALAM.rows[i]] >> AVALAM.columns[i] & 1
    }


def history(world, name, ms):
    """When the cell's reading changes within so many milliseconds from now: (ms, closed)."""
    begin = world.now_ms
    was = name in closed(world)
    changes = []
    for after in range(1, ms + 1):
        world.run(begin + after)
        if (name in closed(world)) != was:
            was = not was
            changes.append((after, was))
    return changes


def test_pieces_close_their_switches(world):
    assert closed(world) == {"c9", "d9", "e4"}
    assert world.snapshot() == {
        "cells": {"c9": ["d0"], "d9": ["d1"], "e4": ["d0", "d1", "d1"]},
        "hand": [],
        "lifted": [],
        "laid": [],
        "barriers": [],
    }


def test_what_is_lifted_goes_below_what_the_hand_holds(world):
    world.lift(cell("c9"))
    world.lift(cell("d9"))
    assert world.hand == ["d1", "d0"]
    assert closed(world) == {"e4"}
    world.drop(cell("d9"))
    assert world.snapshot()["cells"]["d9"] == ["d1", "d0"]
    assert closed(world) == {"d9", "e4"}


def test_the_top_pieces_only_leave_the_switch_closed(world):
    world.lift(cell("e4"), 2)
    assert world.hand == ["d1", "d1"]
    assert world.cells[cell("e4")] == ["d0"]
    assert "e4" in closed(world)


def test_the_lowest_pieces_or_the_highest_are_dropped(world):
    world.lift(cell("e4"))
    world.drop(cell("e5"), 1)
    assert world.cells[cell("e5")] == ["d0"]
    world.hand.append("d0")
    world.drop(cell("e6"), "top")
    assert world.cells[cell("e6")] == ["d0"]
    assert world.hand == ["d1", "d1"]


def test_a_piece_that_is_askew_closes_nothing_until_it_is_nudged(world):
    world.lift(cell("c9"))
    world.drop(cell("c9"), askew=True)
    assert "c9" not in closed(world)
    world.nudge(cell("c9"))
    assert history(world, "c9", 500) == [(NUDGE_MS, True)]


def test_a_piece_that_was_askew_is_not_when_it_is_set_down_again(world):
    world.lift(cell("c9"))
    world.drop(cell("c9"), askew=True)
    world.lift(cell("c9"))
    world.drop(cell("c9"))
    assert "c9" in closed(world)


def test_a_nudge_opens_the_switch_for_its_time(world):
    world.nudge(cell("d9"), 120)
    assert "d9" not in closed(world)
    assert history(world, "d9", 500) == [(120, True)]


def test_a_piece_lifted_during_its_nudge_leaves_the_switch_open(world):
    world.nudge(cell("d9"))
    world.lift(cell("d9"))
    assert history(world, "d9", 500) == []
    assert "d9" not in closed(world)


def test_a_touch_closes_the_switch_of_an_empty_cell_and_opens_an_occupied_one(world):
    world.touch(cell("e5"))
    assert "e5" in closed(world)
    assert history(world, "e5", 500) == [(TOUCH_MS, False)]
    world.touch(cell("e4"))
    assert "e4" not in closed(world)


def test_a_slide_activates_the_cells_that_it_passes_one_after_the_other(world):
    world.slide([cell(name) for name in ("c9", "c8", "c7", "c6")])
    changes = []
    was = closed(world)
    assert "c9" not in was
    for now in range(1, 500):
        world.run(now)
        for name in sorted(closed(world) ^ was):
            changes.append((name, name in closed(world)))
        was = closed(world)
    assert changes == [("c8", True), ("c8", False), ("c7", True), ("c7", False), ("c6", True)]
    assert world.cells[cell("c6")] == ["d0"]


def test_a_slide_over_a_piece_does_not_open_its_switch(world):
    world.slide([cell(name) for name in ("c9", "d9", "e8")])
    assert history(world, "d9", SLIDE_MS) == []
    assert closed(world) == {"d9", "e4", "e8"}


def test_buttons_read_low_while_they_are_pressed(world):
    world.press("undo", 300)
    assert world.inputs()[-1] == 2
    world.run(299)
    assert world.inputs()[-1] == 2
    world.run(300)
    assert world.inputs()[-1] == 0


def test_a_stuck_switch_does_not_follow_until_it_is_freed(world):
    world.stick(cell("e5"), True)
    world.stick(cell("c9"), False)
    assert closed(world) == {"d9", "e4", "e5"}
    world.lift(cell("c9"))
    world.stick(cell("e5"), None)
    world.stick(cell("c9"), None)
    assert closed(world) == {"d9", "e4"}


def test_contacts_chatter_for_their_time_and_come_to_rest():
    longest = 0
    for seed in range(50):
        contacts = Contacts(1, seed)
        contacts.bounce_ms = 5
        contacts.want(0, True, 100)
        assert contacts.closed(0) == 1
        flips = []
        while (moment := contacts.next_ms()) is not None:
            contacts.run(moment)
            flips.append(moment)
        assert contacts.closed(0) == 1
        assert len(flips) % 2 == 0
        assert all(100 < moment <= 105 for moment in flips)
        longest = max(longest, len(flips))
    assert longest == 4


def test_a_new_change_ends_the_chatter_of_the_old():
    contacts = Contacts(1, 1)
    contacts.bounce_ms = 8
    contacts.want(0, True, 0)
    contacts.want(0, False, 1)
    contacts.run(100)
    assert contacts.closed(0) == 0


def test_chatter_is_the_same_for_the_same_seed():
    def chatter(seed):
        contacts = Contacts(2, seed)
        contacts.bounce_ms = 20
        flips = []
        for now in range(0, 1000, 50):
            contacts.want(0, now % 100 == 0, now)
            while (moment := contacts.next_ms()) is not None:
                contacts.run(moment)
                flips.append(moment)
        return flips

    assert chatter(3) == chatter(3) != chatter(4)


def test_a_new_position_clears_board_hand_and_box(world):
    world.lift(cell("e4"), 2)
    world.remove(cell("c9"))
    world.set(games.opening("avalam"))
    assert world.hand == world.box == []
    assert len(closed(world)) == 48


def test_pieces_go_into_the_box_and_come_out(world):
    world.lift(cell("c9"))
    world.drop_in_box()
    world.remove(cell("e4"), 1)
    assert world.box == ["d0", "d1"]
    world.place(cell("c4"), "yr")
    assert world.cells[cell("c4")] == ["d0", "d1"]
    assert world.box == []


def test_a_barrier_stands_on_an_edge_and_nothing_senses_it(world):
    before = world.inputs()
    world.put_barrier(cell("e4"), cell("d4"))
    assert world.snapshot()["barriers"] == [["d4", "e4"]]
    assert world.inputs() == before
    world.take_barrier(cell("d4"), cell("e4"))
    assert world.snapshot()["barriers"] == []
    with pytest.raises(HandError, match=r"^there is no barrier between d4 and e4$"):
        world.take_barrier(cell("d4"), cell("e4"))


@pytest.mark.parametrize(
    ("gesture", "sentence"),
    [
        (lambda w: w.lift(cell("e5")), "there is nothing on e5 to lift"),
        (lambda w: w.lift(cell("e4"), 4), "e4 holds 3 pieces, not 4"),
        (lambda w: w.remove(cell("c9"), 2), "c9 holds 1 piece, not 2"),
        (lambda w: w.drop(cell("e5")), "there is nothing in the hand to drop on e5"),
        (lambda w: w.nudge(cell("e5")), "there is nothing on e5 to nudge"),
        (lambda w: w.slide([cell("e5"), cell("e6")]), "there is nothing on e5 to slide"),
        (lambda w: w.put_barrier(cell("e5"), cell("e7")), "e5 and e7 have no edge in common"),
    ],
)
def test_what_a_hand_cannot_do_is_told_in_a_sentence(world, gesture, sentence):
    before = world.snapshot()
    with pytest.raises(HandError, match=f"^{sentence}$"):
        gesture(world)
    assert world.snapshot() == before


def test_where_what_the_hand_holds_came_from_is_known_until_it_is_empty(world):
    def known():
        return [world.snapshot()[what] for what in ("lifted", "laid")]

    world.lift(cell("e4"), 2)
    world.lift(cell("c9"))
    assert known() == [[["e4", 2, 1], ["c9", 1, 0]], []]
    world.drop(cell("e5"), 1)
    assert known() == [[["e4", 2, 1], ["c9", 1, 0]], ["e5"]]
    kept = json.loads(json.dumps(world.kept()))
    again = World(AVALAM)
    again.restore(kept)
    assert again.snapshot() == world.snapshot()
    world.drop(cell("e6"))
    assert known() == [[], []]
    for empty in (world.drop_in_box, lambda: world.set(games.opening("avalam"))):
        world.lift(cell("d9"))
        empty()
        assert known() == [[], []]
        world.set(games.opening("avalam"))


def test_more_pieces_than_the_hand_holds_cannot_be_dropped(world):
    world.lift(cell("c9"))
    with pytest.raises(HandError, match=r"^the hand holds 1 piece, not 2$"):
        world.drop(cell("e5"), 2)


def test_without_a_game_nothing_can_be_placed():
    with pytest.raises(HandError, match="set one up first"):
        World(AVALAM).place(cell("c4"), "y1")
