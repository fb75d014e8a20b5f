"""Writes everything that comes from the description, or says what is stale.

    python -m electronics [--check] [--without-tools]

--check           write nothing; exit 1 and name what is stale or wrong
--without-tools   leave out what needs KiCad and ngspice: what the Makefile does where they are
                  not installed
"""

import argparse
import sys

from electronics import make


def main() -> int:
    parser = argparse.ArgumentParser(prog="electronics", description=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--without-tools", action="store_true")
    chosen = parser.parse_args()
    try:
        if not chosen.check:
            written = make.write(tools=not chosen.without_tools)
            print(f"{len(written)} files written" if written else "everything is up to date")
            return 0
        wrong = make.check(tools=not chosen.without_tools)
    except (RuntimeError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    for line in wrong:
        print(line, file=sys.stderr)
    if not wrong:
        print("the boards' files are up to date")
    return 1 if wrong else 0


sys.exit(main())
