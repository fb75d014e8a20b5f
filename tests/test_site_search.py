"""The search in the site: JavaScript of the firmware's viper functions finds what these find."""

import subprocess
import sys
from pathlib import Path

import pytest

from depth import deep
from tourelle_host import micropython, paths
from tourelle_host.site import viper
from tourelle_host.wasm import NODE

WASM = Path(__file__).parent / "wasm"


def printed(command: list[str]) -> list[str]:
    """The lines that a command prints."""
    ran = subprocess.run(command, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-2000:]
    return ran.stdout.splitlines()


def ours(site: Path, name: str, *arguments: str) -> list[str]:
    """What a program prints with the functions in JavaScript."""
    return printed([*NODE, str(WASM / "think.mjs"), str(site), str(WASM / name), *arguments])


def started(tmp_path: Path, name: str) -> str:
    """The program's file for other Pythons, which finds its modules."""
    start = tmp_path / "start.py"
    program = (WASM / name).read_text(encoding="utf-8")
    start.write_text(f"import sys\nsys.path[:0] = {[*paths.both()]!r}\n{program}", "utf-8")
    return str(start)


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
    given = [str(positions), str(nodes), *games]
    found = ours(site, "think.py", *given)
    native = micropython.command(started(tmp_path, "think.py"), *given, heap="8M")
    assert found == printed(native)
    assert len(found) == positions * (len(games) or 4)


@pytest.mark.needs_32_bits
@pytest.mark.parametrize(
    ("nodes", "games"), [("2000", ["avalam"]), *deep(("50000", ["tours", "cabale", "tawol"]))]
)
def test_the_engine_says_the_same(site, tmp_path, nodes, games):
    said = ours(site, "talk.py", nodes, *games)
    assert said == printed([sys.executable, started(tmp_path, "talk.py"), nodes, *games])
    assert said.count("True") == len(games)
    assert sum(line.startswith("bestmove") for line in said) == 3 * len(games)


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
