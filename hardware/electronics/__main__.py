"""Writes everything that comes from the description, or says what is stale.

    python -m electronics [--check]

With --check nothing is written: status 1, and a line for all that is stale or wrong. What takes
KiCad 9 and ngspice is left out, and said so, where they are not installed.
"""

import argparse
import sys

from electronics import kicad, make, spice


def main() -> int:
    parser = argparse.ArgumentParser(prog="electronics", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if stale")
    check = parser.parse_args().check
    tools = kicad.present() and spice.present()
    try:
        lines = make.check(tools) if check else []
        written = [] if check else make.write(tools)
    except (RuntimeError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    for line in lines:
        print(line, file=sys.stderr)
    if not tools:
        print("electronics: without KiCad 9 and ngspice (hardware/install-tools) only what Python "
              "makes alone was looked at")
    if not lines:
        print("electronics: up to date" if check else
              f"electronics: {len(written)} files written, the others were up to date")
    return 1 if lines else 0


sys.exit(main())
