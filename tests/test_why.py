"""Why the board leads the hands back: asked for over the link, and told by the host."""

from table import Table
from tourelle.games import opening, read
from tourelle_host.whynot import WhyNot


def told(lines):
    """The reasons that a host tells beside these lines of a board."""
    why = WhyNot()
    return [reason for reason in map(why.hear, lines) if reason]


def table(text):
    position = read(text)
    made = Table(position.grid.name, switches=bytes(position.occupancy))
    made.send(f"position {text}")
    made.run(3000)
    made.lines.clear()
    made.send("hello")
    made.run(1000)
    return made


def asked(board, step=""):
    board.send(f"reason {step}".strip())
    board.run(100)
    return board.said("reason")[-1]


def test_whose_turn_it_is():
    board = table("tawol")
    board.lift("c6")
    board.run(1000)
    assert asked(board) == "It is White's turn."
    board.drop("c6")
    board.run(1000)
    assert asked(board) == "none"
    assert told(board.lines) == ["@reason It is White's turn.", "@reason none"]


def test_a_pawn_that_went_too_far_and_comes_back():
    board = table("tawol")
    board.lift("c3")
    board.drop("c5")
    board.run(1000)
    assert asked(board) == "This pawn goes one cell."
    board.lift("c5")
    board.drop("c3")
    board.run(1000)
    assert asked(board) == "none"
    board.lift("c3")
    board.drop("c4")
    board.run(1000)
    assert board.moves() == ["w c3-c4"]
    assert told(board.lines) == ["@reason This pawn goes one cell.", "@reason none"]


def test_a_stack_put_on_one_that_is_no_neighbour_is_explained_though_no_way_back_is_lit():
    board = table("avalam")
    board.lift("c9")
    board.lift("c7")
    board.drop("c7")
    board.run(1000)
    assert asked(board) == "Only neighbours may be stacked."
    board.drop("c9")
    board.run(1000)
    assert asked(board) == "none"
    assert told(board.lines) == [
        "@reason Only one stack is moved in a turn.",
        "@reason Only neighbours may be stacked.",
        "@reason none",
    ]


def test_after_an_undo_and_for_a_hosts_step_nothing_was_wrong():
    board = table("tawol")
    board.send("move c3-c4")
    board.run(1000)
    assert board.said("way-back")[-1] != "none" and asked(board) == "none"
    board.lift("c3")
    board.drop("c4")
    board.run(1000)
    board.send("undo")
    board.run(1000)
    assert board.said("way-back")[-1] != "none" and asked(board) == "none"
    assert told(board.lines) == []


def test_a_step_is_asked_for_by_its_notation():
    board = table("avalam")
    assert asked(board, "c9-c7") == "Only neighbours may be stacked."
    assert asked(board, "c9-d9") == "none"
    board.send("reason z9-c7")
    board.run(100)
    assert "no cell 'z9'" in board.said("error")[-1]
    assert board.moves() == []


def test_without_a_game_there_is_no_reason():
    board = Table("avalam")
    board.send("reason")
    board.run(100)
    assert board.said("error") == ["no game is under way"]


def test_a_host_that_missed_a_step_or_half_a_line_says_nothing():
    why = WhyNot()
    for line in ("@undo 3 c9-d9", "@position", "@game avalam", "@position avalam y c9=y1 d9=r1"):
        assert why.hear(line) is None
    for line in ("@move 1 y c9-z9", "@way-back put c9", "@lift"):
        assert why.hear(line) is None
    assert why.hear(f"@position {opening('tawol').text()}") is None
    assert why.hear("@lift c3") is None
    assert why.hear("@down c5") == "@reason This pawn goes one cell."


def test_a_board_that_says_a_position_of_another_grid_is_heard_from_the_start():
    lines = (f"@position {opening(game).text()}" for game in ("tours", "avalam", "tawol"))
    assert told([*lines, "@lift c3", "@down c5"]) == ["@reason This pawn goes one cell."]


def test_what_was_captured_and_still_stands_was_put_down_by_nobody():
    board = table("tours w a1=b2 e8=w3 b5=b1 h1=w1")
    board.drop("d7", ms=500)
    board.drop("c6", ms=2000)
    assert board.moves() == ["w e8-c6"] and board.lit("capture") == {"b5"}
    assert asked(board) == "none"
    board.lift("b5")
    board.run(1000)
    assert told(board.lines) == []


def test_a_legal_step_is_not_to_blame_for_what_else_was_put_down():
    for game, stray, lifted, target in (
        ("avalam", "e5", ("c9", "d9"), "d9"),
        ("tawol", "d4", ("c3",), "c4"),
    ):
        board = table(opening(game).text())
        board.drop(stray)
        board.lift(*lifted)
        board.drop(target, ms=3000)
        assert asked(board) == "Something was put down that is not part of this step."
