"""The simulated board: the world, the real firmware, and the clock for both.

with SimulatedBoard("avalam") as board:
    board.do("touch c9")
    board.advance(2000)
    print(board.lines)
"""

import json
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from tourelle.grids import grid as grid_named
from tourelle_host import matrix, paths
from tourelle_host.errors import UserError
from tourelle_host.sim import hand
from tourelle_host.sim.clock import Real, Virtual
from tourelle_host.sim.disk import FLASH_IMAGE, Disk
from tourelle_host.sim.kinds import default_vm, life
from tourelle_host.sim.life import Listener, Setting
from tourelle_host.sim.port import Port
from tourelle_host.sim.wiring import Wiring
from tourelle_host.sim.world import HandError, World

MOST_UPTIME = 10_000_000  # minutes, 19 years


class SimulatedBoard(Listener):
    """A board of one grid. Its power is off until `start`.

    With a `Virtual` clock everything happens within the caller's `do` and `advance`. With a
    `Real` one `start` starts a thread that serves the board; methods may be called from any
    thread, listeners are called from any, and must not wait for another.

    world     the truth about pieces, switches and buttons
    vm_kind   "micropython", "cpython", "wasm" or "chip"
    power     whether it is on
    frame     what the LEDs show: bytes as last sent, 3 an LED in the wire's order
    work_us   what the firmware needed for that frame since it was woken, microseconds
    hz        what the buzzer sounds, 0: silent
    lines     the lines that came over its serial port since it was made
    port      where other programs reach its serial port, or None
    trouble   why the firmware runs no more though the power is on, or None

    Listeners, lists to append functions to:
    on_line(text), on_frame(frame, now_ms), on_tone(hz), on_world(), on_pace(slower, now_ms)
    """

    def __init__(
        self,
        grid: str = "avalam",
        vm: str | None = None,
        state_dir: Path | None = None,
        clock: Virtual | Real | None = None,
        seed: int = 0,
        files: dict[str, Path] | None = None,
        ticking: bool = False,
        port: Port | None = None,
        keep: bool = False,
        blank: bool = False,
        faults: Sequence[str] = (),
        uf2: str | None = None,
        uptime: float = 0,
    ):
        """vm: None takes the best there is. state_dir: the board's files outlive it there.
        seed: of what is random in the world. files: name on the board -> file, instead of the
        firmware. ticking: look at the world every scan period, as a real board must, instead
        of only when it moves. port: where other programs reach its serial port; the board
        closes it. The firmware is put onto its flash before its first start, unless keep: a
        flash that exists stays as it is; blank: it is emptied. faults: of its wiring, as
        matrix.py writes them. uf2: for the VM chip, a file or a version of
        MicroPython; uptime: and how many minutes its timer jumps ahead once it has started first.
        UserError where the board cannot be made.
        """
        description = json.loads(paths.board(grid).read_text(encoding="utf-8"))
        self.vm_kind = vm or default_vm()[0]
        self.clock = clock or Virtual()
        self.world = World(grid_named(grid), seed)
        self.lines: list[str] = []
        self.frame = bytes(3 * len(description["leds"]["chain"].split()))
        self.work_us = 0
        self.hz = 0
        self.power = False
        self.trouble: str | None = None
        self.on_line: list[Callable[[str], None]] = []
        self.on_frame: list[Callable[[bytes, int], None]] = []
        self.on_tone: list[Callable[[int], None]] = []
        self.on_world: list[Callable[[], None]] = []
        self.on_pace: list[Callable[[float, int], None]] = []  # where that is found, each second
        if uptime and self.vm_kind != "chip":
            raise UserError(f"the VM {self.vm_kind} has no timer that jumps: take --vm chip")
        if not 0 <= uptime <= MOST_UPTIME:
            raise UserError(f"a board has been on for 0 to {MOST_UPTIME} minutes, not {uptime:g}")
        kind = life(self.vm_kind)
        if port and not kind.serves_port:
            raise UserError(f"the VM {self.vm_kind} has no serial port: leave out --vm")
        self.port = port
        self._leds = description["leds"]
        self.fault(*faults)
        self._half_line = b""
        self._lock = threading.RLock()
        self._thread: threading.Thread | None = None
        self._closing = False
        self._disk = Disk(state_dir)
        image = self._disk.folder / FLASH_IMAGE
        if blank:
            image.unlink(missing_ok=True)
        installed = None
        if not blank and not (keep and image.exists()):
            installed = files or {**paths.firmware(), "board.json": paths.board(grid)}
        self._life = kind(
            Setting(
                description=description,
                folder=self._disk.folder,
                files=installed,
                world=self.world,
                clock=self.clock,
                port=port,
                listener=self,
                lock=self._lock,
                ticking=ticking,
                uf2=uf2,
                uptime_ms=uptime * 60_000,
            )
        )

    # -- what its users do

    def __enter__(self) -> "SimulatedBoard":
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def now_ms(self) -> int:
        """The board's time."""
        return self.clock.now_ms

    def start(self) -> None:
        """Switch the power on; with a real clock also start living."""
        with self._lock:
            self._power_on()

    def close(self) -> None:
        """Switch the power off and let go of everything; the board cannot be used any more."""
        if self._closing:
            return
        self._closing = True
        if self._thread and self._thread.is_alive():
            self._poke()
            self._thread.join()
        with self._lock:
            self._thread = None
            self._power_off()
            self._life.close()
            if self.port:
                self.port.close()
            self._disk.close()

    def do(self, command: str) -> int:
        """Do one command of the hand's language, at once; HandError where that cannot be.

        Returns how long the gesture takes a hand, in milliseconds: a script advances by it.
        """
        made = hand.parse(command, self.world.grid)
        if made.word in ("wait", "expect"):
            raise HandError(f"'{made.word}' is for scripts; here time passes by itself")
        with self._lock:
            self._life.act()
            takes = hand.GESTURE_MS
            if made.word == "send":
                self.send(made.args[0].encode() + b"\n")
                takes = 0
            elif made.word == "power":
                (self._power_on if made.args[0] else self._power_off)()
            else:
                takes = hand.perform(made, self.world)
            self._tell(self.on_world)
        self._poke()
        return takes

    def send(self, data: bytes) -> None:
        """Bytes over the link; they are lost while the power is off."""
        with self._lock:
            if self.power:
                self._life.send(data)
        self._poke()

    def fault(self, *texts: str) -> None:
        """From now on its wiring has these faults, and no others; UserError. See matrix.py."""
        cells = self.world.grid
        faults = [matrix.parse(text, cells) for text in texts]
        self.world.wire(matrix.Matrix(cells, faults))
        self._wiring = Wiring(self._leds, cells, faults)

    def advance(self, ms: int) -> None:
        """Let so much virtual time pass."""
        if not isinstance(self.clock, Virtual):
            raise ValueError("only virtual time can be advanced")
        self._life.advance(ms)

    @property
    def turn_us(self) -> int:
        """What the firmware's last turn took, from being woken to resting, in microseconds."""
        return self._life.turn_us

    @property
    def slower(self) -> float:
        """How many times slower than life the board lives now; 1 where it keeps up."""
        return self._life.slower

    def snapshot(self) -> dict:
        """What a person sees of the world: cells, hand, bars, power."""
        with self._lock:
            return self.world.snapshot() | {"power": self.power}

    def rgb(self, frame: bytes | None = None) -> bytes:
        """Red, green and blue of each cell in the grid's order, from a frame (the present one)."""
        return self._wiring.rgb(self.frame if frame is None else frame)

    # -- what the firmware does

    def began(self) -> None:
        self._half_line = b""

    def pixels(self, pixels: bytes, work_us: int) -> None:
        self.frame = pixels.ljust(len(self.frame), b"\0")[: len(self.frame)]
        self.work_us = work_us
        self._tell(self.on_frame, self.frame, self.now_ms)

    def tone(self, hz: int) -> None:
        self.hz = hz
        self._tell(self.on_tone, hz)

    def text(self, data: bytes) -> None:
        if self.port:
            self.port.give(data)
        *whole, self._half_line = (self._half_line + data).split(b"\n")
        for line in whole:
            self._line(line.decode(errors="replace").rstrip("\r"))

    def pace(self) -> None:
        self._tell(self.on_pace, self.slower, self.now_ms)

    def fail(self, trouble: str) -> None:
        self.trouble = trouble
        self._line(trouble)
        self._tell(self.on_world)

    # -- inner parts

    def _tell(self, listeners: list, *args: object) -> None:
        for listener in listeners:
            listener(*args)

    def _line(self, text: str) -> None:
        self.lines.append(text)
        self._tell(self.on_line, text)

    def _power_on(self) -> None:
        if self.power or self._closing:
            return
        self.power = True
        self.trouble = None
        self._life.start()
        if isinstance(self.clock, Real) and not (self._thread and self._thread.is_alive()):
            self._thread = threading.Thread(target=self._live, daemon=True)
            self._thread.start()

    def _power_off(self) -> None:
        if not self.power:
            return
        self.power = False
        self._life.stop()
        if self.port:
            self.port.hang_up()
        self.pixels(b"", 0)
        if self.hz:
            self.tone(0)

    def _poke(self) -> None:
        """Wake the thread of a real clock, if there is one: others still talk to a closed board."""
        with self._lock:
            if self._thread:
                self._life.poke()

    def _live(self) -> None:
        """A real clock's thread. Whatever ends it is told: the board would only stand still."""
        try:
            while not self._closing:
                self._life.live()
        except Exception as error:
            with self._lock:
                self._life.stop()
                kind = type(error).__name__
                self.fail(f"the simulated board has failed: {kind}: {error}")
