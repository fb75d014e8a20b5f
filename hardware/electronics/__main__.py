"""Writes everything that follows from the boards' drawings, or says what is stale or wrong.

    python -m electronics [--check]

With --check nothing is written: status 1, and a line for all that is stale, for each complaint of
KiCad's checks, and where a frozen release is not what the drawings say.
"""

import argparse
import sys

from electronics import kicad, make, spice


def main() -> int:
    parser = argparse.ArgumentParser(prog="electronics", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if stale")
    check = parser.parse_args().check
    if not (kicad.present() and spice.present()):
        print("electronics: nothing was looked at; the boards' drawings take KiCad 9 and ngspice "
              "(hardware/install-tools)")
        return 0 if check else 1
    try:
        lines = make.check() if check else []
        written = [] if check else make.write()
    except (RuntimeError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    for line in lines:
        print(line, file=sys.stderr)
    if not lines:
        print("electronics: up to date" if check else
              f"electronics: {len(written)} files written, the others were up to date")
    return 1 if lines else 0


sys.exit(main())
