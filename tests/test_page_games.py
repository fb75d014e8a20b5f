"""Tawôl, Tours and Cabale on the page, in a real browser, with the real firmware behind it."""

import pytest

from browser import Browser
from tourelle import games

pytestmark = pytest.mark.needs_chromium

ENTER, RIGHT = "\ue007", "\ue014"


@pytest.fixture(scope="module")
def hexagons_address(playing):
    """Cabale's board, on which two jesters may stand."""
    with playing("hex") as address:
        yield address


@pytest.fixture(scope="module")
def squares_address(playing):
    """The board of Tawôl and Tours."""
    with playing("square") as address:
        yield address


@pytest.fixture
def hexagons(browser, hexagons_address):
    """Its page, which goes on from test to test."""
    if show(browser, hexagons_address):
        browser.ask({"new": "cabale", "options": {"players": "join"}})
        browser.until(lambda: "Cabale" in browser.text("#seats .about"))
    yield browser
    assert browser.log() == []


@pytest.fixture
def squares(browser, squares_address):
    """Its page, which goes on from test to test."""
    show(browser, squares_address)
    yield browser
    assert browser.log() == []


def show(browser: Browser, address: str) -> bool:
    """Open the page unless it is shown already; whether it was opened."""
    other = not browser.driver.current_url.startswith(address)
    if other:
        browser.open(address)
    return other


def box(page: Browser, what: str):
    return page.one(f"#box [aria-label^='From the box: {what}']")


def in_the_box(page: Browser) -> list[str]:
    names = [str(kind.get_attribute("aria-label")) for kind in page.all("#box .source")]
    return [name.removeprefix("From the box: ") for name in names]


def played(page: Browser, move: str) -> None:
    page.until(lambda: page.moves()[-1:] == [move])


def put_up(page: Browser, text: str) -> None:
    """A position, on the board and for the firmware, which plays on from it."""
    page.ask({"new": text.split()[0], "options": {}})
    page.do(f"set {text}")
    page.do(f"send position {text}")
    position = games.read(text)
    page.until(lambda: page.heard(f"@position {position.text()}"))
    names = position.grid.names
    standing = {name for cell, name in enumerate(names) if position.occupancy[cell]}
    page.until(lambda: {name for name in names if page.at(name) != "empty"} == standing)
    page.until(lambda: not page.moves())


def edge(page: Browser, one: str, other: str):
    """Click on the middle of two cells' common edge."""
    x, y = page.run(
        """const [a, b] = arguments[0].map((name) =>
          document.querySelector(`[data-cell=${name}] .ground`).getBoundingClientRect());
        return [(a.left + a.right + b.left + b.right) / 4,
                (a.top + a.bottom + b.top + b.bottom) / 4];""",
        [one, other],
    )
    actions = page.hand()
    actions.w3c_actions.pointer_action.move_to_location(round(x), round(y)).click()
    actions.perform()


def walls(page: Browser) -> int:
    return len(page.all(".barriers .barrier"))


@pytest.mark.deep
def test_a_turn_of_cabale_with_its_token_and_its_barrier(hexagons):
    page = hexagons
    assert len(in_the_box(page)) == 9  # a jester and a token for each of four, and barriers
    for player, cell in ((1, "i3"), (2, "a7")):
        box(page, f"player {player} jester").click()
        page.click(cell)
        played(page, cell)
    page.one("#ok").click()
    page.until(lambda: page.text("#prompt").startswith("Lift your jester"))
    page.until(lambda: len(in_the_box(page)) == 5)
    # The jester rests where it turns, and goes on.
    page.click("i3")
    page.until(lambda: page.text("#prompt").startswith("Put it down on a lit cell, where it"))
    page.click("g3")
    page.until(lambda: page.text("#prompt").startswith("Lift it again, from g3"))
    page.click("g3")
    page.until(lambda: page.at("g3") == "empty")
    page.click("g5")
    page.until(lambda: page.at("g5") == "player 1 jester")
    page.hand().drag_and_drop(box(page, "player 1 token"), page.cell("g3")).perform()
    page.until(lambda: page.at("g3") == "player 1 token")
    played(page, "g3-g5")
    # A barrier: nothing feels it, so the page touches the two cells beside it as well.
    box(page, "barrier").click()
    edge(page, "b5", "a5")
    page.until(lambda: walls(page) == 1)
    meant = "Did you mean a barrier between a5 and b5?"
    page.until(lambda: page.text("#prompt").startswith(meant))
    page.one("#ok").click()
    played(page, "a5/b5")
    page.until(lambda: page.text(".side.moving") == "Player 2 0")


