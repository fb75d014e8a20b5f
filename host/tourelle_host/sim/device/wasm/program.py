"""The board's program on MicroPython for WebAssembly, which returns to its host at each rest."""

import gc
import sys

import pins
import soldered


class Port:
    """The board's serial port, as the firmware's ports have it."""

    file = None

    def receive(self, buffer):
        return self.file.readinto(buffer)

    def send(self, buffer, count):
        return self.file.write(buffer, count)


def program(soldering, make_channel, port, main):
    """Solder the board; port: the file of its serial port; main: where the program is."""
    Port.file = port
    soldered.loose = pins.Loose()
    soldered.channel, soldered.lines = pins.solder(soldering, make_channel)
    try:
        # No need to poll while the world stands still: the world says when it moves.
        import tourelle.ports.micropython
        from tourelle.polled import Polled

        Polled.wait = lambda scanner, ms: soldered.channel.rest(scanner.due(ms))
        tourelle.ports.micropython.Console = Port
    except Exception:
        pass  # main.py will run into whatever is wrong with the firmware
    return _run(main)


def _run(main):
    soldered.channel.rest(0)  # learns the time and what the pins read
    gc.collect()
    yield
    space = {"__name__": "__main__"}
    try:
        with open(main) as file:
            exec(file.read(), space)
        yield from space.get("program", ())
    except Exception as error:
        sys.print_exception(error)
    soldered.channel.stop()
