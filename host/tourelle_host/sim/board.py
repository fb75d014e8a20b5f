"""The simulated board: the world, the real firmware in a process, and the clock for both.

with SimulatedBoard("avalam") as board:
    board.do("set avalam")
    board.advance(2000)
    print(board.lines)
"""

import contextlib
import json
import os
import select
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from tourelle.grids import grid as grid_named
from tourelle_host import matrix, paths
from tourelle_host.errors import UserError
from tourelle_host.sim import hand
from tourelle_host.sim.clock import Real, Virtual
from tourelle_host.sim.disk import Disk
from tourelle_host.sim.port import Port
from tourelle_host.sim.terminal import Terminal
from tourelle_host.sim.vm import FLASH_IMAGE, Listener, Vm, VmError, default_vm
from tourelle_host.sim.wiring import Wiring, soldering
from tourelle_host.sim.world import HandError, World

LAG_MS = 1000  # real time waits no longer than this for a firmware that does not look
PATIENCE_S = 30  # a firmware that computes for longer has gone astray


class SimulatedBoard(Listener):
    """A board of one grid. Its power is off until `start`.

    With a `Virtual` clock everything happens within the caller's `do` and `advance`. With a
    `Real` one `start` starts a thread that serves the board; methods may be called from any
    thread, listeners are called from any, and must not wait for another.

    world     the truth about pieces, switches and buttons
    vm_kind   "micropython" or "cpython"
    power     whether it is on
    frame     what the LEDs show: bytes as last sent, 3 an LED in the wire's order
    work_us   what the firmware needed for that frame since it was woken, microseconds
    hz        what the buzzer sounds, 0: silent
    lines     the lines that came over its serial port since it was made
    port      where other programs reach its serial port, or None
    trouble   why the firmware runs no more though the power is on, or None

    Listeners, lists to append functions to:
    on_line(text), on_frame(frame, now_ms), on_tone(hz), on_world()
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
    ):
        """vm: None takes the best there is. state_dir: the board's files outlive it there.
        seed: of what is random in the world. files: name on the board -> file, instead of the
        firmware. ticking: look at the world every scan period, as a real board must, instead
        of only when it moves. port: where other programs reach its serial port; the board
        closes it. The firmware is put onto its flash before its first start, unless keep: a
        flash that exists stays as it is; blank: it is emptied. faults: of its wiring, as
        matrix.py writes them. UserError where the board cannot be made.
        """
        description = json.loads(paths.board(grid).read_text(encoding="utf-8"))
        self.vm_kind = vm or default_vm()[0]
        self.clock = clock or Virtual()
        self.world = World(grid_named(grid), seed)
        self.lines: list[str] = []
        self.frame = bytes(3 * self.world.grid.size)
        self.work_us = 0
        self.hz = 0
        self.power = False
        self.trouble: str | None = None
        self.on_line: list[Callable[[str], None]] = []
        self.on_frame: list[Callable[[bytes, int], None]] = []
        self.on_tone: list[Callable[[int], None]] = []
        self.on_world: list[Callable[[], None]] = []
        if port and self.vm_kind != "micropython":
            raise UserError("only the VM micropython has a serial port: leave out --vm")
        self.port = port
        self._terminal = Terminal() if port else None
        self._soldering = soldering(description)
        self._leds = description["leds"]
        self.fault(*faults)
        self._period_ms = description["period_ms"]
        self._ticking = ticking
        self._vm: Vm | None = None
        self._woken_ms = 0
        self._lived_ms = 0  # how far a real clock's world has come
        self._acted_ms = -1  # when somebody did something last
        self._told = b""
        self._half_line = b""
        self._lock = threading.RLock()
        self._thread: threading.Thread | None = None
        self._closing = False
        self._poke_read, self._poke_write = os.pipe()
        os.set_blocking(self._poke_write, False)
        self._disk = Disk(state_dir)
        image = self._disk.folder / FLASH_IMAGE
        if blank:
            image.unlink(missing_ok=True)
        self._files: dict[str, Path] | None = None
        if not blank and not (keep and image.exists()):
            self._files = files or {**paths.firmware(), "board.json": paths.board(grid)}

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
        self._closing = True
        if self._thread:
            self._poke()
            self._thread.join()
        with self._lock:
            self._power_off()
            if self.port and self._terminal:
                self.port.close()
                self._terminal.close()
            self._disk.close()
            os.close(self._poke_read)
            os.close(self._poke_write)

    def do(self, command: str) -> int:
        """Do one command of the hand's language, at once; HandError where that cannot be.

        Returns how long the gesture takes a hand, in milliseconds: a script advances by it.
        """
        made = hand.parse(command, self.world.grid)
        if made.word in ("wait", "expect"):
            raise HandError(f"'{made.word}' is for scripts; here time passes by itself")
        with self._lock:
            if isinstance(self.clock, Real):
                self.clock.hold(None)
            self._lived_ms = self.now_ms
            self.world.run(self.now_ms)
            self._acted_ms = self.now_ms
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
            self._acted_ms = self.now_ms
            if self._vm:
                self._vm.send(data)
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
        until = self.clock.now_ms + ms
        while True:
            wake_ms = self._wake_ms()
            world_ms = self.world.next_ms()
            moments = [moment for moment in (wake_ms, world_ms) if moment is not None]
            moment = min(moments, default=until + 1)
            if moment > until:
                break
            self.clock.now_ms = moment
            self.world.run(moment)
            if self._wake_ms() == moment:
                self._wake(moment)
        self.clock.now_ms = until
        self.world.run(until)

    @property
    def turn_us(self) -> int:
        """What the firmware's last turn took, from being woken to resting, in microseconds."""
        return self._vm.work_us if self._vm else 0

    def snapshot(self) -> dict:
        """What a person sees of the world: cells, hand, bars, power."""
        with self._lock:
            return self.world.snapshot() | {"power": self.power}

    def rgb(self, frame: bytes | None = None) -> bytes:
        """Red, green and blue of each cell in the grid's order, from a frame (the present one)."""
        return self._wiring.rgb(self.frame if frame is None else frame)

    # -- what the firmware does

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

    # -- inner parts

    def _tell(self, listeners: list, *args: object) -> None:
        for listener in listeners:
            listener(*args)

    def _line(self, text: str) -> None:
        self.lines.append(text)
        self._tell(self.on_line, text)

    def _power_on(self) -> None:
        if self.power:
            return
        self.power = True
        self.trouble = None
        self._start_vm()
        if isinstance(self.clock, Real) and not (self._thread and self._thread.is_alive()):
            self._thread = threading.Thread(target=self._live, daemon=True)
            self._thread.start()

    def _start_vm(self, with_main: bool = True) -> None:
        self._half_line = b""
        self._told = b""
        self._woken_ms = self.now_ms
        self._vm = Vm(
            self.vm_kind,
            self._disk.folder,
            self._files,
            self._soldering,
            self,
            self._terminal,
            with_main,
        )
        self._files = None  # from now on the flash is as the board and its hosts leave it
        if isinstance(self.clock, Virtual):
            self._settle()

    def _stop_vm(self) -> bytes:
        """Returns what was typed on its port and came too late."""
        if not self._vm:
            return b""
        self._vm.stop()
        typed = self._vm.unheard()
        self._vm = None
        return typed

    def _power_off(self) -> None:
        if not self.power:
            return
        self.power = False
        self._stop_vm()
        if self.port:
            self.port.hang_up()
        self.pixels(b"", 0)
        if self.hz:
            self.tone(0)

    def _wake_ms(self) -> int | None:
        """When the firmware is to be woken, as things stand; None: not by anything known.

        It looks at the world once in a scan period, since a turn of its loop takes that long
        on a real board; between two looks nothing is seen.
        """
        vm = self._vm
        if vm is None or vm.asked_ms is None:
            return None
        period = self._period_ms
        rest = vm.asked_ms
        if self._ticking:
            rest = 0
        elif vm.has_mail or self._told != self.world.inputs():
            # What was done at this moment comes too late for a look at this moment.
            rest = max(self.now_ms, self._acted_ms + 1) - self._woken_ms
        return self._woken_ms + max(1, (rest + period - 1) // period) * period

    def _wake(self, now_ms: int) -> None:
        """Let the firmware look at the world; in virtual time, until it rests again."""
        assert self._vm
        self._woken_ms = now_ms
        self._told = self.world.inputs()
        self._vm.wake(now_ms, self._told)
        if isinstance(self.clock, Virtual):
            self._settle()

    def _settle(self) -> None:
        """Virtual time: wait until the firmware rests; start it anew where it asked for that."""
        assert self._vm
        self._vm.await_rest(PATIENCE_S)
        self._look_after()
        if self.trouble:
            raise VmError(self.trouble)

    def _look_after(self) -> None:
        """Start a firmware that asked for it anew; note where it has ended."""
        vm = self._vm
        if vm is None:
            return
        if vm.reset:
            typed = self._stop_vm()
            gone = self.port is None or self.port.hang_up()
            self._start_vm()
            if not gone:
                self._type(typed)
        elif vm.restart or (vm.ended and vm.started and self._terminal):
            self._soft_reboot(vm)
        elif vm.ended:
            words = vm.last_words()
            self._stop_vm()
            self.trouble = "the firmware has ended, which it never should"
            if words:
                self.trouble += f"; its last words: {words}"
            self._line(self.trouble)
            self._tell(self.on_world)

    def _soft_reboot(self, vm: Vm) -> None:
        """Start the program anew; a host that was in the raw REPL finds itself there again."""
        raw = self._terminal is not None and self._terminal.raw
        typed = self._stop_vm()
        if self._terminal:
            self.text(b"MPY: soft reboot\r\n")
        self._start_vm(with_main=not (raw or vm.interrupted))
        if raw and self._terminal:
            typed = self._terminal.enter_raw() + typed
        self._type(typed)

    def _type(self, typed: bytes) -> None:
        """Give a process that has just started what came too late for the one before."""
        if typed and self._vm:
            self._vm.send(typed)

    def _poke(self) -> None:
        """Wake the thread of a real clock."""
        if self._thread:
            with contextlib.suppress(BlockingIOError):
                os.write(self._poke_write, b".")

    def _live(self) -> None:
        """A real clock's thread. Whatever ends it is told: the board would only stand still."""
        try:
            while not self._closing:
                self._live_on()
        except Exception as error:
            with self._lock:
                self._stop_vm()
                kind = type(error).__name__
                self.trouble = f"the simulated board has failed: {kind}: {error}"
                self._line(self.trouble)
                self._tell(self.on_world)

    def _live_on(self) -> None:
        """Let the firmware and the world do what is due, and wait for what comes next."""
        with self._lock:
            now = self._catch_up()
            wake_ms = self._wake_ms()
            if wake_ms is not None and wake_ms <= now:
                self._wake(now)
                wake_ms = None
            moments = [at for at in (wake_ms, self.world.next_ms()) if at is not None]
            vm, port = self._vm, self.port
            if port and port.look_ms:
                moments.append(now + port.look_ms)
            tear_ms = vm.tear(now) if vm else None
            if tear_ms is not None:
                moments.append(tear_ms)
        poll = select.poll()
        poll.register(self._poke_read, select.POLLIN)
        for watched in (vm, port):
            for descriptor, events in watched.descriptors().items() if watched else ():
                poll.register(descriptor, events)
        timeout = max(1, min(moments) - now) if moments else None
        if self._poke_read in (descriptor for descriptor, _ in poll.poll(timeout)):
            os.read(self._poke_read, 4096)
        with self._lock:
            self._serve(port)
            if vm and vm is self._vm:
                vm.take()
                self._look_after()

    def _catch_up(self) -> int:
        """Let the world move on to now, and the firmware look whenever it wants to on the way.

        On a real board it looks every millisecond. A busy machine must neither hide a short
        touch nor make it shorter: while the firmware has something to see, time waits for it.
        """
        assert isinstance(self.clock, Real)
        now = self.clock.true_ms
        while True:
            world_ms = self.world.next_ms()
            if world_ms is None or world_ms > now:
                world_ms = now
            if self._vm and self._lived_ms > now - LAG_MS:
                self.clock.hold(self._lived_ms)
                wake_ms = self._wake_ms()
                if wake_ms is None and (world_ms < now or self._told != self.world.inputs()):
                    return self._lived_ms
                if wake_ms is not None and wake_ms <= world_ms:
                    self._lived_ms = max(self._lived_ms, wake_ms)
                    self.clock.hold(self._lived_ms)
                    return self._lived_ms
            self.world.run(world_ms)
            self._lived_ms = world_ms
            if world_ms == now:
                self.clock.hold(None)
                return now

    def _serve(self, port: Port | None) -> None:
        """Pass on what another program sent to the serial port."""
        if port:
            received = port.serve(self.power)
            if received and self._vm:
                self._vm.send(received)
            if self._vm:
                self._vm.hold = port.full
