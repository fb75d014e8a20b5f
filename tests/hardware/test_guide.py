"""The build guide: each step has its picture, made by the project, and something to measure."""

import re
from pathlib import Path

import pytest
from electronics import bom, kicad, make, steps
from electronics.description import panel
from mechanics.description import description
from mechanics.make import DOCS
from mechanics.make import pictures as rendered

GUIDE = (DOCS / "build.md").read_text(encoding="utf-8")
STEPS = dict(re.findall(r"^## (\d\. .*?)\n(.*?)(?=^## )", GUIDE, re.M | re.S))
OF_THE_PROJECT = (
    {f"{name}.png" for name in rendered()}
    | set(make.PICTURES)
    | {f"{name}.svg" for name in steps.STEPS}
    | {"strips.svg", "wiring.svg"}
)


def test_there_are_nine_steps():
    assert [title[0] for title in STEPS] == list("123456789")


@pytest.mark.parametrize("title", STEPS)
def test_each_step_has_its_own_picture_made_here_and_a_check(title):
    shown = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", STEPS[title])
    others = [text for name, text in STEPS.items() if name != title]
    assert shown and set(shown) <= OF_THE_PROJECT
    assert any(f"({name})" not in text for name in shown for text in others)
    assert all((DOCS / name).exists() for name in shown)
    # the last one is a test itself
    assert re.search(r"\*(Measure|Look|Try)\*|tourelle doctor\n", STEPS[title])


@pytest.mark.needs_kicad
@pytest.mark.parametrize("name", steps.STEPS)
def test_no_word_of_a_step_leaves_its_picture(name):
    """By a wide estimate of the letters' width, as no font is measured here."""
    drawn = steps.STEPS[name]()
    assert drawn == (DOCS / f"{name}.svg").read_text(encoding="utf-8")
    ((wide, high),) = re.findall(r'viewBox="0 0 (\d+) (\d+)"', drawn)
    texts = re.findall(
        r'<text x="(\S+)" y="(\S+)" font-size="(\S+)" fill="\S+" '
        r'text-anchor="(\w+)"([^>]*)>([^<]*)<',
        drawn,
    )
    assert texts
    for x, y, size, anchor, more, words in texts:
        letter = 0.61 if "monospace" in more else 0.58 if "bold" in more else 0.53
        long = letter * float(size) * len(re.sub(r"&\w+;", ".", words))
        left = float(x) - {"start": 0.0, "middle": long / 2, "end": long}[anchor]
        assert left >= 0 and left + long <= int(wide), words
        assert 0 < float(y) < int(high), words


@pytest.mark.needs_kicad
def test_the_picture_of_the_panel_has_its_tabs_and_bites():
    made, drawn = panel(), steps.depanel()
    tabs = re.findall(r'<rect [^>]*fill="#c0392b" stroke="#c0392b"', drawn)
    assert len(tabs) == (made["strips"] + 1) * len(made["tabs_mm"])
    for words in (
        f"{made['tab_mm']:g} mm",
        f"bites {made['bite_mm']:g} mm,",
        *(f">{place:g}<" for place in made["tabs_mm"]),
    ):
        assert words in drawn


def test_the_countersink_is_the_screws_and_leaves_enough():
    screw, drawn = bom.kit()["panel_screw"], steps.countersink()
    hole, thick = description()["panel"]["screw_hole"], description()["heights"]["panel"]
    assert drawn.count('fill="#ffd9a8"') == screw["count"] == 8
    deep = (screw["sink_mm"] - hole) / 2
    assert screw["head_mm"] < screw["sink_mm"] and thick - deep >= 1.5
    text = (DOCS / "mechanics.md").read_text(encoding="utf-8")
    ((across, most),) = re.findall(r"to (\S+) mm across and no deeper than (\S+) mm", text)
    assert float(across) == screw["sink_mm"] and deep <= float(most)


@pytest.mark.needs_kicad
def test_every_part_that_the_guide_names_is_on_the_controller():
    parts = kicad.layout("controller")["parts"]
    named = set(re.findall(r"\b(?:J1[0-2]|D[34]|LS1|SW[12]|U[2-4])\b", GUIDE))
    assert {"J10", "J11", "J12", "D3", "D4", "LS1"} <= named <= set(parts)
    assert {part["value"] for ref, part in parts.items() if ref.startswith("TP")} == {
        "5V",
        "GND",
        "3V3",
        "VSYS",
        "DATA",
        "END",
    }


@pytest.mark.parametrize(
    "name", sorted(path.name for path in DOCS.iterdir() if path.suffix in (".svg", ".png"))
)
def test_a_picture_that_nobody_shows_is_not_kept(name):
    pages = [*DOCS.rglob("*.md"), Path(DOCS).parent.parent / "README.md"]
    assert any(name in page.read_text(encoding="utf-8") for page in pages)
