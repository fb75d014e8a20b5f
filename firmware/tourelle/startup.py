"""Starts the board, and keeps it going: a crash is reported, and the board restarted.

After three crashes in a row it stays in safe mode (safe.py), where it can be flashed; holding a
button while the power is switched on starts it again. A board whose firmware is incomplete or whose
board.json cannot be used stays in safe mode, too. Ctrl-C ends it, so that a host always reaches
the Python prompt.
"""

import sys

from tourelle.before import CRASHES

SAFE_AFTER = 3
FLASHING = "flashing.txt"  # exists while the firmware is incomplete

# Red, green, blue of a faint sign of life: 81 LEDs of it draw 0.09 A.
_STARTING = (3, 2, 9)
_UNREADABLE = (14, 0, 0)

_TRIES = 500  # to send a byte, about a millisecond each


def main():
    """Run the board, and then stay in safe mode."""
    why = "the firmware is not complete: flash it again" if exists(FLASHING) else run()
    try:
        board = _before().read_board()
    except Exception:  # board.json is broken
        board = None
    try:
        from tourelle.safe import stay
    except Exception as error:  # it cannot be read
        _before().sign(board, _UNREADABLE)
        print("@fault %s; the firmware cannot be read (%s): flash it again" % (why, error))
    else:
        stay(board, why)


def run():
    """Run the board until there is a reason to stay in safe mode; returns the reason."""
    count, last = _before().crashes()
    if count >= SAFE_AFTER and _before().held():
        count = 0
        _before().forget()
    while count < SAFE_AFTER:
        crash, good, began = start(count)
        if not began:
            why = _before().unusable()
            if why:
                return why
        report(crash)
        count = 1 if good else count + 1
        last = "%s: %s" % (type(crash).__name__, crash)
        noted = note(count, last)
        if count < SAFE_AFTER:
            print("@fault crashed (%d in a row), starting again" % count)
            if noted and sys.implementation.name == "micropython":
                from machine import soft_reset

                soft_reset()  # gets rid of what fills the heap or cuts it to pieces
    why = "safe mode after %d crashes (%s): hold a button while you plug it in, or flash it again"
    return why % (count, last)


def start(crashed):
    """Run the board until it crashes.

    Returns (error, whether earlier crashes no longer count, whether it began). crashed: how often
    in a row it has crashed.
    """
    began = False
    hardware = None
    try:
        board = _before().read_board()
        if not crashed:
            _before().sign(board, _STARTING)
        from tourelle.memory import AT_START, let_go, load_together, tidy
        from tourelle.ports import open_hardware, reserve

        reserve()
        tidy()  # here and below, so that what stays lies together at the bottom of the heap
        load_together(AT_START)
        from tourelle.core import Core
        from tourelle.files import Files, open_flash
        from tourelle.loop import run

        tidy()
        _before().check(board, False)  # `Core` makes the lights, which check their part
        store = Files("", open_flash())
        core = Core(board, store, crashed)
        hardware = open_hardware(board, core.grid)
        board = None  # frees 1 KB of the heap
        let_go(("tourelle.before",))  # frees 2 KB
        load_together(0)
        began = True
        run(core, hardware)
    except Exception as error:
        if not began:
            return error, False, False
        good = not core.session.crashed
        tell(error, core, store if good else None, hardware)
        return error, good, True
    finally:
        if hardware is not None:
            hardware.scanner.close()


def _before():
    """The module that only a start needs. Nothing may hold it while the board runs."""
    from tourelle import before

    return before


def tell(error, core, store, hardware):
    """Print what the black box holds, and keep it in the store; None: keep an earlier crash there.

    If anything fails here, the board still starts again.
    """
    core.link.out = bytearray(0)  # the heap may be full
    session = core.session
    try:
        crash = "%s: %s" % (type(error).__name__, error)
        if store is not None:
            try:
                store.keep_crash(session.events(crash))
            except (OSError, MemoryError):
                pass  # there is no room; it is printed anyway
        printed(b"\r\n", hardware)  # ends a line that the link had not finished
        for text in session.events(crash):
            if not printed(b"@event " + text.encode() + b"\r\n", hardware):
                break
    except Exception:
        pass


def printed(line, hardware):
    """Print a line; False if nobody takes it."""
    byte = bytearray(1)
    for byte[0] in line:
        for _ in range(_TRIES):
            if hardware.console.send(byte, 1):
                break
            hardware.scanner.wait(1)
        else:
            return False
    return True


def report(error):
    """Print what went wrong."""
    if hasattr(sys, "print_exception"):
        sys.print_exception(error)
    else:
        import traceback

        traceback.print_exception(error, file=sys.stdout)


def note(count, last):
    """Write down how often in a row the board has crashed, and how; returns whether it could."""
    try:
        with open(CRASHES, "w") as file:
            file.write("%d %s" % (count, last[:100]))
        return True
    except OSError:
        return False  # a full or broken file system must not keep the board from running


def exists(path):
    """Whether the file exists."""
    try:
        open(path).close()
        return True
    except OSError:
        return False


begin = main  # the last line, so that a truncated file has no `begin`