def test_a_barrier_is_put_up_with_keys_and_taken_off_with_a_click(hexagons):
    page = hexagons
    before = walls(page)
    box(page, "barrier").send_keys(ENTER)
    page.focus("a9")
    page.keys(ENTER, RIGHT, ENTER)
    page.until(lambda: walls(page) == before + 1)
    box(page, "barrier").click()
    edge(page, "a9", "b9")
    page.until(lambda: walls(page) == before)


@pytest.mark.deep
def test_a_piece_from_the_box_is_put_down_with_keys(squares):
    page = squares
    page.ask({"new": "tours", "options": {}})
    page.until(lambda: in_the_box(page) == ["white", "black"])
    page.until(lambda: page.at("d5") == "empty")
    page.focus("d5")
    page.keys("\ue015", "\ue013")  # down and up again: the cursor is there
    box(page, "black").send_keys(ENTER)
    page.keys(ENTER)  # the keys go on where the board's cursor is
    page.until(lambda: page.at("d5") == "black")


def test_the_rules_of_the_game_on_the_board_are_shown(hexagons):
    page = hexagons
    page.one("#rules").click()
    page.until(lambda: page.text("#rules-dialog h1") == "Cabale")
    page.until(lambda: page.run("return document.querySelector('#rules-dialog img').naturalWidth"))
    assert page.text("#rules-dialog td") == "2"
    page.one("#rules-dialog button").click()


@pytest.mark.deep
def test_values_and_the_edges_for_barriers_are_printed(hexagons):
    position = games.opening("cabale")
    values = [value.text for value in hexagons.all(".print text")]
    assert values == [position.printed(cell) for cell in range(position.grid.size)]
    assert len(hexagons.all(".print g")) == len(position.marked()) == 66


@pytest.mark.deep
def test_towers_are_formed_collapse_and_capture(squares):
    page = squares
    put_up(page, "tours w b2=w3 e2=b1 h8=b1 h6=b1 a8=w1")
    page.focus("b2")
    page.keys("2")
    page.until(lambda: page.at("b2") == "white")
    page.do("drop c2 1")
    page.until(lambda: page.at("c2") == "white")
    page.click("d2")
    page.until(lambda: page.at("d2") == "white")
    page.hand().drag_and_drop(page.cell("e2"), page.one("#box")).perform()
    played(page, "b2-d2")
    # Black's single pawns, apart from each other, have no move left.
    page.until(lambda: page.text("#status .headline") == "White wins")


def begin_laying_out(page: Browser) -> None:
    """Put up three pawns on b2, lift all and lay one on c2, on the way to d2."""
    put_up(page, "tours w b2=w3 e2=b1 h8=b1 h6=b1 a8=w1")
    page.until(lambda: page.text("#prompt").startswith("Lift a lit pawn and pile it"))
    page.click("b2")
    page.until(lambda: page.at("b2") == "white")
    page.click("c2")
    page.until(lambda: page.at("c2") == "white")


def lay_out(page: Browser) -> None:
    """Lift the three pawns of b2 with a click, and lay one on each cell of the way to d2."""
    page.click("b2")
    page.until(lambda: page.at("b2") == "white")
    page.click("c2")
    page.until(lambda: page.at("c2") == "white")
    page.click("d2")
    played(page, "b2-d2")


@pytest.mark.deep
def test_a_click_takes_what_the_game_would_move_and_puts_a_pawn_on_each_cell(squares):
    page = squares
    put_up(page, "tours w b2=w3 e2=b1 h8=b1 h6=b1 a8=w1")
    page.until(lambda: page.text("#prompt").startswith("Lift a lit pawn and pile it"))
    lay_out(page)
    put_up(page, "tawol w c3=bAwA h3=wA a8=bT a1=wT")
    page.until(lambda: page.text("#prompt").startswith("Lift a lit piece, from a stack"))
    page.click("c3")
    page.until(lambda: page.at("c3") == "black pawn with one collar")


