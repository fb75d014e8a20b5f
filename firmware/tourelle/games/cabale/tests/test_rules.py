"""The rules of Cabale: every fact, example and count, on both Pythons."""

from rules import counts, end, illegal, no_move, played, rewritten, stands, texts, unreadable
from tourelle.games import find, opening, read
from tourelle.games.perft import perft
from tourelle.grids import NONE

NO_BARRIERS = " ; barriers 0,0"
LONE = " ; doubles 0,0 ; barriers 0,0"
# Player 1's token has just been put on g3; h3 and h4 are the enemy's.
JUMPER = "cabale 1 e5=J1 a7=J2 h3=t2 h4=t2 ; tokens 30,28"


def edges(position):
    """The texts of the barriers that may be put up."""
    return {text for text in texts(position) if "/" in text}


def jumps(position):
    return {text for text in texts(position) if "^" in text}


def test_the_board():
    grid = opening("cabale").grid
    assert grid.size == 61
    e5 = {grid.names[cell] for cell in grid.neighbours(grid.cell("e5"))}
    assert e5 == {"d5", "f5", "e4", "f4", "d6", "e6"}


def test_the_values_of_the_cells():
    values: dict = {}
    for name in opening("cabale").grid.names:
        position = read("cabale 1 %s=t1 ; tokens 29,30" % name)
        value = position.score()[0]
        values[value] = values.get(value, 0) + 1
    assert values == {15: 1, 10: 6, 6: 12, 3: 18, 1: 24}
    assert read("cabale 1 e5=t1 ; tokens 29,30").score() == (15, 0)
    assert read("cabale 1 a9=t1 ; tokens 29,30").score() == (1, 0)


def test_the_name_that_was_misread():
    assert find("Tabale").name == "cabale"
    assert read("tabale 1 i3=J1").text() == "cabale 1 i3=J1"


def test_the_stock_of_two_three_and_four():
    for players, stock in (("2", (30, 6, 12)), ("3", (20, 4, 8)), ("4", (15, 3, 6))):
        position = opening("cabale", {"players": players})
        for counts_, each in zip((position.stock, position.doubles, position.barriers), stock):  # noqa: B905
            assert list(counts_) == [each] * int(players)
        assert position.SIDES == "1234"[: int(players)]


def test_counts_of_the_set_up():
    counts("cabale", 18, 306)
    counts("cabale ; options players=3", 18, 306, 4896)


def test_jesters_start_on_the_border_and_in_no_corner():
    starts = texts(opening("cabale"))
    assert "i3" in starts and "a7" in starts
    assert not starts & {"a5", "a9", "e9", "i5", "i1", "e1", "e5", "b5"}
    assert "i3" not in texts(played("cabale", "i3"))


def test_a_lone_jester():
    starts: dict = {}
    for name in texts(opening("cabale")):
        choices = perft(read("cabale 1 " + name + "=J1" + LONE), 1)
        starts[choices] = starts.get(choices, 0) + 1
    assert starts == {198: 12, 200: 6}


def test_counts_of_two_jesters():
    counts("cabale 1 i3=J1 a7=J2" + NO_BARRIERS, 396)
    counts("cabale 1 i3=J1 a7=J2", 26532)


def test_a_jester_turns_once():
    position = read("cabale 1 e5=J1 a7=J2")
    # Straight on, or out and back, is no turn.
    illegal(position, "e6-e7", "f5-e5", "e6-e5", "e6-e4")
    # 60 and 120 degrees, both ways, near and far.
    for step in ("e6-d7", "e6-f6", "e6-d6", "e6-f5", "e9-a9", "f5-f1"):
        position.parse_move(step)


