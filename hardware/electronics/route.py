"""Lays the copper tracks of a board: a shortest-path search on a grid of two layers.

Deterministic: the same board gives the same tracks. A connection that finds no way makes its
net go first in the next attempt.
"""

import heapq
import math
from dataclasses import dataclass, replace

from electronics.circuit import Board, Track
from electronics.shapes import Shape, pad_shapes

LAYERS = ("F.Cu", "B.Cu")
THIN = 0.25
GAP = 0.2
SLACK = 0.02  # a diagonal step passes a corner that much closer than its two ends do
HOLE_GAP = 0.27
EDGE_GAP = 0.5
VIA_SIZE, VIA_DRILL = 0.7, 0.3
VIA_COST = 14.0
ACROSS = 1.5  # price of running across a layer's preferred direction
ATTEMPTS = 24


@dataclass(frozen=True)
class Via:
    """A plated hole that joins both layers."""

    net: str
    x: float
    y: float


class _Unroutable(Exception):
    def __init__(self, net: str) -> None:
        super().__init__(net)
        self.net = net


class _Attempt:
    """One attempt at a whole board, with the nets in a given order."""

    def __init__(self, board: Board, vertical: tuple[bool, bool]) -> None:
        self.board = board
        self.step = board.step
        self.vertical = vertical
        self.columns = math.floor(board.width / self.step) + 1
        self.rows = math.floor(board.height / self.step) + 1
        self.size = self.columns * self.rows
        self.numbers = {net: i + 2 for i, net in enumerate(board.nets())}
        self.widths = sorted({THIN, *board.widths.values()})
        # for each width and layer: 0 free, 1 nobody's, else the number of the only net allowed
        self.maps = {w: [[0] * self.size, [0] * self.size] for w in [*self.widths, VIA_SIZE]}
        self.no_via = bytearray(self.size)
        self.tracks: list[Track] = []
        self.vias: list[Via] = []
        self._edge()
        self.pads: dict[str, list[Shape]] = {}
        for part in board.parts:
            for _, shape in pad_shapes(board, part):
                if shape.net in self.numbers:
                    self.pads.setdefault(shape.net, []).append(shape)
                self._add(shape)
                self._keep_vias_off(shape, VIA_SIZE / 2 + 0.1)
        for x, y, size in board.holes:
            shape = Shape("", (0, 1), x, y, x, y, size / 2 + HOLE_GAP - GAP)
            self._add(shape)
            self._keep_vias_off(shape, VIA_SIZE / 2 + GAP)
        for track in board.tracks:
            self._lay(track)

    def _near(self, shape: Shape, reach: float):
        """Grid nodes within reach of a shape."""
        step = self.step
        if shape.square:
            pad = reach
        else:
            pad = reach + shape.radius
        x0, x1 = min(shape.x0, shape.x1) - pad, max(shape.x0, shape.x1) + pad
        y0, y1 = min(shape.y0, shape.y1) - pad, max(shape.y0, shape.y1) + pad
        for row in range(max(0, math.ceil(y0 / step)), min(self.rows - 1, int(y1 / step)) + 1):
            for column in range(
                max(0, math.ceil(x0 / step)), min(self.columns - 1, int(x1 / step)) + 1
            ):
                if shape.distance(column * step, row * step) < reach:
                    yield row * self.columns + column

    def _add(self, shape: Shape) -> None:
        number = self.numbers.get(shape.net, 1)
        for width, layers in self.maps.items():
            for node in self._near(shape, GAP + SLACK + width / 2):
                for layer in shape.layers:
                    held = layers[layer][node]
                    layers[layer][node] = number if held in (0, number) else 1

    def _keep_vias_off(self, shape: Shape, reach: float) -> None:
        for node in self._near(shape, reach):
            self.no_via[node] = 1

    def _edge(self) -> None:
        for width, layers in self.maps.items():
            margin = EDGE_GAP + width / 2
            for node in range(self.size):
                x = node % self.columns * self.step
                y = node // self.columns * self.step
                if not (
                    margin <= x <= self.board.width - margin
                    and margin <= y <= self.board.height - margin
                ):
                    layers[0][node] = layers[1][node] = 1

    def _lay(self, track: Track) -> None:
        self.tracks.append(track)
        layer = LAYERS.index(track.layer)
        self._add(Shape(track.net, (layer,), track.x0, track.y0, track.x1, track.y1,
                         track.width / 2))

    def route(self, net: str) -> None:
        """Joins every pad of a net, and the tracks that were laid for it by hand."""
        width = self.board.widths.get(net, THIN)
        waiting = [self._inside(shape) for shape in self.pads.get(net, [])]
        tree: set[tuple[int, int]] = set()
        for track in self.tracks:
            if track.net == net:
                tree |= self._on_track(track)
        if not tree:
            tree = set(waiting.pop(0))
        # pads that a track already touches are done
        while waiting:
            best = min(range(len(waiting)), key=lambda i: (self._far(tree, waiting[i]), i))
            goal = waiting.pop(best)
            if tree & goal:
                tree |= goal
                continue
            tree |= self._connect(net, width, tree, goal) | goal

    def _inside(self, shape: Shape) -> set[tuple[int, int]]:
        """The nodes on a pad's copper, well inside its edge."""
        middle_x, middle_y = (shape.x0 + shape.x1) / 2, (shape.y0 + shape.y1) / 2
        found: set[tuple[int, int]] = set()
        reach = 0.75
        while not found:
            for node in self._near(shape, 1e-9):
                x, y = node % self.columns * self.step, node // self.columns * self.step
                wide = (shape.x1 - shape.x0) / 2 + shape.radius
                high = (shape.y1 - shape.y0) / 2 + shape.radius
                if abs(x - middle_x) <= wide * reach and abs(y - middle_y) <= high * reach:
                    found |= {(layer, node) for layer in shape.layers}
            reach += 0.2
        return found

    def _on_track(self, track: Track) -> set[tuple[int, int]]:
        layer = LAYERS.index(track.layer)
        shape = Shape(track.net, (layer,), track.x0, track.y0, track.x1, track.y1, 0.0)
        return {(layer, node) for node in self._near(shape, self.step * 0.51)}

    def _far(self, tree: set, goal: set) -> float:
        """A rough distance between two sets of nodes, for the order of connections."""
        gx, gy = self._centre(goal)
        return min(
            abs(node % self.columns - gx) + abs(node // self.columns - gy) for _, node in tree
        )

    def _centre(self, nodes: set) -> tuple[float, float]:
        count = len(nodes)
        return (
            sum(node % self.columns for _, node in nodes) / count,
            sum(node // self.columns for _, node in nodes) / count,
        )

    def _connect(self, net: str, width: float, tree: set, goal: set) -> set:
        """The cheapest way from a tree of nodes to a goal; lays it and gives its nodes."""
        number, columns, size = self.numbers[net], self.columns, self.size
        maps = self.maps[width]
        via_maps, no_via = self.maps[VIA_SIZE], self.no_via
        gx, gy = self._centre(goal)
        reach = max(
            max(abs(node % columns - gx), abs(node // columns - gy)) for _, node in goal
        )
        allowed = (0, number)
        goals = {layer * size + node for layer, node in goal}
        # coming from its own pad or track, a wide track may start where it would not fit
        starts = sorted(layer * size + node for layer, node in tree)
        best = dict.fromkeys(starts, 0.0)
        came: dict[int, int] = {}
        heap = []
        for start in starts:
            node = start % size
            heap.append((max(abs(node % columns - gx), abs(node // columns - gy)) - reach, start))
        heapq.heapify(heap)
        moves = [
            (dx, dy, dx + dy * columns, math.hypot(dx, dy))
            for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy
        ]
        done = set()
        while heap:
            _, place = heapq.heappop(heap)
            if place in done:
                continue
            done.add(place)
            if place in goals:
                return self._draw(net, width, place, came)
            layer, node = divmod(place, size)
            x, y = node % columns, node // columns
            cost = best[place]
            upright = self.vertical[layer]
            own = maps[layer]
            for dx, dy, jump, length in moves:
                other = node + jump
                there = layer * size + other
                if there in done or not (0 <= x + dx < columns and 0 <= y + dy < self.rows):
                    continue
                if own[other] not in allowed and there not in goals:
                    continue
                if (dy == 0) if upright else (dx == 0):
                    length *= ACROSS
                if cost + length < best.get(there, math.inf):
                    best[there] = cost + length
                    came[there] = place
                    rest = max(abs(x + dx - gx), abs(y + dy - gy)) - reach
                    heapq.heappush(heap, (cost + length + rest, there))
            if (
                not no_via[node]
                and via_maps[0][node] in allowed
                and via_maps[1][node] in allowed
                and maps[1 - layer][node] in allowed
            ):
                there = (1 - layer) * size + node
                if there not in done and cost + VIA_COST < best.get(there, math.inf):
                    best[there] = cost + VIA_COST
                    came[there] = place
                    rest = max(abs(x - gx), abs(y - gy)) - reach
                    heapq.heappush(heap, (cost + VIA_COST + rest, there))
        raise _Unroutable(net)

    def _draw(self, net: str, width: float, place: int, came: dict[int, int]) -> set:
        path = [divmod(place, self.size)]
        while place in came:
            place = came[place]
            path.append(divmod(place, self.size))
        path.reverse()
        start = 0
        for i in range(1, len(path)):
            last = i == len(path) - 1
            if path[i][0] != path[i - 1][0]:
                self._segment(net, width, path[start : i])
                self._via(net, path[i][1])
                start = i
            elif last or path[i + 1][0] != path[i][0] or (
                path[i + 1][1] - path[i][1] != path[i][1] - path[i - 1][1]
            ):
                self._segment(net, width, path[start : i + 1])
                start = i
        return set(path)

    def trimmed(self) -> list[Track]:
        """The tracks, those along x that were laid by hand cut off behind their last joint."""
        by_hand = len(self.board.tracks)
        cut = []
        for lane in self.tracks[:by_hand]:
            joints = [
                x
                for other in self.tracks[by_hand:]
                if other.net == lane.net and other.layer == lane.layer
                for x, y in ((other.x0, other.y0), (other.x1, other.y1))
                if abs(y - lane.y0) <= lane.width / 2
            ]
            joints += [v.x for v in self.vias if v.net == lane.net and v.y == lane.y0]
            joints = [x for x in joints if lane.x0 <= x <= lane.x1]
            cut.append(replace(lane, x0=min(joints), x1=max(joints)))
        return cut + self.tracks[by_hand:]

    def _segment(self, net: str, width: float, path: list) -> None:
        if len(path) < 2:
            return
        (layer, a), (_, b) = path[0], path[-1]
        step = self.step
        self._lay(
            Track(net, LAYERS[layer], width, a % self.columns * step, a // self.columns * step,
                  b % self.columns * step, b // self.columns * step)
        )

    def _via(self, net: str, node: int) -> None:
        x, y = node % self.columns * self.step, node // self.columns * self.step
        self.vias.append(Via(net, x, y))
        shape = Shape(net, (0, 1), x, y, x, y, VIA_SIZE / 2)
        self._add(shape)
        self._keep_vias_off(shape, VIA_SIZE / 2)


def route(
    board: Board, order: list[str], vertical: tuple[bool, bool]
) -> tuple[list[Track], list[Via]]:
    """Tracks and vias that join every net of a board.

    order     nets to lay first; the others follow by the alphabet
    vertical  for each layer, whether tracks should rather run up and down it
    Raises ValueError where a net cannot be joined.
    """
    first = [net for net in order if net in board.nets()]
    queue = first + [net for net in board.nets() if net not in first]
    for _ in range(ATTEMPTS):
        attempt = _Attempt(board, vertical)
        try:
            for net in queue:
                attempt.route(net)
        except _Unroutable as failed:
            queue.remove(failed.net)
            queue.insert(0, failed.net)
            continue
        return attempt.trimmed(), attempt.vias
    raise ValueError(f"no way to join {queue[0]} on the {board.name} board")
