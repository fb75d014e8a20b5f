"""The black box: the last events are kept, told when asked, and kept in a file at a crash."""

import pytest

from table import Memory, Table
from tourelle.blackbox import EVENTS
from tourelle.buttons import UNDO
from tourelle.games import opening
from tourelle_host import paths
from tourelle_host.sim.board import SimulatedBoard
from tourelle_host.sim.disk import Stored


def told(table):
    """What the board tells of its events when asked."""
    table.said("event")
    table.send("blackbox")
    table.run(3000)
    return table.said("event")


def events(lines):
    """Of these lines the events, without their numbers and times."""
    found = [line.split(" ", 2) for line in lines if line[0].isdigit()]
    numbers = [int(number) for number, _, _ in found]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    return [words for _, _, words in found]


def test_switches_buttons_and_decisions_are_kept_with_their_moments():
    table = Table("avalam")
    table.start(opening("avalam"))
    began = table.now
    table.lift("c9")
    table.touch("d9")
    table.run(1000)
    table.press(UNDO)
    table.run(1000)
    table.send("move e4-e3")
    lines = told(table)
    pushed = table.position.parse_move("f5-e6")
    assert events(lines)[49:] == [
        "lift c9", "lift d9", "down d9", "move 1 3056", "press undo", "release undo",
        "undo 1 3056", "question 0 0", "move 1 1032", "host 1 1",
    ]  # fmt: skip
    assert pushed is not None
    moments = [int(line.split()[1]) for line in lines if line[0].isdigit()]
    assert moments[49:53] == [began, began + 100, began + 200, began + 500]
    assert lines[0] == "black-box 1 tourelle 0.1.0 board avalam"
    closed = {name for name in table.cells.names if table.switches[table.cells.cell(name)]}
    assert {line.split()[0]: set(line.split()[1:]) for line in lines}["switches"] == closed
    assert lines[-3] == "record 0 avalam"
    assert lines[-2:] == ["record 1 e4-e3", "end 59"]


def test_the_last_256_events_are_kept():
    table = Table("avalam")
    table.start(opening("avalam"))
    for _ in range(80):
        table.touch("d9")
        table.touch("c9")
    lines = told(table)
    kept = [int(line.split()[0]) for line in lines if line[0].isdigit()]
    assert len(kept) == EVENTS and f"end {kept[-1] + 1}" == lines[-1]
    assert kept[-1] > 300


def test_a_long_game_is_told_in_pieces():
    table = Table("avalam")
    table.start(opening("avalam"))
    for _ in range(30):
        move = next(iter(table.position.legal_moves()))
        table.send("move " + table.position.move_text(move))
        table.run(50)
    lines = told(table)
    assert [line.split()[:2] for line in lines if line.startswith("record")] == [
        ["record", "0"], ["record", "1"], ["record", "13"], ["record", "25"],
    ]  # fmt: skip
    assert sum(len(line.split()) - 2 for line in lines if line.startswith("record")) == 30 + len(
        table.core.session.journal.start.split()
    )


def test_without_a_game_there_is_no_record():
    table = Table("hex")
    assert told(table)[-3:] == ["switches none", "record 0 none", "end 0"]


def test_nothing_is_lost_and_no_light_waits_where_the_host_reads_slowly():
    table = Table("avalam")
    table.start(opening("avalam"))
    for _ in range(120):
        table.touch("d9")
    core, link = table.core, table.core.link
    link.received[:9] = b"blackbox\n"
    link.length = 9
    heard = b""
    lit = []
    for turn in range(20000):
        if turn == 200:
            table.switches[table.cells.cell("c9")] = 0
        core.sense(table.scanner, table.now)
        core.tick(table.now)
        if turn == 200:
            lit.append(core.lights.lit)
        link.length = 0
        taken = min(link.count, 5 if turn % 4 == 0 else 0)
        heard += bytes(link.out[:taken])
        link.sent(taken)
        table.now += 1
    assert lit == [True]
    lines = heard.decode().splitlines()
    assert not [line for line in lines if line.startswith("@lost")]
    assert len([line for line in lines if line.startswith("@event ")]) == EVENTS + 4
    assert "@lift c9" in lines


def test_whoever_asks_again_is_told_from_the_beginning():
    table = Table("avalam")
    table.start(opening("avalam"))
    table.core.link.received[:18] = b"blackbox\nblackbox\n"
    table.core.link.length = 18
    table.run(1000)
    assert sum("black-box" in line for line in table.said("event")) == 1


