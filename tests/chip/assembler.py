"""MicroPython's `rp2.asm_pio`, as far as the firmware needs it: functions to PIO words."""

import types
from typing import NamedTuple

_JMP, _IN, _OUT, _PUSH_PULL, _MOV, _SET = 0, 2, 3, 4, 5, 7
_CONDITIONS = {
    name: number
    for number, name in enumerate("not_x x_dec not_y y_dec x_not_y pin not_osre".split(), 1)
}
_PLACES = {"pins": 0, "x": 1, "y": 2, "null": 3, "pindirs": 4, "isr": 6, "osr": 7}


class Program(NamedTuple):
    """Words, and where it wraps; how its state machine is to be set up."""

    words: list[int]
    wrap_target: int
    wrap: int
    setup: dict


class _Instruction:
    """One word that is being made: `.side(n)` and `[delay]` add to it."""

    def __init__(self, words: list, at: int, side_bits: int):
        self._words, self._at, self._side_bits = words, at, side_bits

    def side(self, value: int) -> "_Instruction":
        self._words[self._at] |= value << 13 - self._side_bits
        return self

    def __getitem__(self, delay: int) -> "_Instruction":
        assert 0 <= delay < 1 << 5 - self._side_bits
        self._words[self._at] |= delay << 8
        return self


def assemble(function, **setup) -> Program:
    """The program that a function writes, called with PIO's names in place of its globals."""
    side_bits = 0
    if "sideset_init" in setup:
        init = setup["sideset_init"]
        side_bits = len(init) if isinstance(init, tuple) else 1
    words: list = []
    labels: dict[str, int] = {}
    jumps: list[tuple[int, str]] = []
    ends = {}

    def emit(kind: int, arguments: int) -> _Instruction:
        words.append(kind << 13 | arguments)
        return _Instruction(words, len(words) - 1, side_bits)

    def jmp(*arguments: str) -> _Instruction:
        condition, label = ("", *arguments)[-2:]
        jumps.append((len(words), label))
        return emit(_JMP, _CONDITIONS.get(condition, 0) << 5)

    names: dict[str, object] = {name: name for name in (*_PLACES, *_CONDITIONS)}
    names |= {
        "wrap_target": lambda: ends.update(target=len(words)),
        "wrap": lambda: ends.update(wrap=len(words) - 1),
        "label": lambda name: labels.update({name: len(words)}),
        "jmp": jmp,
        "in_": lambda source, bits: emit(_IN, _PLACES[source] << 5 | bits & 31),
        "out": lambda to, bits: emit(_OUT, _PLACES[to] << 5 | bits & 31),
        "mov": lambda to, source: emit(_MOV, _PLACES[to] << 5 | _PLACES[source]),
        "nop": lambda: emit(_MOV, 2 << 5 | 2),
        "set": lambda to, value: emit(_SET, _PLACES[to] << 5 | value),
        "pull": lambda: emit(_PUSH_PULL, 0xA0),
        "push": lambda: emit(_PUSH_PULL, 0x20),
    }
    types.FunctionType(function.__code__, names)()
    for at, label in jumps:
        words[at] |= labels[label]
    wrap = ends.get("wrap", len(words) - 1)
    return Program(words, ends.get("target", 0), wrap, setup | {"side_bits": side_bits})


def instruction(text: str) -> int:
    """One instruction, as `StateMachine.exec` takes it."""
    code = compile(f"def one():\n {text}\n", "<instruction>", "exec")
    space: dict = {}
    exec(code, space)
    return assemble(space["one"]).words[0]
