"""The simulated board: the world, the real firmware, and the clock that both live by.

with SimulatedBoard("avalam") as board:
    board.do("touch c9")
    board.advance(2000)
    print(board.lines)
"""

import json
import threading
from collections.abc import Sequence

from tourelle.grids import grid as grid_named
from tourelle_host import paths
from tourelle_host.errors import UserError
from tourelle_host.sim.body import Body
from tourelle_host.sim.clock import Clock, Virtual
from tourelle_host.sim.disk import FLASH_IMAGE, Disk, Stored
from tourelle_host.sim.kinds import default_vm, life
from tourelle_host.sim.life import Setting, VmChoice
from tourelle_host.sim.port import Port

FIRMWARE = Stored()  # the firmware, on a flash that goes with the board


class SimulatedBoard(Body):
    """A board with one grid. Its power is off until `start`.

    With a `Virtual` clock everything happens within the caller's `do` and `advance`. With a
    `Real` one, `start` starts a thread that serves the board. Methods may be called from any
    thread; listeners are called from any thread, and must not wait for another.

    lines   all lines that came over its serial port
    """

    def __init__(
        self,
        grid: str = "avalam",
        vm: VmChoice | str | None = None,
        stored: Stored = FIRMWARE,
        clock: Clock | None = None,
        port: Port | None = None,
        faults: Sequence[str] = (),
        seed: int = 0,
        polling: bool = False,
    ):
        """Makes the board, and the folder of its flash. UserError where that cannot be done.

        vm: what runs the firmware, or its kind; None takes the best there is. port: where other
        programs reach its serial port; the board closes it. faults: in its wiring, as matrix.py
        writes them. seed: for what is random in the world. polling: look at the world every scan
        period, as a real board must, not only when it moves.
        """
        description = json.loads(paths.board(grid).read_text(encoding="utf-8"))
        vm = vm if isinstance(vm, VmChoice) else VmChoice(vm or default_vm()[0])
        self.clock = clock or Virtual()
        super().__init__(description, grid_named(grid), seed)
        self.lines: list[str] = []
        vm.check()
        runs = life(vm.kind)
        if port and not runs.serves_port:
            raise UserError(f"the VM {vm.kind} has no serial port: leave out --vm")
        self.port: Port | None = port
        self.fault(*faults)
        self._lock = threading.RLock()
        self._thread: threading.Thread | None = None
        self._closing = False
        self._disk = Disk(stored.folder)
        image = self._disk.folder / FLASH_IMAGE
        if stored.blank:
            image.unlink(missing_ok=True)
        installed = None
        if not stored.blank and not (stored.keep and image.exists()):
            installed = stored.files or {**paths.firmware(), "board.json": paths.board(grid)}
        self._life = runs(
            Setting(
                description=description,
                folder=self._disk.folder,
                files=installed,
                world=self.world,
                clock=self.clock,
                port=port,
                listener=self,
                lock=self._lock,
                polling=polling,
                vm=vm,
            )
        )

    # -- what people do

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
        """The board's time, in milliseconds."""
        return self.clock.now_ms

    def start(self) -> None:
        """Switch the power on; with a real clock, start the thread as well."""
        with self._lock:
            self._switch(True)

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
            self._switch(False)
            self._life.close()
            if self.port:
                self.port.close()
            self._disk.close()

    def do(self, command: str) -> int:
        with self._lock:
            takes = super().do(command)
        self._poke()
        return takes

    def send(self, data: bytes) -> None:
        """Send bytes over the link; they are lost while the power is off."""
        with self._lock:
            if self.power:
                self._life.send(data)
        self._poke()

    def advance(self, ms: int) -> None:
        """Let this much virtual time pass."""
        if self.clock.passes:
            raise ValueError("only virtual time can be advanced")
        self._life.advance(ms)

    @property
    def turn_us(self) -> int:
        """How long the firmware's last turn took, from waking to resting, in microseconds."""
        return self._life.turn_us

    @property
    def slower(self) -> float:
        """How many times slower than real time the board runs now; 1 where it keeps up."""
        return self._life.slower

    def snapshot(self) -> dict:
        with self._lock:
            return super().snapshot()

    # -- what the firmware does

    def text(self, data: bytes) -> None:
        if self.port:
            self.port.give(data)
        super().text(data)

    def pace(self) -> None:
        self._tell(self.on_pace, self.slower, self.now_ms)

    # -- inner parts

    def _act(self) -> None:
        self._life.act()

    def _switch(self, on: bool) -> None:
        if not (on and self._closing):
            super()._switch(on)

    def _line(self, text: str) -> None:
        self.lines.append(text)
        super()._line(text)

    def _on(self) -> None:
        self._life.start()
        if self.clock.passes and not (self._thread and self._thread.is_alive()):
            self._thread = threading.Thread(target=self._live, daemon=True)
            self._thread.start()

    def _off(self) -> None:
        self._life.stop()
        if self.port:
            self.port.hang_up()

    def _poke(self) -> None:
        """Wake a real clock's thread, if there is one: others may still talk to a closed board."""
        with self._lock:
            if self._thread:
                self._life.poke()

    def _live(self) -> None:
        """A real clock's thread. Any failure is reported: otherwise the board would just hang."""
        try:
            while not self._closing:
                self._life.live()
        except Exception as error:
            with self._lock:
                self._life.stop()
                kind = type(error).__name__
                self.fail(f"the simulated board has failed: {kind}: {error}")
