"""A board's files in memory: they outlive the core, and no access ever fails."""

from collections.abc import Iterable, Iterator


class Memory:
    """A board's files, in memory; firmware/tourelle/files.py documents the methods.

    journal, last   the game under way, and the one before it, as they would be in the flash
    aside           a damaged journal that was set aside
    saved           the settings
    """

    def __init__(self, journal: bytes = b"", last: bytes = b""):
        self.journal = journal
        self.last = last
        self.aside = b""
        self.saved: dict = {}
        self._told: list[str] = []

    # -- the game

    def lines(self, last: bool = False) -> Iterator[bytes]:
        yield from filter(None, (self.last if last else self.journal).split(b"\n")[:-1])

    def anew(self, lines: Iterable[bytes], size: int, aside: bool) -> Iterator[None]:
        data = b"".join(lines)
        yield
        if aside:
            self.aside = self.journal
        self.journal = data

    def add(self, entry: bytes) -> bool:
        self.journal += entry
        return True

    def keep_as_last(self) -> None:
        if self.journal:
            self.journal, self.last = b"", self.journal

    def restore(self) -> None:
        if self.last:
            self.journal, self.last = self.last, b""

    def set_aside(self) -> None:
        self.journal, self.aside = b"", self.journal

    def damaged(self) -> bool:
        return bool(self.aside)

    def clean(self) -> None:
        pass

    def discard(self) -> None:
        self.journal = b""

    def make_room(self) -> bool:
        return False

    # -- crashes and settings

    def keep_crash(self, lines: Iterable[str]) -> None:
        self._told = list(lines)

    def forget(self, name: str) -> None:
        pass

    def crashed(self) -> bool:
        return bool(self._told)

    def crash(self) -> Iterator[str]:
        yield from self._told

    def settings(self) -> dict:
        return self.saved

    def save(self, settings: dict) -> None:
        self.saved = settings
