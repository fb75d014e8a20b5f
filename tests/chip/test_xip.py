"""Bytecode that runs in the flash: what is laid out there, and which functions are sent to it."""

import struct
import types

import pytest

pytest.importorskip("littlefs")

from littlefs import LittleFS, UserContext

import viper
from tourelle_host import paths
from tourelle_host.flash import contents, xip
from tourelle_host.sim.chip import image

RAM, XIP = 0x20000000, 0x10000000
START, SIZE = image.PICO_FILES
BUFFERS = 0x30000000  # where no memory is: what Python made for a function is seen there
BYTECODE, MACHINE_CODE, GENERATOR = 2 << 16, 4 << 16, 1 << 24  # in what a function is made of
PATH = contents.IN_PLACE
SOURCE = """
def plain(number):
    return number * 5 + 1

def outer(numbers):
    return sorted(numbers, key=lambda number: number * -3), [number + 7 for number in numbers]

class Some:
    def method(self):
        return self.method, plain, outer
"""


def compiled(source=SOURCE):
    return contents.compiled("some.py", source, image.PICO)


def system(flash):
    """littlefs on a flash that is read by its `readblocks`."""

    class Context(UserContext):
        def read(self, cfg, block, off, size):
            buffer = bytearray(size)
            flash.readblocks(block, buffer, off)
            return buffer

    return LittleFS(
        context=Context(SIZE),
        block_size=4096,
        block_count=SIZE // 4096,
        read_size=32,
        prog_size=256,
        cache_size=1024,
        mount=True,
    )