def test_a_jester_passes_nothing_and_no_barrier():
    # Before the turn: e6 is occupied, and a barrier is between i4 and i3.
    position = read("cabale 1 e5=J1 e6=t2 a7=J2 ; tokens 30,29")
    assert not any(text[:2] in ("e6", "e7", "e8", "e9") for text in texts(position))
    position = read("cabale 1 i4=J1 a7=J2 ; barriers 11,12 ; walls i3/i4")
    assert not any(text[:2] in ("i3", "i2", "i1") for text in texts(position))
    assert "h4-h3" in texts(position)
    # After the turn, the same barrier.
    position = read("cabale 1 h4=J1 a7=J2 ; barriers 11,12 ; walls i3/i4")
    assert "i4-i5" in texts(position)
    assert "i4-i3" not in texts(position)
    assert "i4-i3" in texts(read("cabale 1 h4=J1 a7=J2"))


def test_the_turn_cell_gets_the_token():
    position = played("cabale 1 e5=J1 a7=J2", "e6-d7,x1,.")
    stands(position, "cabale 2 e6=t1 d7=J1 a7=J2 ; tokens 29,30")
    position = played("cabale 1 e5=J1 a7=J2", "e6-d7,x2,.")
    stands(position, "cabale 2 e6=d1 d7=J1 a7=J2 ; tokens 28,30 ; doubles 5,6")


def test_pairs_while_doubles_and_tokens_last():
    for stock, both in (
        ("doubles 1,6", True),
        ("doubles 0,6", False),
        ("tokens 2,30", True),
        ("tokens 1,30", False),
    ):
        position = read("cabale 1 e5=J1 a7=J2 ; " + stock + " ; steps e6-d7")
        assert texts(position) == ({"x1", "x2"} if both else {"x1"})


def test_the_steps_of_a_turn():
    position = read("cabale 1 i3=J1 a7=J2")
    assert not position.mid_turn
    for step in ("e3-e5", "x2"):
        position.push(position.parse_move(step))
        assert position.turn == 0
        assert position.mid_turn
        rewritten(position.text())
    stands(position, "cabale 1 i3=J1 a7=J2 ; steps e3-e5,x2")
    assert len(edges(position)) == 66
    assert "." in texts(position)
    position.push(position.parse_move("b4/a5"))
    # A barrier ends the turn.
    assert position.turn == 1
    stands(
        position,
        "cabale 2 e3=d1 e5=J1 a7=J2 ; tokens 28,30 ; doubles 5,6 ; barriers 11,12 ; walls a5/b4",
    )
    # The barrier stays, and its edge is no longer free.
    position.push_turn("c5-c6,x1")
    assert len(edges(position)) == 65
    for _ in range(5):
        position.pop()
    stands(position, "cabale 1 i3=J1 a7=J2")


def test_the_turn_ends_by_itself_where_nothing_is_left_to_do():
    position = played("cabale 1 i3=J1 a7=J2" + NO_BARRIERS, "e3-e5,x1")
    assert position.turn == 1
    assert not position.mid_turn


def test_what_goes_without_saying():
    position = read("cabale 1 i3=J1 a7=J2 ; steps e3-e5")
    assert position.implied(position.parse_move("x1"))
    assert not position.implied(position.parse_move("x2"))
    position.push(position.parse_move("x2"))
    assert position.implied(position.parse_move("."))
    assert not position.implied(position.parse_move("a5/b4"))


def test_the_marked_edges_touch_the_outer_ring():
    marked = edges(read("cabale 1 i3=J1 a7=J2 ; steps e3-e5,x1"))
    assert len(marked) == 66
    assert {"a5/b4", "b4/b5", "h3/i3", "i2/i3"} <= marked
    assert not marked & {"g3/h3", "e5/e6"}


def test_a_token_jumps_and_jumps_again():
    position = read(JUMPER + " ; steps g3-g2,x1")
    assert jumps(position) == {"g3^i3"}
    position.push(position.parse_move("g3^i3"))
    assert position.taken[0] == 1
    assert jumps(position) == {"i3^g5"}
    position.push(position.parse_move("i3^g5"))
    assert position.score() == (6 + 2, 0)
    position.push(position.parse_move("."))
    stands(position, "cabale 2 g2=J1 g5=t1 a7=J2 ; tokens 29,28 ; taken 2,0")


