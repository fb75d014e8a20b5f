"""What KiCad read out of a board is kept until a file that it reads has changed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from electronics import kicad

import copies

pytestmark = pytest.mark.needs_kicad


@pytest.fixture
def files(tmp_path, monkeypatch) -> Iterator[Path]:
    """A copy of KiCad's files of the project, with nothing kept of them yet."""
    made = tmp_path / "kicad"
    copies.copy(kicad.KICAD, made)
    monkeypatch.setattr(kicad, "KICAD", made)
    monkeypatch.setattr(kicad, "_KEPT", tmp_path / "kept")
    kicad.layout.cache_clear()
    yield made
    kicad.layout.cache_clear()


def kept(files: Path) -> list[str]:
    """What is kept once the strip's layout is asked for again."""
    kicad.layout.cache_clear()
    kicad.layout("strip")
    return sorted(path.name for path in (files.parent / "kept").iterdir())


def test_a_lock_that_another_kicad_takes_away_is_no_part_of_a_board(files):
    first = kept(files)
    (files / "strip" / "~strip.kicad_pro.lck").write_text("{}", encoding="utf-8")
    assert kept(files) == first
    assert len(first) == 1


@pytest.mark.parametrize("name", ["strip/strip.kicad_pcb", "strip/fp-lib-table"])
def test_a_changed_file_is_read_again(files, name):
    first = kept(files)
    with (files / name).open("a", encoding="utf-8") as file:
        file.write("\n")
    assert len(kept(files)) == 2 * len(first)
