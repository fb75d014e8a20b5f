"""The documents are held to the code: every word of the link and of the hand is explained."""

import re
from pathlib import Path

import pytest

from table import Table
from tourelle.grids import NAMES, grid
from tourelle.link import LINK
from tourelle_host import cli, expectation, matrix, paths
from tourelle_host import record as records
from tourelle_host.sim import hand

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
HOST = ROOT / "host" / "tourelle_host"
FIRMWARE = paths.firmware().values()


def in_first_column(name):
    """What stands as code in the first column of a document's tables."""
    rows = re.findall(r"^\| (`.*?) \|", (DOCS / name).read_text(encoding="utf-8"), re.MULTILINE)
    return [code for row in rows for code in re.findall(r"`(.+?)`", row)]


def commands_of_the_link():
    table = Table("avalam")
    table.send("?")
    (error,) = table.said("error")
    return set(error.partition("there are: ")[2].split())


def commands_of_the_hand():
    with pytest.raises(hand.HandError) as error:
        hand.parse("?", grid("avalam"))
    return set(str(error.value).partition("there are: ")[2].split(", "))


HAND = commands_of_the_hand()


def first_words(lines):
    return {line.split()[0] for line in lines}


def test_every_line_that_the_board_sends_is_explained_and_no_other():
    code = "\n".join(path.read_text(encoding="utf-8") for path in FIRMWARE)
    sent = set(re.findall(r'(?:emit|_tell)\("([a-z-]+)', code) + re.findall(r'"@([a-z-]+) ', code))
    explained = {
        word.removeprefix("@")
        for word in first_words(in_first_column("link.md"))
        if word.startswith("@")
    }
    assert {"move", "turn"} <= sent <= explained
    assert [word for word in explained if not re.search(f'"@?{word}[" ]', code)] == []


def test_every_command_of_the_link_is_explained_and_no_other():
    explained = {line for line in in_first_column("link.md") if not line.startswith("@")}
    assert first_words(explained) == commands_of_the_link()


def test_the_page_on_the_link_is_of_its_version():
    assert f"version {LINK} of" in (DOCS / "link.md").read_text(encoding="utf-8")


def test_every_command_of_the_hand_is_explained_and_no_other():
    assert first_words(in_first_column("hand.md")) == HAND


@pytest.mark.parametrize("line", in_first_column("hand.md"))
def test_every_command_on_the_page_can_be_read(line):
    cells = grid("square" if "wall" in line else "avalam")
    command = hand.parse(line, cells)
    if command.word == "expect":
        expectation.parse(command.args[0].replace("avalam ...", "avalam"), cells)


@pytest.mark.parametrize("text", in_first_column("doctor.md"))
def test_every_fault_on_the_page_can_be_read(text):
    matrix.parse(text, grid("avalam"))


def test_every_fault_is_on_the_page():
    shown = {matrix.parse(text, grid("avalam")).kind for text in in_first_column("doctor.md")}
    assert shown == set(matrix.KINDS)


def test_the_record_on_the_page_can_be_read_and_is_as_it_is_written():
    text = (DOCS / "record.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"```\n(.*?)```", text, re.DOTALL)
    assert records.write(records.read(shown)) == shown


PAGES = {
    path.relative_to(ROOT).as_posix(): path
    for path in (
        ROOT / "README.md",
        *sorted(DOCS.rglob("*.md")),
        *sorted(paths.PACKAGE.glob("games/*/page/*.md")),
    )
}


def scripts():
    """The scripts that the documents show, each with its page: what begins as a script does."""
    for name, path in PAGES.items():
        text = path.read_text(encoding="utf-8")
        shown = re.findall(r"^```\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
        shown += re.findall(r"script - <<END\n(.*?)    END", text, re.DOTALL)
        for script in shown:
            words = re.sub(r"#.*", "", script).split()
            if words and words[0] in HAND:
                yield pytest.param(script, id=f"{name}: {' '.join(words[:4])}")


def test_the_scripts_on_the_pages_are_found():
    found = [param.id.partition(":")[0] for param in scripts()]
    assert sorted(found) == ["README.md", "docs/hand.md", "docs/reading.md", "docs/reading.md"]


@pytest.mark.parametrize("script", list(scripts()))
def test_the_scripts_on_the_pages_hold(vm, tmp_path, capsys, script):
    (tmp_path / "script").write_text(script, encoding="utf-8")
    assert cli.main(["script", str(tmp_path / "script"), "--vm", vm]) == 0
    assert "expectations held" in capsys.readouterr().out


def links(path):
    """Where a page links to; what it shows as code links nowhere."""
    text = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.S | re.M)
    return [target for target in re.findall(r"\]\(([^)#]+)", text) if "://" not in target]


@pytest.mark.parametrize("name", [name for name, path in PAGES.items() if links(path)])
def test_every_link_leads_to_a_file(name):
    path = PAGES[name]
    assert all((path.parent / target).exists() for target in links(path)), links(path)


SECURITY = (DOCS / "security.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`(tests/\S+?::\w+)`", SECURITY))))
def test_a_test_that_shows_a_promise_exists(name):
    file, _, function = name.partition("::")
    code = (ROOT / file).read_text(encoding="utf-8")
    found = re.search(rf"^(?:@.*\n(?:[ )\]].*\n)*)*def {function}\(", code, re.MULTILINE)
    assert found and "@pytest.mark.deep" not in found[0], "make test touches every promise"


