"""The magnets: the field model against other formulas, and what docs/hardware/magnets.md claims."""

import math
import tomllib
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mechanics import evidence, field, iron
from mechanics.description import HERE, cells_of, description, magnet_height, pitch_mm, stack_step
from mechanics.pieces import PIECES
from scipy.integrate import quad
from scipy.special import j1

from depth import first

MAGNET = description()["magnet"]
STEP = stack_step("disc")


def moment(remanence_mt):
    volume = math.pi / 4 * MAGNET["diameter"] ** 2 * MAGNET["height"] * 1e-9
    return remanence_mt / 1000 * volume / field.MU0


def test_the_field_on_a_magnets_axis_is_the_textbooks():
    radius, half = MAGNET["diameter"] / 2, MAGNET["height"] / 2
    for height in (5.0, 11.0, 16.0, 40.0):
        near, far = height - half, height + half
        wanted = 585.0 * (far / math.hypot(far, radius) - near / math.hypot(near, radius))
        got = field.upright(MAGNET, 1170.0, 0.0, height, STEP, 1, glass=0.001)[0, 0]
        assert got == pytest.approx(wanted, rel=1e-3)


def test_far_away_a_magnet_is_a_dipole():
    x, z = 60.0, 25.0
    r = math.hypot(x, z) / 1000
    scale = field.MU0 / (4 * math.pi) * moment(1170.0) * 1e3 / r**5 * 1e-6
    upright = field.upright(MAGNET, 1170.0, x, z, STEP, 1, glass=0.001)[0, 0]
    assert upright == pytest.approx(scale * (2 * z * z - x * x), rel=0.01)
    lying = field.lying(MAGNET, 1170.0, np.array([[x, 0.0]]), z, glass=0.001)[0]
    assert abs(lying) == pytest.approx(scale * 3 * x * z, rel=0.01)


def test_a_stack_is_the_sum_of_its_pieces():
    levels = field.upright(MAGNET, 1170.0, 3.0, 16.0, STEP, 5, glass=10.0)[0]
    alone = [
        field.upright(MAGNET, 1170.0, 3.0, 16.0 + STEP * i, STEP, 1, 10.0)[0, 0] for i in range(5)
    ]
    assert levels == pytest.approx(alone)


def test_a_long_coil_is_a_long_solenoid():
    coil = {"length": 400.0, "diameter": 4.0, "leads": 1.0}
    assert field.coil_mt_per_at(coil, 10.0) == pytest.approx(field.MU0 * 1000 / 0.4, rel=1e-3)


def test_two_magnets_pull_as_a_known_integral_has_it():
    """Vokoun's formula for two equal coaxial discs (J. Magn. Magn. Mater. 321, 2009)."""
    radius, tau = MAGNET["diameter"] / 2000, MAGNET["height"] / MAGNET["diameter"]
    zeta = STEP / (MAGNET["diameter"] / 2)
    energy = 1.21**2 / (2 * field.MU0)

    def inner(q):
        return (
            j1(q) ** 2 / q * (1 - math.exp(-2 * q * tau)) ** 2 / 4 * math.exp(-q * (zeta - 2 * tau))
        )

    wanted = 8 * math.pi * energy * radius**2 * quad(inner, 0, 200, limit=400)[0] * 1000
    pull = field.force(MAGNET, 1210.0, [(0, 0, 0)], [(0, 0, STEP)])
    assert -pull[2] == pytest.approx(wanted, rel=0.02)
    assert abs(pull[0]) < 1e-3 * abs(pull[2])


def test_the_part_is_the_one_that_is_bought():
    bought = tomllib.loads((HERE.parent / "parts.toml").read_text())["reed"]["mpn"]
    reed = description()["reed"]
    assert bought == reed["part"]
    assert reed["part"].endswith("-%d-%d" % tuple(reed["operate_at"]))


@pytest.mark.parametrize("case", first(1, evidence.CASES))
def test_one_piece_in_the_middle_of_its_cell_closes_its_reed_in_any_crowd(case):
    found = evidence.by_case()[case]
    assert found["crowd_1"] > 3.0
    assert found["crowd_5"] > evidence.FAR


def test_one_piece_closes_its_reed_off_centre():
    found = evidence.by_case()["likely"]
    assert found["alone_1"] >= evidence.FAR
    assert found["plain_1"] >= evidence.inside("disc", pitch_mm())
    assert found["crowd_1"] >= 5.0


@pytest.mark.parametrize("count", [1, 5])
def test_no_piece_and_no_stack_comes_near_to_closing_the_next_cells_reed(count):
    near = pitch_mm() - evidence.FAR
    flux = np.abs(evidence.own(np.arange(near, pitch_mm() + 8.1), count, STEP)).max()
    assert flux < evidence.limits("lowest")["release"] / 2
    assert flux < evidence.limits("likely")["earliest"] / 10


@pytest.mark.parametrize("game", description()["games"])
def test_an_empty_cells_reed_stays_open_and_lets_go(game):
    crowd = evidence.others(game, pitch_mm())
    likely, lowest = evidence.limits("likely"), evidence.limits("lowest")
    assert evidence.EARTH - crowd["against"] < likely["earliest"]
    assert evidence.EARTH + crowd["along"] < likely["earliest"]
    assert evidence.EARTH - crowd["plain"] < lowest["earliest"]


