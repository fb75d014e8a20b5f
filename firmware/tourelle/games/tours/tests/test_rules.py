"""The rules of Tours: every fact, example and count, on both Pythons."""

from rules import counts, end, illegal, no_move, played, rewritten, stands, texts, unreadable
from tourelle.games import opening, read
from tourelle.grids import NONE

WHITE = "d8 e8 f8 g8 h8 e7 f7 g7 h7 f6 g6 h6 g5 h5 h4"
BLACK = "a1 b1 c1 d1 e1 a2 b2 c2 d2 a3 b3 c3 a4 b4 a5"
BOTH = " ; options turn=form-and-collapse"


def turned(position):
    """The same board with the other side to move."""
    text = position.text()
    return read("tours " + ("b" if text[6] == "w" else "w") + text[7:])


def collapses(position, cell):
    """The last cell of each way in which a stack can collapse."""
    return {text[3:] for text in texts(position) if text.startswith(cell + "-") and ">" not in text}


def test_the_opening():
    position = opening("tours")
    assert position.turn == 0
    for side, cells in (("w1", WHITE), ("b1", BLACK)):
        for cell in cells.split():
            assert position.stack_text(position.grid.cell(cell)) == side
    assert sum(position.occupancy) == 30


def test_counts():
    counts("tours", 180, 32400)


def test_counts_of_form_and_collapse():
    counts("tours" + BOTH, 723)


def test_the_leaflets_game():
    position = played("tours", "h8>e8")
    assert position.stack_text(position.grid.cell("e8")) == "w4"
    assert not any(position.occupancy[position.grid.cell(cell)] for cell in ("f8", "g8", "h8"))
    position.push_turn("b1-e1>c1")
    assert position.stack_text(position.grid.cell("c1")) == "b4"
    position.push_turn("e8-b5")
    assert not position.occupancy[position.grid.cell("a4")]
    position.push_turn("c1-f4")
    assert position.stack_text(position.grid.cell("d2")) == "b2"
    assert not position.occupancy[position.grid.cell("g5")]
    stands(
        position,
        "tours w a1=b1 c1=b1 a2=b1 b2=b1 c2=b1 d2=b2 a3=b1 b3=b1 c3=b1 e3=b1 b4=b1 f4=b1 h4=w1 "
        "a5=b1 b5=w1 h5=w1 c6=w1 f6=w1 g6=w1 h6=w1 d7=w1 e7=w1 f7=w1 g7=w1 h7=w1 d8=w1 e8=w1",
    )


def test_the_leaflets_stack_of_four_on_f6():
    for run in ("d8-g5>f6", "e7-h4>f6"):
        assert collapses(turned(played("tours", run)), "f6") == {"c6", "f3"}


def test_the_leaflets_muret():
    position = turned(played("tours", "h8>g7"))
    position.push_turn("g7-f6")
    assert position.stack_text(position.grid.cell("f6")) == "w2"
    # A muret collapses like any stack of two.
    assert "e5" in collapses(turned(position), "f6")


def test_no_stack_is_part_of_a_run():
    position = turned(played("tours", "h5>f7"))
    assert position.stack_text(position.grid.cell("f7")) == "w3"
    illegal(position, "h7>e7", "e7>h7", "e7-h7>g7", "f7>h7", "h7>f7", "f7-h7>g7", "e7>f7")
    assert "g7>h7" in texts(position)


def test_nothing_is_raised_above_a_muret():
    position = read("tours w d7=w3 f7=w2 f5=w2")
    assert collapses(position, "d7") == {"b5", "b7", "d5"}


def test_capture_of_the_top_of_a_stack():
    position = played("tours w b2=w3 e5=b3 h1=b1", "b2-d4")
    assert position.stack_text(position.grid.cell("e5")) == "b2"
    position.pop()
    stands(position, "tours w h1=b1 b2=w3 e5=b3")


def test_one_capture_and_only_straight_behind_the_last_pawn():
    position = played("tours w b2=w3 d5=b1 e4=b1 f6=b1", "b2-d4")
    stands(position, "tours b b2=w1 c3=w1 d4=w1 e4=b1 d5=b1 f6=b1 ; quiet 1")


def test_a_stack_is_not_laid_on_enemies_or_off_the_board():
    assert collapses(read("tours w b2=w3 c3=b1 c2=b2"), "b2") == {"b4"}


def test_a_lone_pawn_does_not_move():
    position = read("tours w d4=w1 g7=w2 a1=b1")
    assert all(text.startswith("g7-") for text in texts(position))


def test_runs_and_piles():
    position = read("tours w b1=w1 c1=w1 d1=w1 f1=w1 h8=b2")
    # Two runs of two and one of three; on any one cell; not over the gap.
    assert texts(position) == {
        "b1>c1",
        "c1>b1",
        "c1>d1",
        "d1>c1",
        "b1>d1",
        "d1>b1",
        "b1-d1>c1",
    }


def test_footprints():
    position = opening("tours")
    cell = position.grid.cell
    foot = position.footprint(position.parse_move("h8>e8"))
    assert foot.vacated == bytes((cell("f8"), cell("g8"), cell("h8")))
    assert foot.reached == bytes((cell("e8"),))
    position = read("tours w b2=w4 c3=w1 f6=b1")
    foot = position.footprint(position.parse_move("b2-e5"))
    assert foot.left == bytes((cell("b2"),))
    assert foot.reached == bytes((cell("c3"),))
    assert foot.filled == bytes((cell("d4"), cell("e5")))
    assert foot.captured == bytes((cell("f6"),))
    assert foot.vacated == b""


