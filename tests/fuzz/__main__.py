"""The command: see the package."""

import argparse
import functools
import resource
import shutil
import signal
import sys
import time

from fuzz.campaign import run
from fuzz.targets import TARGETS, the_page
from tourelle_host import micropython

_MEMORY = 1 << 30  # bytes: what takes more is a finding


def main() -> int:
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append", choices=TARGETS)
    arguments = parser.parse_args()
    # A shell that has put this into the background had Ctrl-C ignored, and so would the server.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    names = arguments.only or list(TARGETS)
    vm = micropython.available()
    browser = shutil.which("chromium") and shutil.which("chromedriver")
    for name, there in {"vm": vm, "disk": vm, "page": browser}.items():
        if name in names and not there:
            print(f"left out: {name}, since what it needs is not installed")
            names.remove(name)
    if "page" in names:
        the_page()  # before the limit, which would hold for the browser as well
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    tell = functools.partial(print, flush=True)
    end = time.monotonic() + arguments.seconds
    counts, found = run(names, arguments.seed, lambda: time.monotonic() < end, tell)
    told = ", ".join(f"{count} {name}" for name, count in counts.items())
    print(f"seed {arguments.seed}, {arguments.seconds:g} s: {told}; {found} found")
    return 1 if found else 0


sys.exit(main())
