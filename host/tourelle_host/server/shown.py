"""Ties a simulated board, which may live in a thread of its own, to the browsers' hub."""

from collections.abc import Callable

from tourelle import games, lesson
from tourelle.games.catalogue import GAMES
from tourelle.games.position import Position
from tourelle_host.blackbox.collector import ASK
from tourelle_host.record import Record
from tourelle_host.server import carry, links
from tourelle_host.server.advice import Advice
from tourelle_host.server.carrier import Carrier, Engine
from tourelle_host.server.describe import describe
from tourelle_host.server.friends import Friends
from tourelle_host.server.hub import Hub
from tourelle_host.sim.body import Body

GESTURE_S = 0.25  # from one gesture to the next, where the page helps: one can follow them
MOST_GESTURES = 400  # more than any board needs
MOST_TOUCHES = 3
# What is said between a board and its bridge.
BRIDGES = (
    "@kept ",
    "@log ",
    "@note ",
    "@noted ",
    "@offer ",
    "@withdraw ",
    "@error no table is shared",
)
ENGINE = "host"  # who plays a side, as the link says it, where this computer's engine does


class ShownBoard:
    """The board that the page shows, and what browsers ask of it.

    hub     shows the board; to be served
    board   may be swapped for one of another grid, where a game needs it
    """

    def __init__(
        self,
        board: Body,
        carrier: Carrier,
        another: Callable[[str], Body] | None = None,
        fresh: bool = False,
        friends: Friends | None = None,
        kept: Callable[[str], Body] | None = None,
    ):
        """Start the board. The caller made it; `close` closes it.

        another: makes a board with this grid, or raises; None where it has to be this one.
        fresh: nobody has chosen a game yet, and the page asks for one first. friends: share its
        games with boards elsewhere; kept: makes a board for them, whose flash outlives it.
        """
        self.board = board
        self._another = another
        self._carrier = carrier
        self.hub = Hub(
            describe(board.world.grid), self._do, fresh=fresh, tell=self._events, carrier=carrier
        )
        self._first: list[str] | None = None  # what a board that is starting has to be told
        self._resuming = False  # it has just started, and may go on with a game
        self._engine: set[str] = set()  # the sides that the engine plays for the page
        self._opponent: Engine | None = None
        self._helping: object | None = None  # what is done for the person now
        self._friends = friends or Friends()
        self._kept = kept
        self._kept_board = board if kept and another is None else None  # the one that it made
        self._show(board)
        if friends:
            friends.use(self, self.hub.friends)

    def close(self) -> None:
        """The end: the board is switched off."""
        self._leave()

    def _show(self, board: Body) -> None:
        self.board = board
        self._advice = Advice()
        self._first = []
        listeners = (
            (board.on_line, self._line),
            (board.on_frame, lambda frame, _: self.hub.frame(board.rgb(frame))),
            (board.on_tone, self.hub.tone),
            (board.on_pace, self.hub.pace),
            (board.on_world, lambda: self.hub.world(self._world())),
        )
        for heard, tell in listeners:
            heard.append(self._passed_on(tell, board))
        board.start()
        self.hub.world(self._world())
        self.hub.frame(board.rgb())

    def _passed_on(self, tell: Callable, board: Body) -> Callable:
        """A listener for the board's thread: the loop tells, unless the board was swapped."""

        def tell_now(*heard: object) -> None:
            if board is self.board:
                tell(*heard)

        return lambda *heard: self._carrier.post(tell_now, *heard)

    def _leave(self) -> None:
        """Nobody plays on this board any more."""
        self._helping = None
        if self._opponent:
            self._opponent.close()
            self._opponent = None
        self._engine = set()
        self.board.close()

    def _line(self, text: str) -> None:
        board = self.board
        name = text[len("@game ") :].split(" ")[0]
        if text.startswith("@game ") and name != "none":
            # The pieces in the box are those of the game that the firmware plays.
            board.world.game = games.load(name).Position
            self.hub.world(self._world())
            if self._resuming:
                self._resuming = False
                board.send(b"record 0\n")
        elif text.startswith("@hello "):
            if board.port is None:
                # No other program reads that link: the lights' meaning may be told there.
                board.send(b"follow on\n")
            first, self._first = self._first, None
            self._tell(first or [])
            self._resuming = board.port is None
        if self._opponent:
            self._opponent.hear(text)
        self._friends.hear(text)
        if text.startswith("@record "):
            self._recall(text.split())
        elif not any(text.startswith(word) for word in BRIDGES):
            self.hub.line(text)
        for told in self._advice.hear(text):
            self.hub.line(told)

    def _recall(self, words: list[str]) -> None:
        """The board tells its record of the game that it goes on with: from 0, the start, on."""
        self.hub.recall(" ".join(words))
        if words[2:] == ["none"] or not words[1].isdigit():
            return
        first = int(words[1])
        self.board.send(f"record {first + len(words) - 2 if first else 1}\n".encode())

    def _world(self) -> dict:
        """What a person sees, the game whose pieces these are, why the board is dead if it is."""
        game = self.board.world.game
        more = {"game": game.NAME if game else None, "trouble": self.board.trouble}
        return self.board.snapshot() | more

    # -- what browsers ask for

    def _do(self, request: dict) -> None:
        """Do what a browser asks for; ValueError with a sentence where it cannot be."""
        command, name = request.get("do"), request.get("new")
        options, seats = request.get("options"), request.get("seats", {})
        side, who = request.get("seat"), request.get("who")
        learnt = request.get("learn")
        if isinstance(command, str) and command.startswith("send "):
            self._tell([command[len("send ") :]])  # after what else it has to be told
        elif isinstance(command, str):
            self._helping = None  # whoever takes a piece goes on alone
            self.board.do(command)
        elif isinstance(name, str) and isinstance(options, dict) and isinstance(seats, dict):
            self._put_up(games.opening(name, options), seats)
        elif isinstance(learnt, str):
            self._teach(learnt)
        elif isinstance(request.get("link"), str):
            self._follow(links.read(request["link"]))
        elif request.get("help") in ("step", "back"):
            self._begin_help()
        elif isinstance(request.get("friends"), str):
            self._friends.ask(request)
        elif isinstance(side, str) and isinstance(who, str):
            self._tell([self._seat(side, who)])
        else:
            raise ValueError("the page sent a request that is not known here")

    def _begin_help(self) -> None:
        """Make the gestures that the board asks the hands for, until there are none."""
        if self._helping is not None:
            return
        self._helping = helping = object()

        def help_on(most: int) -> None:
            if self._helping is not helping:
                return
            lines = self._gesture()
            for line in lines:
                self.board.do(line)
            if lines and lines[0].startswith("touch"):
                most = min(most, MOST_TOUCHES)  # of switches that do not work
            if lines and most:
                self._carrier.later(GESTURE_S, lambda: help_on(most - 1))
            else:
                self._helping = None

        help_on(MOST_GESTURES)

    def _gesture(self) -> list[str]:
        """The next of them; [] where the pieces lie as the board wants them."""
        hands = self._advice.hands
        if hands.position is None:
            return []
        edge = hands.step.edge if hands.led and hands.step else []
        return carry.gesture(self.board.world, hands.position, hands.asked, edge)

    def _events(self) -> None:
        self.board.send(f"\n{ASK}\n".encode())

    def _lay(self, position: Position) -> None:
        """Lay out a position's pieces, on a board of its grid; another game begins."""
        self._helping = None
        if position.grid is not self.board.world.grid:
            self._swap(position.grid.name)
        self._engine = set()
        self.board.do(f"set {position.text()}")
        self.hub.fresh = False

    def _teach(self, name: str) -> None:
        """Lay out the position of a game's first lesson, and have the firmware begin it."""
        entry = games.find(name)
        self._lay(games.read(lesson.of(entry.name).START))
        self._tell([f"learn {entry.name}"])

    def _put_up(self, opening: Position, seats: dict) -> None:
        """Put up a game's opening, and tell the firmware what it cannot feel: options, seats."""
        self._lay(opening)
        words = " ".join(f"{option}={opening.options[option]}" for option, _ in opening.OPTIONS)
        lines = [f"new {opening.NAME} {words}".rstrip()]
        lines += [self._seat(side, who) for side, who in seats.items()]
        self._tell(lines)

    def _follow(self, carried: links.Carried) -> None:
        """Lay out what a link carries, and have the firmware play on from there."""
        start = carried.start
        self._lay(carried.now)
        words = " ".join(f"{option}={start.options[option]}" for option, _ in start.OPTIONS)
        opening = games.opening(start.NAME, start.options).text() == start.text()
        lines = [f"new {start.NAME} {words}".rstrip() if opening else f"position {start.text()}"]
        lines += [f"move {turn}" for _, turn in Record(start.text(), carried.steps).turns()]
        lines += [self._seat(side, who) for side, who in carried.seats.items()]
        self._tell(lines)
        if carried.puzzle:
            self.hub.line("@say A puzzle: find the best step.")

    def _swap(self, grid: str) -> None:
        """Take another board."""
        if self._another is None:
            raise ValueError(f"that game needs the {grid} board, and this one cannot be swapped")
        self._take(self._another(grid))

    def _take(self, board: Body) -> None:
        self._leave()
        self._kept_board = None
        self.hub.swap(describe(board.world.grid))
        self._friends.gone()
        self._show(board)

    # -- what friends elsewhere ask for

    def tell(self, line: str) -> None:
        self._tell([line])

    def lay_out(self, text: str) -> None:
        position = games.read(text)
        board = self._kept_board
        if self._kept and (board is None or board.world.grid is not position.grid):
            self._take_kept(position.grid.name)
        self._helping = None
        self._engine = set()
        self.board.do(f"set {text}")
        self.hub.fresh = False

    def go_on(self, grid: str) -> None:
        if self._kept_board is None:
            self._take_kept(grid, True)
        self.hub.fresh = False

    def _take_kept(self, grid: str, standing: bool = False) -> None:
        """Take the board that is kept; standing: with pieces on it, so that it goes on."""
        assert self._kept
        board = self._kept(grid)
        if standing:
            name = next(entry.name for entry in GAMES if entry.grid == grid)
            board.do(f"set {name}")
        self._take(board)
        self._kept_board = board

    def _tell(self, lines: list[str]) -> None:
        """Tell the firmware, at once or when it has started."""
        if self._first is not None:
            self._first += lines
            return
        for line in lines:
            self.board.do(f"send {line}")

    def _seat(self, side: str, who: str) -> str:
        """The line that gives a side to somebody; the engine gets ready where it is the one."""
        who = self._carrier.player(who)
        line = f"seat {side} {who}"
        if any(character < " " for character in line):
            raise ValueError("the page sent a seat that makes no sense")
        (self._engine.add if who == ENGINE else self._engine.discard)(side)
        if who == ENGINE and self._opponent is None:
            self._opponent = self._carrier.engine(
                lambda text: self.board.send(text.encode() + b"\n"),
                self.hub.line,
                lambda side: side in self._engine,
            )
            for text in self.hub.lines:
                self._opponent.hear(text)
        return line
