"""The outer loop: gives the core what the scanner sees, and the board what the core answers."""

PIECE = 32  # bytes sent in one turn, about a millisecond on a Pico, so that no lift waits longer


def run(core, board):
    """Run the board (ports.Hardware) for ever; the caller reports exceptions."""
    scanner = board.scanner
    console = board.console
    link = core.link
    core.session.watched(scanner)
    link.sent(console.send(link.out, link.count))  # hello, before anything takes long
    scanner.begin(core.contacts)
    while True:
        now = board.ticks_ms()
        core.sense(scanner, now)
        if not link.length:  # else the core has not read the earlier bytes yet
            link.length = console.receive(link.received)
        wait = core.tick(now)
        if core.lights.lit:
            board.pixels.show(core.frame)
        if core.sound.toned:
            board.buzzer.tone(core.sound.hz)
        if link.count:
            link.sent(console.send(link.out, min(link.count, PIECE)))
        # Offer again soon what the console did not take, not only when the core has work to do.
        scanner.wait(0 if link.count else wait)
