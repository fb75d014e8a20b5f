"""The rules of Tawôl: every fact, example and count, on both Pythons."""

from rules import counts, end, illegal, no_move, played, rewritten, stands, texts, unreadable
from tourelle.games import opening, read
from tourelle.games.perft import perft
from tourelle.grids import NONE

PICTURE = """
8  C T T T T T T C
7  . B B T T B B .
6  . . A A A A . .
5  . . . . . . . .
4  . . . . . . . .
3  . . A A A A . .
2  . B B T T B B .
1  C T T T T T T C
"""

LAPSE = (
    "tawol w a1=wTbA b1=wTbA c1=wTbB d1=wTbB e1=wTbB f1=wTbB g1=wTbC d4=wA e4=bT "
    "a7=wC b7=wB g7=wB h7=wC a8=bAwA b8=wB g8=wB h8=bAwA"
)


def moves_of(position, cell):
    """Where the piece of a cell may go."""
    return {text[3:] for text in texts(position) if text.startswith(cell + "-")}


def test_the_opening():
    position = opening("tawol")
    assert position.turn == 0
    occupied = 0
    for line in PICTURE.strip().split("\n"):
        row, *signs = line.split()
        for column, sign in zip("abcdefgh", signs):  # noqa: B905 - MicroPython's has no strict
            cell = position.grid.cell(column + row)
            if sign == ".":
                assert not position.occupancy[cell]
            else:
                assert position.stack_text(cell) == ("w" if row in "123" else "b") + sign
                occupied += 1
    assert occupied == 36
    assert position.score() == (0, 0)


def test_counts():
    counts("tawol", 34, 1156, 47468)


def test_first_moves_by_kind():
    position = opening("tawol")
    kinds = {"A": 0, "B": 0, "C": 0, "T": 0}
    for text in texts(position):
        kinds[position.stack_text(position.grid.cell(text[:2]))[1]] += 1
    assert kinds == {"A": 14, "B": 12, "C": 6, "T": 2}


def test_ranges_on_the_ground():
    for kind, count in (("T", 8), ("A", 8), ("B", 16), ("C", 24)):
        assert len(texts(read("tawol w d4=w" + kind))) == count


def test_no_jumping_no_bend():
    position = read("tawol w d4=wC d5=wA d6=bA")
    assert moves_of(position, "d4") & {"d5", "d6", "d7"} == set()
    assert "e6" not in moves_of(position, "d4")


def test_an_attack_takes_the_full_range():
    # A pawn with two collars: at distance 1 it cannot attack, at 2 it can.
    position = read("tawol w d4=wB d5=bA f4=bT f6=bB")
    assert moves_of(position, "d4") & {"d5", "f4", "f6"} == {"f4", "f6"}
    position = read("tawol w d4=wA d5=bA f4=bT")
    assert moves_of(position, "d4") & {"d5", "f4"} == {"d5"}
    position = read("tawol w d4=wC d5=bA f4=bT g7=bA g4=bT")
    assert moves_of(position, "d4") & {"d5", "f4", "g7", "g4"} == {"g7"}


def test_towers_do_not_attack():
    assert moves_of(read("tawol w d4=wT d5=bA e4=bT"), "d4") & {"d5", "e4"} == set()


def test_own_pieces_and_pairs_are_not_landed_on():
    position = read("tawol w d4=wA d5=wA e4=wT e5=bAwB c4=wAbA c3=wTbA")
    assert moves_of(position, "d4") == {"c5", "d3", "e3"}


def test_the_piece_beneath_stays():
    position = read("tawol w d4=wAbA e4=wTbA h8=wA")
    assert {text[:2] for text in texts(position)} == {"h8"}


def test_down_from_a_pawn():
    position = read("tawol w d4=bAwB")
    assert len(moves_of(position, "d4")) == 16
    position.push_turn("d4-f6")
    # The piece that it leaves is free again; the pair has not moved as one.
    stands(position, "tawol b d4=bA f6=wB")
    assert len(moves_of(position, "d4")) == 8


def test_from_a_pawn_to_a_pawn_and_to_a_tower():
    position = read("tawol w d4=bAwB f4=bA d6=bT d5=bC")
    assert "f4" in moves_of(position, "d4")
    # A piece stands between it and the tower; at distance 1 it cannot attack.
    assert moves_of(position, "d4") & {"d5", "d6"} == set()
    position = played("tawol w d4=bAwB d6=bT", "d4-d6")
    stands(position, "tawol b d4=bA d6=bTwB")
    assert position.score() == (1, 0)


def test_from_a_tower_only_to_a_tower():
    position = read("tawol w d4=bTwB f4=bA d6=bT e3=bT b4=bTwA h1=wT")
    assert moves_of(position, "d4") == {"d6"}
    position.push_turn("d4-d6")
    # The tower that it left is no longer covered, and can move.
    assert position.score() == (2, 0)
    assert len(moves_of(position, "d4")) > 0


