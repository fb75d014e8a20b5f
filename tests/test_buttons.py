"""Short and held presses, by the times at which a button went down and up."""

import pytest

from tourelle.buttons import HELD, OK, SHORT, Button
from tourelle.timers import run_due

START = 0x3FFFFFFF - 500  # the clock wraps in the middle of a press


def told(changes, late):
    """The presses that are told when the loop comes by only then, in ms after the start."""
    presses = []
    button = Button(OK, lambda number, press: presses.append(press))
    for down, ms in changes:
        button.changed(down, (START + ms) & 0x3FFFFFFF)
    while run_due((button,), (START + late) & 0x3FFFFFFF) == 0:
        pass
    return presses


@pytest.mark.parametrize(
    "changes, presses",
    [
        ([(1, 0), (0, 999)], [SHORT]),
        ([(1, 0), (0, 1000)], [HELD]),
        ([(1, 0), (0, 1500)], [HELD]),
        ([(1, 0), (0, 100), (1, 150), (0, 250)], [SHORT, SHORT]),
        ([(1, 0), (0, 100), (1, 150), (0, 1250), (1, 1300), (0, 1400)], [SHORT, HELD, SHORT]),
        ([(1, 0), (0, 100), (1, 150)], [SHORT, HELD]),
        ([(0, 0)], []),  # it was down when the board was switched on
    ],
)
def test_a_loop_that_is_late_tells_every_press_as_it_was(changes, presses):
    assert told(changes, late=2000) == presses


def test_a_held_press_is_told_once_while_the_button_is_still_down():
    presses = []
    button = Button(OK, lambda number, press: presses.append(press))
    button.changed(1, 0)
    assert run_due((button,), 999) == 1 and presses == []
    assert run_due((button,), 1000) == 0 and presses == [HELD]
    button.changed(0, 1500)
    run_due((button,), 1500)
    assert presses == [HELD]
