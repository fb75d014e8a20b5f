"""The printed pieces, as a slicer gets them: read back from STL by trimesh."""

import io
import math

import numpy as np
import pytest
import trimesh
from manifold3d import Manifold
from mechanics.description import description, pitch_mm, stack_step
from mechanics.pieces import PIECES, barrier, pawn, tower
from mechanics.solids import block
from mechanics.stl import binary

from depth import first

NAMES = list(PIECES)
MAGNETIC = [name for name, piece in PIECES.items() if piece.magnet]
STACKED = {
    "avalam-disc": "disc",
    "tours-pawn": "draught",
    "cabale-token": "token",
    "tawol-pawn-a": "pawn",
    "tawol-pawn-b": "pawn",
    "tawol-pawn-c": "pawn",
}
MADE = description()["pieces"]


@pytest.fixture(scope="module")
def meshes():
    return {
        name: trimesh.load(io.BytesIO(binary(piece.solid(), name)), file_type="stl")
        for name, piece in PIECES.items()
    }


@pytest.mark.parametrize("name", NAMES)
def test_a_mesh_is_closed_and_one_body(meshes, name):
    mesh = meshes[name]
    assert mesh.is_watertight
    assert mesh.is_winding_consistent
    assert mesh.is_volume
    assert mesh.volume > 500
    assert mesh.body_count == 1
    assert mesh.volume == pytest.approx(PIECES[name].solid().volume(), rel=1e-3)


@pytest.mark.parametrize("name", NAMES)
def test_a_piece_stands_on_the_table_within_its_cell(meshes, name):
    mesh = meshes[name]
    assert mesh.bounds[0][2] == pytest.approx(0, abs=1e-6)
    assert np.hypot(mesh.vertices[:, 0], mesh.vertices[:, 1]).max() < pitch_mm() / 2 - 3.0
    flat = (mesh.face_normals[:, 2] < -0.999) & (mesh.triangles_center[:, 2] < 1e-3)
    assert mesh.area_faces[flat].sum() > 40


@pytest.mark.parametrize("name", NAMES)
def test_nothing_overhangs_but_the_pockets_ceiling(meshes, name):
    mesh = meshes[name]
    hanging = (mesh.face_normals[:, 2] < -0.72) & (mesh.triangles_center[:, 2] > 0.01)
    middle = np.hypot(*mesh.triangles_center[hanging][:, :2].T)
    ceiling = MADE["fit"] / 2 + description()["magnet"]["diameter"] / 2 + 0.01
    tolerable = 6.0 if name == "cabale-jester" else 0.0  # square mm below the bells
    assert mesh.area_faces[hanging][middle > ceiling].sum() <= tolerable


@pytest.mark.parametrize("name", first(4, NAMES))
def test_no_wall_is_thinner_than_it_may_be(meshes, name):
    """Rays from all over the surface, inwards: how far to the opposite wall."""
    mesh, solid = meshes[name], PIECES[name].solid()
    big = mesh.area_faces > 0.05
    thinnest = math.inf
    for start, normal in zip(mesh.triangles_center[big], mesh.face_normals[big], strict=True):
        hits = solid.ray_cast(start - 1e-3 * normal, start - 60 * normal)
        for hit in hits[:1]:
            if np.dot(hit.normal, normal) < -0.7:  # an opposite wall, not the next side of an edge
                thinnest = min(thinnest, math.dist(start, hit.position))
    assert MADE["wall"] - 0.01 <= thinnest < 60


@pytest.mark.parametrize("name", MAGNETIC)
def test_the_magnet_fits_its_pocket_and_no_larger_one_does(name):
    magnet, gap = description()["magnet"], description()["heights"]["magnet_in_piece"]
    solid = PIECES[name].solid()

    def common(wider, higher):
        radius = (magnet["diameter"] + wider) / 2
        return (solid ^ Manifold.cylinder(magnet["height"] + higher, radius, radius, 48)).volume()

    assert common(0.1, gap - 0.01) == pytest.approx(0, abs=1e-6)
    assert common(1.0, 0) > 1
    assert common(0, 0.5) > 1


def test_barriers_have_no_pocket():
    assert barrier().genus() == 0
    foot = barrier().slice(MADE["barrier"]["height"] + 1.0)
    slot = description()["slot"]
    left, bottom, right, top = foot.bounds()
    assert slot["length"] - 0.5 <= right - left < slot["length"]
    assert slot["width"] - 0.5 <= top - bottom < slot["width"]
    assert MADE["barrier"]["foot_depth"] < description()["heights"]["panel"]
    # filled to the top: a box as large is no larger
    thin = MADE["barrier"]["thickness"] - 1.7
    whole = block((MADE["barrier"]["length"], thin, 11.0), (0, 0, 0.1))
    assert (whole - barrier()).volume() == pytest.approx(0, abs=1e-3)


@pytest.mark.parametrize("name", STACKED)
def test_pieces_stack_felt_in_dish(name):
    solid = PIECES[name].solid()
    felt = description()["heights"]["felt"]
    step = stack_step(STACKED[name])
    pad = Manifold.cylinder(felt, MADE["felt_diameter"] / 2, MADE["felt_diameter"] / 2, 96)
    upper = solid.translate([0, 0, step])
    felted = upper + pad.translate([0, 0, step - felt])
    assert (solid ^ felted).volume() == pytest.approx(0, abs=1e-6)
    assert (solid ^ felted.translate([0, 0, -0.05])).volume() > 1
    # held sideways by the dish
    assert (solid ^ felted.translate([1.5, 0, 0])).volume() > 0.5
    assert pad.bounding_box()[3] < solid.slice(0.01).bounds()[2]  # the felt is under the piece


@pytest.mark.parametrize("collars", [0, 1, 2])
def test_a_pawn_has_its_collars_and_stands_in_a_towers_crown(collars):
    solid = pawn(collars)
    radii = [solid.slice(z / 20).bounds()[2] for z in range(60, 20 * 24 - 60)]
    waist = MADE["pawn"]["waist"] / 2
    tops = [z for z in range(1, len(radii)) if radii[z] < radii[z - 1] - 0.01]
    falls = sum(1 for i, z in enumerate(tops) if i == 0 or z > tops[i - 1] + 5)
    assert falls == collars + 1  # each collar and the foot narrow once to the waist
    assert min(radii) == pytest.approx(waist, abs=0.01)
    lift = MADE["tower"]["height"] - 3.0 + description()["heights"]["felt"] - MADE["dish_depth"]
    assert (tower() ^ solid.translate([0, 0, lift])).volume() == pytest.approx(0, abs=1e-6)
    assert (tower() ^ solid.translate([0, 0, lift - 0.5])).volume() > 1
    assert (tower() ^ solid.translate([1.5, 0, lift])).volume() > 1


def test_the_games_have_all_their_pieces():
    numbers = {name: piece.number for name, piece in PIECES.items()}
    assert numbers["avalam-disc"] == 48
    assert [numbers[f"tawol-pawn-{k}"] for k in "abc"] == [8, 8, 4]
    assert (numbers["tawol-tower"], numbers["tours-pawn"]) == (16, 36)
    assert numbers["cabale-token"] == 60
    assert (numbers["cabale-jester"], numbers["cabale-barrier"]) == (4, 24)


def test_the_same_solid_gives_the_same_file():
    assert binary(pawn(1), "pawn") == binary(pawn.__wrapped__(1), "pawn")
