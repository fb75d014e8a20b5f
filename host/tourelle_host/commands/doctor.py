"""`tourelle doctor`: what is on the ports, what is wrong, and the guided self-test."""

import argparse

from tourelle_host.question import asked

WRONG = 1  # exit status where something is wrong

EXAMPLES = (
    ("tourelle doctor", "look, then offer the self-test"),
    ("tourelle doctor --port /dev/ttyACM0 --test", "test this board at once"),
    ("tourelle doctor --strip 3 --lights", "one strip and its lights"),
)


def add(subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "doctor",
        help="look for what is wrong with a board",
        description="List the ports, what is on them and what to do about it; then lead through "
        "a test of every light, switch, diode and button, and name what is wrong. Exit status 1 "
        "where something is wrong.",
    )
    parser.add_argument("--port", metavar="PORT", help="look at this port only")
    parser.add_argument("--test", action="store_true", help="begin the self-test without asking")
    parser.add_argument(
        "--strip",
        type=int,
        metavar="ROW",
        help="test one strip alone, plugged in as this row (the first is 1)",
    )
    parser.add_argument(
        "--lights",
        action="store_true",
        help="with --strip: test its lights, with all strips before it plugged in",
    )
    parser.set_defaults(func=_run)


def _run(arguments: argparse.Namespace) -> int:
    from tourelle_host import ports
    from tourelle_host.doctor import inquiry
    from tourelle_host.errors import UserError

    if arguments.lights and arguments.strip is None:
        raise UserError("--lights is for one strip: name its row with --strip ROW")
    found = [ports.Found(arguments.port, "", True)] if arguments.port else _boards()
    wrong = not found
    running = []
    for port in found:
        facts = inquiry.look(port.path)
        if facts.silent and asked(
            f"{port.path} does not answer. Another program may run there: may I interrupt it "
            "to see what it is? [y/N] "
        ):
            facts = inquiry.interrogate(port.path)
        wrong = _report(facts, port.what) or wrong
        if facts.hello:
            running.append(facts)
    wished = arguments.test or arguments.strip is not None
    if len(running) == 1 and (wished or asked("Test its lights and switches? [y/N] ")):
        wrong = _test(running[0], arguments.strip, arguments.lights) or wrong
    elif wished and len(running) != 1:
        print("The self-test needs one board that runs: name its port with --port.")
        wrong = True
    return WRONG if wrong else 0


def _boards() -> list:
    """The ports with a board; other devices are named and left alone."""
    from tourelle_host import ports

    found = ports.find()
    if not any(port.board for port in found):
        print("No board is connected: plug it in with a USB cable that carries data.")
    for port in found:
        if not port.board:
            print(f"{port.path}: {port.what}. It is left alone; --port looks at it.")
    return [port for port in found if port.board]


def _report(facts, what: str) -> bool:
    """Print what was found; returns whether something is wrong."""
    from tourelle_host.doctor.inquiry import findings

    found = findings(facts)
    print(f"{facts.path}{': ' + what if what else ''}")
    for finding in found:
        print(f"  {'!' if finding.wrong else '-'} {finding.text}")
    return any(finding.wrong for finding in found)


def _test(facts, strip: int | None, lights: bool) -> bool:
    """Test the board; or a strip, or its lights; returns whether something is wrong."""
    import json

    from tourelle_host import paths
    from tourelle_host.connection import Connection
    from tourelle_host.doctor.bench import Dialogue
    from tourelle_host.doctor.examination import examine, examine_strip, examine_strip_lights
    from tourelle_host.doctor.guide import Guide
    from tourelle_host.hello import grid_of

    grid = grid_of(facts.hello)
    chain = json.loads(paths.board(grid.name).read_text(encoding="utf-8"))["leds"]["chain"].split()
    if strip is None:
        examination = examine(grid, chain)
    else:
        some = examine_strip_lights if lights else examine_strip
        examination = some(grid, chain, row_of(strip, grid))
    with Connection(facts.path) as link:
        link.greet()
        verdict = Guide(Dialogue(link), grid, examination).run()
    return report(verdict, grid, examination)


def row_of(strip: int, grid) -> int:
    """A strip's row, from 0. UserError where the grid has no such row."""
    from tourelle_host.errors import UserError

    last = max(grid.rows) + 1
    if not 1 <= strip <= last:
        raise UserError(f"the {grid.name} board has no strip {strip}: they are 1 to {last}")
    return strip - 1


def report(verdict, grid, examination) -> bool:
    """Print the verdict of an examination; returns whether something is wrong."""
    from tourelle_host.doctor.diagnosis import sentence

    for fault in verdict.faults:
        print(f"! {sentence(fault, grid)}")
    for text in verdict.unclear:
        print(f"! {text}")
    if verdict.untested:
        names = " ".join(grid.names[cell] for cell in sorted(verdict.untested))
        print(f"- Not tested: the diodes of {names}.")
        if examination.untested:
            print(f"  {examination.untested}")
    wrong = bool(verdict.faults or verdict.unclear)
    if not wrong:
        print(examination.right)
    return wrong
