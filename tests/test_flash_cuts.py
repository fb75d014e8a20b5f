"""The power is cut at any byte while a board is flashed: what it is then, and what repairs it."""

import contextlib
import json
import random
import subprocess
from binascii import b2a_base64
from pathlib import Path

import pytest

from depth import deep
from tourelle_host import micropython
from tourelle_host.errors import UserError
from tourelle_host.flash import remote
from tourelle_host.flash.plan import BoardState, make

pytestmark = pytest.mark.needs_micropython

SCRIPT = Path(__file__).with_name("cut_flash.py")
USERS = {"journal.txt": "a game under way\n" * 40, "settings.json": '{"mute": true}'}


def firmware(seed, *names):
    """Files that differ from one seed to another, a few in each of the firmware's places."""
    chance = random.Random(seed)
    return {name: chance.randbytes(chance.choice((60, 900, 5000))) for name in names}


OLD = {
    **firmware(1, "board.json", "main.py", "tourelle/core.mpy", "tourelle/games/position.mpy"),
    **firmware(1, "tourelle/gone/old.mpy", "tourelle/plain.py", "tourelle/startup.py"),
    **firmware(0, "tourelle/same.mpy"),
}
NEW = {
    **firmware(2, "board.json", "main.py", "tourelle/core.mpy", "tourelle/games/position.mpy"),
    **firmware(2, "tourelle/fresh/new.mpy", "tourelle/plain.mpy", "tourelle/startup.mpy"),
    **firmware(0, "tourelle/same.mpy"),
}


# Two firmwares that a full flash has no room for at once.
LARGE = ("tourelle/kept.mpy", "tourelle/games/a.mpy", "tourelle/games/b.mpy")
LARGE_OLD = OLD | {name: bytes(9000) for name in (*LARGE, "tourelle/c.py", "tourelle/d.py")}
LARGE_NEW = NEW | {name: bytes(9001) for name in (*LARGE, "tourelle/c.mpy", "tourelle/d.mpy")}
LARGE_NEW["tourelle/kept.mpy"] = LARGE_OLD["tourelle/kept.mpy"]


