"""The games' rules for the page: as HTML, with their pictures."""

from pathlib import Path

from markdown_it import MarkdownIt

from tourelle_host import paths


def pictures(name: str) -> dict[str, Path]:
    """The pictures of a game's rules, by the names that its page uses."""
    return {path.name: path for path in paths.page(name).glob("*.svg")}


def page(name: str) -> str:
    """A game's rules as a piece of HTML."""
    pages = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = pages.parse(paths.rules(name).read_text(encoding="utf-8"))
    for image in (child for token in tokens for child in token.children or ()):
        if image.type == "image":
            # Relative to the page that shows it.
            image.attrSet("src", f"rules/{name}/{image.attrGet('src')}")
    return pages.renderer.render(tokens, pages.options, {})
