"""Proposals at the table: what takes one, and when it goes out."""

import pytest

from tourelle.buttons import OK, UNDO


@pytest.mark.parametrize("cells", (["d2", "e2"], ["e2", "d2"]))
def test_a_silent_step_is_proposed_and_confirmed_by_its_target(relay, cells):
    relay.lift("b2")
    relay.drop("b3")
    relay.run(400)
    relay.touch(*cells)
    proposed = relay.said("proposed")
    assert proposed in (["d2=e2"], ["e2=d2"])
    assert relay.lit("proposed") == {"d2", "e2"}
    target = proposed[0][-2:]
    relay.touch(target)
    assert relay.moves() == ["w b2-b3"], "who fingers pieces does not say yes"
    relay.run(1000)
    relay.touch(target)
    assert relay.moves() == ["w " + proposed[0]]


def test_a_proposal_is_dropped_after_a_while_but_not_by_a_touch_elsewhere(relay):
    relay.lift("b2")
    relay.drop("b3")
    relay.run(400)
    relay.touch("d2", "e2")
    relay.touch("b3")
    relay.run(10)
    assert relay.said("proposed") == ["d2=e2"]
    relay.run(5000)
    assert relay.said("proposed") == ["none"]
    relay.touch("d2", "e2")
    relay.press(OK)
    assert len([m for m in relay.moves() if "=" in m]) == 1
    assert relay.position.SIDES[relay.position.turn] == "b"


@pytest.mark.parametrize("after_ms", [50, 400])
def test_ok_makes_no_proposed_step_while_another_piece_is_in_the_hand(relay, after_ms):
    relay.lift("b2")
    relay.drop("b3", ms=400)
    relay.touch("d2", "e2")
    assert relay.said("proposed") == ["d2=e2"]
    relay.lift("b3", ms=after_ms)
    relay.press(OK)
    relay.run(500)
    assert relay.moves() == ["w b2-b3"] and relay.said("proposed") == ["none"]


@pytest.mark.parametrize("cell", ["d2", "e2"])
def test_ok_makes_the_proposed_step_while_its_own_piece_is_up(relay, cell):
    relay.lift("b2")
    relay.drop("b3", ms=400)
    relay.touch("d2", "e2")
    relay.moves()
    relay.lift(cell, ms=400)
    relay.press(OK)
    assert relay.moves() == ["w d2=e2"]


def test_undo_turns_a_proposal_down_and_takes_no_step_back(relay):
    relay.lift("b2")
    relay.drop("b3", ms=400)
    relay.touch("d2", "e2")
    assert relay.said("proposed") == ["d2=e2"]
    relay.press(UNDO)
    assert relay.said("proposed") == ["none"] and relay.moves() == ["w b2-b3"]
    relay.touch("e2")
    assert relay.said("proposed") == [], "the touches before count no more"
    relay.press(UNDO)
    assert relay.said("undo") == ["1 b2-b3"]


def test_a_proposal_goes_out_when_pieces_come_up(relay):
    relay.lift("b2")
    relay.drop("b3", ms=400)
    relay.touch("d2", "e2")
    assert relay.said("proposed") == ["d2=e2"]
    relay.lift("d2", "e2")
    assert relay.said("proposed") == ["none"]


@pytest.mark.parametrize("after_ms", [50, 400])
def test_ok_takes_nothing_that_it_proposed_while_another_piece_is_in_the_hand(avalam, after_ms):
    avalam.touch("d9")
    for _ in range(2):
        avalam.press(OK)
        avalam.run(300)
    assert avalam.said("proposed") == ["c8-d9"]
    avalam.lift("e4", ms=after_ms)
    avalam.press(OK)
    avalam.run(300)
    assert avalam.moves() == [] and avalam.light("c8") != "proposed"
