"""Writes package.json, with which `mpremote mip install` puts the firmware onto a board."""

import json
import sys
from pathlib import Path

from tourelle import VERSION
from tourelle_host import generated, paths
from tourelle_host.flash.contents import on_board

ROOT = Path(__file__).resolve().parent.parent.parent


def files() -> dict[Path, str]:
    """The file and its text.

    mip installs into /lib; from there ".." leads to the root, where MicroPython starts main.py and
    where tourelle flash puts its files as well. board.json is left out: it belongs to the maker of
    the board, and mip would overwrite it.
    """
    urls = [[f"../{name}", f"firmware/{name}"] for name in on_board(paths.firmware())]
    lines = ",\n".join(f"  {json.dumps(url)}" for url in urls)
    text = f'{{\n "version": "{VERSION}",\n "urls": [\n{lines}\n ]\n}}\n'
    return {ROOT / "package.json": text}


if __name__ == "__main__":
    sys.exit(generated.main(files, "package"))
