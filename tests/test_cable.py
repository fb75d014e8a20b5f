"""A real board on a cable, as the site sees it: which of its games are kept."""

import pytest

from tourelle import games
from tourelle.grids import grid
from tourelle_host.server.carrier import Carrier
from tourelle_host.site.cable import Cable


class Port:
    """A port with a board that says what a test wants, and what is kept of its games."""

    def __init__(self) -> None:
        self.kept: list[list[str]] = []
        self.cable = Cable(
            Carrier(),
            clock=lambda: 0.0,
            send=lambda text: None,
            tell=lambda text: None,
            changed=lambda: None,
            close=lambda: None,
            keep=lambda record: self.kept.append(list(record.steps)),
        )

    def plug(self, name: str) -> None:
        """A board with this grid is plugged in."""
        self.cable.plugged()
        self.say(f"@hello tourelle 1.0.0 link 1 board {name} cells {grid(name).size}")

    def say(self, *lines: str) -> None:
        self.cable.received("".join(f"{line}\n" for line in lines).encode())

    def play(self, name: str, after: str = "@turn") -> str:
        """A game of one step; after: what the board says then. Returns the step."""
        position = games.opening(name)
        step = position.move_text(next(iter(position.legal_moves())))
        self.say(f"@game {name}", f"@record 0 {position.text()}", "@record 1 none")
        self.say(f"@move 1 {position.SIDES[0]} {step}", after)
        return step


@pytest.fixture
def port():
    port = Port()
    port.plug("avalam")
    return port


def test_a_game_is_kept_when_its_board_is_left(port):
    step = port.play("avalam")
    port.cable.left()
    assert port.kept == [[step]]


def test_a_game_is_kept_when_another_board_is_plugged_in_instead(port):
    step = port.play("avalam")
    port.cable.pulled()
    port.plug("square")
    assert port.kept == [[step]]


def test_a_game_is_kept_when_another_begins(port):
    step = port.play("avalam")
    other = games.opening("avalam", {"tie-break": "none"}).text()
    port.say("@game avalam tie-break=none", f"@record 0 {other}", "@record 1 none")
    assert port.kept == [[step]]


def test_the_same_board_plugged_in_again_goes_on_with_its_game(port):
    port.play("avalam")
    port.cable.pulled()
    port.plug("avalam")
    assert port.kept == []


@pytest.mark.parametrize("after", ["@lesson 2 3 Now lift it.", "@over y 25 23"])
def test_neither_a_lesson_nor_a_game_that_ended_is_kept(port, after):
    port.play("avalam", after)
    port.cable.left()
    assert port.kept == []
