"""A real board on a cable: the page's code moves the bytes, the rest is as in `tourelle watch`."""

from collections.abc import Callable

from tourelle import lights
from tourelle_host.asking import Asking
from tourelle_host.blackbox.collector import ASK
from tourelle_host.engine.spoken import SpokenOpponent
from tourelle_host.errors import UserError
from tourelle_host.hello import ASKED, Greeting, advice, grid_of
from tourelle_host.lines import Lines
from tourelle_host.record import Record
from tourelle_host.recorder import Recorder
from tourelle_host.server.carrier import Carrier
from tourelle_host.server.hub import Hub
from tourelle_host.server.mirror import Mirror

_PATIENCE_S = 8.0  # a board answers hello well within this; one that is starting takes two seconds
PULLED = (
    "The board is gone: look after its cable. When it is there again the page goes on with it, and "
    "nothing of its game is lost."
)


class Cable:
    """A board that is plugged in, unplugged and plugged in again, while its game goes on.

    hub   what the page is to show; None before a board has answered
    """

    def __init__(
        self,
        carrier: Carrier,
        clock: Callable[[], float],
        send: Callable[[str], None],
        tell: Callable[[str], None],
        changed: Callable[[], None],
        close: Callable[[], None],
        keep: Callable[[Record], None],
    ):
        """clock: gives seconds; send: text for the port; tell: a sentence to people; changed:
        called when `hub` has changed; close: the port is no longer needed; keep: called with a
        game that did not end here, to keep it."""
        self.hub: Hub | None = None
        self._carrier = carrier
        self._clock = clock
        self._write = send
        self._tell = tell
        self._changed = changed
        self._close = close
        self._keep = keep
        self._cut = Lines()
        self._greeting: Greeting | None = None  # until an answer has come
        self._asking: Asking | None = None
        self._mirror: Mirror | None = None
        self._opponent: SpokenOpponent | None = None
        self._board = ""  # the name of its grid
        self._plugged: object | None = None  # a new object each time it is plugged in, else None

    def plugged(self) -> None:
        """The port has been opened."""
        self._cut = Lines()
        self._greeting = Greeting()
        plugged = self._plugged = object()
        for line in ASKED:
            self._send(line)

        def give_up() -> None:
            if plugged is self._plugged and self._greeting:
                self._refuse(self._greeting.failure(self._cut.rest))

        self._carrier.later(_PATIENCE_S, give_up)
        self._live(plugged)

    def received(self, data: bytes) -> None:
        """Bytes have come from the port, cut anywhere."""
        for line in self._cut.feed(data):
            if self._greeting is None:
                self._hear(line)
            elif self._greeting.hear(line):
                self._meet(line)
            elif self._greeting.hopeless:
                self._refuse(self._greeting.failure(self._cut.rest))

    def pulled(self) -> None:
        """The port has vanished."""
        self._plugged = self._greeting = None
        self._stop_playing()
        if self._mirror:
            self._mirror.unplugged(PULLED)

    def left(self) -> None:
        """Nobody wants to see the board any more."""
        if self._asking and self._plugged:
            self._asking.stop()
        self._keep_game()
        self._stop_playing()
        self._plugged = self._greeting = self._mirror = self._asking = None
        self._board = ""
        self._show(None)
        self._close()

    # -- inner parts

    def _send(self, line: str) -> None:
        self._write(line + "\n")

    def _refuse(self, error: UserError) -> None:
        """The port does not lead to a board that can be shown."""
        self.left()
        text = str(error)
        self._tell(f"{text[:1].upper()}{text[1:]}.")

    def _meet(self, hello: str) -> None:
        """A board has answered: the same as before, or another one."""
        assert self._greeting
        try:
            grid = grid_of(hello)
        except UserError as error:
            self._refuse(error)
            return
        heard, self._greeting = self._greeting.heard, None
        self._opponent = SpokenOpponent(self._carrier, self._send, self._tell)
        if self._board != grid.name:
            self._keep_game()
            recorder = Recorder(self._carrier.today(), asks=True)
            self._board = grid.name
            self._asking = Asking(self._send, recorder, True, self._clock)
            self._mirror = Mirror(grid, recorder, lambda: self._send(ASK), self._carrier)
            self._show(self._mirror.hub)
        warning = advice(hello)
        if warning:
            self._tell(warning)
        for line in heard:
            self._hear(line)

    def _stop_playing(self) -> None:
        opponent, self._opponent = self._opponent, None
        if opponent:
            opponent.close()

    def _keep_game(self) -> None:
        """The board is left in the middle of a game."""
        game = self._asking.recorder.under_way() if self._asking else None
        if game:
            self._keep(game)

    def _show(self, hub: Hub | None) -> None:
        self.hub = hub
        self._changed()

    def _hear(self, line: str) -> None:
        if self._asking and self._mirror and self._opponent:
            recorder = self._asking.recorder
            number = recorder.number
            self._asking.hear(line)
            if recorder.number != number and recorder.interrupted:
                self._keep(recorder.interrupted)
            self._mirror.hear(line)
            self._opponent.hear(line)

    def _live(self, plugged: object) -> None:
        """Let the lights pulse on, and ask what there is to ask."""
        if plugged is not self._plugged:
            return
        if self._mirror and self._asking and self._greeting is None:
            self._mirror.tick()
            self._asking.ask()
        self._carrier.later(lights.SLOT_MS / 1000, lambda: self._live(plugged))
