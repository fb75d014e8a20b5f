"""The rules of Avalam: every fact, example and count, on both Pythons."""

from rules import counts, end, illegal, no_move, played, rewritten, stands, texts, unreadable
from tourelle.games import opening, read
from tourelle.grids import NONE

PICTURE = """
9  .  .  +1 -1  .  .  .  .  .
8  .  +1 -1 +1 -1  .  .  .  .
7  .  -1 +1 -1 +1 -1 +1  .  .
6  .  +1 -1 +1 -1 +1 -1 +1 -1
5  +1 -1 +1 -1  0 -1 +1 -1 +1
4  -1 +1 -1 +1 -1 +1 -1 +1  .
3  .  .  +1 -1 +1 -1 +1 -1  .
2  .  .  .  .  -1 +1 -1 +1  .
1  .  .  .  .  .  -1 +1  .  .
"""

# Ten stacks of which no two can join: no game is longer.
LONGEST = (
    "g6-h6 g7-h6 h6-i6 i5-i6 d4-c3 c3-b4 b4-a4 a5-a4 h3-h4 f6-g5 g5-h5 h4-h5 b8-c9 c9-d9 d9-e8 "
    "e8-f7 e2-f1 g2-h2 f1-g1 g1-h2 c4-d3 d3-e3 g3-f2 e3-f2 e4-f3 f4-f3 f5-g4 g4-f3 e6-d5 d5-c5 "
    "c5-b5 b6-b5 d8-e7 e7-d6 d6-c6 c6-b7 c8-d7 c7-d7"
)


def test_the_opening():
    position = opening("avalam")
    assert position.turn == 0
    stacks = {}
    for line in PICTURE.strip().split("\n"):
        row, *signs = line.split()
        for column, sign in zip("abcdefghi", signs):  # noqa: B905 - MicroPython's has no strict
            if sign != ".":
                stacks[column + row] = {"+1": "y1", "-1": "r1", "0": ""}[sign]
    assert len(stacks) == 49
    for cell, stack in stacks.items():
        cell = position.grid.cell(cell)
        assert position.occupancy[cell] == (1 if stack else 0)
        assert not stack or position.stack_text(cell) == stack
    assert list(stacks.values()).count("y1") == list(stacks.values()).count("r1") == 24
    assert position.score() == (24, 24)


def test_counts():
    counts("avalam", 292, 81488)


def test_counts_of_the_free_setup():
    counts("avalam ; options placing=free", 98, 9408, 884352)


def test_a_game_of_38_moves():
    position = opening("avalam")
    for move in LONGEST.split():
        assert position.outcome() is None
        position.push_turn(move)
    assert position.turns == 38
    assert end(position) == ("y", (6, 4), "stacks")
    for _ in range(38):
        position.pop()
    assert position.text() == opening("avalam").text()


def test_no_game_is_longer():
    # 48 pieces are at least ten stacks, and every move makes one stack fewer.
    for skip in range(1, 60, 7):
        position = opening("avalam")
        while position.outcome() is None:
            moves = list(position.legal_moves())
            position.push(moves[skip * (position.turns + 3) % len(moves)])
        assert position.turns <= 38
        assert sum(position.occupancy) == 48 - position.turns >= 10


def test_a_stack_lands_whole_on_a_neighbour_and_the_mover_lies_on_top():
    position = played("avalam y c5=yr d5=r d6=yyr", "c5-d5")
    stands(position, "avalam r d5=ryr d6=yyr")
    assert position.turn == 1
    illegal(position, "d5-c5")


def test_three_do_not_go_onto_three():
    illegal(read("avalam y c4=y3 d4=r3 d5=r2"), "c4-d4", "d4-c4")


def test_nothing_goes_onto_an_empty_hole():
    illegal(read("avalam y c4=y2 d5=r1 f4=r1"), "c4-d4", "c4-c5", "f4-e4")
    illegal(opening("avalam"), "d5-e5")


def test_nothing_hops_over_an_empty_hole():
    illegal(read("avalam y c4=y1 e4=r1 d5=r1"), "c4-e4")
    illegal(opening("avalam"), "d5-f5")


def test_a_stack_of_five_stays():
    assert texts(read("avalam y c4=y5 d4=r1")) == set()


def test_a_stack_with_one_target():
    # Of its neighbours e5 is free, d3 too high, and only d4 has room.
    assert texts(read("avalam y d4=y2 d3=r4 e4=y3")) == {"d4-e4", "e4-d4"}
    assert texts(read("avalam y c3=r1 d3=y4")) == {"c3-d3", "d3-c3"}


def test_anybody_may_move_any_stack():
    assert texts(read("avalam y c4=r1 d4=r1")) == texts(read("avalam r c4=r1 d4=r1"))


def test_the_end_with_neighbours_that_are_too_high_together():
    position = read("avalam y c4=y3 d4=r3 d3=r4 f4=y1")
    assert texts(position) == set()
    assert end(position) == ("", (2, 2), "equal")


def test_the_height_does_not_count():
    assert end(read("avalam y c4=y5 g4=r1 g7=r2")) == ("r", (1, 2), "stacks")


