"""The three grids: their cells, names and neighbours."""

import pytest

from tourelle.grids import COLUMNS, NAMES, NONE, grid


@pytest.fixture(params=NAMES)
def cells(request):
    return grid(request.param)


def test_there_are_three_grids_of_the_documented_sizes():
    assert {name: grid(name).size for name in NAMES} == {"square": 64, "avalam": 49, "hex": 61}


def test_cells_are_counted_by_row_then_column_and_named_after_the_matrix(cells):
    places = [(cells.rows[cell], cells.columns[cell]) for cell in range(cells.size)]
    assert places == sorted(set(places))
    assert max(max(place) for place in places) < 9
    assert list(cells.names) == [f"{COLUMNS[column]}{row + 1}" for row, column in places]


def test_a_cell_is_found_by_its_name_in_any_case(cells):
    for cell, name in enumerate(cells.names):
        assert cells.cell(name) == cells.cell(name.upper()) == cell


@pytest.mark.parametrize("name", ["", "a0", "j1", "a10", "e"])
def test_an_unknown_cell_is_named_in_the_error(cells, name):
    with pytest.raises(ValueError, match=f"'{name}' on the {cells.name} grid"):
        cells.cell(name)


def test_an_unknown_grid_is_named_in_the_error_with_those_that_exist():
    with pytest.raises(ValueError, match="no grid 'round'; there are avalam, hex, square"):
        grid("round")


def test_a_step_and_its_opposite_cancel(cells):
    half = cells.directions // 2
    for direction, steps in enumerate(cells.toward):
        back = cells.toward[(direction + half) % cells.directions]
        for cell, reached in enumerate(steps):
            assert reached == NONE or back[reached] == cell


def test_neighbours_are_the_cells_one_step_away_and_mutual(cells):
    for cell in range(cells.size):
        neighbours = cells.neighbours(cell)
        assert set(neighbours) == {steps[cell] for steps in cells.toward} - {NONE}
        assert len(set(neighbours)) == len(neighbours)
        assert all(cell in cells.neighbours(other) for other in neighbours)


def names_around(grid_name, name):
    cells = grid(grid_name)
    return {cells.names[cell] for cell in cells.neighbours(cells.cell(name))}


def test_squares_have_up_to_eight_neighbours():
    assert names_around("square", "a1") == {"a2", "b1", "b2"}
    assert names_around("square", "d4") == {"c3", "d3", "e3", "c4", "e4", "c5", "d5", "e5"}


def test_avalam_has_the_holes_of_the_rules_picture():
    """Rows 9 to 1 as in the picture of the rules; x is a hole in the board, o the centre."""
    picture = """
        ..xx.....
        .xxxx....
        .xxxxxx..
        .xxxxxxxx
        xxxxoxxxx
        xxxxxxxx.
        ..xxxxxx.
        ....xxxx.
        .....xx..
    """.split()
    drawn = {
        f"{COLUMNS[column]}{9 - row}"
        for row, line in enumerate(picture)
        for column, sign in enumerate(line)
        if sign != "."
    }
    assert set(grid("avalam").names) == drawn
    assert names_around("avalam", "c9") == {"d9", "b8", "c8", "d8"}


def test_hexagons_have_the_neighbours_of_the_rules():
    assert names_around("hex", "e5") == {"d5", "f5", "e4", "f4", "d6", "e6"}
    assert names_around("hex", "i1") == {"h1", "h2", "i2"}


def test_the_hexagons_are_those_within_four_steps_of_the_centre():
    for column, row in zip(grid("hex").columns, grid("hex").rows, strict=True):
        assert max(abs(column - 4), abs(row - 4), abs(column + row - 8)) <= 4
