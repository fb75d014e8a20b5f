"""A second implementation of the rules of Cabale: slow and plain."""

from dataclasses import dataclass, replace

from second_opinion import options, replay, split

# One step in each of the six directions, as (q, r); both count from the centre.
DIRECTIONS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
STOCK = {2: (30, 6, 12), 3: (20, 4, 8), 4: (15, 3, 6)}


def name(q, r):
    return "abcdefghi"[q + 4] + str(r + 5)


WHERE = {name(q, r): (q, r) for q in range(-4, 5) for r in range(-4, 5) if abs(q + r) <= 4}
RING = {cell: max(abs(q), abs(r), abs(q + r)) for cell, (q, r) in WHERE.items()}
VALUE = {cell: [15, 10, 6, 3, 1][ring] for cell, ring in RING.items()}


def beside(cell, direction):
    """The next cell in a direction; None off the board."""
    q, r = WHERE[cell]
    q, r = q + direction[0], r + direction[1]
    return name(q, r) if max(abs(q), abs(r), abs(q + r)) <= 4 else None


def edge(a, b):
    return "/".join(sorted((a, b)))


NEIGHBOURS = {cell: [n for n in (beside(cell, d) for d in DIRECTIONS) if n] for cell in WHERE}
MARKED = {edge(a, b) for a in WHERE for b in NEIGHBOURS[a] if 4 in (RING[a], RING[b])}
STARTS = [cell for cell in WHERE if RING[cell] == 4 and len(NEIGHBOURS[cell]) == 4]


@dataclass
class State:
    """The board holds "J1", "t1" and "d1"; the counts are by player, from the first.

    stage   "start" of a turn, then "tokens", then "after" them
    token   the cell of the token that may jump
    """

    turn: int
    players: int
    board: dict
    tokens: list
    doubles: list
    barriers: list
    taken: list
    walls: set
    stage: str = "start"
    token: str = ""


def opening(players="2"):
    number = int(players)
    tokens, doubles, barriers = ([each] * number for each in STOCK[number])
    return State(1, number, {}, tokens, doubles, barriers, [0] * number, set())


def read(text):
    side, board, parts = split(text)
    state = opening(options(parts, players="2")["players"])
    state.turn = int(side)
    state.board = board
    for part in ("tokens", "doubles", "barriers", "taken"):
        if part in parts:
            setattr(state, part, [int(count) for count in parts[part].split(",")])
    state.walls = set(parts["walls"].split(",")) if "walls" in parts else set()
    return replay(state, parts, moves)


def jester(state):
    for cell, piece in state.board.items():
        if piece == f"J{state.turn}":
            return cell
    return None


def straight(state, cell, direction):
    """The free cells that a jester can reach from a cell in a direction."""
    reached = []
    while True:
        ahead = beside(cell, direction)
        if ahead is None or ahead in state.board or edge(cell, ahead) in state.walls:
            return reached
        reached.append(ahead)
        cell = ahead


def changed(state, part, by):
    """A count with the mover's changed."""
    counts = list(getattr(state, part))
    counts[state.turn - 1] += by
    return counts


def ended(state):
    return replace(state, turn=state.turn % state.players + 1, stage="start", token="")


def jumps(state):
    found = {}
    for direction in DIRECTIONS:
        over = beside(state.token, direction)
        to = over and beside(over, direction)
        piece = state.board.get(over, "")
        if not to or to in state.board or piece[:1] not in ("t", "d"):
            continue
        if piece[1] == str(state.turn):
            continue
        if edge(state.token, over) in state.walls or edge(over, to) in state.walls:
            continue
        board = dict(state.board)
        del board[over]
        board[to] = board.pop(state.token)
        worth = {"t": 1, "d": 3}[piece[0]]
        found[f"{state.token}^{to}"] = replace(
            state, board=board, token=to, taken=changed(state, "taken", worth)
        )
    return found


def goes_on(state):
    """The state after tokens or a jump: the turn is over when nothing more can be done."""
    return state if state.barriers[state.turn - 1] or jumps(state) else ended(state)


def rides(state):
    found = {}
    start = jester(state)
    for first in DIRECTIONS:
        back = (-first[0], -first[1])
        for corner in straight(state, start, first):
            for second in DIRECTIONS:
                if second in (first, back):
                    continue
                for end in straight(state, corner, second):
                    board = dict(state.board)
                    board[end] = board.pop(start)
                    board[corner] = f"t{state.turn}"
                    found[f"{corner}-{end}"] = replace(
                        state,
                        board=board,
                        tokens=changed(state, "tokens", -1),
                        stage="tokens",
                        token=corner,
                    )
    return found


def moves(state):
    mover = state.turn - 1
    if state.stage == "start":
        if jester(state):
            return rides(state)
        return {
            cell: ended(replace(state, board={**state.board, cell: f"J{state.turn}"}))
            for cell in STARTS
            if cell not in state.board
        }
    if state.stage == "tokens":
        one = replace(state, stage="after")
        found = {"x1": goes_on(one)}
        if state.doubles[mover] and state.tokens[mover]:
            found["x2"] = goes_on(
                replace(
                    one,
                    board={**state.board, state.token: f"d{state.turn}"},
                    tokens=changed(state, "tokens", -1),
                    doubles=changed(state, "doubles", -1),
                )
            )
        return found
    found = {step: goes_on(after) for step, after in jumps(state).items()}
    if state.barriers[mover]:
        for wall in MARKED - state.walls:
            found[wall] = ended(
                replace(state, walls=state.walls | {wall}, barriers=changed(state, "barriers", -1))
            )
    found["."] = ended(state)
    return found


def points(state):
    return tuple(
        state.taken[player - 1]
        + sum(VALUE[cell] for cell, piece in state.board.items() if piece == f"t{player}")
        + sum(2 * VALUE[cell] for cell, piece in state.board.items() if piece == f"d{player}")
        for player in range(1, state.players + 1)
    )


def result(state):
    if state.stage != "start" or (0 not in state.tokens and moves(state)):
        return None
    totals = points(state)
    winners = [str(player + 1) for player, total in enumerate(totals) if total == max(totals)]
    return "".join(winners), totals
