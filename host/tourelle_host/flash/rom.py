"""A ROM file system with a board's firmware, which runs from there without a copy in the heap."""

import subprocess
import sys
from pathlib import PurePosixPath

from tourelle_host.children import run
from tourelle_host.errors import UserError
from tourelle_host.scratch import Scratch

NAME = "/rom"  # where MicroPython mounts it, and its name in a board's manifest
SUFFIX = ".romfs"  # of an image of it, as mpremote wants it


def build(files: dict[str, bytes]) -> bytes:
    """An image of it, made by mpremote; files: name in it -> content. UserError."""
    with Scratch() as folder:
        root, made = folder / "files", folder / f"made{SUFFIX}"
        for name, data in files.items():
            path = root / PurePosixPath(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        arguments = ("romfs", "--no-mpy", "--output", str(made), "build", str(root))
        done = run(
            [sys.executable, "-m", "mpremote", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        if done.returncode:
            raise UserError(f"mpremote cannot build a ROM file system: {done.stdout.strip()}")
        return made.read_bytes()
