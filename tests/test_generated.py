"""The files that are generated and committed, and the list of games among them."""

import sys
from xml.etree import ElementTree

import pytest

from tourelle import lights
from tourelle.games import find, opening
from tourelle.games.catalogue import GAMES
from tourelle_host import catalogue, generated, lights_doc, moving_picture


def test_the_list_of_games_is_up_to_date():
    assert generated.stale(catalogue.files()) == []


@pytest.mark.parametrize("entry", GAMES, ids=lambda entry: entry.name)
def test_an_entry_says_what_the_game_says(entry):
    game = opening(entry.name)
    assert entry.opening == game.occupancy
    assert (entry.title, entry.aliases, entry.options) == (game.TITLE, game.ALIASES, game.OPTIONS)
    assert all(find(name) is entry for name in (entry.name, entry.name.upper(), *entry.aliases))


def test_the_page_on_the_lights_is_up_to_date():
    assert generated.stale(lights_doc.files()) == []


def test_the_page_and_the_picture_show_every_state_and_side():
    states = [name for name, _, _ in lights.STATES if name != "off"]
    texts = [element.text for element in ElementTree.fromstring(lights_doc.picture()).iter()]
    assert [name for name in states if name not in texts] == []
    page = lights_doc.text()
    assert [name for name in (*states, *lights.SIDES) if f"| `{name}` |" not in page] == []


def test_the_moving_picture_is_up_to_date_and_shows_what_the_board_does():
    assert generated.stale(moving_picture.files()) == []
    text = moving_picture.film()
    ElementTree.fromstring(text)
    words = [scene[3] for scene in moving_picture.SCENES if scene[3]]
    assert [one for one in words if f">{one}</text>" not in text] == []
    # Where the stack may go, and where it is led back to, in the colours of the lights.
    table = {name: rgb for name, rgb, _ in lights.STATES}
    for state in ("may-land", "put-back", "remove"):
        assert lights_doc.screen(table[state], 3) in text, state


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Runs the generator of a file `made` with the text "new"; (status, what it printed)."""

    def run(*arguments, make=lambda: {tmp_path / "folder" / "made": "new"}):
        monkeypatch.setattr(sys, "argv", ["generate", *arguments])
        status = generated.main(make, "things")
        printed = capsys.readouterr()
        return status, printed.out + printed.err

    return run


def test_a_missing_file_is_stale_and_is_written(run, tmp_path):
    assert run("--check") == (1, "stale: made; run make things\n")
    assert not (tmp_path / "folder").exists()
    assert run() == (0, "things: 1 of 1 files written, the others were up to date\n")
    assert (tmp_path / "folder" / "made").read_text() == "new"


def test_a_changed_file_is_stale_and_one_as_made_is_left_alone(run, tmp_path):
    run()
    assert run("--check")[0] == 0
    assert run() == (0, "things: 0 of 1 files written, the others were up to date\n")
    (tmp_path / "folder" / "made").write_text("old")
    assert run("--check") == (1, "stale: made; run make things\n")
    assert (tmp_path / "folder" / "made").read_text() == "old"


def test_a_wrong_source_is_told_in_a_sentence(run):
    def broken():
        raise ValueError("the source is wrong")

    assert run(make=broken) == (1, "the source is wrong\n")
