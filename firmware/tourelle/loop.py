"""The outer loop: hands the core what the scanner sees, and the board what the core makes of it."""

PIECE = 32  # bytes sent in one turn, about a millisecond on a Pico: no line makes a lift wait


def run(core, board):
    """Run the board (ports.Hardware) for ever; an exception is the caller's to report."""
    scanner = board.scanner
    console = board.console
    link = core.link
    core.watched(scanner)
    link.sent(console.send(link.out, link.count))  # hello, before anything takes long
    scanner.begin(core.contacts)
    while True:
        now = board.ticks_ms()
        core.sense(scanner, now)
        if not link.length:  # else the core has not come to the bytes before
            link.length = console.receive(link.received)
        wait = core.tick(now)
        if core.lit:
            board.pixels.show(core.frame)
        if core.toned:
            board.buzzer.tone(core.sound.hz)
        if link.count:
            link.sent(console.send(link.out, min(link.count, PIECE)))
        # What the console did not take is offered again soon, not when the core has work to do.
        scanner.wait(0 if link.count else wait)
