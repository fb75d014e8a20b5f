"""Runs a board whose firmware is on an emulated chip, in the chip's own time."""

import time

from tourelle_host.errors import UserError
from tourelle_host.sim.chip import image, uf2
from tourelle_host.sim.chip.emulator import Board, Chip
from tourelle_host.sim.disk import FLASH_IMAGE, ROM_IMAGE
from tourelle_host.sim.hand import GESTURE_MS
from tourelle_host.sim.life import Life, Setting

BOOT_MS = 20_000  # a board silent for so long will stay silent (a blank flash takes 9 s)
HANGS = (
    "the firmware hangs at boot: the board has said nothing for {} seconds; flash it again, or "
    "start it with --blank"
)
_STEP_MS = 10  # real time: the chip runs in steps of this
_LAG_MS = 100  # real time: a chip further behind than this does not catch up
_PACE_MS = 1000  # the pace is measured over this much of the board's time


class ChipLife(Life, Board):
    """The chip runs all the time, at this machine's pace or in real time, whichever is slower.

    In virtual time the board's clock stands still while the chip boots, as booting takes no time
    on the other VMs either. In real time a hand whose gestures come faster than the board runs
    waits with each until the board's time for the one before is over.
    """

    serves_port = True

    def __init__(self, setting: Setting):
        super().__init__(setting)
        self._python = uf2.read(setting.vm.uf2)
        python = self._python
        # The file systems on its flash: the image file, where it begins, its size.
        self._files = (setting.folder / FLASH_IMAGE, python.start, python.size)
        self._rom = (setting.folder / ROM_IMAGE, *python.rom)
        self._prepare()
        self._chip: Chip | None = None
        self._began_ms = 0  # the board's time when the chip's time began
        self._began_ns = 0  # the chip's time at that moment
        self._inputs = b""
        self._booting = False
        self._said = False
        self._older_ms = setting.vm.uptime * 60_000  # how far its timer still has to jump ahead
        self._acted_ms: int | None = None
        self._pace: tuple[float, int] | None = None  # real time and the board's time, a while ago

    def start(self) -> None:
        setting = self.setting
        flash = bytearray(self._python.flash)
        for path, start, size in (self._files, self._rom):
            if size:
                flash[start : start + size] = path.read_bytes()
        self._chip = Chip(setting.description, bytes(flash), self)
        self._began_ns = 0
        self._began_ms = setting.clock.now_ms
        self._inputs = b""
        self._pace = None
        self._said = False
        setting.listener.began()
        if not setting.clock.passes:
            self._boot(self._chip)

    def stop(self) -> None:
        if self._chip:
            self._chip = None
            self.setting.listener.began()

    def send(self, data: bytes) -> None:
        if self._chip:
            self._chip.serial.send(data)

    def act(self) -> None:
        clock = self.setting.clock
        if clock.passes and self._chip and self._acted_ms is not None:
            self._pass(max(clock.now_ms, self._acted_ms + GESTURE_MS))
        self.setting.world.run(clock.now_ms)
        self._acted_ms = clock.now_ms

    def advance(self, ms: int) -> None:
        self._pass(self.setting.clock.now_ms + ms)

    def live(self) -> None:
        setting, clock = self.setting, self.setting.clock
        with setting.lock:
            self._serve()
            now = clock.now_ms
            behind = clock.true_ms - now
            if behind > 0:
                self._pass(now + min(behind, _STEP_MS))
                if self._said and self._chip:
                    self._age(self._chip)
                self._measure()
                self._watch_boot()
                self._serve()
            if behind > _LAG_MS:
                clock.lose(behind - _LAG_MS)
            rest = clock.now_ms - clock.true_ms
        self._wait(max(0, rest + 1) if self._chip else 20, setting.port)

    # -- what the chip does

    def frame(self, pixels: bytes, began_ns: int, ended_ns: int) -> None:
        self._now(ended_ns)
        self.setting.listener.pixels(pixels, 0)

    def tone(self, hz: int) -> None:
        self._now()
        self.setting.listener.tone(hz)

    def heard(self, data: bytes) -> None:
        self._said = True
        self._now()
        self.setting.listener.text(data)

    def gone(self) -> None:
        if self.setting.port:
            self.setting.port.hang_up()
        self.setting.listener.began()

    # -- inner parts

    def _prepare(self) -> None:
        """Make the initial file systems, with everything that has to be installed."""
        path, _, size = self._files
        in_rom, _, rom_size = self._rom
        files, rom = None, b""
        if self.setting.files:
            files, rom = image.program(self.setting.files, rom_size)
        if not path.exists():
            found = image.build(files, size) if files else b"\xff" * size
        else:
            found = path.read_bytes()
            if len(found) != size:
                found = found[:size].ljust(size, b"\xff")
            if files:
                found = image.update(found, files)
            else:
                image.check(found, path)
        path.write_bytes(found)
        if rom_size:
            if not rom and in_rom.exists():
                rom = in_rom.read_bytes()[:rom_size]
            in_rom.write_bytes(rom.ljust(rom_size, b"\xff"))

    def _boot(self, chip: Chip) -> None:
        """Run until the firmware has said something; the board's clock stands still until then."""
        self._said = False
        self._booting = True
        while not self._said:
            chip.wires.set(self.setting.world.inputs())
            chip.run(chip.now_ns + _STEP_MS * 1_000_000)
            if chip.now_ns > BOOT_MS * 1_000_000:
                raise UserError(HANGS.format(BOOT_MS // 1000))
        self._keep(chip)
        self._booting = False
        self._age(chip)
        self._began_ns = chip.now_ns

    def _age(self, chip: Chip) -> None:
        """Let the timer jump ahead if it was asked for; a reset undoes that."""
        ms, self._older_ms = self._older_ms, 0
        if ms:
            chip.rp2040.age(ms)

    def _pass(self, until_ms: int) -> None:
        """Let chip and world run until then."""
        world, clock = self.setting.world, self.setting.clock
        now = clock.now_ms
        while True:
            moment = world.next_ms()
            moment = until_ms if moment is None else min(max(moment, now), until_ms)
            if self._chip:
                inputs = world.inputs()
                if inputs != self._inputs:
                    self._inputs = inputs
                    self._chip.wires.set(inputs)
                self._chip.run(self._began_ns + (moment - self._began_ms) * 1_000_000)
                self._keep(self._chip)
            clock.hold(moment)
            now = moment
            world.run(moment)
            if moment >= until_ms:
                break

    def _now(self, ns: int | None = None) -> None:
        """Set the board's time from the chip's."""
        if self._chip and not self._booting:
            if ns is None:
                ns = self._chip.now_ns
            self.setting.clock.hold(self._began_ms + (ns - self._began_ns) // 1_000_000)

    def _keep(self, chip: Chip) -> None:
        """Write to the image files what the chip wrote to its flash."""
        if not chip.flash.changed:
            return
        for path, start, size in (self._files, self._rom):
            written = [at for at in sorted(chip.flash.changed) if start <= at < start + size]
            if written:
                with path.open("r+b") as file:
                    for address in written:
                        file.seek(address - start)
                        file.write(chip.read_flash(address, 4096))
        chip.flash.changed.clear()

    def _serve(self) -> None:
        """Pass on what another program sent to the serial port."""
        port = self.setting.port
        if port:
            received = port.serve(self._chip is not None)
            if self._chip:
                if received:
                    self._chip.serial.send(received)
                self._chip.serial.hold(port.full)

    def _watch_boot(self) -> None:
        """Report once that a board stays silent; it runs on, so that a host can flash it."""
        if self._chip and not self._said and self._chip.now_ns > BOOT_MS * 1_000_000:
            self._said = True
            self.setting.listener.fail(HANGS.format(BOOT_MS // 1000))

    def _measure(self) -> None:
        real, now = time.monotonic() * 1000, self.setting.clock.now_ms
        if self._pace is None or self._chip is None:
            self._pace = real, now
        elif now - self._pace[1] >= _PACE_MS:
            self.slower = max(1.0, (real - self._pace[0]) / (now - self._pace[1]))
            self._pace = real, now
            self.setting.listener.pace()
