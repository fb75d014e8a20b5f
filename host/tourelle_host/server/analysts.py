"""The engine of each browser, which it speaks to in UGI."""

from tourelle import games
from tourelle_host.server.carrier import Carrier, Engine
from tourelle_host.server.watcher import Watcher

_NO_LINE = "the page sent an engine something that is no line"


class Analysts:
    """One engine for each browser that asks, about one game at a time."""

    def __init__(self, carrier: Carrier):
        self._carrier = carrier
        # With the game that each knows, and a mark: its words may come after it was closed.
        self._engines: dict[Watcher, tuple[str, Engine, object]] = {}

    def ask(self, watcher: Watcher, line: object, game: object) -> None:
        """Hand a line on to the browser's engine, started where there is none; ValueError."""
        if not isinstance(line, str) or not isinstance(game, str):
            raise ValueError(_NO_LINE)
        if any(character < " " for character in line):
            raise ValueError(_NO_LINE)
        try:
            self._engine(watcher, game).hear(line)
        except ValueError as error:
            self.dismiss(watcher)
            _tell(watcher, str(error), gone=True)

    def dismiss(self, watcher: Watcher) -> None:
        """A browser needs its engine no more."""
        if watcher in self._engines:
            _, engine, _ = self._engines.pop(watcher)
            engine.close()

    def _engine(self, watcher: Watcher, game: str) -> Engine:
        if watcher in self._engines:
            known, engine, _ = self._engines[watcher]
            if known == game:
                return engine
        self.dismiss(watcher)
        mark = object()
        engine = self._carrier.analyst(
            games.find(game).name,
            lambda said: self._heard(watcher, mark, said),
            lambda why: self._heard(watcher, mark, why, gone=True),
        )
        self._engines[watcher] = game, engine, mark
        return engine

    def _heard(self, watcher: Watcher, mark: object, text: str, gone: bool = False) -> None:
        """An engine has said something, or why it has gone; one that was closed is not heard."""
        if watcher not in self._engines or self._engines[watcher][2] is not mark:
            return
        if gone:
            self.dismiss(watcher)
        _tell(watcher, text, gone)


def _tell(watcher: Watcher, text: str, gone: bool) -> None:
    watcher.send({"type": "ugi", "text": text} | ({"gone": True} if gone else {}))
