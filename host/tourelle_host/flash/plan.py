"""What has to be done to make a board hold what belongs on it."""

import json
import zlib
from collections.abc import Iterable
from dataclasses import dataclass

from tourelle_host.errors import UserError
from tourelle_host.flash import rom
from tourelle_host.flash.contents import LOADER, digest

OLDEST = (1, 24)  # the oldest MicroPython that runs the firmware
CHIPS = ("RP2040",)  # chips on which the firmware has been run, if only emulated
BOARD = "board.json"
# On a new board these come first, so that it can say what it is.
_STARTS = (BOARD, "main.py")
_LOADER = (*_STARTS, *LOADER)
_SPARE = 8  # blocks for folders and lists, and for what the board writes while it plays
_WINDOW = -12  # decompressing then takes little memory: 4 KB; no header


@dataclass
class BoardState:
    """What is on a board, as device/state.py tells it."""

    python: str
    version: tuple[int, ...]
    machine: str
    mpy: int
    filesystem: str
    free: int  # bytes, also those that a flash that was broken off left to be cleared
    block: int
    rom: int  # bytes of its ROM file system; 0 means it has none
    rom_foreign: bool  # it holds something that is not ours, or not complete
    files: dict[str, tuple[int, str]]
    manifest: dict[str, tuple[int, str]]  # what was flashed completely
    flashed: str  # first line of the manifest, or ""
    names: list[str]  # files of a firmware that was not flashed completely
    board: str | None  # the name of its board, as board.json says
    broken_off: bool  # the last flash did not come to its end
    same: bool  # whether it holds exactly what the host would put there, as it told

    @classmethod
    def read(cls, told: dict) -> "BoardState":
        first, *lines = told["manifest"].splitlines() or [""]
        entries = [line.split(" ") for line in lines]
        return cls(
            python=told["python"],
            version=tuple(told["version"]),
            machine=told["machine"],
            mpy=told["mpy"],
            filesystem=told["filesystem"],
            free=told["free"],
            block=told["block"],
            rom=told["rom"],
            rom_foreign=told["rom_foreign"],
            files={name: (size, sha) for name, (size, sha) in told["files"].items()},
            manifest={e[0]: (int(e[1]), e[2]) for e in entries if len(e) == 3},
            flashed=first,
            names=told["marker"].split(),
            board=told["board"],
            broken_off=told["broken_off"],
            same=told["same"],
        )

    def check(self, untested: bool = False, source: bool = False) -> None:
        """UserError where the firmware cannot be put onto this board.

        untested: accept a chip on which it has never run; source: it is sent as readable files.
        """
        if self.python != "micropython":
            raise UserError(
                f"the board runs {self.python}, not MicroPython: install MicroPython from "
                "https://micropython.org/download/RPI_PICO/ on it first"
            )
        if self.chip and self.chip not in CHIPS and not untested:
            raise UserError(
                f"the board is a {self.machine}, and the firmware has never been run on that "
                f"chip: take a Raspberry Pi Pico with {CHIPS[0]}, or try it with --untested"
            )
        if self.chip and source and not untested:
            raise UserError(
                "readable files leave a Pico too little memory: it starts in seven seconds, and "
                "has no room for a game. Flash without --source, which is for the simulated board, "
                "or send them all the same with --untested"
            )
        if self.version < OLDEST:
            raise UserError(
                f"the board's MicroPython {self.named} is too old: install "
                f"{OLDEST[0]}.{OLDEST[1]} or newer from "
                "https://micropython.org/download/RPI_PICO/"
            )
        if self.filesystem and "Lfs2" not in self.filesystem:
            raise UserError(
                f"the board's file system is {self.filesystem.strip('<>')}, and a power cut can "
                "damage that: save its files, then install MicroPython anew after erasing the "
                "flash with https://datasheets.raspberrypi.com/soft/flash_nuke.uf2"
            )

    @property
    def chip(self) -> str:
        """The chip's name in MicroPython; "" for a simulated board."""
        return self.machine.partition(" with ")[2]

    @property
    def named(self) -> str:
        """MicroPython's version as people write it."""
        return ".".join(map(str, self.version))

    @property
    def foreign(self) -> bool:
        """Whether it starts a program that is not ours."""
        ours = any(name.startswith("tourelle/__init__.") for name in self.files)
        return "main.py" in self.files and not (ours or self.flashed or self.names)

    @property
    def foreign_rom(self) -> bool:
        """Whether its ROM file system holds something that never was ours."""
        return self.rom_foreign and rom.NAME not in (*self.manifest, *self.names)

    @property
    def complete(self) -> bool:
        """Whether it holds a firmware of ours that was flashed completely."""
        return bool(self.flashed) and not self.names

    def changed_board(self, known: dict[str, bytes]) -> bool:
        """Whether somebody made its board.json, or changed it by hand.

        known: the descriptions that we have, by name.
        """
        there = self.files.get(BOARD)
        if there is None:
            return False
        ours = known.get(self.board or "", b"")
        return self.board not in known or there not in (
            (len(ours), digest(ours)),
            self.manifest.get(BOARD),
        )


