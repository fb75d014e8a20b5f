"""Solids as binary STL files, the same bytes for the same solid."""

import struct

import numpy as np
from manifold3d import Manifold

from mechanics.render import triangles

FINEST = 0.002  # mm; shorter edges would vanish when coordinates are cut to four bytes


def binary(solid: Manifold, name: str) -> bytes:
    """The content of the file; `name` stands in its header."""
    faces = triangles(solid.simplify(FINEST)).astype("<f4")
    normals = np.cross(faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    normals = np.divide(normals, lengths, out=np.zeros_like(normals), where=lengths > 0)
    record = np.zeros(len(faces), dtype=[("f", "<f4", (4, 3)), ("attribute", "<u2")])
    record["f"][:, 0], record["f"][:, 1:] = normals, faces
    header = f"Tourelle {name}".encode("ascii").ljust(80)
    return header + struct.pack("<I", len(faces)) + record.tobytes()
