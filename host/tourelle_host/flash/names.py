"""Prints which functions are called `_c` on a board, for readers of a crash report.

python -m tourelle_host.flash.names [NAME...]

Private names are shortened (see shorten.py), so one name stands for several functions; `_c2` stands
for one where two modules in a file had a `_c`. The line above in the traceback tells which it is.
"""

import ast
import sys
from collections import defaultdict
from pathlib import Path

from tourelle_host import paths
from tourelle_host.flash import contents, shorten


def originals() -> dict[str, list[str]]:
    """The functions that were renamed, by new name, with their modules: "line._fill"."""
    files = contents.on_board(paths.firmware())
    found = defaultdict(list)
    texts = {name: path.read_text(encoding="utf-8") for name, path in files.items()}
    new = shorten.new_names(texts)
    for file, text in texts.items():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and node.name in new[file]:
                found[new[file][node.name]].append(f"{Path(file).stem}.{node.name}")
    return found


def main() -> None:
    """Print them, for all names or for those given."""
    found = originals()
    for name in sys.argv[1:] or sorted(found, key=lambda name: (len(name), name)):
        print(f"{name}: {' '.join(found.get(name.rstrip('0123456789'), [name]))}")


if __name__ == "__main__":
    main()
