"""What `python -m mechanics` writes is what is committed, and --check sees when it is not."""

import shutil

import pytest
from mechanics import make


@pytest.fixture
def copy(tmp_path, monkeypatch):
    """The generated files in a folder of their own."""
    shutil.copytree(make.DRAWINGS, tmp_path / "laser")
    (tmp_path / "docs").mkdir()
    for path in make.DOCS.iterdir():
        if path.suffix in (".md", ".png"):
            shutil.copy(path, tmp_path / "docs")
    monkeypatch.setattr(make, "DRAWINGS", tmp_path / "laser")
    monkeypatch.setattr(make, "DOCS", tmp_path / "docs")
    monkeypatch.setattr(make, "BUILD", tmp_path / "build")
    return tmp_path


@pytest.mark.deep
def test_nothing_is_stale():
    assert make.stale() == []


@pytest.mark.deep
def test_a_changed_a_missing_and_a_foreign_file_are_named(copy):
    drawing = copy / "laser" / "hex.svg"
    drawing.write_text(drawing.read_text().replace("cut", "cud", 1))
    page = copy / "docs" / "magnets.md"
    page.write_text(page.read_text().replace("| **upright** | 1", "| **upright** | 7"))
    (copy / "docs" / "section.png").unlink()
    (copy / "laser" / "old.dxf").write_text("")
    names = ["hex.svg", "magnets.md", "section.png", "old.dxf"]
    assert make.stale() == names
    assert make.write() == names
    assert make.stale() == []


def test_a_picture_is_stale_when_its_sources_changed(copy, monkeypatch, tmp_path):
    source = tmp_path / "mechanics.toml"
    source.write_text(make.SOURCES[0].read_text() + "# changed\n")
    monkeypatch.setattr(make, "SOURCES", (source, make.SOURCES[1]))
    assert len(make.stale_pictures()) == len(make.pictures())


def test_stl_files_are_written(copy):
    written = make.write_stl()
    assert len(written) == len(make.PIECES) + len(make.JIGS)
    for path in written:
        assert path.stat().st_size == 84 + 50 * int.from_bytes(path.read_bytes()[80:84], "little")


@pytest.mark.needs_open_cascade
def test_step_files_hold_the_solids_they_come_from(tmp_path):
    from mechanics import step

    for name in ("avalam-disc", "tours-pawn", "jig-bend"):
        solid = make.solids()[name]()
        path = tmp_path / f"{name}.step"
        step.write(solid, path)
        assert step.volume(path) == pytest.approx(solid.volume(), rel=1e-4)
        assert "SI_UNIT(.MILLI.,.METRE.)" in path.read_text()