def test_every_promise_names_a_test():
    promises = re.split(r"^- \*\*", SECURITY, flags=re.MULTILINE)[1:]
    assert len(promises) > 30
    assert [promise for promise in promises if "\n  - `tests/" not in promise] == []


def test_the_readme_names_every_grid():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [name for name in NAMES if f"`{name}`" not in text] == []


def test_the_known_faults_are_in_functions_that_there_are():
    """A fault that no test notices is listed by its file, its function and what its line has."""
    path = ""
    text = (DOCS / "mutants.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\|([^|]*)\|([^|]*)\|([^|]*)\|[^|]*\|[^|]*\|$", text, re.MULTILINE)
    named = quoted = 0
    for file, function, line in rows:
        path = file.strip(" `") or path
        if not path.endswith(".py"):
            continue  # the head of a table
        code = (ROOT / "firmware" / "tourelle" / path).read_text(encoding="utf-8")
        name = function.strip(" `").rpartition(".")[2]
        if name:
            assert f"def {name}(" in code, (path, name)
            named += 1
        for quote in re.findall(r"`(.+?)`", line):
            parts = [part.strip() for part in quote.split("...")]
            assert all(part in code for part in parts), (path, quote)
            quoted += 1
    assert named > 10 and quoted > 30


def test_the_numbers_of_the_reading_are_those_of_the_code():
    """Every constant in the table of numbers has its value; two names, as `A`, `B`, have two."""
    text = (DOCS / "reading.md").read_text(encoding="utf-8")
    text = text.partition("## The numbers")[2].partition("\n## ")[0]
    told = {}
    for names, values in re.findall(r"^\| (`.*?`) \| (\d[\d, ]*) \|", text, re.MULTILINE):
        told |= dict(zip(re.findall(r"`(\w+)`", names), values.split(", "), strict=True))
    files = [paths.PACKAGE / "debounce.py", *(paths.PACKAGE / "reading").glob("*.py")]
    code = "\n".join(path.read_text(encoding="utf-8") for path in files)
    number = r"^([A-Z_]+) = (?:const\()?(\d+)\)?(?=$| )"
    found = re.findall(number, code, re.MULTILINE)
    has = dict(found)
    assert len(has) == len(found), "a name has two values"
    assert len(told) == text.count("\n| `") + 1, "a row that is not read; one has two names"
    assert {name: has.get(name) for name in told} == told


def test_every_key_of_the_hand_is_in_the_pages_list_of_keys():
    keys = (HOST / "page" / "keys.js").read_text(encoding="utf-8")
    (commands,) = re.findall(r"^const COMMANDS = \{\n(.*?)^\};", keys, re.DOTALL | re.MULTILINE)
    named = re.findall(r"^  (\w): ", commands, re.MULTILINE)
    assert len(named) == commands.count("\n") > 4
    page = (HOST / "page" / "index.html").read_text(encoding="utf-8")
    (listed,) = re.findall(r'<table class="keys-list".*?</table>', page, re.DOTALL)
    assert [key for key in named if f"<kbd>{key.upper()}</kbd>" not in listed] == []


def test_every_package_of_the_host_is_in_the_table_of_the_architecture():
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.*?) \|", text, re.MULTILINE)
    named = {code for row in rows for code in re.findall(r"`(.+?)`", row)}
    packages = [path.parent.name for path in HOST.glob("*/__init__.py")]
    assert len(packages) > 10
    assert [name for name in packages if f"host/tourelle_host/{name}/" not in named] == []