def test_footprints():
    position = read("tawol w d4=bAwB f4=bA")
    cell = position.grid.cell
    foot = position.footprint(position.parse_move("d4-f4"))
    assert foot.left == bytes((cell("d4"),)) and foot.vacated == b""
    assert foot.reached == foot.attacked == bytes((cell("f4"),)) and foot.filled == b""
    foot = position.footprint(position.parse_move("d4-d5"))
    assert foot.filled == bytes((cell("d5"),)) and foot.captured == b""
    position = opening("tawol")
    foot = position.footprint(position.parse_move("a1-a3"))
    assert foot.vacated == bytes((cell("a1"),)) and foot.filled == bytes((cell("a3"),))


def test_eight_towers_at_the_same_time_win():
    towers = " ".join(c + "8=bTw" + kind for c, kind in zip("abcdefg", "AAAABBB"))  # noqa: B905
    position = played("tawol w h6=wB h8=bT a1=wT " + towers, "h6-h8")
    assert end(position) == ("w", (8, 0), "eight towers")
    position = played("tawol w g6=wB h8=bT a1=wT " + towers, "g6-g5")
    assert position.outcome() is None


def test_the_limit():
    # For k of the victim's pawns on the mover's towers, k from 0 to 8.
    limits = []
    for taken in range(9):
        kinds = "AAAABBBB"[:taken]
        on_towers = " ".join(c + "1=wTb" + kind for c, kind in zip("abcdefgh", kinds))  # noqa: B905
        position = read("tawol w h4=wA " + on_towers)
        limits.append(position.limit(0))
        assert position.limit(1) == 5
    assert limits == [5, 4, 4, 3, 3, 2, 2, 1, 1]


def test_a_move_over_the_limit_is_illegal():
    # Nine of Black's pawns are available and four are blocked: a fifth may not be.
    four = "a8=bAwA b8=bAwA c8=bBwA d8=bBwB "
    position = read("tawol w h4=wA g5=bB h5=bT h1=wTbA " + four)
    illegal(position, "h4-g5")
    assert "h4-h5" in texts(position)
    # With all ten available it may.
    assert "h4-g5" in texts(read("tawol w h4=wA g5=bB h5=bT " + four))


def test_over_the_limit_only_releases_are_legal():
    # Black has just taken a tower: White blocks five of nine and must release.
    five = "a8=bAwA b8=bAwA c8=bBwA d8=bBwB e8=bBwB "
    position = read("tawol w h4=wC g1=wTbC f5=bC c6=bT " + five)
    releases = texts(position)
    assert "h4-h5" not in releases
    assert all(text[:2] in ("a8", "b8", "c8", "d8", "e8") for text in releases)
    # A release goes down or onto a tower, not onto another pawn.
    assert "a8-a7" in releases and "e8-c6" in releases
    position.push_turn("e8-c6")
    assert position.blocked == [4, 0]


def test_still_over_after_a_release():
    six = "a8=bAwA b8=bAwA c8=bBwA d8=bBwB e8=bBwB f8=bAwA "
    on_towers = "a1=wTbA b1=wTbB c1=wTbC "
    position = read("tawol w h4=wC " + six + on_towers)
    assert position.limit(0) == 3
    assert position.blocked[0] == 6
    assert all(text[1] == "8" for text in texts(position))
    assert len(texts(position)) > 0


def test_the_lapse():
    position = read(LAPSE)
    assert position.limit(0) == 1
    assert position.blocked[0] == 2
    assert len(texts(position)) == 43
    # No pawn that blocks can come down, and none may block another.
    assert not any(text[:2] in ("a8", "h8") for text in texts(position))
    # One way down, and only the releases are legal.
    opened = read(LAPSE.replace("b7=wB ", "").replace("tawol w", "tawol w b6=wB"))
    assert texts(opened) == {"a8-b7"}


CLAIMED = "tawol w h4=wC g1=wTbC a8=bAwA b8=bAwA c8=bBwA d8=bBwB e8=bBwB h7=bT ; options half=claim"


def test_a_claim():
    position = read(CLAIMED)
    assert "h4-h5" in texts(position)
    assert "claim" not in texts(position)
    position.push_turn("h4-h5")
    assert "claim" in texts(position)
    position.push(position.parse_move("CLAIM"))
    # A claim is a step before the move, at most once per turn.
    assert position.turn == 1
    assert position.mid_turn
    assert position.text().endswith("; options half=claim ; steps claim")
    assert "claim" not in texts(position)
    rewritten(position.text())
    position.push_turn("h7-h6")
    assert not position.mid_turn
    assert "; claim w ;" in position.text()
    rewritten(position.text())
    assert "h5-g5" not in texts(position)
    assert all(text[1] == "8" for text in texts(position))
    position.push_turn("a8-a7")
    assert "claim w" not in position.text()
    assert "claim" not in texts(position)
    for _ in range(4):
        position.pop()
    assert position.text() == read(CLAIMED).text()


def test_a_claim_is_counted_with_the_turn_that_it_begins():
    position = played(CLAIMED, "h4-h5")
    moves = len(texts(position) - {"claim"})
    assert perft(position, 1) == 2 * moves


