"""The emulator's PIO and DMA without its core: the firmware's own modules drive them from here.

What the firmware has from MicroPython (`rp2`, `machine`, `uctypes`, `viper`) is made of the
emulated registers and memory, so that no image of MicroPython is needed.
"""

import functools
import importlib.util
import json
import sys
import types
from typing import Any

import viper
from chip import assembler
from tourelle import ports
from tourelle.grids import grid as grid_named
from tourelle_host import paths
from tourelle_host.sim.chip.emulator import Rp2040
from tourelle_host.sim.chip.pins import Wires
from tourelle_host.sim.chip.pixels import Decoder
from tourelle_host.sim.world import World

_RAM = 0x20001000
_DMA = 0x50000000
_PIO = (0x50200000, 0x50300000)
_IO, _PADS = 0x40014000, 0x4001C000


class Bare:
    """A board's chip, whose core does nothing; time passes by `run`, and by reading the timer.

    world    reeds and buttons
    frames   what the LEDs were sent: (bytes, began_ns, ended_ns)
    until_ns where the firmware reads the timer later than this: TimeoutError
    machine  what MicroPython calls it
    """

    def __init__(self, board: str = "avalam"):
        """board: a file of firmware/boards, one of an older revision with its folder before it."""
        path = paths.board("avalam").parent / f"{board}.json"
        self.board = json.loads(path.read_text(encoding="utf-8"))
        self.cells = grid_named(self.board["grid"])
        self.world = World(self.cells)
        self.chip = Rp2040()
        self.chip.simulator = self
        self.chip.wires = self.wires = Wires(self.chip, self.board)
        self.frames: list[tuple[bytes, int, int]] = []
        leds = self.board["leds"]
        self.leds = len(leds["chain"].split())
        decoder = Decoder(3 * self.leds, lambda *frame: self.frames.append(frame))
        self.edges: list[tuple[bool, int]] = []

        def edge(state, _):
            block = self.chip.blocks[1]
            at = block.now_ns if block.running else self.now_ns
            self.edges.append((state.value == 1, at))
            decoder.edge(state.value == 1, at)

        self.chip.gpio[leds["pin"]].add_listener(edge)
        self.until_ns = 1 << 62
        self.machine = "Raspberry Pi Pico with RP2040"
        self._next = _RAM
        self._channels = 0
        self._programs = [0, 0]  # instructions that each block holds
        self._addresses: dict[int, tuple[object, int]] = {}
        self.set()

    @property
    def now_ns(self) -> int:
        return round(self.chip.clock.nanos)

    def set(self) -> None:
        """Have the pins read the world as it is now."""
        self.wires.connected()
        self.wires.set(self.world.inputs())

    def run(self, ms: float) -> None:
        """Let so much time pass."""
        self.chip.clock.tick(ms * 1e6)

    def read(self, address: int) -> int:
        """A word of its memory or registers; looking takes a microsecond."""
        if self.now_ns > self.until_ns:
            raise TimeoutError("the firmware waits")
        self.chip.clock.tick(1000)
        return self.chip.read_uint32(address)

    def load(self, name: str) -> types.ModuleType:
        """A module of the firmware's ports, which finds this chip where MicroPython would be.

        What it loads later, to set the chip up, finds the chip that was used last.
        """
        setup = self._load("rp2_setup")
        sys.modules[f"{ports.__name__}.rp2_setup"] = setup
        vars(ports)["rp2_setup"] = setup
        return setup if name == "rp2_setup" else self._load(name)

    def _load(self, name: str) -> types.ModuleType:
        fakes = self._modules()
        path = paths.PACKAGE / "ports" / f"{name}.py"
        spec = importlib.util.spec_from_file_location(f"bare_{name}", path)
        assert spec and spec.loader
        module = importlib.util.module_from_spec(spec)
        vars(module).update(viper.names(module.__name__, functools.partial(_Pointer, self)))
        source = path.read_text(encoding="utf-8")
        before = {name: sys.modules.get(name) for name in fakes}
        sys.modules.update(fakes)
        try:
            exec(compile(viper.rewrite(source, str(path)), str(path), "exec"), vars(module))
        finally:
            for fake, real in before.items():
                if real is None:
                    del sys.modules[fake]
                else:
                    sys.modules[fake] = real
        return module

    # -- MicroPython's modules

    def _modules(self) -> dict[str, types.ModuleType]:
        pin, memory = self._machine()
        made: dict[str, dict[str, Any]] = {
            "sys": {"implementation": types.SimpleNamespace(_machine=self.machine)},
            "micropython": {"native": lambda f: f, "const": lambda value: value},
            "uctypes": {"addressof": self._address},
            "machine": {"Pin": pin, "mem32": memory(), "idle": lambda: self.run(1), "PWM": None},
            "rp2": {
                "DMA": self._dma(),
                "PIO": self._pio(),
                "StateMachine": self._state_machine(),
                "asm_pio": lambda **setup: lambda function: assembler.assemble(function, **setup),
            },
        }
        modules = {}
        for name, content in made.items():
            modules[name] = types.ModuleType(name)
            vars(modules[name]).update(content)
        return modules

    def _address(self, thing: object) -> int:
        """Where a buffer lies in the chip's memory."""
        if id(thing) not in self._addresses:
            size = len(memoryview(thing).cast("B"))  # type: ignore[arg-type]
            self._addresses[id(thing)] = (thing, self._next)
            self._next += size + 15 & -16
        return self._addresses[id(thing)][1]

    def _machine(self) -> tuple[type, type]:
        bare = self

        class Pin:
            IN, OUT, OPEN_DRAIN, PULL_UP = 0, 1, 2, 1

            def __init__(self, number, mode=None, pull=None, value=None):
                self.number = number
                if mode == Pin.IN:
                    bare.chip.write_uint32(_IO + 8 * number + 4, 5)
                    bare.chip.write_uint32(_PADS + 4 + 4 * number, 0x42 | (8 if pull else 0))

        class Memory:
            def __getitem__(self, address):
                return bare.read(address)

            def __setitem__(self, address, value):
                bare.chip.write_uint32(address, value)

        return Pin, Memory

    def _dma(self) -> type:
        bare = self

        class DMA:
            def __init__(self):
                self.channel = bare._channels
                bare._channels += 1
                self._base = _DMA + 0x40 * self.channel

            def pack_ctrl(self, **given):
                fields = {
                    "enable": (0, 1),
                    "size": (2, 2),
                    "inc_read": (4, 1),
                    "inc_write": (5, 1),
                    "ring_size": (6, 0),
                    "ring_sel": (10, 0),
                    "chain_to": (11, self.channel),
                    "treq_sel": (15, 0x3F),
                    "irq_quiet": (21, 1),
                }
                return sum(
                    int(given.get(name, usual)) << shift for name, (shift, usual) in fields.items()
                )

            def config(self, read=None, write=None, count=None, ctrl=None, trigger=False):
                for offset, value in ((0, read), (4, write), (8, count), (0x10, ctrl)):
                    if value is not None:
                        value = value if isinstance(value, int) else bare._address(value)
                        bare.chip.write_uint32(self._base + offset, value)
                if trigger:
                    self.active(1)

            def active(self, value=None):
                if value is None:
                    return bool(bare.chip.read_uint32(self._base + 0x10) >> 24 & 1)
                bare.chip.write_uint32(_DMA + (0x430 if value else 0x444), 1 << self.channel)

        return DMA

    def _pio(self) -> type:
        bare = self

        class PIO:
            IN_LOW, IN_HIGH, OUT_LOW, OUT_HIGH = range(4)
            SHIFT_LEFT, SHIFT_RIGHT = 0, 1

            def __init__(self, number):
                self._number = number

            def remove_program(self):
                bare._programs[self._number] = 0

        return PIO

    def _state_machine(self) -> type:
        bare = self

        class StateMachine:
            def __init__(self, number, program, freq, **bases):
                self._block, self._number = _PIO[number // 4], number % 4
                bare._set_up(number, program, freq, bases)

            def active(self, value):
                control = bare.chip.read_uint32(self._block)
                bit = 1 << self._number
                bare.chip.write_uint32(self._block, control | bit if value else control & ~bit)

            def put(self, value):
                bare.chip.write_uint32(self._block + 0x10 + 4 * self._number, value)

            def exec(self, text):
                place = self._block + 0xD8 + 0x18 * self._number
                bare.chip.write_uint32(place, assembler.instruction(text))

        return StateMachine

    def _set_up(self, number: int, program: assembler.Program, freq: int, bases: dict) -> None:
        """As MicroPython's StateMachine.init: program, pins, shifting, wrap, clock."""
        block, machine = _PIO[number // 4], number % 4
        registers = block + 0xC8 + 0x18 * machine
        offset = 32 - len(program.words) - self._programs[number // 4]
        self._programs[number // 4] += len(program.words)
        for at, word in enumerate(program.words):
            if word >> 13 == 0:
                word += offset  # a jump
            self.chip.write_uint32(block + 0x48 + 4 * (offset + at), word)
        setup = program.setup
        base = {name: pin.number for name, pin in bases.items()}
        outs = len(setup.get("out_init", ()))
        self.chip.write_uint32(block, 0x110 << machine)  # restart it, and its clock
        self.chip.write_uint32(registers, round(125e6 * 256 / freq) << 8)
        self.chip.write_uint32(
            registers + 4, (offset + program.wrap) << 12 | (offset + program.wrap_target) << 7
        )
        self.chip.write_uint32(
            registers + 8,
            setup.get("autopush", False) << 16
            | setup.get("autopull", False) << 17
            | setup.get("in_shiftdir", 0) << 18
            | setup.get("out_shiftdir", 0) << 19
            | (setup.get("push_thresh", 32) & 31) << 20
            | (setup.get("pull_thresh", 32) & 31) << 25,
        )
        self.chip.write_uint32(
            registers + 0x14,
            setup["side_bits"] << 29
            | outs << 20
            | base.get("in_base", 0) << 15
            | base.get("sideset_base", 0) << 10
            | base.get("out_base", 0),
        )
        function = 6 + number // 4
        pins = [base["out_base"] + i for i in range(outs)] if outs else []
        side = [base["sideset_base"]] if setup["side_bits"] else []
        for pin in pins + side:
            self.chip.write_uint32(_IO + 8 * pin + 4, function)
        for pin in side:  # an output, low: set pindirs, 1
            self.chip.write_uint32(registers + 0x14, 1 << 26 | pin << 5)
            self.chip.write_uint32(registers + 0x10, 0xE081)
            self.chip.write_uint32(
                registers + 0x14, setup["side_bits"] << 29 | base["sideset_base"] << 10
            )
        self.chip.write_uint32(registers + 0x10, offset + program.wrap_target)  # jmp


class _Pointer:
    """What viper's ptr8, ptr16 and ptr32 point to: the chip's memory, or an object's."""

    def __init__(self, bare: Bare, size: int, what: object):
        self._bare, self._size = bare, size
        self._at = what if isinstance(what, int) else None
        if self._at is None:
            data = memoryview(what).cast("B")  # type: ignore[arg-type]
            self._thing = data.cast("i") if size == 4 else data

    def __int__(self) -> int:
        assert self._at is not None
        return self._at

    def __getitem__(self, index: int) -> int:
        if self._at is None:
            return self._thing[index]
        address = self._at + self._size * index
        if self._size == 4:
            value = self._bare.read(address)
            return value - (1 << 32) if value >> 31 else value
        return self._bare.chip.read_uint8(address)

    def __setitem__(self, index: int, value: int) -> None:
        if self._at is None:
            self._thing[index] = value
        elif self._size == 4:
            self._bare.chip.write_uint32(self._at + 4 * index, value)
        else:
            self._bare.chip.write_uint8(self._at + index, value)