def test_a_token_may_stop_or_not_jump():
    for turn in ("g3-g2,x1,.", "g3-g2,x1,g3^i3,."):
        assert played(JUMPER, turn).turn == 1


def test_a_jump_needs_its_landing_cell():
    taken = JUMPER.replace("h3=t2", "h3=t2 i3=t2").replace("30,28", "30,27")
    assert jumps(read(taken + " ; steps g3-g2,x1")) == set()


def test_a_barrier_on_either_edge_stops_a_jump():
    for wall in ("g3/h3", "h3/i3"):
        text = JUMPER + " ; barriers 11,12 ; walls " + wall + " ; steps g3-g2,x1"
        assert jumps(read(text)) == set()
    # One elsewhere does not.
    text = JUMPER + " ; barriers 11,12 ; walls i2/i3 ; steps g3-g2,x1"
    assert jumps(read(text)) == {"g3^i3"}


def test_a_token_is_safe_from_both_sides_behind_one_barrier():
    for wall in ("", "i2/i3", "i3/i4"):
        parts = " ; tokens 30,29 ; barriers 11,12" + (" ; walls " + wall if wall else "")
        from_below = read("cabale 1 g4=J1 a7=J2 i3=t2" + parts + " ; steps i2-h2,x1")
        from_above = read("cabale 1 g4=J1 a7=J2 i3=t2" + parts + " ; steps i4-i5,x1")
        assert jumps(from_below) == ({"i2^i4"} if not wall else set())
        assert jumps(from_above) == ({"i4^i2"} if not wall else set())


def test_own_tokens_and_jesters_are_not_captured():
    own = JUMPER.replace("h3=t2", "h3=t1").replace("30,28", "29,29")
    assert jumps(read(own + " ; steps g3-g2,x1")) == set()
    jester = "cabale 1 e5=J1 h3=J2 ; steps g3-g2,x1"
    assert jumps(read(jester)) == set()


def test_a_pair_jumps_and_is_captured_as_one():
    position = read(JUMPER.replace("h3=t2", "h3=d2").replace("30,28", "30,27") + " ; doubles 6,5")
    position.push_turn("g3-g2,x2,g3^i3,.")
    stands(position, "cabale 2 g2=J1 i3=d1 h4=t2 a7=J2 ; tokens 28,27 ; doubles 5,5 ; taken 3,0")
    assert position.score() == (2 + 3, 3)


def test_done_is_written_where_more_was_possible():
    # No barrier in stock, but a jump.
    position = read(JUMPER + NO_BARRIERS + " ; steps g3-g2,x1")
    assert texts(position) == {"g3^i3", "."}
    # After the last jump nothing is possible.
    position.push_turn("g3^i3,i3^g5")
    assert not position.mid_turn


def test_the_end_after_the_last_token():
    position = read("cabale 1 e5=J1 a7=J2 h3=t2 ; tokens 1,29 ; steps g3-g2,x1")
    # Jumps and barrier included.
    assert position.outcome() is None
    assert "g3^i3" in texts(position)
    position.push_turn("g3^i3,a5/b4")
    assert end(position) == ("1", (1 + 1, 0), "last token")


def test_the_end_where_the_jester_cannot_turn():
    # It can go straight on, but can turn nowhere.
    walls = "h4/i4,h5/i4,h5/i5,h6/i5,i3/i4"
    position = read("cabale 1 i5=J1 a7=J2 e5=t2 ; tokens 30,29 ; barriers 7,12 ; walls " + walls)
    assert texts(position) == set()
    assert end(position) == ("2", (0, 15), "no turn left for the jester")


def test_equal_points_are_shared():
    three = "cabale 1 a5=t1 a6=t2 ; tokens 0,19,20 ; options players=3"
    assert end(read(three)) == ("12", (1, 1, 0), "last token")


