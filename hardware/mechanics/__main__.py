"""Writes everything that comes from mechanics.toml, or says what is stale.

    python -m mechanics [--check | --stl | --step]

--check   write nothing; exit 1 and name what is stale
--stl     write the pieces as STL files, into build/mechanics
--step    the same as STEP files; takes Open CASCADE (make pieces-step)
"""

import argparse
import sys

from mechanics import make


def main() -> int:
    parser = argparse.ArgumentParser(prog="mechanics", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--stl", action="store_true")
    parser.add_argument("--step", action="store_true")
    asked = parser.parse_args()
    if asked.stl or asked.step:
        for path in make.write_stl() if asked.stl else make.write_step():
            print(path.relative_to(make.REPOSITORY))
        return 0
    try:
        names = make.stale() if asked.check else make.write()
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    if asked.check and names:
        print(f"stale: {', '.join(names)}; run make hardware", file=sys.stderr)
        return 1
    print(f"written: {', '.join(names)}" if names else "panels, pieces and magnets: up to date")
    return 0


sys.exit(main())