def test_nothing_is_kept_of_a_crash_that_was_none():
    store = Memory()
    table = Table("avalam", store=store)
    table.send("blackbox crash")
    table.send("blackbox now")
    assert table.said("error") == [
        "nothing is kept of a crash",
        "blackbox, or blackbox crash; not 'now'",
    ]
    told = ["black-box 1", "crash RuntimeError: a loose screw", "end 0"]
    store.keep_crash(told)
    table.send("blackbox crash")
    table.send("status")
    table.run(100)
    assert table.said("event") == told
    assert "crash=blackbox.txt" in table.said("status")[0].split()


# -- a crash

CRASHING = """
from tourelle import loop_as_it_is
held = []
def run(core, board):
    step = core.tick
    def counting(now):
        {what}
        return step(now)
    core.tick = counting
    loop_as_it_is.run(core, board)
"""
SOON = "if core.blackbox.count >= {count}: raise RuntimeError('a loose screw\\n')"
# The heap is filled to its last byte, and nobody lets go of it.
FULL = """if core.blackbox.count >= 2:
            size = 1 << 16
            while size >= 16:
                try:
                    while True:
                        held.append(bytearray(size))
                except MemoryError:
                    size >>= 1
            filled = None
            while True:
                filled = (filled,)
"""


def board(vm, tmp_path, what, state=None):
    """A board whose loop crashes."""
    firmware = paths.firmware()
    crashing = tmp_path / "loop.py"
    crashing.write_text(CRASHING.format(what=what))
    files = {
        **firmware,
        "board.json": paths.board("avalam"),
        "tourelle/loop_as_it_is.py": firmware["tourelle/loop.py"],
        "tourelle/loop.py": crashing,
    }
    return SimulatedBoard("avalam", vm, Stored(state, files))


def played(vm, tmp_path, what):
    """What a board says that crashes in the middle of a game, and what it tells of it then."""
    state = tmp_path / "state"
    state.mkdir()
    with board(vm, tmp_path, what, state) as broken:
        broken.do("set avalam")
        broken.advance(1500)
        broken.do("lift c9")
        broken.advance(200)
        broken.do("drop d9")
        broken.advance(3000)
        said = list(broken.lines)
    whole = {**paths.firmware(), "board.json": paths.board("avalam")}
    with SimulatedBoard("avalam", vm, Stored(state, whole)) as mended:
        mended.advance(500)
        mended.send(b"status\nblackbox crash\n")
        mended.advance(3000)
        return said, mended.lines


CRASHES = {
    "cpython-loose screw": ("cpython", SOON.format(count=2)),
    "micropython-loose screw": ("micropython", SOON.format(count=2)),
    "micropython-full heap": ("micropython", FULL),
}


@pytest.mark.needs_micropython
@pytest.mark.parametrize(("vm", "what"), CRASHES.values(), ids=CRASHES)
def test_at_a_crash_they_are_printed_and_kept_in_a_file(vm, tmp_path, what):
    said, after = played(vm, tmp_path, what)
    assert "@fault crashed (1 in a row), starting again" in said
    printed = [line for line in said if line.startswith("@event ")]
    kept = [line for line in after if line.startswith("@event ")]
    assert printed[: len(kept)] == kept
    crash = "MemoryError" if what == FULL else "RuntimeError: a loose screw"
    assert kept[1].startswith(f"@event crash {crash}")
    assert "lift c9" in [line.split(" ", 3)[3] for line in kept if line.split()[1].isdigit()]
    assert kept[-1].startswith("@event end ") and int(kept[-1].split()[2]) >= 2
    (status,) = [line for line in after if line.startswith("@status")]
    assert "crash=blackbox.txt" in status.split()


def test_the_first_of_several_crashes_in_a_row_is_the_one_that_is_kept(vm, tmp_path):
    what = SOON.format(count="2 - 2 * (core.session.crashed == 1)")
    said, after = played(vm, tmp_path, what)
    assert "@fault crashed (2 in a row), starting again" in said
    kept = [line for line in after if line.startswith("@event ")]
    assert int(kept[-1].split()[2]) >= 2


def test_a_file_that_cannot_be_written_keeps_nothing_from_starting_again(vm, tmp_path):
    class Full(Memory):
        def keep_crash(self, lines):
            raise OSError(28)

    from tourelle import startup

    table = Table("avalam")
    table.start(opening("avalam"))

    class Hardware:
        sent = b""

        class console:
            @staticmethod
            def send(buffer, count):
                Hardware.sent += bytes(buffer[:count])
                return count

    startup.tell(RuntimeError("x"), table.core, Full(), Hardware)
    assert Hardware.sent.count(b"\r\n@event ") == len(told(table)) + 1
