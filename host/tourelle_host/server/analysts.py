"""An engine for each browser, which talks UGI to it."""

from tourelle import games
from tourelle_host.server.carrier import Carrier, Engine
from tourelle_host.server.watcher import Watcher

_NO_LINE = "the page sent an engine something that is not a line"


class Analysts:
    """One engine for each browser that asks, for one game at a time."""

    def __init__(self, carrier: Carrier):
        self._carrier = carrier
        # Each with its game, and a mark: lines may still come from an engine that was closed.
        self._engines: dict[Watcher, tuple[str, Engine, object]] = {}

    def ask(self, watcher: Watcher, line: object, game: object) -> None:
        """Pass a line on to the browser's engine, which is started if necessary. ValueError."""
        if not isinstance(line, str) or not isinstance(game, str):
            raise ValueError(_NO_LINE)
        if any(character < " " for character in line):
            raise ValueError(_NO_LINE)
        try:
            self._engine(watcher, game).hear(line)
        except ValueError as error:
            self.dismiss(watcher)
            _ended(watcher, str(error))

    def dismiss(self, watcher: Watcher) -> None:
        """A browser no longer needs its engine."""
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
            lambda line: self._said(watcher, mark, line),
            lambda why: self._broke_off(watcher, mark, why),
        )
        self._engines[watcher] = game, engine, mark
        return engine

    def _has(self, watcher: Watcher, mark: object) -> bool:
        """Whether the engine with this mark is still the browser's; otherwise ignore it."""
        return watcher in self._engines and self._engines[watcher][2] is mark

    def _said(self, watcher: Watcher, mark: object, line: str) -> None:
        if self._has(watcher, mark):
            watcher.send({"type": "ugi", "text": line})

    def _broke_off(self, watcher: Watcher, mark: object, why: str) -> None:
        if self._has(watcher, mark):
            self.dismiss(watcher)
            _ended(watcher, why)


def _ended(watcher: Watcher, why: str) -> None:
    """Tell a browser why it no longer has an engine."""
    watcher.send({"type": "engine_ended", "text": why})