def test_a_claim_may_be_left_and_made_again():
    position = played(CLAIMED, "h4-h5", "h7-h6", "h5-h4")
    assert "claim" in texts(position)
    # A claim released one, but it is still over the limit: claimed again next turn.
    six = CLAIMED.replace("g1=wTbC", "g1=wTbC f1=wTbB e1=wTbA")
    position = played(six, "h4-h5", "claim,h7-h6", "a8-a7")
    assert position.blocked[0] > position.limit(0)
    assert "claim" in texts(position)


def test_a_claim_in_the_lapse():
    over = LAPSE + " ; claim w ; options half=claim"
    assert len(texts(read(over))) == 43


def test_a_claim_where_nothing_is_owed():
    unreadable("tawol w h4=wC e8=bBwB ; claim w ; options half=claim", "claim w", "White")
    unreadable("tawol w h4=wC e8=bBwB ; claim w", "claim w", "half=claim")
    unreadable(CLAIMED + " ; claim x", "x")
    assert "claim" not in texts(opening("tawol", {"half": "claim"}))


def test_a_claim_by_the_side_to_move():
    text = CLAIMED.replace("tawol w", "tawol b").replace(" ;", " ; claim w ;")
    assert read(text).mid_turn
    assert read(text).text().endswith("steps claim")


def test_counts_with_claims():
    counts("tawol ; options half=claim", 34, 1156, 47468)


def test_pass():
    position = read("tawol b a1=wA a8=wTbA")
    assert texts(position) == {"pass"}
    foot = position.footprint(position.parse_move("pass"))
    assert not any(foot)
    position.push_turn("pass")
    assert position.turn == 0
    assert position.turns == 1
    stands(position, "tawol w a1=wA a8=wTbA ; passes 1")
    rewritten(position.text())
    assert "pass" not in texts(position)
    # Any move ends the run of passes.
    position.push_turn("a1-a2")
    assert "passes" not in position.text()


def test_two_passes_are_a_draw():
    position = played("tawol w a1=bTwA h8=wTbA", "pass")
    assert position.outcome() is None
    position.push_turn("pass")
    assert end(position) == ("", (1, 1), "two passes")
    position.pop()
    assert position.outcome() is None


def test_the_third_repetition_is_a_draw():
    turns = ("a1-a2", "a8-a7", "a2-a1", "a7-a8")
    position = played("tawol", *turns)
    assert position.outcome() is None
    for turn in turns[:-1]:
        position.push_turn(turn)
    assert position.outcome() is None
    position.push_turn(turns[-1])
    assert end(position) == ("", (0, 0), "third repetition")
    # The same board with the other side to move is another position.
    position.pop()
    assert position.outcome() is None


def test_pieces():
    position = read("tawol w e5=bAwB h8=bTwA a1=wC a2=wT")
    cell = position.grid.cell
    assert position.pieces(cell("e5")) == position.glyphs("bAwB") == "1120"
    assert position.pieces(cell("h8")) == position.glyphs("btwa") == "t110"
    assert position.pieces(cell("a1")) == "00"
    assert position.pieces(cell("a2")) == "t0"
    assert (position.owner(cell("e5")), position.owner(cell("a1"))) == (0, 0)
    assert position.owner(cell("e4")) == NONE
    position.push_turn("e5-e4")
    assert position.owner(cell("e5")) == 1


def test_moves_as_text():
    position = opening("tawol")
    assert position.move_text(position.parse_move("A1-A3")) == "a1-a3"
    illegal(position, "a1-a5", "pass", "claim", "a8-a7")
    no_move(position, "a1-a9", "a9")
    no_move(position, "castle", "castle")


def test_positions_as_text():
    rewritten("tawol w a1=wC e5=bAwB h8=bTwA")
    rewritten("Tawol B A1=WC E5=bawb", "tawol b a1=wC e5=bAwB")
    rewritten("tawol w a1=wC ; options half=claim")


def test_texts_that_fit_no_rule():
    unreadable("tawol w a1=wD", "wD")
    unreadable("tawol w a1=w", "'w'")
    unreadable("tawol w a1=wAwA", "wAwA")
    unreadable("tawol w a1=wAbT", "wAbT")
    unreadable("tawol w a1=wAbAwA", "wAbAwA")
    unreadable("tawol w a1=rA", "rA")
    unreadable("tawol w a9=wA", "a9")
    unreadable("tawol w a1=wA ; passes many", "many")
    unreadable("tawol w a1=wA ; passes 3", "3")
    unreadable("tawol w a1=wA ; options half=loose", "loose", "strict")
    unreadable("tawol w a1=wA ; options third=strict", "third", "half")
    unreadable("tawol w a1=wA ; quiet 3", "quiet")
    unreadable("tawol w a1=wA ; steps a1-a4", "a1-a4")


def test_too_many_pieces():
    for kind, count in (("A", 4), ("B", 4), ("C", 2), ("T", 8)):
        names = list(opening("tawol").grid.names)[: count + 1]
        full = "tawol w " + " ".join(name + "=w" + kind for name in names[:-1])
        rewritten(full)
        unreadable(full + " h8=w" + kind, "White", str(count + 1), kind)
