"""Works on a board through mpremote's command line."""

import ast
import contextlib
import json
import os
import re
import subprocess
import sys
import threading
from binascii import b2a_base64
from collections.abc import Callable, Generator
from pathlib import Path

from tourelle_host.children import Child, run
from tourelle_host.errors import UserError
from tourelle_host.flash import rom
from tourelle_host.flash.plan import BoardState, Plan
from tourelle_host.patience import seconds
from tourelle_host.scratch import Scratch

PATIENCE_S = seconds(30)  # how long to wait for the board's next line
_RESTART_S = seconds(5)  # how long to try to restart its program when the user breaks off
PIECE = 3072  # bytes sent at a time: the board needs room for them besides the largest file
_DEVICE = Path(__file__).parent / "device"
_TOLD = "~"
_NO_SPACE = 28  # errno of a full flash
_UNHARMED = "the board keeps its firmware, or says with red lights that it is not complete"


def ask(port: str, fingerprint: str, grid: str | None, to_rom: bool = False) -> BoardState:
    """What is on the board at that port. UserError where that cannot be found out.

    Where it is exactly what belongs there, the board has been restarted. Otherwise its program is
    stopped now.
    """
    program = f"same = tell({fingerprint!r}, {grid!r}, {to_rom!r})"
    with _Scripts(_program("state", program)) as scripts:
        commands = [*scripts, "exec", "--no-follow", "if same: restart()"]
        try:
            (words,) = [words for words in _told(port, *commands) if "state" in words]
        except (KeyboardInterrupt, SystemExit):
            restart(port)
            raise
    return BoardState.read(words["state"])


def install(port: str, plan: Plan, progress: Callable[[int], None]) -> None:
    """Carry out the plan, and restart the board. UserError where that fails.

    progress(count): called when the board has received that many more bytes.
    """
    data = b"".join(plan.packed)
    pieces = [data[at : at + PIECE] for at in range(0, len(data), PIECE)]
    begin = f'work = Install("/", json.loads({plan.text()!r}))'
    ready = ["work.ready()"] if plan.rom else []
    programs = (_program("install", begin), *map(_feeding, pieces), *ready, "work.finish()")
    with _Scripts(*programs) as scripts, Scratch() as folder:
        commands = [*scripts, "reset"]
        if plan.rom:
            image = folder / f"firmware{rom.SUFFIX}"
            image.write_bytes(plan.rom)
            commands[-3:-3] = ["romfs", "deploy", str(image)]
        in_rom = 0
        try:
            with contextlib.closing(_told(port, *commands)) as told:
                for words in told:
                    if "got" in words:
                        progress(words["got"])
                    elif "in_rom" in words:
                        progress(words["in_rom"] - in_rom)
                        in_rom = words["in_rom"]
                    elif "done" in words:
                        progress(len(plan.rom or b"") - in_rom)
                    elif "failed" in words:
                        raise _failure(words["failed"])
        except BaseException:
            restart(port)
            raise


def restart(port: str) -> None:
    """Let the board's program run again, if possible."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        run(_mpremote(port, "reset"), _RESTART_S, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def _program(name: str, last: str) -> str:
    """A program for the board as one text, without what only readers need."""
    text = "\n".join((_DEVICE / f"{part}.py").read_text("utf-8") for part in ("common", name))
    tree = ast.parse(text + "\n" + last)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef):
            node.body = [part for part in node.body if not _is_spare(part)] or [ast.Pass()]
    return ast.unparse(ast.fix_missing_locations(tree))


def _is_spare(node: ast.stmt) -> bool:
    """Whether it is a docstring, or imports something that is in the same program."""
    if isinstance(node, ast.ImportFrom):
        return node.module == "common"
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _feeding(piece: bytes) -> str:
    text = b2a_base64(piece, newline=False).decode()
    return f'work.feed(binascii.a2b_base64("{text}"))'


class _Scripts:
    """Programs in a temporary folder; makes mpremote's commands that run one after another."""

    def __init__(self, *programs: str):
        self._programs = programs
        self._folder = Scratch()

    def __enter__(self) -> list[str]:
        commands = []
        for number, program in enumerate(self._programs):
            path = self._folder.path / f"{number}.py"
            path.write_text(program)
            commands += ["run", str(path)]
        return commands

    def __exit__(self, *_: object) -> None:
        self._folder.close()


def _mpremote(port: str, *commands: str) -> list[str]:
    return [sys.executable, "-m", "mpremote", "connect", port, *commands]


def _told(port: str, *commands: str) -> Generator[dict, None, None]:
    """What the board says while mpremote runs these commands. UserError where they fail."""
    said: list[str] = []
    process = Child(
        _mpremote(port, *commands),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
        start_new_session=True,  # Ctrl-C is for us, so that we can restart the board
    )
    assert process.stdout
    try:
        while True:
            alarm = threading.Timer(PATIENCE_S, process.kill)
            alarm.daemon = True  # nobody waits for it, however this ends
            alarm.start()
            line = process.stdout.readline()
            alarm.cancel()
            if not line:
                break
            try:
                words = json.loads(line.removeprefix(_TOLD)) if line.startswith(_TOLD) else None
            except ValueError:
                words = None
            if matched := re.fullmatch(r"Writing at offset (\d+)\n", line):
                yield {"in_rom": int(matched[1])}
            elif isinstance(words, dict):
                yield words
            else:
                said.append(line.rstrip())
        if process.wait():
            raise _trouble(port, said)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def _failure(reason: int | str) -> UserError:
    if reason == _NO_SPACE:
        return UserError(
            "the board's flash became full: delete files of your own that are on it, then flash "
            f"again; {_UNHARMED}"
        )
    return UserError(
        f"the board could not write its files ({reason}): flash again, and if that happens "
        f"again, its flash is worn or damaged; {_UNHARMED}"
    )


def _trouble(port: str, said: list[str]) -> UserError:
    """What went wrong, from mpremote's output."""
    text = "\n".join(said)
    if "failed to access" in text and "://" in port:
        return UserError(
            f"nothing answers at {port}: start the simulated board (tourelle sim), and take the "
            "address that it prints"
        )
    if "failed to access" in text:
        return UserError(
            f"{port} is in use by another program: close those that use it (Thonny, a serial "
            "monitor), or unplug the board and plug it in again"
        )
    if "could not enter raw repl" in text or not text:
        return UserError(
            f"what is at {port} does not answer as MicroPython does: is it the right port? A "
            "board whose program cannot be interrupted is freed by holding BOOTSEL while it is "
            "plugged in, and installing MicroPython anew (--uf2)"
        )
    if re.search(r"read failed|socket disconnected|device disconnected|Input/output", text):
        return UserError(
            f"the connection to {port} was lost, or another program has it: plug the board in, "
            f"close other programs, and flash again; {_UNHARMED}"
        )
    return UserError(
        f'mpremote failed at {port}, its last word was "{said[-1].strip()}": flash again; '
        f"{_UNHARMED}"
    )
