"""The search in the site: JavaScript of the firmware's viper functions finds what these find."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tourelle_host import micropython, paths
from tourelle_host.site import build, viper
from tourelle_host.wasm import NODE

WASM = Path(__file__).parent / "wasm"
PROGRAM = WASM / "think.py"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    build.write_page(folder)
    return folder


def found(command: list[str]) -> list[list]:
    """What the program prints."""
    ran = subprocess.run(command, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-2000:]
    return [json.loads(line) for line in ran.stdout.splitlines()]


def both(site: Path, tmp_path: Path, *arguments: str) -> tuple[list[list], list[list]]:
    """What is found in JavaScript, and by the functions as MicroPython compiles them."""
    start = tmp_path / "start.py"
    start.write_text(
        f"import sys\nsys.path[:0] = {[*paths.both()]!r}\n" + PROGRAM.read_text(encoding="utf-8"),
        encoding="utf-8",
    )
    ours = found([*NODE, str(WASM / "think.mjs"), str(site), str(PROGRAM), *arguments])
    return ours, found(micropython.command(str(start), *arguments, heap="8M"))


@pytest.mark.needs_32_bits
@pytest.mark.needs_micropython
@pytest.mark.parametrize(
    ("positions", "nodes", "games"),
    [
        pytest.param(2, 2000, [], id="quick"),
        pytest.param(100, 20_000, [], marks=pytest.mark.deep, id="all games"),
        pytest.param(1, 2_000_000, ["tours"], marks=pytest.mark.deep, id="one position"),
    ],
)
def test_positions_steps_and_values_are_the_same(site, tmp_path, positions, nodes, games):
    ours, theirs = both(site, tmp_path, str(positions), str(nodes), *games)
    assert ours == theirs
    assert len(ours) == positions * (len(games) or 4)


def test_what_is_not_translated_is_named(tmp_path, monkeypatch):
    (tmp_path / "odd.py").write_text(
        "class micropython:\n    viper = staticmethod(lambda function: function)\n\n"
        "@micropython.viper\ndef f(x: int) -> int:\n    return [x][0]\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    source = (tmp_path / "odd.py").read_text()
    with pytest.raises(viper.ViperError, match=r"odd\.f, line 6: List is not translated"):
        viper.translated({"odd.py": source})
    sys.modules.pop("odd")