def test_three_and_four_players_in_turn():
    position = played("cabale ; options players=4", "i3", "a7", "d9", "f1")
    assert position.turn == 0
    for number in (1, 2, 3, 0):
        move = next(iter(position.legal_moves()))
        position.push(move)
        position.push_turn("x1,.")
        assert position.turn == number
    assert "tokens 14,14,14,14" in position.text()
    rewritten(position.text())


def test_players_who_join_at_the_board():
    position = opening("cabale", {"players": "join"})
    position.push_turn("i3")
    assert "." not in texts(position)
    position.push_turn("a7")
    rewritten(position.text())
    stands(position, "cabale 3 i3=J1 a7=J2 ; options players=join")
    position.push_turn(".")
    stands(position, "cabale 1 i3=J1 a7=J2")
    assert list(position.stock) == [30, 30]
    assert position.turns == 2
    position.pop()
    stands(position, "cabale 3 i3=J1 a7=J2 ; options players=join")
    position.push_turn("d9")
    position.push_turn("f1")
    stands(position, "cabale 1 f1=J4 i3=J1 a7=J2 d9=J3 ; options players=4")
    for _ in range(4):
        position.pop()
    stands(position, "cabale 1 ; options players=join")
    assert position.turns == 0


def test_footprints():
    position = read(JUMPER)
    cell = position.grid.cell
    ride = position.parse_move("g3-g2")
    foot = position.footprint(ride)
    assert foot.vacated == bytes((cell("e5"),))
    assert sorted(foot.filled) == sorted((cell("g3"), cell("g2")))
    assert foot.via == bytes((cell("g3"),))
    position.push(ride)
    assert not any(position.footprint(position.parse_move("x1")))
    two = position.parse_move("x2")
    assert position.footprint(two).reached == bytes((cell("g3"),))
    position.push(two)
    foot = position.footprint(position.parse_move("g3^i3"))
    assert foot.vacated == bytes((cell("g3"),)) and foot.filled == bytes((cell("i3"),))
    assert foot.captured == bytes((cell("h3"),))
    foot = position.footprint(position.parse_move("a5/b4"))
    assert sorted(foot.via) == sorted((cell("a5"), cell("b4")))
    assert not any(foot[:-1])
    assert not any(position.footprint(position.parse_move(".")))


def test_bars():
    position = read("cabale 1 i3=J1 ; barriers 11,11 ; walls a5/b4,b4/b5")
    names = position.grid.names
    assert {tuple(sorted((names[a], names[b]))) for a, b in position.bars()} == {
        ("a5", "b4"),
        ("b4", "b5"),
    }


def test_pieces():
    position = read("cabale 1 i3=J1 a7=J2 d4=t1 c4=d2 ; tokens 29,28 ; doubles 6,5")
    cell = position.grid.cell
    assert position.pieces(cell("i3")) == position.glyphs("j1") == "j0"
    assert position.pieces(cell("d4")) == position.glyphs("t1") == "k0"
    assert position.pieces(cell("c4")) == position.glyphs("D2") == "k1k1"
    assert [position.owner(cell(name)) for name in ("i3", "a7", "d4", "c4")] == [0, 1, 0, 1]
    assert position.owner(cell("e5")) == NONE
    assert (position.printed(cell("e5")), position.printed(cell("i3"))) == ("15", "1")
    assert len(position.marked()) == 66


def test_moves_as_text():
    position = read("cabale 1 i3=J1 a7=J2 ; steps e3-e5,x1")
    assert position.parse_move("B4/A5") == position.parse_move("a5/b4")
    assert position.move_text(position.parse_move("b5/b4")) == "b4/b5"
    no_move(position, "a5/z9", "z9")
    no_move(position, "x3", "x3")
    illegal(position, "x1", "e3^e5", "e5/e6")


