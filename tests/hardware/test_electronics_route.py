"""The router and the file format, on boards small enough to see through."""

import pytest
from electronics.circuit import Board, Kind, Part, placed
from electronics.footprints import Footprint, Pad
from electronics.route import GAP, route
from electronics.sexpr import Word, dumps, identity, loads, number
from electronics.symbols import Pin, Symbol

POINT = Footprint("P", "one pad", (Pad("1", 0, 0, 1.0, 1.0),), (0, 0, 1, 1), (0, 0, 1, 1))
SYMBOL = Symbol("P", "P", (Pin("1", "1", "passive", 0, 0, "l"),))
KIND = Kind("p", "P", "P", "P")


def small(*points: tuple[str, float, float]) -> Board:
    parts = [
        Part(f"P{i}", KIND, {"1": net}, (x, y, 0, "F"), (0, 0))
        for i, (net, x, y) in enumerate(points)
    ]
    return Board("small", "", 20.0, 10.0, parts, {"P": SYMBOL}, {"P": POINT})


def test_two_pads_are_joined_by_one_straight_track():
    tracks, vias = route(small(("A", 3, 5), ("A", 17, 5)), [], (False, False))
    assert vias == []
    assert len(tracks) == 1
    assert tracks[0].y0 == tracks[0].y1 == pytest.approx(5.0, abs=0.4)


def test_crossing_nets_change_the_layer_and_keep_their_distance():
    board = small(("A", 3, 5), ("A", 17, 5), ("B", 10, 2), ("B", 10, 8))
    tracks, vias = route(board, [], (False, True))
    assert len(vias) >= 2
    for one in tracks:
        for other in tracks:
            if one.net != other.net and one.layer == other.layer:
                nearest = min(
                    abs(x - u) + abs(y - v)
                    for x, y in ((one.x0, one.y0), (one.x1, one.y1))
                    for u, v in ((other.x0, other.y0), (other.x1, other.y1))
                )
                assert nearest >= GAP + 0.25


def test_the_same_board_gives_the_same_tracks():
    points = (("A", 3, 5), ("A", 17, 5), ("B", 10, 2), ("B", 10, 8))
    once = route(small(*points), [], (False, True))
    assert route(small(*points), [], (False, True)) == once


def test_a_pad_that_is_walled_in_is_an_error_that_names_the_net():
    wall = [("W", 10 + 0.7 * dx, 5 + 0.7 * dy) for dx in range(-2, 3) for dy in range(-2, 3)
            if max(abs(dx), abs(dy)) == 2]
    with pytest.raises(ValueError, match="no way to join A"):
        route(small(("A", 10, 5), ("A", 2, 5), *wall), ["A"], (False, False))


def test_parts_on_the_back_are_mirrored():
    part = Part("P", KIND, {}, (10.0, 10.0, 0, "B"), (0, 0))
    assert placed(part, 1.0, 2.0) == (11.0, 8.0)
    part = Part("P", KIND, {}, (10.0, 10.0, 90, "F"), (0, 0))
    assert placed(part, 1.0, 0.0) == (10.0, 9.0)


def test_kicads_format_is_read_as_it_was_written():
    node = ["a", Word("yes"), 'text "quoted" \\ here', 1.5, ["b", 2, ["c"]], True]
    assert loads(dumps(node)) == ["a", "yes", 'text "quoted" \\ here', "1.5", ["b", "2", ["c"]],
                                  "yes"]


def test_a_file_cut_short_is_refused():
    with pytest.raises(ValueError, match="brackets"):
        loads("(a (b)")


def test_numbers_and_identities_are_the_same_every_time():
    assert number(1.0) == "1"
    assert number(-0.0000001) == "0"
    assert number(2.54) == "2.54"
    assert identity("strip", 1) == identity("strip", 1) != identity("strip", 2)