def test_whoever_cannot_move_loses():
    assert end(read("tours w a1=w1 h8=b2")) == ("b", (), "no move left")
    assert end(read("tours b a1=w2")) == ("w", (), "no move left")
    blocked = "tours w a1=w2 a2=b1 b1=b1 b2=b1"
    assert end(read(blocked)) == ("b", (), "no move left")


def test_the_third_repetition_is_a_draw():
    # Piling up two pawns and laying them out again restores the board.
    turns = ("a1>b1", "h8>g8", "b1-a1", "g8-h8")
    position = played("tours w a1=w1 b1=w1 g8=b1 h8=b1", *turns)
    assert position.outcome() is None
    for turn in turns[:-1]:
        position.push_turn(turn)
    assert position.outcome() is None
    position.push_turn(turns[-1])
    assert end(position) == ("", (), "third repetition")
    position.pop()
    assert position.outcome() is None


def test_a_hundred_quiet_turns_are_a_draw():
    position = read("tours w b2=w3 e5=b2 h1=b2 a1=w2 a8=w2 ; quiet 98")
    assert position.outcome() is None
    position.push_turn("a8-b8")
    assert position.outcome() is None
    assert position.text().endswith("quiet 99")
    position.push_turn("h1-h2")
    assert end(position) == ("", (), "100 turns without a capture")
    position.pop()
    position.pop()
    # A capture in time starts the count afresh.
    position.push_turn("b2-d4")
    assert "quiet" not in position.text()
    position.pop()
    assert position.text().endswith("quiet 98")


def test_whoever_cannot_move_loses_even_after_a_hundred_quiet_turns():
    assert end(read("tours w a1=w1 h8=b2 ; quiet 100"))[0] == "b"


def test_form_and_collapse():
    position = opening("tours", {"turn": "form-and-collapse"})
    position.push(position.parse_move("h8>e8"))
    assert position.turn == 0
    assert position.mid_turn
    assert position.outcome() is None
    assert position.text().endswith("; options turn=form-and-collapse ; steps h8>e8")
    rewritten(position.text())
    # Not back along the run that it was formed from.
    assert "e8-h8" not in texts(position)
    assert "e8-b5" in texts(position)
    position.push(position.parse_move("e8-b5"))
    assert position.turn == 1
    assert position.turns == 1
    position.pop()
    position.pop()
    assert position.text() == opening("tours").text() + BOTH
    position.push_turn("h8>e8,e8-b5")
    assert not position.occupancy[position.grid.cell("a4")]


def test_a_pile_in_the_middle_goes_neither_way_along_its_run():
    position = read("tours w c3=w1 d3=w1 e3=w1 h8=b2" + BOTH)
    position.push(position.parse_move("c3-e3>d3"))
    assert texts(position) == {"d3-b1", "d3-b5", "d3-d1", "d3-d5", "d3-f1", "d3-f5"}


def test_a_tower_that_cannot_collapse_is_not_formed():
    position = read("tours w a1=w1 b1=w1 c1=w1 a2=b1 b2=b1 c2=b1 d1=b1 d2=b1" + BOTH)
    assert texts(position) == {"a1>b1", "c1>b1"}
    assert texts(played(position.text() + " ; steps a1>b1")) == {"b1-c1"}
    cornered = "tours w a1=w1 b1=w1 a2=b1 b2=b1 c2=b1 c1=b1"
    assert end(read(cornered + BOTH)) == ("b", (), "no move left")
    assert read(cornered).outcome() is None


def test_a_standing_tower_collapses_in_any_direction():
    assert "b1-a1" in texts(read("tours w b1=w2 h8=b2" + BOTH))


def test_pieces():
    position = read("tours w d4=w3 e4=b1")
    cell = position.grid.cell
    assert position.pieces(cell("d4")) == position.glyphs("w3") == "d0d0d0"
    assert position.pieces(cell("e4")) == position.glyphs("B1") == "d1"
    assert (position.owner(cell("d4")), position.owner(cell("e4"))) == (0, 1)
    assert position.owner(cell("a1")) == NONE


def test_moves_as_text():
    position = opening("tours")
    same = {position.parse_move(text) for text in ("h8>e8", "H8>E8", "e8-h8>e8", "h8-e8>e8")}
    assert len(same) == 1
    position = read("tours b a1=b1 b1=b1 c1=b1 h8=w2")
    assert position.parse_move("c1-a1>b1") == position.parse_move("a1-c1>b1")
    assert position.move_text(position.parse_move("c1-a1>b1")) == "a1-c1>b1"
    illegal(position, "a1>c1-b1", "a1-b1", "a1-c1")
    no_move(position, "a1>k9", "k9")


def test_positions_as_text():
    rewritten("tours b d8=w1 e8=w4")
    rewritten("tours b d8=w1 e8=w4 ; quiet 37")
    rewritten("TOURS B D8=W1 ; QUIET 37", "tours b d8=w1 ; quiet 37")


def test_texts_that_fit_no_rule():
    unreadable("tours w a1=r1", "r1")
    unreadable("tours w a1=w", "'w'")
    unreadable("tours w a1=w0", "w0")
    unreadable("tours w a1=w9", "w9", "8")
    unreadable("tours w i1=w1", "i1")
    unreadable("tours w a1=w1 ; quiet often", "often")
    unreadable("tours w a1=w1 ; quiet 101", "101")
    unreadable("tours ; options turn=triple", "triple", "single")
    unreadable("tours ; steps h8>c8" + BOTH, "h8>c8")


def test_too_many_pieces():
    rewritten("tours w a1=w8 a2=w7")
    unreadable("tours w a1=w8 a2=w8", "White", "16", "15")
    unreadable(opening("tours").text() + " d4=b1", "Black", "16")
