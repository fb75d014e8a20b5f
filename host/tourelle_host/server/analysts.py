"""The engine of each browser, which it speaks to in UGI."""

from tourelle import games
from tourelle_host.server.carrier import Carrier, Engine
from tourelle_host.server.watcher import Watcher

_NO_LINE = "the page sent an engine something that is no line"


class Analysts:
    """One engine for each browser that asks, about one game at a time."""

    def __init__(self, carrier: Carrier):
        self._carrier = carrier
        self._engines: dict[Watcher, tuple[str, Engine]] = {}  # with the game that each knows

    def ask(self, watcher: Watcher, line: object, game: object) -> None:
        """Hand a line on to the browser's engine, started where there is none; ValueError."""
        if not isinstance(line, str) or not isinstance(game, str):
            raise ValueError(_NO_LINE)
        if any(character < " " for character in line):
            raise ValueError(_NO_LINE)
        try:
            self._engine(watcher, game).hear(line)
        except ValueError as error:
            self._gone(watcher, str(error))

    def dismiss(self, watcher: Watcher) -> None:
        """A browser needs its engine no more."""
        _, engine = self._engines.pop(watcher, ("", None))
        if engine is not None:
            engine.close()

    def _engine(self, watcher: Watcher, game: str) -> Engine:
        known, engine = self._engines.get(watcher, ("", None))
        if engine is not None and known == game:
            return engine
        self.dismiss(watcher)
        engine = self._carrier.analyst(
            games.find(game).name,
            lambda said: watcher.send({"type": "ugi", "text": said}),
            lambda why: self._gone(watcher, why),
        )
        self._engines[watcher] = game, engine
        return engine

    def _gone(self, watcher: Watcher, why: str) -> None:
        self.dismiss(watcher)
        watcher.send({"type": "ugi", "text": why, "gone": True})
