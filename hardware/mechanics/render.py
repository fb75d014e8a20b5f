"""Pictures of solids: a small software renderer, so that no graphics card or window is needed."""

import numpy as np
from manifold3d import Manifold
from PIL import Image

SUN = np.array([-0.45, -0.55, 0.9]) / np.linalg.norm([-0.45, -0.55, 0.9])
FILL = np.array([0.8, -0.3, 0.35]) / np.linalg.norm([0.8, -0.3, 0.35])
GROUND = np.array([0.965, 0.96, 0.945])
SAMPLES = 3  # the picture is drawn so many times larger and then reduced


def triangles(solid: Manifold) -> np.ndarray:
    """The faces of a solid: n x 3 corners x 3 coordinates."""
    mesh = solid.to_mesh()
    return np.asarray(mesh.vert_properties)[:, :3][np.asarray(mesh.tri_verts)]


def _on_table(points: np.ndarray) -> np.ndarray:
    """Where the sun throws the shadows of points."""
    return points - points[..., 2:3] * (SUN / SUN[2])


def _shown(solid: Manifold) -> np.ndarray:
    """The corners of a solid and of its shadow."""
    corners = triangles(solid).reshape(-1, 3)
    return np.concatenate([corners, _on_table(corners)])


def _view(turn: float, tilt: float) -> np.ndarray:
    """Rows: to the right, up, towards the eye; for an eye that looks down by `tilt` degrees."""
    a, b = np.radians(turn), np.radians(tilt)
    right = np.array([np.cos(a), np.sin(a), 0.0])
    eye = np.array([np.sin(a) * np.cos(b), -np.cos(a) * np.cos(b), np.sin(b)])
    return np.array([right, np.cross(eye, right), eye])


def _smooth(faces: np.ndarray, normals: np.ndarray) -> np.ndarray:
    """A normal for each corner: that of the faces around it which bend by less than 30 degrees."""
    corners = np.round(faces.reshape(-1, 3), 4)
    _, which = np.unique(corners, axis=0, return_inverse=True)
    which = which.reshape(-1)
    sums = np.repeat(normals, 3, axis=0)
    order = np.argsort(which, kind="stable")
    starts = np.flatnonzero(np.diff(which[order], prepend=-1))
    result = np.empty_like(sums)
    for group in np.split(order, starts[1:]):
        near = sums[group] @ sums[group].T > 0.866
        result[group] = near @ sums[group]
    return (result / np.linalg.norm(result, axis=1, keepdims=True)).reshape(-1, 3, 3)


class Picture:
    """A canvas `wide` points wide that just holds the given solids, seen from the side that
    `turn` degrees name, looking down by `tilt` degrees."""

    def __init__(self, solids: list[Manifold], wide: int, turn: float, tilt: float):
        self.view = _view(turn, tilt)
        seen = np.concatenate([_shown(solid) for solid in solids]) @ self.view[:2].T
        low, high = seen.min(axis=0), seen.max(axis=0)
        margin = 0.04 * (high[0] - low[0])
        self.left, self.top = low[0] - margin, high[1] + margin
        self.wide = wide * SAMPLES
        self.scale = self.wide / (high[0] - low[0] + 2 * margin)
        rows = (high[1] - low[1] + 2 * margin) * self.scale / SAMPLES
        self.high = round(rows) * SAMPLES
        self.colour = np.ones((self.high, self.wide, 3)) * GROUND
        self.depth = np.full((self.high, self.wide), -np.inf)
        self.shade = np.ones((self.high, self.wide))

    def _spans(self, faces: np.ndarray):
        """Each face that is seen: its number, the pixels in it, their weights and depths."""
        points = faces @ self.view.T
        x = (points[..., 0] - self.left) * self.scale
        y = (self.top - points[..., 1]) * self.scale
        area = (x[:, 1] - x[:, 0]) * (y[:, 2] - y[:, 0]) - (x[:, 2] - x[:, 0]) * (y[:, 1] - y[:, 0])
        for i in np.flatnonzero(np.abs(area) > 1e-9):
            left, right = int(max(x[i].min(), 0)), int(min(x[i].max() + 1, self.wide - 1))
            top, bottom = int(max(y[i].min(), 0)), int(min(y[i].max() + 1, self.high - 1))
            if left > right or top > bottom:
                continue
            px, py = np.meshgrid(np.arange(left, right + 1) + 0.5, np.arange(top, bottom + 1) + 0.5)
            dx, dy = px - x[i, 0], py - y[i, 0]
            b = (dx * (y[i, 2] - y[i, 0]) - (x[i, 2] - x[i, 0]) * dy) / area[i]
            c = ((x[i, 1] - x[i, 0]) * dy - dx * (y[i, 1] - y[i, 0])) / area[i]
            inside = (b >= 0) & (c >= 0) & (b + c <= 1)
            if inside.any():
                rows, columns = np.nonzero(inside)
                weights = np.column_stack([(1 - b - c)[inside], b[inside], c[inside]])
                yield i, rows + top, columns + left, weights, weights @ points[i, :, 2]

    def shadow(self, solid: Manifold) -> None:
        """Darkens the table where a solid keeps the sun away."""
        faces = triangles(solid)
        flat = _on_table(faces)
        for _, rows, columns, _, _ in self._spans(flat):
            self.shade[rows, columns] = 0.8

    def draw(self, solid: Manifold, colour: tuple[float, float, float]) -> None:
        """Adds a solid."""
        faces = triangles(solid)
        normals = np.cross(faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0])
        lengths = np.linalg.norm(normals, axis=1)
        faces, normals = faces[lengths > 1e-9], normals[lengths > 1e-9]
        normals /= np.linalg.norm(normals, axis=1, keepdims=True)
        smooth = _smooth(faces, normals)
        halfway = (SUN + self.view[2]) / np.linalg.norm(SUN + self.view[2])
        seen = normals @ self.view[2] > 0
        faces, smooth = faces[seen], smooth[seen]
        for i, rows, columns, weights, depth in self._spans(faces):
            normal = weights @ smooth[i]
            normal /= np.linalg.norm(normal, axis=1, keepdims=True)
            sun, fill = np.clip(normal @ SUN, 0, 1), np.clip(normal @ FILL, 0, 1)
            light = 0.38 + 0.60 * sun + 0.15 * fill
            gloss = 0.16 * np.clip(normal @ halfway, 0, 1) ** 40
            front = depth > self.depth[rows, columns]
            rows, columns = rows[front], columns[front]
            self.depth[rows, columns] = depth[front]
            self.colour[rows, columns] = (
                np.outer(light, colour) + gloss[:, None])[front]

    def image(self) -> Image.Image:
        """The finished picture."""
        table = np.isneginf(self.depth)
        colour = self.colour * np.where(table, _blurred(self.shade), 1.0)[..., None]
        pixels = np.clip(colour * 255, 0, 255).astype(np.uint8)
        return Image.fromarray(pixels).resize(
            (self.wide // SAMPLES, self.high // SAMPLES), Image.Resampling.LANCZOS)


def _blurred(shade: np.ndarray, radius: int = 9) -> np.ndarray:
    """Soft edges for the shadows."""
    kernel = np.ones(2 * radius + 1) / (2 * radius + 1)
    for axis in (0, 1):
        shade = np.apply_along_axis(
            lambda line: np.convolve(np.pad(line, radius, mode="edge"), kernel, "valid"),
            axis, shade)
    return shade
