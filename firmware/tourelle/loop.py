"""The outer loop: hands the core what the port senses, and the port what the core makes of it."""


def run(core, port):
    """Run the board for ever; an exception is the caller's to report."""
    link = core.link
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
            link.sent(port.send(link.out, link.count))
        # What the port did not take is offered again soon, not when the core has something to do.
        port.wait(0 if link.count else wait)
