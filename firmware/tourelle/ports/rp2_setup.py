"""Sets up the RP2040's state machines and DMA. Unloaded once they run.

The programs are assembled on the chip, which takes 3 KB with MicroPython's assembler.
"""

import sys

import rp2
from machine import Pin
from micropython import const

# Addresses of each chip's registers, by MicroPython's name of the chip: DMA, both PIOs, and the
# word that counts microseconds. A chip gets a row once the firmware has been run on it; on all
# others, MicroPython's own drivers scan and light.
CHIPS = {"RP2040": (0x50000000, 0x50200000, 0x50300000, 0x40054028)}

_NAME = sys.implementation._machine.split(" with ")[-1]
if _NAME not in CHIPS:
    raise ImportError("the addresses of %s are not known" % _NAME)
_DMA, _PIO0, _PIO1, _MICROS = CHIPS[_NAME]

_RXF0 = const(0x20)  # the queue of what the first PIO has read
_READ = const(4)  # the DMA request of that queue
_TXF0 = const(0x10)  # the queue of what the second PIO sends; a written byte fills a whole word
_SEND = const(8)
_CYCLES = const(1000)  # cycles of the scanner's program per sample
_ROW = const(9)  # number of columns, and of rows
_HZ = const(8000000)  # ten cycles per bit sent to the LEDs


def channel():
    """A free DMA channel."""
    return rp2.DMA()


def count_address(channel):
    """The address of the number of words that a channel still has to move."""
    return _DMA + 0x40 * channel.channel + 8


# -- the scanner


def fits(board):
    """Whether the board's pins are in the order in which a state machine reads them."""
    rows, columns = board["rows"], board["columns"]
    ok, undo = board["buttons"]["ok"], board["buttons"]["undo"]
    return (
        len(rows) <= _ROW
        and len(columns) <= _ROW
        and _consecutive(rows)
        and _consecutive(columns)
        and ok == columns[0] + _ROW + 1  # the LEDs' pin lies between
        and undo == ok + 1
    )


def _consecutive(pins):
    return all(pins[i] == pins[0] + i for i in range(len(pins)))


def map_bits(grid, contacts, state, masks, word):
    """Find which contact each bit of a sample is; word: how many bits each of its words has.

    Writes into contacts the contact of each bit of the three words, and into state, from number
    `masks` on, the bits of each word that are contacts.
    """

    def bit(group, place, contact):
        contacts[word * group + place] = contact
        state[masks + group] |= 1 << place

    for cell in range(grid.size):
        # The last row comes first, and the first bit that is shifted in ends as the highest.
        group, place = divmod(_ROW - 1 - grid.rows[cell], 3)
        bit(group, 2 + _ROW * (2 - place) + grid.columns[cell], cell)
    for button in range(2):
        bit(2, button, grid.size + button)


def _scan():
    wrap_target()
    mov(y, x)  # the last row's bit
    label("group")  # three rows make a word
    mov(osr, y)
    out(pindirs, 9)[31]  # this row is low, all others float; wait until its columns settle
    in_(pins, 9)
    mov(osr, y)
    out(null, 1)
    mov(y, osr)
    out(pindirs, 9)[31]
    in_(pins, 9)
    mov(osr, y)
    out(null, 1)
    mov(y, osr)
    out(pindirs, 9)[31]
    in_(pins, 9)
    mov(osr, y)
    out(null, 1)
    mov(y, osr)
    mov(osr, pins)
    out(null, 10)  # the columns, and the LEDs' pin
    in_(osr, 2)  # the buttons
    jmp(not_y, "rest")
    jmp("group")
    label("rest")
    mov(osr, y)
    out(pindirs, 9)
    set(y, 19)[15]
    label("idle")
    jmp(y_dec, "idle")[31]
    wrap()  # takes _CYCLES in all


def sampler(rows, columns, buttons, period_ms, word):
    """A state machine that samples the pins every `period_ms` milliseconds while it is active.

    word: bits of each of a sample's words.
    """
    for number in rows:
        Pin(number, Pin.IN)  # no pull: it would pull the columns of the other rows up or down
    for number in columns + buttons:
        Pin(number, Pin.IN, Pin.PULL_UP)
    rp2.PIO(0).remove_program()
    program = rp2.asm_pio(
        out_init=(rp2.PIO.IN_LOW,) * len(rows),
        in_shiftdir=rp2.PIO.SHIFT_LEFT,
        out_shiftdir=rp2.PIO.SHIFT_RIGHT,
        autopush=True,
        push_thresh=word,
    )(_scan)
    machine = rp2.StateMachine(
        0,
        program,
        freq=_CYCLES * 1000 // period_ms,
        out_base=Pin(rows[0]),
        in_base=Pin(columns[0]),
    )
    machine.put(1 << _ROW - 1)
    machine.exec("pull()")
    machine.exec("mov(x, osr)")
    return machine


def feed(keep, again, at, bits, lap):
    """Have one channel keep the samples in a ring of 1 << bits bytes, and the other restart it.

    lap: how many words it keeps until then.
    """
    keep.config(
        read=_PIO0 + _RXF0,
        write=at,
        count=lap,
        ctrl=keep.pack_ctrl(
            size=2,
            inc_read=False,
            inc_write=True,
            ring_sel=1,
            ring_size=bits,
            treq_sel=_READ,
            chain_to=again.channel,
        ),
    )
    again.config(
        read=_DMA + 0x804 + 0x40 * keep.channel,  # the count with which it was started
        write=_DMA + 0x1C + 0x40 * keep.channel,  # the count; writing it starts the channel
        count=1,
        ctrl=again.pack_ctrl(size=2, inc_read=False, inc_write=False),
    )
    keep.active(1)


# -- the LEDs


def _bits():
    wrap_target()
    label("bit")
    out(x, 1).side(0)[2]
    jmp(not_x, "zero").side(1)[1]
    jmp("bit").side(1)[4]
    label("zero")
    nop().side(0)[4]
    wrap()


def wire(pin, channel, frame):
    """A state machine that sends a chain of LEDs what the channel reads, which is this frame.

    Also returns two addresses: of the channel's read address, which starts it when written; and of
    the word that counts microseconds.
    """
    rp2.PIO(1).remove_program()
    program = rp2.asm_pio(
        sideset_init=rp2.PIO.OUT_LOW,
        out_shiftdir=rp2.PIO.SHIFT_LEFT,
        autopull=True,
        pull_thresh=8,
    )(_bits)
    machine = rp2.StateMachine(4, program, freq=_HZ, sideset_base=Pin(pin))
    channel.config(
        read=frame,
        write=_PIO1 + _TXF0,
        count=len(frame),
        ctrl=channel.pack_ctrl(size=0, inc_write=False, treq_sel=_SEND),
    )
    machine.active(1)
    return machine, _DMA + 0x40 * channel.channel + 0x3C, _MICROS
