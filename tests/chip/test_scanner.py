"""The scanner's state machine and DMA, in the emulator's alone, against a simulated matrix."""

import random
from array import array

import pytest

from chip.bare import Bare
from depth import deep
from tourelle.scanner import CLOSED, ROOM
from tourelle_host import matrix
from tourelle_host.sim import hand

GRIDS = ("avalam", "square", "hex")
BOARDS = [*GRIDS, *deep(*(f"revision-a/{grid}" for grid in GRIDS))]


class Watched:
    """A bare chip whose scanner runs, and the changes that it told: (contact, closed, time)."""

    def __init__(self, board="avalam"):
        self.bare = Bare(board)
        self.module = self.bare.load("rp2_scanner")
        self.scanner = self.module.Sampled(self.bare.board, self.bare.cells)
        self.size = self.bare.cells.size
        self.closed = bytearray(self.size + 2)
        self.lost = 0  # milliseconds, since the start
        self._what = bytearray(ROOM)
        self._when = array("i", [0] * ROOM)
        self.scanner.begin(self.closed)

    def near(self, when, at):
        """Whether that is the time of the sample which shows what happened at a moment."""
        period = self.module._PERIOD_MS
        return -period < when - at <= 2 * period

    @property
    def now(self):
        return self.bare.now_ns // 1_000_000

    def run(self, ms):
        self.bare.run(ms)

    def do(self, command):
        cells = self.bare.cells
        self.bare.world.run(self.now)
        hand.perform(hand.parse(command, cells), self.bare.world)
        self.bare.set()

    def put(self, cells):
        """Pieces on just these cells."""
        for cell in range(self.size):
            here, wanted = bool(self.bare.world.cells[cell]), cell in cells
            if here != wanted:
                self.bare.world.cells[cell] = ["r1"] if wanted else []
                self.bare.world._feel(cell)
        self.bare.set()

    def changes(self):
        told = []
        while True:
            count = self.scanner.changes(self._what, self._when, self.now)
            self.lost += self.scanner.lost
            if not count:
                return told
            for i in range(count):
                contact = self._what[i] & ~CLOSED
                self.closed[contact] = self._what[i] >> 7
                told.append((contact, self.closed[contact], self._when[i]))


@pytest.mark.parametrize("board", BOARDS)
def test_every_cell_is_told_by_its_own_number_when_it_closes_and_opens(board):
    watched = Watched(board)
    assert not any(watched.closed[: watched.size])
    for cell in range(watched.size):
        for closed in (1, 0):
            watched.put({cell} if closed else set())
            at = watched.now
            watched.run(20)
            ((contact, state, when),) = watched.changes()
            assert (contact, state) == (cell, closed)
            assert watched.near(when, at)


def test_the_buttons_are_told_after_the_cells():
    watched = Watched()
    assert not any(watched.closed)
    for number, button in enumerate(("ok", "undo")):
        watched.do(f"press {button}")
        watched.run(20)
        assert [change[:2] for change in watched.changes()] == [(watched.size + number, 1)]
        watched.bare.world.run(watched.now + 200)
        watched.bare.set()
        watched.run(20)
        assert [change[:2] for change in watched.changes()] == [(watched.size + number, 0)]


@pytest.mark.parametrize("board", BOARDS)
def test_many_switches_at_once_are_all_seen_right(board):
    watched = Watched(board)
    chosen = random.Random(5)
    for _ in range(12):
        pieces = {cell for cell in range(watched.size) if chosen.random() < 0.6}
        watched.put(pieces)
        watched.run(30)
        watched.changes()
        assert {cell for cell in range(watched.size) if watched.closed[cell]} == pieces


@pytest.mark.parametrize("board", BOARDS)
def test_the_pins_of_every_board_fit(board):
    bare = Bare(board)
    assert bare.load("rp2_setup").fits(bare.board)


def test_pins_that_lie_otherwise_do_not_fit():
    bare = Bare("square")
    fits = bare.load("rp2_setup").fits
    for changed in (
        {"rows": [0, 1, 2, 3, 4, 5, 7, 6]},
        {"columns": [9, 10, 11, 12, 13, 14, 16, 17]},
        {"buttons": {"ok": 18, "undo": 19}},
        {"buttons": {"ok": 19, "undo": 21}},
    ):
        assert not fits(bare.board | changed)


@pytest.mark.parametrize("board", BOARDS)
def test_one_row_at_a_time_is_driven_and_none_is_driven_high(board):
    watched = Watched(board)
    rows = sum(1 << row for row in range(9))  # those of the controller, which a board may not have
    block = watched.bare.chip.blocks[0]
    driven = set()
    for _ in range(3000):
        watched.bare.chip.clock.tick(1000)
        block.catch_up()
        low = block.pin_directions & rows
        assert not block.pin_values & low
        assert low & (low - 1) == 0
        driven.add(low)
    assert len(driven) == len(watched.bare.board["rows"]) + 1  # and none