class Chip:
    """Memory and flash, and the port's module in them; `load` puts there what `import` would."""

    def __init__(self, disk, machine="Raspberry Pi Pico with RP2040"):
        """disk: the image of its file system."""
        self.ram = bytearray(0x40000)
        self.flash = bytes(START) + disk
        self.buffers = []
        self.generators = 0  # the bit that marks them, if all functions are
        self.pointers = []  # (where the word is that says where code is, the code)
        self._next = 0x8000
        source = paths.firmware()["tourelle/ports/rp2_xip.py"].read_text(encoding="utf-8")
        self._module = types.ModuleType("rp2_xip")
        vars(self._module).update(viper.names("rp2_xip", self.pointer))
        with pytest.MonkeyPatch.context() as patch:
            for name, content in self._modules(machine).items():
                patch.setitem(viper.sys.modules, name, types.SimpleNamespace(**content))
            code = compile(viper.rewrite(source, "rp2_xip.py"), "rp2_xip.py", "exec")
            exec(code, vars(self._module))

    def in_place(self):
        return self._module.in_place(PATH)

    def load(self, mpy):
        """As `import` before it runs anything."""
        self._put(xip.functions(mpy))

    def _put(self, function):
        code = self._take(function.code or b"machine code")
        within = [self._put(one) for one in function.within]
        table = self._take(struct.pack(f"<{len(within)}I", *within))
        kind = BYTECODE if function.code else MACHINE_CODE
        raw = self._take(struct.pack("<III", kind | self.generators, code, table))
        if function.code:
            self.pointers.append((raw + 4, function.code))
        return raw

    def seen(self):
        """Of each pointer: whether it points to the flash. Whatever it points to is its code."""
        found = []
        for pointer, code in self.pointers:
            at = struct.unpack_from("<I", self.ram, pointer - RAM)[0]
            memory, at = (self.ram, at - RAM) if at >= RAM else (self.flash, at - XIP)
            assert memory[at : at + len(code)] == code
            found.append(memory is self.flash)
        return found

    def _take(self, data):
        address = RAM + self._next
        self.ram[self._next : self._next + len(data)] = data
        self._next += len(data) + 15 & -16
        return address

    def _modules(self, machine):
        chip = self

        class Flash:
            def readblocks(self, block, buffer, offset=0):
                at = START + 4096 * block + offset
                buffer[:] = chip.flash[at : at + len(buffer)]

            def ioctl(self, what, value):
                return {4: SIZE // 4096, 5: 4096}[what]

        class Words:
            def __getitem__(self, address):
                return struct.unpack_from("<I", chip.flash, address - XIP)[0]

        def files(flash, progsize):
            self.files = system(flash)  # an open file does not keep it alive
            return self.files

        return {
            "sys": {"implementation": types.SimpleNamespace(_machine=machine)},
            "micropython": {"const": lambda value: value},
            "machine": {"mem32": Words()},
            "rp2": {"Flash": Flash},
            "uctypes": {"addressof": lambda flash: XIP + START},
            "vfs": {"VfsLfs2": files},
        }

    def pointer(self, size, what):
        return _Pointer(self, size, what)


class _Pointer:
    """What viper's pointers point to: memory, flash, or a buffer."""

    def __init__(self, chip, size, what):
        self._chip, self._size = chip, size
        if isinstance(what, (int, _Pointer)):
            self._at = int(what)
        else:
            chip.buffers.append(memoryview(what).cast("B"))
            self._at = BUFFERS + (len(chip.buffers) << 20)

    def __int__(self):
        return self._at

    def _place(self, index):
        at = self._at + self._size * index
        if at >= BUFFERS:
            return self._chip.buffers[(at - BUFFERS >> 20) - 1], at & 0xFFFFF
        return (self._chip.ram, at - RAM) if at >= RAM else (self._chip.flash, at - XIP)

    def __getitem__(self, index):
        memory, at = self._place(index)
        return struct.unpack_from({2: "<H", 4: "<i"}[self._size], memory, at)[0]

    def __setitem__(self, index, value):
        memory, at = self._place(index)
        struct.pack_into({2: "<H", 4: "<i"}[self._size], memory, at, value)


def disk(laid_out):
    return image.build({"main.py": b"x" * 5000, PATH: laid_out}, SIZE)


def in_pieces(laid_out):
    """The same file, with another one's blocks between its own."""
    made = image._system(SIZE, image._DISK)
    made.format()
    made.mount()
    made.mkdir("tourelle")
    with made.open(PATH, "wb") as file, made.open("other", "wb") as other:
        for at in range(0, len(laid_out), 4000):
            file.write(laid_out[at : at + 4000])
            file.flush()
            other.write(bytes(3000))
            other.flush()
    return bytes(made.context.buffer)


def many(count):
    """A module of so many functions, of all lengths."""
    return "".join(
        f"def f{number}(x):\n    return x{' + 70 * x' * (number % 97)} + {number}\n"
        for number in range(count)
    )


@pytest.mark.parametrize("kind", [0, GENERATOR])
def test_functions_and_what_is_within_them_run_in_the_flash(kind):
    mpy = compiled()
    chip = Chip(disk(xip.laid_out(mpy)))
    chip.generators = kind
    chip.load(mpy)
    assert chip.in_place() > 80
    assert chip.seen() == [True] * 6 + [False]  # the last is the module's own, which is running


def test_a_file_of_many_blocks_that_lie_apart():
    mpy = compiled(many(400))
    laid_out = xip.laid_out(mpy)
    assert len(laid_out) > 17 * 4096
    chip = Chip(in_pieces(laid_out))
    chip.load(mpy)
    chip.in_place()
    *functions, module = chip.seen()
    assert all(functions)
    assert not module


def test_what_only_begins_like_a_function_stays():
    mpy = compiled()
    chip = Chip(disk(xip.laid_out(mpy)))
    for other in (0, RAM - 16, RAM + 4, RAM + len(chip.ram), XIP + START, 0xFFFF_FFF0):
        chip._take(struct.pack("<III", BYTECODE, other, other))
    before = bytes(chip.ram)
    assert chip.in_place() == 0
    assert chip.ram == before


@pytest.mark.parametrize("place", [0, 1, -2, -1])
def test_a_function_that_differs_by_a_bit_stays_where_it_is(place):
    mpy = compiled()
    chip = Chip(disk(xip.laid_out(mpy)))
    chip.load(mpy)
    pointer, code = chip.pointers[0]
    at = struct.unpack_from("<I", chip.ram, pointer - RAM)[0] - RAM
    chip.ram[at + place % len(code)] ^= 1
    chip.in_place()
    assert struct.unpack_from("<I", chip.ram, pointer - RAM)[0] == RAM + at


def test_the_code_of_another_module_is_not_taken_for_it():
    chip = Chip(disk(xip.laid_out(compiled(many(30)))))
    chip.load(compiled())
    assert chip.in_place() == 0
    assert not any(chip.seen())


def test_on_another_chip_all_stays_where_it_is():
    mpy = compiled()
    chip = Chip(disk(xip.laid_out(mpy)), "Raspberry Pi Pico2 with RP2350")
    chip.load(mpy)
    assert chip.in_place() == 0
    assert not any(chip.seen())


@pytest.mark.deep
def test_nearly_all_of_the_firmwares_core_runs_in_the_flash():
    files = contents.firmware(image.PICO)
    chip = Chip(disk(files[PATH]))
    chip.load(files["tourelle/core.mpy"])
    assert chip.in_place() > 40_000
    assert sum(chip.seen()) > 0.98 * len(chip.pointers)


def test_no_other_target_is_sent_a_copy():
    small = {"tourelle/core.py": paths.firmware()["tourelle/clock.py"]}
    assert PATH in contents.firmware(image.PICO, small)
    assert PATH not in contents.firmware(contents.Target(6, 3, "armv7emsp"), small)
    assert PATH not in contents.firmware(None, small)
