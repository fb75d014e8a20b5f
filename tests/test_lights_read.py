"""Reading the lights back from their pixels, as a person would."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from depth import deep
from table import Table
from tourelle import games, lights
from tourelle.grids import NAMES, grid
from tourelle.timers import SOON
from tourelle_host import paths
from tourelle_host.lights import PERIOD_MS, Reading, Recorder, read
from tourelle_host.server.view import Lamps

LAMPS = range(lights.LAMPS)


def meaning(lamp):
    name, _, pulses = lights.meaning(lamp)
    return Reading(name, pulses)


def shown(lamp, sides, brightness=255, start=0):
    """A period's colours of a lamp on its own."""
    red, green, blue = lights.colour(lamp, sides)
    levels = lights.rhythm(lamp)
    scales = [lights.LEVELS[level] * brightness for level in levels[start:] + levels[:start]]
    return [tuple(part * scale // 65025 for part in (red, green, blue)) for scale in scales]


@pytest.mark.parametrize("sides", ["yr", "wb", "1234", "xo", "yx", "wxyz"])
@pytest.mark.parametrize("brightness", [255, *deep(160, 96), 48])
def test_every_light_is_read_at_every_brightness_from_any_slot_on(sides, brightness):
    for lamp in LAMPS:
        if lamp != lights.OFF and not max(lights.colour(lamp, sides)):
            continue  # a side that this game does not have
        for start in (0, 5, 11):
            assert read(shown(lamp, sides, brightness, start), sides) == meaning(lamp)


@pytest.mark.parametrize("lamp", LAMPS, ids=lambda lamp: str(meaning(lamp)))
def test_no_state_flashes_more_than_three_times_in_any_second(lamp):
    levels = lights.rhythm(lamp) * 2
    # A flash ends where it becomes darker after it became lighter.
    flashes = [levels[at - 1] > levels[at] for at in range(len(levels))]
    flashes = [ends and not flashes[at - 1] for at, ends in enumerate(flashes)]
    second = 1000 // lights.SLOT_MS
    assert max(sum(flashes[at : at + second]) for at in range(lights.SLOTS)) <= 3


def test_rhythm_alone_tells_all_apart_from_any_slot_on():
    """A number is the same rhythm whatever is counted."""
    turned = {}
    for lamp in LAMPS:
        state, pulses = meaning(lamp)
        levels = lights.rhythm(lamp)
        said = pulses or state
        ways = [levels[at:] + levels[:at] for at in range(lights.SLOTS)]
        assert turned.setdefault(min(ways), said) == said
    assert len(turned) == len(lights.STATES) + lights.MOST_CHOICES


def _apart(one, other):
    """How far two hues lie from each other, 0 to 1."""
    return max(abs(a / max(one) - b / max(other)) for a, b in zip(one, other, strict=True))


@given(st.lists(st.characters(), min_size=1, max_size=4, unique=True))
def test_every_side_has_a_colour_of_its_own_whatever_its_letter(sides):
    colours = lights.of_sides(sides)
    assert len(set(colours)) == len(sides)
    for at, (letter, colour) in enumerate(zip(sides, colours, strict=True)):
        own = lights.SIDES.get(letter)
        earlier = [lights.SIDES[side] for side in sides[:at] if side in lights.SIDES]
        if own and not any(_apart(own, other) < 0.3 for other in earlier):
            assert colour == own
        else:  # it is taken for no other side's
            others = [_apart(colour, other) for other in colours if other != colour]
            assert min(others, default=1) >= 0.3


def test_two_letters_of_one_colour_are_told_apart():
    assert lights.of_sides("1w") == [lights.SIDES["1"], lights.SIDES["r"]]
    assert lights.of_sides("w1") == [lights.SIDES["w"], lights.SIDES["r"]]


def test_a_game_of_other_letters_is_played(monkeypatch):
    """Its sides may have letters for which the lights have no colour."""
    monkeypatch.setattr(games.load("tours").Position, "SIDES", "xo")
    table = Table("square")
    table.send("new tours")
    table.run(500)
    assert table.said("turn") == ["x"] and not table.said("error")


def test_a_watched_board_lights_sides_of_any_letter():
    lamps = Lamps(grid("avalam"))
    lamps.hear("turn:x=c9 turn:o=d9", "xo")
    frame = lamps.frame()
    cells = [frame[3 * cell : 3 * cell + 3] for cell in map(grid("avalam").cell, ("c9", "d9"))]
    assert all(map(any, cells)) and cells[0] != cells[1]


def test_a_colour_and_a_rhythm_that_do_not_belong_together_are_unclear():
    # The white of what is in the hand, which is steady, but blinking.
    assert read([(255, 255, 255), (0, 0, 0)] * 8, "yr") is None


def test_dark_is_off():
    assert read([(0, 0, 0)] * lights.SLOTS, "yr") == Reading("off", 0)


def test_a_recorder_that_has_seen_nothing_shows_dark():
    assert read(Recorder().slots(3, 5000), "yr") == Reading("off", 0)


def test_a_reading_is_written_with_its_pulses():
    assert [str(Reading("remove", 2)), str(Reading("which", 0))] == ["remove/2", "which"]


class Strip:
    """The firmware's lights of a board, recorded."""

    def __init__(self, name, sides, brightness):
        self.cells = grid(name)
        board = json.loads(paths.board(name).read_text())
        self.chain = board["leds"]["chain"].split()
        self.lights = lights.Lights(self.cells, board["leds"], board["budget_ma"])
        self.lights.set_colours(sides, brightness)
        self.recorder = Recorder()
        order = [board["leds"]["order"].index(colour) for colour in "RGB"]
        self._bytes = [3 * self.chain.index(name) + at for name in self.cells.names for at in order]

    def show(self, lamps, now, ms):
        """Show the lamps from now on, for so long."""
        self.lights.lamps[:] = lamps
        self.lights.restart(now)
        self._record(now)
        until = now + ms
        while self.lights.at is not None and self.lights.at <= until:
            now = self.lights.at
            self.lights.lit = False
            self.lights.at = self.lights.act(now)
            if self.lights.lit:
                self._record(now)

    def _record(self, now):
        self.recorder.add(bytes(self.lights.frame[at] for at in self._bytes), now)


def test_a_rhythm_goes_on_where_nothing_else_is_said():
    """If it began anew half-way, three pulses would be read as six."""
    strip = Strip("avalam", "yr", 160)
    lamps = bytearray(strip.cells.size)
    lamps[4] = lights.pulses(lights.CHOICE, 3)
    strip.show(lamps, 0, 7 * lights.SLOT_MS)
    ms = PERIOD_MS + lights.SLOT_MS
    strip.show(lamps, 8 * lights.SLOT_MS, ms)
    now = 8 * lights.SLOT_MS + ms
    assert read(strip.recorder.slots(4, now), "yr") == Reading("choice", 3)


def test_the_lights_are_due_when_one_of_them_changes():
    strip = Strip("avalam", "yr", 160)
    whole = strip.lights
    whole.lamps[:] = bytes([lights.CAN_MOVE]) * len(whole.lamps)  # eight slots brighter, eight dim
    whole.lamps[4] = lights.MAY_LAND  # four and four
    whole.restart(0)
    assert [whole.act(slot * lights.SLOT_MS) for slot in (1, 4, 9, 14)] == [500, 1000, 1500, 2000]


def test_lights_that_never_change_are_due_when_they_are_dimmed():
    strip = Strip("avalam", "yr", 160)
    whole = strip.lights
    whole.lamps[:] = bytes([lights.TURN]) * len(whole.lamps)
    whole.restart(0)
    assert whole.act(lights.SLOT_MS) is None
    bright = sum(whole.frame)
    whole.set_colours("yr", 80)
    whole.lit = False
    assert whole.at == SOON and whole.act(3000) is None
    assert whole.lit and 0 < sum(whole.frame) < bright


@pytest.mark.parametrize("name", NAMES)
def test_a_few_lights_on_a_dark_board_are_read_whenever_one_looks(name):
    """They are so few that the limiter does not dim them; their rhythms begin at any moment."""
    chance = random.Random(name)
    strip = Strip(name, "yr", 160)
    now = 100
    for _ in range(20):
        lamps = bytearray(strip.cells.size)
        lit = chance.sample(range(strip.cells.size), 4)
        for cell in lit:
            lamps[cell] = chance.randrange(len(lights.STATES))
        ms = PERIOD_MS + lights.SLOT_MS + chance.randrange(3000)
        strip.show(lamps, now, ms)
        now += ms
        for cell in range(strip.cells.size):
            seen = read(strip.recorder.slots(cell, now), "yr")
            assert seen == meaning(lamps[cell])


def test_the_limiter_that_dims_a_full_board_does_not_change_what_it_says():
    """Where it dims the bright slots and not the dark ones, a rhythm becomes flatter."""
    strip = Strip("avalam", "yr", 255)
    lamps = bytearray([lights.MAY_LAND]) * strip.cells.size
    lamps[3] = lights.TURN
    lamps[7] = lamps[8] = lights.LAST_MOVE
    ms = PERIOD_MS + lights.SLOT_MS
    strip.show(lamps, 0, ms)
    slots = [strip.recorder.slots(cell, ms) for cell in range(strip.cells.size)]
    greens = {green for shown in slots for _, green, _ in shown}
    assert max(greens) < 150, "the limiter had nothing to do"
    assert [read(shown, "yr") for shown in slots] == [meaning(lamp) for lamp in lamps]


@pytest.mark.parametrize("name", NAMES)
def test_an_led_under_no_cell_stays_dark_and_its_rest_is_counted(name):
    strip = Strip(name, "yr", 255)
    strip.show(bytes([lights.MAY_LAND]) * strip.cells.size, 0, 100)
    lit = [any(strip.lights.frame[3 * at : 3 * at + 3]) for at in range(len(strip.chain))]
    assert lit == [cell != lights.NO_CELL for cell in strip.chain]
    board = json.loads(paths.board(name).read_text())
    full, rest = board["leds"]["full_ma"] / 255, board["leds"]["rest_ma"]
    drawn = full * sum(strip.lights.frame) + rest * len(strip.chain)
    assert board["budget_ma"] - 30 < drawn <= board["budget_ma"]
