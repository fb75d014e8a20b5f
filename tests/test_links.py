"""Links that carry a game, a position, a record, a puzzle; and those that are garbled."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tourelle import games
from tourelle.games.catalogue import GAMES
from tourelle_host.chance import Chance
from tourelle_host.record import Record
from tourelle_host.server import links

NAMES = [entry.name for entry in GAMES]


def walk(name: str, seed: int, steps: int) -> tuple[Record, str]:
    """A game so far, and the text of its position."""
    chance = Chance(seed)
    position = games.opening(name)
    record = Record(position.text())
    for _ in range(steps):
        moves = list(position.legal_moves())
        move = moves[chance.below(len(moves))]
        record.steps.append(position.move_text(move))
        position.push(move)
        if position.outcome():
            break
    return record, position.text()


@given(st.sampled_from(NAMES), st.integers(0, 999), st.integers(0, 60))
def test_a_record_and_its_position_come_back(name, seed, steps):
    record, text = walk(name, seed, steps)
    link = links.write(record)
    assert not {*" ?#&%"} & {*link}
    carried = links.read(link)
    assert (carried.start.text(), carried.steps) == (record.start, record.steps)
    assert carried.now.text() == text
    assert links.read(links.write(Record(text))).now.text() == text


@pytest.mark.parametrize("name", NAMES)
def test_a_game_at_a_level_seats_the_board_opposite(name):
    carried = links.read(f"{name}/level3")
    assert carried.now.text() == games.opening(name).text()
    own, other = carried.now.SIDES[:2]
    assert carried.seats == {other: "board 3"} and own not in carried.seats


def test_a_puzzle_is_for_the_side_to_move():
    record, _ = walk("avalam", 1, 3)
    carried = links.read(f"{links.write(record)}/puzzle")
    assert carried.puzzle and carried.seats == {"y": "board 6"}
    assert links.read("avalam/placing=free").now.options["placing"] == "free"


@pytest.mark.parametrize(
    ("link", "why"),
    [
        ("", "no game ''"),
        ("chess", "no game 'chess'"),
        ("avalam/level9", "'level9' says nothing about a game"),
        ("avalam/level1/level2", "'level2' says nothing"),
        ("avalam/moves=c9-c9", "'c9-c9' is not a legal move here"),
        ("avalam/at=zzz", "after 'avalam' comes whose turn it is"),
        ("avalam/at=y_c9=y1/placing=free", "has its options in itself"),
        ("avalam/placing=odd", "option placing is fixed or free"),
        ("avalam/<b>", "'<b>' says nothing"),
        ("avalam/moves=" + "a" * links.MOST, "too long"),
    ],
)
def test_what_is_garbled_is_refused_in_a_sentence(link, why):
    with pytest.raises(links.LinkError) as error:
        links.read(link)
    assert why in str(error.value) and str(error.value).endswith(".")
    assert "\n" not in str(error.value)


@pytest.mark.needs_chromium
@pytest.mark.served("a worker is not cut off: it ends with its page")
def test_a_link_that_is_followed_while_the_connection_is_cut_is_put_up_later(browser, address):
    browser.open(address)
    browser.run("window.sockets.at(-1).close(); location.hash = 'avalam/moves=e6-f7'")
    browser.until(lambda: browser.moves() == ["e6-f7"])
    browser.until(lambda: "#" not in browser.driver.current_url)


@pytest.mark.deep
@pytest.mark.needs_chromium
def test_a_link_is_put_up_and_copied_and_a_garbled_one_is_named(browser, address):
    link = "tours/moves=g5>h4,a1>a3/level2"
    browser.open(f"{address}#{link}", choosing=True)
    browser.until(lambda: browser.moves()[:2] == ["g5>h4", "a1>a3"])
    assert browser.at("h4") == "white on white, 2 high"
    assert not browser.one("#new-dialog").is_displayed()
    assert "#" not in browser.driver.current_url
    browser.ask({"link": "tours/<b>"})
    browser.until(lambda: "'<b>' says nothing about a game" in browser.text("#link-note"))
    browser.one("#share").click()
    browser.until(lambda: "link" in browser.text("#link-note"))
