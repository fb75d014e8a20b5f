"""How long the flash takes: while it is erased or programmed, the core that runs from it stands."""

from collections.abc import Callable
from typing import Any

ERASE_MS = {0x20: 45.0, 0xD8: 150.0}  # a sector of 4 KB, a block of 64 KB; typical, W25Q16JV
PROGRAM_MS = 0.4  # a page of 256 bytes
_PROGRAM = 0x02
_SECTOR, _BLOCK = 4096, 65536
_BIT_NS = 2 * 8 * 6  # the boot ROM clocks out a command's bits at a sixth of 125 MHz


class Times:
    """Makes an emulated chip's flash take its time.

    erases      number of sectors erased
    programs    number of pages programmed
    stalled_ns  how long all of it took
    erase_ms    how long erasing a sector takes
    changed     addresses of the sectors written since somebody emptied this set
    """

    def __init__(self, chip: Any, stall: Callable[[int], None]):
        """stall(nanoseconds): lets time pass for everything but the core."""
        self.erases = self.programs = 0
        self.stalled_ns = 0
        self.erase_ms = ERASE_MS[0x20]
        self.changed: set[int] = set()
        self._stall = stall
        self._ssi = chip.ssi
        self._apply = self._ssi._apply_command
        self._ssi._apply_command = self._take

    def _take(self) -> None:
        command = bytes(self._ssi._tx_buffer[:1])
        writes = self._ssi._write_enabled
        sent = len(self._ssi._tx_buffer)
        sector = int.from_bytes(self._ssi._tx_buffer[1:4], "big") & -_SECTOR
        self._apply()
        if not command or not writes:
            return
        if command[0] in ERASE_MS and sent >= 4:
            self.erases += 1
            size = _SECTOR if command[0] == 0x20 else _BLOCK
            self.changed.update(range(sector & -size, (sector & -size) + size, _SECTOR))
            took_ms = self.erase_ms if command[0] == 0x20 else ERASE_MS[command[0]]
        elif command[0] == _PROGRAM and sent > 4:
            self.programs += 1
            self.changed.add(sector)
            took_ms = PROGRAM_MS
        else:
            return
        stall_ns = round(took_ms * 1e6) + sent * _BIT_NS
        self.stalled_ns += stall_ns
        self._stall(stall_ns)