def test_positions_as_text():
    rewritten(
        "cabale 1 i3=J1 a7=J2 d4=t1 c4=t2 ; tokens 29,29 ; doubles 6,6 ; barriers 11,11 ; "
        "taken 0,0 ; walls a5/b4,b4/b5",
        "cabale 1 i3=J1 c4=t2 d4=t1 a7=J2 ; tokens 29,29 ; barriers 11,11 ; walls a5/b4,b4/b5",
    )
    rewritten("CABALE 2 I3=j1 ; STEPS A7", "cabale 1 i3=J1 a7=J2")


def test_the_notations_examples():
    position = played("cabale 1 e5=J1 f6=t2 a7=J2 ; tokens 30,29", "e6-g4,x2,.")
    stands(position, "cabale 2 e6=d1 f6=t2 g4=J1 a7=J2 ; tokens 28,29 ; doubles 5,6")
    rewritten("cabale 1 e5=J1 f6=t2 a7=J2 ; tokens 30,29 ; steps e6-g4,x2")
    # From e6 over f6 to g6, and a barrier on a marked edge.
    position = played("cabale 1 e5=J1 f6=t2 a7=J2 ; tokens 30,29", "e6-g4,x1,e6^g6,a5/b4")
    stands(
        position,
        "cabale 2 g6=t1 g4=J1 a7=J2 ; tokens 29,29 ; barriers 11,12 ; taken 1,0 ; walls a5/b4",
    )


def test_texts_that_fit_no_rule():
    unreadable("cabale 3 i3=J1", "3", "1 or 2")
    unreadable("cabale 1 i3=J3", "J3", "2 players")
    unreadable("cabale 1 i3=K1", "K1")
    unreadable("cabale 1 i3=J1J2", "J1J2")
    unreadable("cabale 1 i3=J1 i3=J2", "i3", "twice")
    unreadable("cabale 1 i3=J1 a7=J1", "J1", "one jester")
    unreadable("cabale 1 a1=J1", "a1")
    unreadable("cabale 1 i3=J1 ; tokens 30", "tokens 30", "2 numbers")
    unreadable("cabale 1 i3=J1 ; tokens 31,30", "31", "30")
    unreadable("cabale 1 i3=J1 ; doubles 7,6", "7")
    unreadable("cabale 1 i3=J1 ; barriers 12,x", "x")
    unreadable("cabale 1 i3=J1 ; walls c5", "'c5'")
    unreadable("cabale 1 i3=J1 ; walls c5/", "'c5/'")
    unreadable("cabale 1 i3=J1 ; walls c5/c6/c7", "c5/c6/c7")
    unreadable("cabale 1 i3=J1 ; walls c5/k9", "k9")
    unreadable("cabale 1 i3=J1 ; barriers 11,12 ; walls a5/c5", "a5/c5")
    unreadable("cabale 1 i3=J1 ; barriers 10,12 ; walls a5/b4,b4/a5", "b4/a5", "twice")
    unreadable("cabale ; options players=5", "5", "2 or 3 or 4")
    unreadable("cabale 1 i3=J1 a7=J2 ; steps e3-e5,x1,e5/e6", "e5/e6")
    unreadable("cabale 1 i3=J1 ; options players=join", "join")


def test_more_than_there_is():
    unreadable("cabale 1 i3=J1 d4=t1", "player 1", "1 tokens")
    unreadable("cabale 1 i3=J1 d4=d1 ; tokens 28,30", "player 1", "pairs")
    unreadable("cabale 1 i3=J1 ; barriers 11,12 ; walls a5/b4,b4/b5", "walls", "1 were spent")
    unreadable("cabale 1 i3=J1 ; walls a5/b4", "walls")
    unreadable("cabale 1 i3=J1 ; taken 1,0", "taken")
    unreadable("cabale 1 i3=J1 ; tokens 30,28 ; taken 4,0", "taken")
    rewritten("cabale 1 i3=J1 ; tokens 30,28 ; taken 3,0")