def test_what_is_lifted_with_a_key_is_put_down_as_it_was_lifted(squares):
    page = squares
    for ended in (True, False):
        put_up(page, "tours w b2=w3 e2=b1 h8=b1 h6=b1 a8=w1")
        page.until(lambda: page.text("#prompt").startswith("Lift a lit pawn and pile it"))
        if ended:  # a click lifts pawns that are laid out one by one
            lay_out(page)
    page.focus("b2")
    page.keys("l")
    page.until(lambda: page.at("b2") == "empty")
    page.click("h1")
    page.until(lambda: page.at("h1") == "white on white on white, 3 high")
    page.do("drop box")


def test_looking_back_forgets_nothing_of_what_the_hand_does(squares):
    page = squares
    begin_laying_out(page)
    page.until(lambda: goals(page) == ["d2"])
    page.look_at("Game: tours\n\n")
    page.click("e2")
    page.until(lambda: "nothing is moved there" in page.text("#link-note"))
    page.one("#looking .main").click()
    page.until(lambda: not page.one("#looking").is_displayed())
    assert goals(page) == ["d2"]
    page.click("d2")
    played(page, "b2-d2")


def test_a_click_knows_the_game_after_a_look_at_another_grid(squares):
    page = squares
    put_up(page, "tours w b2=w3 e2=b1 h8=b1 h6=b1 a8=w1")
    page.until(lambda: page.text("#prompt").startswith("Lift a lit pawn and pile it"))
    page.look_at("Game: avalam\n\n")
    page.until(lambda: page.all("[data-cell=i5]"))
    page.run("document.querySelector('#looking .main').click()")
    page.until(lambda: not page.all("[data-cell=i5]"))
    page.click("b2")
    page.until(lambda: page.at("b2") == "white")
    page.do("drop box")


@pytest.mark.served("a worker has one page: see test_a_page_that_comes_back_goes_on_with_the_hand")
def test_a_browser_that_joins_shows_where_what_others_have_lifted_may_go(squares, squares_address):
    page = squares
    begin_laying_out(page)
    first = page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    try:
        page.driver.get(squares_address)
        page.until(lambda: goals(page) == ["d2"])
        assert page.text("#prompt").startswith("Put it down on d2")
        page.click("d2")
        played(page, "b2-d2")
    finally:
        page.driver.close()
        page.driver.switch_to.window(first)
    page.until(lambda: not goals(page))


def test_a_page_that_comes_back_goes_on_with_the_hand(squares):
    page = squares
    put_up(page, "tours w b2=w3 e2=b1 h8=b1 h6=b1 a8=w1")
    page.until(lambda: page.text("#prompt").startswith("Lift a lit pawn and pile it"))
    page.click("b2")
    page.until(lambda: sorted(goals(page)) == ["b3", "c2", "c3"])
    page.driver.refresh()
    page.until(lambda: sorted(goals(page)) == ["b3", "c2", "c3"])
    page.click("c2")  # one of the two
    page.until(lambda: goals(page) == ["d2"])
    page.click("d2")
    played(page, "b2-d2")


def goals(page: Browser) -> list[str]:
    return [str(cell.get_attribute("data-cell")) for cell in page.all(".goal")]


@pytest.mark.deep
def test_a_run_is_piled_up(squares):
    page = squares
    put_up(page, "tours w b2=w1 c2=w1 h8=b1 g8=b1 a8=w1")
    page.drag("c2", "b2")
    played(page, "c2>b2")
    assert page.at("b2") == "white on white, 2 high"


def test_a_move_of_tawol_and_an_attack(squares):
    page = squares
    put_up(page, "tawol w c3=wA d4=bA a1=wT a8=bT")
    page.drag("c3", "d4")
    played(page, "c3-d4")
    page.until(lambda: page.text("#status .headline") == "Black to move")


def test_a_board_that_has_died_is_told(squares):
    page = squares
    words = {
        "type": "world",
        "cells": {},
        "hand": [],
        "barriers": [],
        "power": True,
        "game": "tawol",
    }
    words["trouble"] = "the simulated board has failed"
    page.tell(words)
    page.until(
        lambda: (
            page.text("#status") == "The board has stopped the simulated board has failed. "
            "Switch its power off and on again."
        )
    )