def test_a_missing_diode_shows_no_more_than_the_matrix_does():
    watched = Watched()
    cells = watched.bare.cells
    corner = [cells.cell(name) for name in ("e4", "e5", "f4")]
    fault = matrix.parse("diode f4 missing", cells)
    watched.bare.world.wire(matrix.Matrix(cells, [fault]))
    watched.put(set(corner))
    watched.run(20)
    watched.changes()
    seen = {cell for cell in range(watched.size) if watched.closed[cell]}
    assert seen == matrix.Matrix(cells, [fault]).seen(corner)


def test_changes_keep_their_times_while_the_program_is_busy_for_a_second():
    watched = Watched()
    expected = []
    for step in range(50):
        at = watched.now
        watched.put({step % watched.size} if step % 2 == 0 else set())
        expected.append(at)
        watched.run(19)
    told = watched.changes()
    assert len(told) == len(expected)
    assert all(watched.near(when, at) for (_, _, when), at in zip(told, expected, strict=True))
    assert watched.lost == 0


def test_the_ring_goes_round_and_round():
    watched = Watched()
    for turn in range(40):
        watched.put({turn % watched.size})
        watched.run(150)
        assert (turn % watched.size, 1) in [change[:2] for change in watched.changes()]
        assert watched.lost == 0


def test_a_program_that_is_busy_for_longer_is_told_so_and_sees_what_is():
    watched = Watched()
    watched.put({3, 5})
    watched.run(20)
    watched.changes()
    watched.put({5, 7})
    watched.run(2000)
    watched.changes()
    assert 600 < watched.lost < 700  # the ring holds 1365 ms
    assert {cell for cell in range(watched.size) if watched.closed[cell]} == {5, 7}


@pytest.mark.parametrize("samples", range(1, 12, 2))
def test_the_second_channel_starts_the_first_one_anew_and_no_sample_is_missed(samples):
    watched = Watched()
    channel = watched.bare.chip.dma.channels[watched.module._channels[0].channel]
    _age(watched, channel, samples)
    for step in range(20):
        watched.put({step})
        at = watched.now
        watched.run(15)
        told = watched.changes()
        assert [(c, s) for c, s, _ in told if s] == [(step, 1)]
        assert all(watched.near(when, at) for _, _, when in told)
    assert watched.lost == 0
    assert channel._trans_count > 3 << 25


def test_between_two_laps_no_words_are_left_and_nothing_waits():
    """So it reads until the second channel has started the first one anew."""
    watched = Watched()
    channel = watched.bare.chip.dma.channels[watched.module._channels[0].channel]
    _age(watched, channel, 4)
    watched.put({9})
    watched.run(6)
    left = channel._trans_count
    channel._trans_count = 0
    watched.bare.until_ns = watched.bare.now_ns + 20_000_000
    assert watched.scanner._head() == 0
    told = watched.changes()
    channel._trans_count = left
    assert (9, 1) in [change[:2] for change in told + watched.changes()]


def _age(watched, channel, samples):
    """As if the scanner had run for 37 hours less so many samples."""
    module, state = watched.module, watched.scanner._state
    channel._trans_count = 3 * samples + channel._trans_count % 3
    words = module._LAP - channel._trans_count
    channel._write_addr = module._at + 4 * (words % module._words)
    state[module._AT] = watched.scanner._head()
    for contact in range(watched.size + 2):
        state[module._SINCE + contact] = state[module._AT] - (1 << 25) & module._NUMBERS


def test_closed_it_writes_nothing_any_more_and_begun_again_it_knows_what_is():
    watched = Watched()
    watched.put({1})
    watched.run(10)
    watched.scanner.close()
    chip = watched.bare.chip
    before = bytes(chip.sram)
    rows = sum(1 << row for row in watched.bare.board["rows"])
    watched.put({2})
    watched.run(100)
    assert bytes(chip.sram) == before
    assert not any(channel.active for channel in chip.dma.channels)
    assert not chip.blocks[0].machines[0].enabled
    watched.scanner.begin(watched.closed)
    assert [cell for cell in range(watched.size) if watched.closed[cell]] == [2]
    watched.put({4})
    watched.run(20)
    assert sorted(change[:2] for change in watched.changes()) == [(2, 0), (4, 1)]
    assert chip.blocks[0].pin_directions & ~rows == 0


def test_begun_twice_it_takes_no_more_of_the_chip():
    watched = Watched()
    channels = watched.bare._channels
    for _ in range(3):
        watched.scanner.begin(watched.closed)
    assert watched.bare._channels == channels
    assert sum(machine.enabled for machine in watched.bare.chip.blocks[0].machines) == 1