class CutBoard:
    """A flash on a bench, see cut_flash.py."""

    def __init__(self, folder):
        programs = []
        for name in ("install", "state"):
            programs.append(folder / f"{name}.py")
            programs[-1].write_text(remote._program(name, ""))
        self._process = subprocess.Popen(
            micropython.command("-X", "heapsize=16m", str(SCRIPT), *map(str, programs)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def close(self):
        self._process.kill()
        self._process.communicate()

    def ask(self, **words):
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps(words) + "\n")
        self._process.stdin.flush()
        for line in self._process.stdout:
            if line.startswith("="):
                return json.loads(line[1:])
        raise AssertionError("the bench has broken")

    def state(self):
        return BoardState.read(self.ask(state=True) | {"same": False})

    def install(self, wanted, left=-1):
        """Flash these files as the host does; whether that came to its end."""
        plan = make(self.state(), wanted, "mark")
        data = b2a_base64(b"".join(plan.packed)).decode()
        said = self.ask(left=left, plan=json.loads(plan.text()), data=data)
        assert left >= 0 or said is True, said
        return said is True

    def holds(self, files):
        """Whether the complete firmware on it is just this one."""
        state = self.state()
        return state.complete and state.files == state.manifest == digests(files)


def digests(files):
    from tourelle_host.flash.contents import digest

    return {name: (len(data), digest(data)) for name, data in files.items()}


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    made = CutBoard(tmp_path_factory.mktemp("bench"))
    yield made
    made.close()


@pytest.fixture(scope="module", autouse=True)
def flashes(bench):
    """Remembered: "blank", with the user's files alone; "old", with the old firmware besides;
    "large", with a large one; "full", with that and with just so much of the user's that it fits.
    """
    bench.ask(blank=True)
    bench.ask(put=USERS)
    bench.ask(keep="blank")
    assert bench.install(OLD)
    assert bench.holds(OLD)
    bench.ask(keep="old")
    assert bench.install(LARGE_OLD)
    bench.ask(keep="large")
    fill(bench, FEWEST)
    bench.ask(keep="full")


FEWEST = 13  # free blocks with which the large firmware can be flashed over the other


def fill(bench, free):
    """Fill the flash with a file of the user's, up to so many free blocks."""
    state = bench.state()
    bench.ask(put={"mine.bin": "x" * (state.free - (free + 1) * state.block)})
    assert bench.state().free == free * state.block


def written(bench, start, wanted):
    """How many bytes a whole installation writes, found by halving."""
    low, high = 0, 1 << 20
    while high - low > 1:
        middle = (low + high) // 2
        bench.ask(take=start)
        if bench.install(wanted, middle):
            high = middle
        else:
            low = middle
    return high


def check_users(bench):
    files = bench.ask(names=True)
    assert {"/journal.txt", "/settings.json"} <= set(files)


@pytest.mark.parametrize(
    ("start", "before", "wanted"),
    [("old", OLD, NEW), ("full", LARGE_OLD, LARGE_NEW), *deep(("blank", {}, NEW))],
)
def test_a_cut_at_any_byte_leaves_the_old_or_a_loader_and_is_repaired(bench, start, before, wanted):
    total = written(bench, start, wanted)
    chance = random.Random(start)
    cuts = {*range(1, total, total // 80), *chance.sample(range(1, total), 50), total - 1}
    seen = set()
    for cut in sorted(cuts):
        bench.ask(take=start)
        assert not bench.install(wanted, cut)
        state = bench.state()
        files = state.files
        new, old = digests(wanted), digests(before)
        whole = [name for name in files if files[name] in (new.get(name), old.get(name))]
        assert whole == list(files), f"a torn file after {cut} bytes"
        if state.names:
            assert "main.py" in files or not any(name.startswith("tourelle/") for name in files)
            assert not before or starts(files)
            kind = "half"
        elif state.flashed:
            assert files == state.manifest in (old, new)
            kind = "old" if files == old else "new"
        else:
            assert not files
            kind = "nothing"
        seen.add(kind)
        assert bench.install(wanted)
        assert bench.holds(wanted), f"not repaired after {cut} bytes"
        check_users(bench)
    assert seen >= ({"old", "half"} if before else {"nothing", "half"})


def starts(files):
    """Whether all that a board needs is there to say that its firmware is incomplete."""
    startup = {"tourelle/startup.py", "tourelle/startup.mpy"} & files.keys()
    return {"board.json", "main.py"} <= files.keys() and startup


# What else was ever written to a flash decides where littlefs looks for free blocks first.
@pytest.mark.parametrize("written_before", [0, 5, 24, *deep(21, 27, *range(30, 60))])
def test_with_any_number_of_free_blocks_a_flash_comes_to_its_end_or_is_refused(
    bench, written_before
):
    bench.ask(take="blank")
    bench.ask(put={"text.txt": "x" * written_before})
    assert bench.install(OLD)
    assert bench.install(LARGE_OLD)
    bench.ask(keep="crowded")
    made = []
    for free in range(30):
        bench.ask(take="crowded")
        fill(bench, free)
        try:
            plan = make(bench.state(), LARGE_NEW, "mark")
        except UserError as error:
            assert f" {(FEWEST - free) * 4} KB are missing" in str(error)
        else:
            made.append(len(plan.room))
            assert bench.install(LARGE_NEW)
            assert bench.holds(LARGE_NEW)
            check_users(bench)
    assert made[0] > made[-1] == 0


@pytest.mark.deep
@pytest.mark.parametrize(
    ("start", "before", "wanted"), [("old", OLD, NEW), ("full", LARGE_OLD, LARGE_NEW)]
)
def test_a_repair_may_be_cut_off_too(bench, start, before, wanted):
    total = written(bench, start, wanted)
    chance = random.Random(3)
    for _ in range(20):
        bench.ask(take=start)
        bench.install(wanted, chance.randrange(1, total))
        bench.install(wanted, chance.randrange(1, total))
        with contextlib.suppress(UserError):  # what is complete stays where it has too little room
            bench.install(before, chance.randrange(1, total))
        assert bench.install(wanted)
        assert bench.holds(wanted)
        check_users(bench)


def test_what_is_stale_goes_with_its_folder_and_nothing_else_does(bench):
    bench.ask(take="old")
    bench.ask(put={"tourelle/mine.txt": "not of the firmware", "notes.txt": "mine"})
    assert bench.install(NEW)
    names = bench.ask(names=True)
    assert "/tourelle/mine.txt" in names and "/notes.txt" in names
    assert not {"/tourelle/gone", "/tourelle/gone/old.mpy", "/tourelle/plain.py"} & set(names)
    assert not {"/tourelle.new", "/flashing.txt"} & set(names)


def test_what_is_damaged_on_the_way_is_noticed(bench):
    bench.ask(take="old")
    plan = make(bench.state(), NEW, "mark")
    damaged = json.loads(plan.text())
    damaged["write"][2][2] = "0" * 16
    data = b2a_base64(b"".join(plan.packed)).decode()
    assert "something else" in bench.ask(left=-1, plan=damaged, data=data)
    assert bench.holds(OLD)
    assert "/tourelle.new" not in bench.ask(names=True)