@pytest.mark.deep
def test_the_pitch_is_not_smaller_than_the_smallest():
    assert evidence.smallest_pitch() == 38.0
    assert pitch_mm() >= evidence.smallest_pitch()


def test_only_the_upright_reed_can_be_served():
    *lying, upright = evidence.compare_lying()
    assert upright["own"] / upright["crowd"] > evidence.needed_ratio()
    for row in lying:
        assert row["own"] / row["crowd"] < evidence.needed_ratio()


@pytest.mark.parametrize("case", evidence.CASES)
def test_lifted_as_high_as_the_page_says_every_reed_opens(case):
    found = evidence.by_case()[case]
    assert found["lift_1"] <= 25.0
    assert found["lift_5"] <= 40.0
    assert found["slide"] <= 18.0


def test_sliding_to_the_next_cell_opens_the_old_reed_first():
    reach = evidence.by_case()["lowest"]["alone_1"]
    assert evidence.by_case()["lowest"]["slide"] < pitch_mm() - reach


def test_stacked_pieces_attract_and_neighbours_do_not_move():
    felt_holds = 0.3 * 5.0 * 9.81  # mN: friction of a piece of 5 g
    forces = evidence.forces()
    assert 100 < forces["one on one"] < forces["one on four"] < 1000
    assert forces["one on one, upside down"] > 100
    assert 0 < forces["neighbours, one and one"] < felt_holds / 20
    assert 0 < forces["neighbours, five and five"] < 5 * felt_holds / 15


def test_every_piece_but_the_barriers_has_a_magnet():
    assert [name for name, piece in PIECES.items() if not piece.magnet] == ["cabale-barrier"]


@st.composite
def crowds(draw):
    """A cell of Avalam's board and stacks on some of the others, each shifted within its cell."""
    cells, places = cells_of("avalam")
    free = draw(st.permutations(range(cells.size)))
    target, left, stacks = free[0], description()["games"]["avalam"]["pieces"], []
    slack = evidence.inside("disc", pitch_mm())
    for cell in free[1:]:
        count = min(draw(st.integers(0, 5)), left)
        left -= count
        if count:
            angle = draw(st.floats(0, 2 * math.pi))
            away = draw(st.floats(0, slack))
            x, y = places[cell]
            stacks.append(
                (
                    x + away * math.cos(angle) - places[target][0],
                    y + away * math.sin(angle) - places[target][1],
                    count,
                )
            )
    return stacks


@given(crowds())
def test_no_arrangement_is_worse_than_the_worst_crowd(stacks):
    one = field.magnet(MAGNET, MAGNET["remanence_mt"][1])
    along = np.linspace(-0.5, 0.5, field.SAMPLES) * description()["reed"]["glass_length"]
    points = [
        (-x, -y, s - magnet_height() - STEP * level)
        for x, y, count in stacks
        for level, s in product(range(count), along)
    ]
    total = 0.0
    if points:
        total = one.getB(np.array(points) / 1000)[:, 2].sum() * 1000 / field.SAMPLES
    crowd = evidence.others("avalam", pitch_mm())
    assert crowd["against"] - 1e-6 <= total <= crowd["along"] + 1e-6


# -- the model with the reed's iron


def test_the_irons_weights_are_those_of_a_symmetric_reed():
    middles, share, _ = iron.weights(17.78, 4000.0)
    assert share == pytest.approx(share[::-1])
    assert middles == pytest.approx(-middles[::-1])
    assert (share > 0).all()
    half = share[len(share) // 2 :]
    assert (np.diff(half[2:]) < 0).all()  # the farther from the gap, the less a field counts


def test_longer_leads_gather_more():
    def uniform(z):
        return np.ones(len(z))

    gathered = [iron.gap_mt(uniform, length, 4000.0) for length in (10.0, 17.78, 30.0, 50.0)]
    assert gathered == sorted(gathered) and gathered[0] > 10


def test_the_bands_hold_what_the_irons_softness_does():
    coil = description()["reed"]["coil"]["likely"]
    low, high = iron.band(0.0)
    for soft in (2000.0, 3000.0, 8000.0):
        assert low <= iron.ampere_turns(iron.piece_mt(0.0), coil, 40.0, soft) <= high


def test_both_models_give_the_same_verdict():
    operate, release = description()["reed"]["operate_at"], description()["reed"]["release_at"]
    for band in (iron.band, iron.air_band):
        assert band(0.0)[0] > operate[1]  # a centred piece closes any reed of the class
        assert band(pitch_mm(), 5)[1] < release  # the next cell's stack leaves it open
        assert band(0.0, 1, 22.0)[1] < operate[0]
    assert iron.band(0.0, 1, 22.0)[1] < release


def test_a_coil_is_equal_to_itself():
    coil = description()["reed"]["coil"]["likely"]
    leads = description()["strip"]["reed_leads_mm"]
    assert iron.ampere_turns(iron.coil_mt(coil), coil, leads, 4000.0) == pytest.approx(1.0)


def test_the_field_at_the_reeds_ends_is_as_uneven_as_the_page_says():
    upper, lower = iron.one_pole()
    assert 6.5 < upper / lower < 7.5
