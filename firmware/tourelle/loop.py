"""The outer loop: hands the core what the port senses, and the port what the core makes of it."""

PIECE = 32  # bytes sent in one turn, about a millisecond on a Pico: no line makes a lift wait


def run(core, port):
    """Run the board for ever; an exception is the caller's to report."""
    link = core.link

    def meanwhile():
        now = port.ticks_ms()
        if now != core.sampled:
            port.switches(core.switches)
            core.sample(now)

    core.meanwhile = meanwhile
    while True:
        port.switches(core.switches)
        port.buttons(core.buttons)
        if not link.length:  # else the core has not come to the bytes before
            link.length = port.receive(link.received)
        wait = core.step(port.ticks_ms())
        if core.lit:
            port.show(core.frame)
        if core.toned:
            port.tone(core.hz)
        if link.count:
            link.sent(port.send(link.out, min(link.count, PIECE)))
        # What the port did not take is offered again soon, not when the core has something to do.
        port.wait(0 if link.count else wait)