def test_equal_points_and_more_fives():
    assert end(read("avalam y c4=y5 g4=r1")) == ("y", (1, 1), "stacks of five")
    assert end(read("avalam y c4=y1 g4=yyyyr")) == ("r", (1, 1), "stacks of five")


def test_equal_points_and_equal_fives():
    assert end(read("avalam y c4=y5 g4=r5")) == ("", (1, 1), "equal")


def test_without_tie_break():
    assert end(read("avalam y c4=y5 g4=r1 ; options tie-break=none")) == ("", (1, 1), "equal")
    # Fives decide nothing before the points do.
    assert end(read("avalam y c4=y5 g4=r1 g7=r1")) == ("r", (1, 2), "stacks")


def test_pieces_that_nobody_knows():
    position = read("avalam y c4=y3 d4=r2")
    cell = position.grid.cell
    assert position.score() == (1, 1)
    assert (position.owner(cell("c4")), position.owner(cell("d4"))) == (0, 1)
    assert position.owner(cell("e4")) == NONE
    assert position.pieces(cell("c4")) == "d?d?d0"
    position.push_turn("d4-c4")
    assert position.score() == (0, 1)
    assert position.pieces(cell("c4")) == "d?d?d0d?d1"
    position.pop()
    assert position.score() == (1, 1)
    rewritten("avalam y c4=y3 d4=r2")


def test_the_free_setup():
    position = opening("avalam", {"placing": "free"})
    rewritten("avalam y ; setup ; options placing=free")
    stands(position, "avalam y ; setup ; options placing=free")
    assert not any(position.occupancy)
    # A piece of either colour, into any of the 49 holes, the middle too.
    assert {"y@e5", "r@e5", "y@a5"} <= texts(position)
    position.push_turn("r@e5")
    assert position.turn == 1
    illegal(position, "y@e5")
    holes = [name for name in position.grid.names if name not in ("e5", "a4")]
    for count, hole in enumerate(holes):
        position.push_turn(("y" if count < 24 else "r") + "@" + hole)
        if count == 23:
            # The yellow ones are used up.
            assert all(text.startswith("r@") for text in texts(position))
    assert position.occupancy[position.grid.cell("a4")] == 0
    assert position.turn == 0
    assert position.text().endswith("options placing=free")
    assert "setup" not in position.text()
    illegal(position, "a5-a4")
    position.push_turn("e5-d5")
    for _ in range(49):
        position.pop()
    stands(position, "avalam y ; setup ; options placing=free")


def test_pieces():
    position = read("avalam y c4=yrr d4=r2")
    assert position.pieces(position.grid.cell("c4")) == position.glyphs("YRR") == "d0d1d1"
    assert position.pieces(position.grid.cell("d4")) == position.glyphs("r2") == "d?d1"


def test_moves_as_text():
    position = opening("avalam")
    for text in ("C9-D9", " c9-d9 "):
        assert position.move_text(position.parse_move(text)) == "c9-d9"
    no_move(position, "c9-k3", "k3")
    no_move(position, "pass", "pass")
    no_move(position, "", "empty")


def test_positions_as_text():
    rewritten("avalam y c9=y1 d9=r1 e4=yrryr", "avalam y e4=yrryr c9=y1 d9=r1")
    rewritten("AVALAM R C9=Y1 D9=YR", "avalam r c9=y1 d9=yr")
    rewritten(
        "avalam y c9=y1 ; options placing=free,tie-break=none",
        "avalam y c9=y1 ; options tie-break=none,placing=free",
    )
    assert read("avalam").text() == opening("avalam").text()


def test_texts_that_fit_no_rule():
    unreadable("avalam x c9=y1", "x", "y or r")
    unreadable("avalam yr c9=y1", "yr")
    unreadable("avalam y c9", "c9")
    unreadable("avalam y c9=b1", "b1")
    unreadable("avalam y c9=", "''")
    unreadable("avalam y a9=y1", "a9")
    unreadable("avalam y c9=y1 C9=r1", "c9", "twice")
    unreadable("avalam y c9=yrryrr", "yrryrr", "5")
    unreadable("avalam y c9=y6", "y6", "5")
    unreadable("avalam y c9=y0", "y0")
    unreadable("avalam y c9=y1 ; claim w", "claim")
    unreadable("avalam y c9=y1 ; setup ; setup", "setup")
    unreadable("avalam ; options colour=blue", "colour", "tie-break")
    unreadable("avalam ; options placing=wild", "wild", "free")
    unreadable("avalam y c9=y1 ; steps c9-d9", "c9-d9")
    unreadable("avalam y c9=y2 ; setup ; options placing=free", "setup")


def test_too_many_pieces():
    names = list(opening("avalam").grid.names)
    unreadable("avalam y " + " ".join(name + "=y1" for name in names[:25]), "25 yellow", "24")
    unreadable("avalam y " + " ".join(name + "=r5" for name in names[:10]), "50", "48")
    unreadable(opening("avalam").text() + " e5=y1", "25 yellow")
    unreadable(opening("avalam").text() + " ; setup", "48", "setup")
