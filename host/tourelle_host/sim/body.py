"""A simulated board without its firmware: the world, the lights, the power, the listeners.

No threads, files or ports are used here: the code that runs the firmware adds what it needs.
"""

from collections.abc import Callable

from tourelle.grids import Grid
from tourelle_host import matrix
from tourelle_host.lines import decoded
from tourelle_host.sim import hand
from tourelle_host.sim.listener import Listener
from tourelle_host.sim.wiring import Wiring
from tourelle_host.sim.world import HandError, World


class Body(Listener):
    """A board whose power is off. The class that runs its firmware overrides the empty methods.

    world     the truth about pieces, switches and buttons
    power     whether it is on
    frame     what the LEDs show: the bytes last sent, 3 for each LED, in the wire's order
    work_us   microseconds from waking the firmware to that frame
    hz        the tone of the buzzer; 0 is silence
    port      where other programs reach its serial port, or None
    trouble   why the firmware no longer runs though the power is on, or None

    Listeners, lists to append functions to:
    on_line(text), on_frame(frame, now_ms), on_tone(hz), on_world(), on_pace(slower, now_ms)
    """

    def __init__(self, description: dict, grid: Grid, seed: int = 0):
        """description: the board's, as board.json has it; seed: for what is random."""
        self.world = World(grid, seed)
        self.frame = bytes(3 * len(description["leds"]["chain"].split()))
        self.work_us = 0
        self.hz = 0
        self.power = False
        self.port: object | None = None
        self.trouble: str | None = None
        self.on_line: list[Callable[[str], None]] = []
        self.on_frame: list[Callable[[bytes, int], None]] = []
        self.on_tone: list[Callable[[int], None]] = []
        self.on_world: list[Callable[[], None]] = []
        self.on_pace: list[Callable[[float, int], None]] = []  # once a second
        self._leds = description["leds"]
        self._half_line = b""
        self.fault()

    @property
    def now_ms(self) -> int:
        """The board's time, in milliseconds."""
        raise NotImplementedError

    def start(self) -> None:
        """Switch the power on, and begin to run."""
        raise NotImplementedError

    def close(self) -> None:
        """Switch the power off and let go of everything; the board cannot be used any more."""
        raise NotImplementedError

    def send(self, data: bytes) -> None:
        """Send bytes over the link; they are lost while the power is off."""
        raise NotImplementedError

    def do(self, command: str) -> int:
        """Do one command of the hand's language, at once. HandError where that is impossible.

        Returns how long a hand needs for the gesture, in milliseconds: scripts advance by it.
        """
        made = hand.parse(command, self.world.grid)
        if made.word in ("wait", "expect"):
            raise HandError(f"'{made.word}' is for scripts; here time passes by itself")
        self._act()
        takes = hand.GESTURE_MS
        if made.word == "send":
            self.send(made.args[0].encode() + b"\n")
            takes = 0
        elif made.word == "power":
            self._switch(made.args[0])
        else:
            takes = hand.perform(made, self.world)
        self._tell(self.on_world)
        return takes

    def fault(self, *texts: str) -> None:
        """Give its wiring these faults, and no others; see matrix.py. UserError."""
        grid = self.world.grid
        faults = [matrix.parse(text, grid) for text in texts]
        self.world.wire(matrix.Matrix(grid, faults))
        self._wiring = Wiring(self._leds, grid, faults)

    def snapshot(self) -> dict:
        """What a person sees of the world, as `World.snapshot` has it, and the power."""
        return self.world.snapshot() | {"power": self.power}

    def rgb(self, frame: bytes | None = None) -> bytes:
        """Red, green and blue of each cell in the grid's order, from a frame (by default now's)."""
        return self._wiring.rgb(self.frame if frame is None else frame)

    # -- what the firmware does

    def began(self) -> None:
        self._half_line = b""

    def pixels(self, pixels: bytes, work_us: int) -> None:
        size = len(self.frame)
        self.frame = (pixels + bytes(max(0, size - len(pixels))))[:size]
        self.work_us = work_us
        self._tell(self.on_frame, self.frame, self.now_ms)

    def tone(self, hz: int) -> None:
        self.hz = hz
        self._tell(self.on_tone, hz)

    def text(self, data: bytes) -> None:
        *whole, self._half_line = (self._half_line + data).split(b"\n")
        for line in whole:
            self._line(decoded(line).rstrip("\r"))

    def fail(self, trouble: str) -> None:
        self.trouble = trouble
        self._line(trouble)
        self._tell(self.on_world)

    # -- inner parts

    def _act(self) -> None:
        """Somebody is about to act: bring the world up to this moment first."""
        raise NotImplementedError

    def _on(self) -> None:
        """Start the firmware."""
        raise NotImplementedError

    def _off(self) -> None:
        """Stop the firmware, wherever it is."""
        raise NotImplementedError

    def _switch(self, on: bool) -> None:
        """Switch the power on or off."""
        if on == self.power:
            return
        self.power = on
        if on:
            self.trouble = None
            try:
                self._on()
            except Exception:
                self.power = False  # it can be tried again
                raise
        else:
            self._off()
            self.pixels(b"", 0)
            if self.hz:
                self.tone(0)

    def _tell(self, listeners: list, *args: object) -> None:
        for listener in listeners:
            listener(*args)

    def _line(self, text: str) -> None:
        self._tell(self.on_line, text)