@dataclass
class Plan:
    """What to send and what to delete. Names are those on the board."""

    write: dict[str, bytes]
    delete: list[str]
    room: list[str]  # what is deleted before anything is written, as there is no room for both
    names: list[str]  # everything that will be ours, or was
    manifest: str
    early: int  # how many of the first files are put in place at once
    packed: list[bytes]  # contents of `write`, compressed for sending
    rom: bytes | None  # the new content of the ROM file system, where it has to change

    @property
    def size(self) -> int:
        """Bytes to send."""
        return sum(map(len, self.packed)) + len(self.rom or b"")

    def text(self) -> str:
        """The plan as device/install.py takes it."""
        write = [
            [name, len(data), digest(data), len(packed)]
            for (name, data), packed in zip(self.write.items(), self.packed, strict=True)
        ]
        return json.dumps(
            {
                "write": write,
                "delete": self.delete,
                "room": self.room,
                "names": "\n".join(self.names),
                "manifest": self.manifest,
                "early": self.early,
                "rom": self.rom and [len(self.rom), digest(self.rom)],
            }
        )


def make(
    state: BoardState, wanted: dict[str, bytes], fingerprint: str, in_rom: bytes | None = None
) -> Plan:
    """How to get from that state to a board with these files. UserError where they are too large.

    fingerprint: of everything the files are made from, see contents.py. in_rom: what the ROM file
    system is to hold.
    """
    digests = _digests(wanted, in_rom)
    stale = {name for name in (*state.manifest, *state.names) if _may_go(name)}
    stale |= {_twin(name) for name in wanted if name.startswith("tourelle/")}
    delete = sorted(name for name in stale & state.files.keys() if name not in wanted)
    order = sorted(wanted, key=lambda name: (name not in _STARTS, not _loads(name), name))
    write = {name: wanted[name] for name in order if state.files.get(name) != digests[name]}
    room = _room(state, write, delete)
    early = 0 if state.complete and not room else sum(map(_loads, write))
    names = sorted({*digests, *delete, *(stale & state.files.keys())})
    missing = in_rom is not None and state.files.get(rom.NAME) != digests[rom.NAME]
    return Plan(
        write,
        delete,
        room,
        names,
        manifest(wanted, fingerprint, state.mpy, in_rom),
        early,
        packed=[_packed(data) for data in write.values()],
        rom=in_rom if missing else None,
    )


def manifest(
    wanted: dict[str, bytes], fingerprint: str, mpy: int, in_rom: bytes | None = None
) -> str:
    """The file that a board keeps about the files that were flashed completely; see `make`.

    mpy: its sys.implementation._mpy.
    """
    first = f"{fingerprint} {mpy}" + ("" if in_rom is None else " rom")
    entries = sorted(_digests(wanted, in_rom).items())
    return "\n".join([first, *(f"{name} {size} {sha}" for name, (size, sha) in entries)]) + "\n"


def _digests(wanted: dict[str, bytes], in_rom: bytes | None) -> dict[str, tuple[int, str]]:
    digests = {name: (len(data), digest(data)) for name, data in wanted.items()}
    if in_rom is not None:
        digests[rom.NAME] = len(in_rom), digest(in_rom)
    return digests


def _loads(name: str) -> bool:
    """Whether a file is part of the loader, compiled or not."""
    return name in _LOADER or (name.startswith("tourelle/") and name.rpartition(".")[0] in _LOADER)


def _may_go(name: str) -> bool:
    """Whether a file in a manifest is certainly the firmware's, not the user's."""
    return name == "main.py" or (name.startswith("tourelle/") and ".." not in name)


def _twin(name: str) -> str:
    """The same module in its other form; of the two, MicroPython would load the .py."""
    stem, _, suffix = name.rpartition(".")
    return f"{stem}.{'py' if suffix == 'mpy' else 'mpy'}"


def _packed(data: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, _WINDOW)
    return packer.compress(data) + packer.flush()


def _room(state: BoardState, write: dict[str, bytes], delete: list[str]) -> list[str]:
    """What to delete before anything is written: nothing where the new files fit beside the old.

    Else what goes anyway, and if need be what is replaced, but not the loader. UserError where even
    that is too little.
    """
    spare = 0 if state.broken_off else _SPARE  # it has been used then
    needed = _blocks(state, map(len, write.values())) + spare
    room: list[str] = []
    for more in ([], delete, write):
        room += [name for name in more if name in state.files and not _loads(name)]
        freed = _blocks(state, (state.files[name][0] for name in room))
        # The board first writes down that it is incomplete.
        missing = max(needed - freed, spare) * state.block - state.free
        if missing <= 0 or not write:
            return room
    raise UserError(
        f"the board's flash is too full, {-(-missing // 1024)} KB are missing: delete files "
        "of your own that are on it (python -m mpremote fs tree shows them)"
    )


def _blocks(state: BoardState, sizes: Iterable[int]) -> int:
    return sum(-(-size // state.block) for size in sizes)
