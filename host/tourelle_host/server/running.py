"""A running simulated board, perhaps in a thread of its own, and the hub that shows it."""

from collections.abc import Callable

from tourelle import games
from tourelle_host.blackbox.collector import ASK
from tourelle_host.record import Record
from tourelle_host.recorder import Recorder
from tourelle_host.server.advice import Advice
from tourelle_host.server.aiming import Aiming
from tourelle_host.server.carrier import Carrier
from tourelle_host.server.firmware import Firmware
from tourelle_host.server.helping import Helping
from tourelle_host.server.hub import Hub
from tourelle_host.server.seating import Seating
from tourelle_host.sim.body import Body

# The conversation between a board and its bridge.
_BRIDGE_LINES = (
    "@kept ",
    "@log ",
    "@note ",
    "@noted ",
    "@offer ",
    "@withdraw ",
    "@error no table is shared",
)


class RunningBoard:
    """A board from its start to its end: what it shows and says, and what it is told.

    board   made by the caller, who hands it over
    """

    def __init__(self, board: Body, carrier: Carrier, hub: Hub, listen: Callable[[str], None]):
        """hub: shows the board; listen: also called with each of its lines."""
        self.board = board
        self._carrier = carrier
        self._hub = hub
        self._listen = listen
        self._closed = False
        self._recorder = Recorder(carrier.today())
        self._advice = Advice()
        self._aiming = Aiming(self._advice)
        self._helping = Helping(board, self._advice, carrier, hub.line)
        self._firmware = Firmware(board)
        self._seating = Seating(carrier, board.send, hub.line, lambda: hub.lines)

    def start(self) -> None:
        """Switch it on, and show it."""
        board, hub = self.board, self._hub
        listeners: tuple[tuple[list, Callable], ...] = (
            (board.on_line, self._line),
            (board.on_frame, lambda frame, _: hub.frame(board.rgb(frame))),
            (board.on_tone, hub.tone),
            (board.on_pace, hub.pace),
            (board.on_world, self._show_world),
        )
        for heard, tell in listeners:
            heard.append(self._passed_on(tell))
        board.start()
        self._show_world()
        hub.frame(board.rgb())

    def close(self) -> None:
        """Nobody plays on it any more: switch it off."""
        self._closed = True
        self._helping.stop()
        self._seating.close()
        self.board.close()

    @property
    def record(self) -> Record | None:
        """The game so far, or None where there is none."""
        return self._recorder.record

    def under_way(self) -> Record | None:
        """The game, if it is one that goes on."""
        return self._recorder.under_way()

    # -- what people do

    def do(self, command: str) -> None:
        """Do something for a person, in the hand's language. HandError where it is impossible."""
        if command.startswith("send "):
            self.tell([command[len("send ") :]])  # after everything else that it has to be told
        else:
            self._helping.stop()
            self.board.do(command)

    def help(self) -> None:
        """Make the gestures that the board asks hands for."""
        self._helping.begin()

    def lay(self, text: str, seats: dict[str, str]) -> list[str]:
        """Lay out a position's pieces: another game begins. ValueError if somebody cannot play.

        seats: the players of sides; returns the lines for the firmware.
        """
        lines = self._seating.begin(seats)
        self._helping.stop()
        self.board.do(f"set {text}")
        return lines

    # -- what the firmware is told

    def tell(self, lines: list[str]) -> None:
        """Tell the firmware these lines: at once, or as soon as it has started."""
        self._firmware.tell(lines)

    def seat(self, side: str, who: str) -> None:
        """Give a side to a player. ValueError."""
        self.tell([self._seating.give(side, who)])

    def ask_events(self) -> None:
        """Have it tell its last events."""
        self.board.send(f"\n{ASK}\n".encode())

    # -- what it shows and says

    def _passed_on(self, tell: Callable) -> Callable:
        """A listener for the board's thread: passes calls on while the board is shown."""

        def tell_now(*heard: object) -> None:
            if not self._closed:
                tell(*heard)

        return lambda *heard: self._carrier.post(tell_now, *heard)

    def _line(self, text: str) -> None:
        """Pass on a line of the board: to its players, to its record, to the page."""
        word, _, rest = text.partition(" ")
        if word == "@game" and not rest.startswith("none"):
            self.board.world.take_box(games.load(rest.split(" ")[0]).Position)
            self._show_world()
        self._firmware.hear(text)
        self._seating.hear(text)
        self._listen(text)
        # Before the page: it keeps a game that gives way, and its steps are told from the record.
        self._write_down(text)
        if word == "@record":
            if rest.split()[1:] == ["none"]:
                self._hub.tell_moves()
        elif not text.startswith(_BRIDGE_LINES):
            self._hub.line(text)
        # What to do now is about the line that the page has just heard.
        for told in self._advice.hear(text):
            self._hub.line(told)
        if self._aiming.hear():
            self._show_world()

    def _write_down(self, text: str) -> None:
        recorder = self._recorder
        number = recorder.number
        recorder.hear(text)
        if recorder.number != number and recorder.interrupted:
            self._hub.interrupted(recorder.interrupted)

    def _show_world(self) -> None:
        """Tell what a person sees, whose pieces these are, where those in the hand may go.

        And why the board is dead, if it is.
        """
        game = self.board.world.game
        seen = self.board.snapshot()
        self._aiming.see(seen.pop("lifted"), seen.pop("laid"))
        more = {"game": game.NAME if game else None, "trouble": self.board.trouble}
        self._hub.world(seen | more | {"aims": self._aiming.aims})
