"""What CI and releases install: every version with its hashes, and still what the project wants."""

import json
import re
import shutil
import subprocess
import tarfile
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
NPM = sorted(path.parent for path in (ROOT / "requirements").glob("*/package.json"))
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def locked(path):
    """Name of each package -> what may be installed of it, [(requirement, hashes)]."""
    found = {}
    text = path.read_text(encoding="utf-8").replace("\\\n", " ")
    for line in filter(None, map(str.strip, text.splitlines())):
        words, *hashes = line.split("--hash=")
        requirement = Requirement(words)
        found.setdefault(canonicalize_name(requirement.name), []).append((requirement, hashes))
    return found


def wanted(*extras):
    """What the project asks for, with its extras, and what builds it."""
    project = PROJECT["project"]
    lists = [project["dependencies"], PROJECT["build-system"]["requires"]]
    lists += [project["optional-dependencies"][extra] for extra in extras]
    for text in (text for texts in lists for text in texts):
        requirement = Requirement(text)
        if requirement.name == project["name"]:
            yield from wanted(*requirement.extras)
        else:
            yield requirement


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.stem)
def test_every_version_is_pinned_and_hashed_and_no_registry_named(path):
    text = path.read_text(encoding="utf-8")
    assert "://" not in text and "index" not in re.sub(r"^[a-z0-9-]+==.*", "", text, flags=re.M)
    entries = [entry for entries in locked(path).values() for entry in entries]
    assert entries
    for requirement, hashes in entries:
        assert re.fullmatch(r"==[0-9a-z.+!]+", str(requirement.specifier)), requirement
        assert hashes and all(re.fullmatch(r"sha256:[0-9a-f]{64}\s*", each) for each in hashes)


@pytest.mark.parametrize(
    ("name", "extras"), [("play", ()), ("dev", ("dev",)), ("chip", ("chip",)), ("step", ("step",))]
)
def test_the_lock_is_what_the_project_wants(name, extras):
    """A lock that does not satisfy pyproject.toml is stale: make lock."""
    found = locked(ROOT / "requirements" / f"{name}.txt")
    wishes = list(wanted(*extras))
    assert {"hatchling", "mpremote"} <= {wish.name for wish in wishes}
    for requirement in wishes:
        pins = found.get(canonicalize_name(requirement.name))
        assert pins, f"{requirement} is not locked: make lock"
        for pin, _ in pins:
            (version,) = (each.version for each in pin.specifier)
            assert requirement.specifier.contains(version, prereleases=True), (
                f"{pin} is locked, and {requirement} is wanted: make lock"
            )


@pytest.mark.parametrize("name", ["stubs", "kicad", "lock"])
def test_the_lock_is_what_its_own_list_wants(name):
    found = locked(ROOT / "requirements" / f"{name}.txt")
    lines = (ROOT / "requirements" / f"{name}.in").read_text(encoding="utf-8").splitlines()
    wishes = [Requirement(line) for line in lines if line and not line.startswith("#")]
    assert wishes
    for wish in wishes:
        ((pin, _),) = found[canonicalize_name(wish.name)]
        (version,) = (each.version for each in pin.specifier)
        assert wish.specifier.contains(version, prereleases=True), f"{wish}: make lock"


def test_what_is_installed_beside_development_has_the_same_versions():
    """make pieces-step installs into the same environment, and must not change what is there."""
    development = locked(ROOT / "requirements" / "dev.txt")
    step = locked(ROOT / "requirements" / "step.txt")
    both = development.keys() & step.keys()
    assert "numpy" in both
    assert {name: step[name] for name in both} == {name: development[name] for name in both}


@pytest.mark.parametrize("folder", NPM, ids=lambda folder: folder.name)
def test_every_npm_package_is_pinned_and_hashed_and_no_registry_named(folder):
    packages = json.loads((folder / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    own = packages.pop("")
    wanted_there = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    kinds = [kind for kind in ("dependencies", "devDependencies") if kind in wanted_there]
    assert kinds
    for kind in kinds:
        assert own[kind] == wanted_there[kind], "stale: make lock"
        for name, version in own[kind].items():
            assert packages[f"node_modules/{name}"]["version"] == version, f"{name}: pin it exactly"
    for name, package in packages.items():
        assert re.fullmatch(r"sha512-[A-Za-z0-9+/]{86}==", package["integrity"]), name
        package.pop("funding", None)  # where one may give to those who made it
        for other in package.get("optionalDependencies", {}):
            assert f"node_modules/{other}" in packages, f"{other}: a program for another machine"
    text = json.dumps(packages)
    assert "://" not in text and "resolved" not in text


def test_the_makefile_installs_from_npm_what_is_locked():
    lines = re.findall(r"^\t.*\bnpm .*", (ROOT / "Makefile").read_text(), re.M)
    commands = re.findall(r"\bnpm +(\w+) +(.*)", "\n".join(lines))
    assert commands
    for command, words in commands:
        assert command == "ci" or "--package-lock-only" in words, words
        assert command == "ci" or "--omit-lockfile-registry-resolved" in words, words


@pytest.mark.skipif(not shutil.which("npm"), reason="needs npm")
def test_npm_refuses_what_has_another_hash(tmp_path):
    """From a folder, so that nothing is fetched: what is locked there is not what is there."""
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "package.json").write_text('{"name": "one", "version": "1.0.0"}')
    with tarfile.open(tmp_path / "one.tgz", "w:gz") as made:
        made.add(tmp_path / "package", "package")
    lock = json.loads((NPM[0] / "package-lock.json").read_text(encoding="utf-8"))
    hashed = next(entry["integrity"] for name, entry in lock["packages"].items() if name)
    wish = {"one": "file:one.tgz"}
    (tmp_path / "package.json").write_text(json.dumps({"dependencies": wish}))
    one = {"version": "1.0.0", "resolved": "file:one.tgz", "integrity": hashed}
    lock["packages"] = {"": {"dependencies": wish}, "node_modules/one": one}
    (tmp_path / "package-lock.json").write_text(json.dumps(lock))
    command = ["npm", "ci", "--offline", "--cache", str(tmp_path / "cache")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode and "EINTEGRITY" in done.stderr


def test_the_makefile_installs_nothing_that_is_not_locked():
    text = (ROOT / "Makefile").read_text()
    recipes = re.findall(r"^\t.*(?:\$\(INSTALL\)|pip install)(.*)", text, re.M)
    assert len(recipes) >= 8
    for words in recipes:
        assert "--require-hashes" in words or "--no-deps" in words, words
    assert "pip install" not in (ROOT / ".ci" / "run").read_text()
