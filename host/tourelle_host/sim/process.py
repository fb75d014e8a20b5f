"""Runs a board whose firmware is in a process on this machine."""

from typing import ClassVar

from tourelle_host.patience import seconds
from tourelle_host.sim.life import Life, Setting
from tourelle_host.sim.pacing import Pacing
from tourelle_host.sim.port import Port
from tourelle_host.sim.resting import ended_by_itself
from tourelle_host.sim.serial import Serial, SerialPipes, SerialTerminal
from tourelle_host.sim.terminal import Terminal
from tourelle_host.sim.vm import Over, Vm, VmError
from tourelle_host.sim.wiring import soldering

PATIENCE_S = seconds(30)  # a firmware that computes for longer is stuck


class ProcessLife(Life):
    """The firmware rests until it is woken, and then looks at the world once."""

    kind: ClassVar[str]  # of the VM

    def __init__(self, setting: Setting):
        super().__init__(setting)
        self._terminal = Terminal() if setting.port else None
        self._soldering = soldering(setting.description)
        period_ms = setting.description["period_ms"]
        self._pacing = Pacing(setting.world, setting.clock, period_ms, setting.polling)
        self._files = setting.files
        self._on = False
        self._vm: Vm | None = None
        self._serial: Serial | None = None  # the running process's

    def start(self) -> None:
        self._on = True
        self._start_vm()

    def stop(self) -> None:
        self._on = False
        self._stop_vm()

    def send(self, data: bytes) -> None:
        self._pacing.sent()
        if self._serial:
            self._serial.send(data)

    def act(self) -> None:
        self._pacing.act()

    def close(self) -> None:
        super().close()
        if self._terminal:
            self._terminal.close()

    def advance(self, ms: int) -> None:
        clock, world = self.setting.clock, self.setting.world
        until = clock.now_ms + ms
        while True:
            wake_ms = self._pacing.wake_ms(self._vm)
            world_ms = world.next_ms()
            moments = [moment for moment in (wake_ms, world_ms) if moment is not None]
            moment = min(moments, default=until + 1)
            if moment > until:
                break
            clock.hold(moment)
            world.run(moment)
            if self._vm and self._pacing.wake_ms(self._vm) == moment:
                self._pacing.wake(self._vm, moment)
                self._settle()
        clock.hold(until)
        world.run(until)

    @property
    def turn_us(self) -> int:  # type: ignore[override]
        return self._vm.work_us if self._vm else 0

    def live(self) -> None:
        with self.setting.lock:
            vm, port, serial = self._vm, self.setting.port, self._serial
            now, moments = self._pacing.live(vm)
            if port and port.look_ms:
                moments.append(now + port.look_ms)
            tear_ms = serial.tear(now) if serial else None
            if tear_ms is not None:
                moments.append(tear_ms)
        self._wait(max(1, min(moments) - now) if moments else None, vm, port)
        with self.setting.lock:
            self._serve(port)
            if vm and vm is self._vm:
                vm.take()
                self._look_after()

    # -- inner parts

    def _start_vm(self, with_main: bool = True) -> None:
        self.setting.listener.began()
        self._pacing.begin()
        listener = self.setting.listener
        if self._terminal:
            self._serial = SerialTerminal(listener, self._terminal, with_main)
        else:
            self._serial = SerialPipes(listener)
        self._vm = Vm(
            self.kind, self.setting.folder, self._files, self._soldering, listener, self._serial
        )
        self._files = None  # from now on the flash is what the board and its hosts make of it
        if not self.setting.clock.passes:
            self._settle()

    def _stop_vm(self) -> bytes:
        """Returns what was typed on its port, but too late for it."""
        if not (self._vm and self._serial):
            return b""
        self._vm.stop()
        typed = self._serial.unheard()
        self._vm = self._serial = None
        return typed

    def _settle(self) -> None:
        """Virtual time: wait until the firmware rests; restart it where it asked for that."""
        assert self._vm
        self._vm.await_rest(PATIENCE_S)
        trouble = self._look_after()
        if trouble:
            raise VmError(trouble)

    def _look_after(self) -> str | None:
        """Restart a firmware that asked for it; returns why it has ended, where it has."""
        vm = self._vm
        if vm is None:
            return None
        over = vm.over
        if over is Over.RESET:
            typed = self._stop_vm()
            vanished = self.setting.port is None or self.setting.port.hang_up()
            self._start_vm()
            if not vanished:
                self._type(typed)
        elif over is Over.RESTART:
            self._soft_reboot(vm)
        elif over is Over.ENDED:
            trouble = ended_by_itself(vm.last_words())
            self._stop_vm()
            self.setting.listener.fail(trouble)
            return trouble
        return None

    def _soft_reboot(self, vm: Vm) -> None:
        """Restart the program; a host that was in the raw REPL is back in it afterwards."""
        raw = self._terminal is not None and self._terminal.raw
        typed = self._stop_vm()
        if self._terminal:
            self.setting.listener.text(b"MPY: soft reboot\r\n")
        self._start_vm(with_main=not (raw or vm.interrupted))
        if raw and self._terminal:
            typed = self._terminal.enter_raw() + typed
        self._type(typed)

    def _type(self, typed: bytes) -> None:
        """Give a process that has just started what came too late for the last one."""
        if typed and self._serial:
            self._serial.send(typed)

    def _serve(self, port: Port | None) -> None:
        """Pass on what another program sent to the serial port."""
        if port:
            received = port.serve(self._on)
            if self._serial:
                if received:
                    self._serial.send(received)
                self._serial.held = port.full


class MicroPythonLife(ProcessLife):
    """On MicroPython, on this machine."""

    kind = "micropython"
    serves_port = True


class CPythonLife(ProcessLife):
    """On this machine's Python."""

    kind = "cpython"


class WasmLife(ProcessLife):
    """On MicroPython for WebAssembly, which Node.js runs."""

    kind = "wasm"
