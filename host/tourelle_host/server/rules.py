"""The rules pages, for the page: as HTML, their pictures, and what their options mean."""

import re
from pathlib import Path

from markdown_it import MarkdownIt

from tourelle_host import paths

# A row of a page's table of options: | option, or nothing for the one above | values | meaning |
_OPTION = re.compile(r"\| *(?:`([\w-]+)`)? *\| *(`[\w-]+`.*?) *\| *(.*?) *\|")


def _text(name: str) -> str:
    return (paths.page(name) / "rules.md").read_text(encoding="utf-8")


def pictures(name: str) -> dict[str, Path]:
    """The pictures of a game's rules, by the names that its page calls them."""
    return {path.name: path for path in paths.page(name).glob("*.svg")}


def page(name: str) -> str:
    """A game's rules as a piece of HTML."""
    pages = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = pages.parse(_text(name))
    for image in (child for token in tokens for child in token.children or ()):
        if image.type == "image":
            # As seen from the page that shows it.
            image.attrSet("src", f"rules/{name}/{image.attrGet('src')}")
    return pages.renderer.render(tokens, pages.options, {})


def meanings(name: str) -> dict[tuple[str, str], str]:
    """What each value of a game's options means, in words, by (option, value)."""
    found = {}
    option = ""
    try:
        lines = _text(name).splitlines()
    except FileNotFoundError:
        return {}
    for line in lines:
        row = _OPTION.fullmatch(line)
        if row:
            option = row[1] or option
            for value in re.findall(r"`([\w-]+)`", row[2]):
                found[option, value] = row[3].replace("`", "")
    return found
