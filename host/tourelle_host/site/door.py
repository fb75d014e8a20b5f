"""The site's other pages: the door, the docs, the licences, and files to drag onto a Pico."""

import re
from importlib.util import find_spec
from pathlib import Path
from posixpath import dirname, normpath, relpath

from markdown_it import MarkdownIt
from markdown_it.token import Token

from tourelle.games.catalogue import GAMES
from tourelle.grids import NAMES
from tourelle_host.errors import UserError

_ROOT = Path(__file__).parents[3]  # of a checkout
_DOOR = Path(__file__).parent / "door"
_PICTURES = (".png", ".svg")
_GAMES, _BOARDS = "<!-- games -->", "<!-- boards -->"  # where pages want these lists
# The documents, grouped by the beginning of their names, in the order of the list.
_GROUPS = (("docs/guides/", "Guides"), ("docs/hardware/", "Hardware"), ("docs/", "How it works"))
_POLICY = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'"


def pages() -> dict[str, bytes]:
    """The pages and their pictures, by name below the site's folder. UserError."""
    if not (_ROOT / "docs").is_dir():
        raise UserError("the site's pages are made of a checkout's docs, and this is none")
    found = {path.name: path.read_bytes() for path in sorted(_DOOR.glob("*.css"))}
    for path in sorted(_DOOR.glob("*.html")):
        body = path.read_text(encoding="utf-8")
        body = body.replace(_GAMES, _listed([entry.title for entry in GAMES]))
        body = body.replace(_BOARDS, "".join(map(_download, NAMES)))
        found[path.name] = _page(body, "").encode()
    docs = sorted(path for path in (_ROOT / "docs").rglob("*.md"))
    names = {path.relative_to(_ROOT).as_posix() for path in docs}
    pictures = {
        path.relative_to(_ROOT).as_posix(): path
        for path in sorted((_ROOT / "docs").rglob("*"))
        if path.suffix in _PICTURES
    }
    for path in docs:
        name = path.relative_to(_ROOT).as_posix()
        made = _document(name, path.read_text(encoding="utf-8"), names, pictures)
        found[f"{name.removesuffix('.md')}.html"] = made.encode()
    found |= {name: path.read_bytes() for name, path in pictures.items()}
    found["docs/index.html"] = _contents(sorted(names)).encode()
    found["icon.svg"] = (_ROOT / "host/tourelle_host/page/icon.svg").read_bytes()
    return found


def downloads() -> dict[str, bytes]:
    """The file system of every board as a UF2, by name below the site's folder. UserError."""
    if not find_spec("littlefs"):
        raise UserError("file systems cannot be made here: pip install 'tourelle[chip]'")
    from tourelle_host.flash import bootsel
    from tourelle_host.sim.chip import image

    return {_board_file(grid): bootsel.made(image.parts(grid, None)) for grid in NAMES}


def _board_file(grid: str) -> str:
    """The name, below the site's folder, of the file system for a board with this grid."""
    return f"downloads/tourelle-{grid}.uf2"


def _download(grid: str) -> str:
    """A list item: the file for the board with this grid, named by the games that it plays."""
    titles = _listed([entry.title for entry in GAMES if entry.grid == grid])
    return f'<li><a href="{_board_file(grid)}" download>the board for {titles}</a></li>\n'


def _listed(words: list[str]) -> str:
    return " and ".join([*([", ".join(words[:-1])] if words[1:] else []), words[-1]])


def _page(body: str, up: str, title: str = "Tourelle") -> str:
    """A whole page; up: the way to the site's folder, "../" or ""."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{title}</title>\n"
        f'<link rel="icon" href="{up}icon.svg" type="image/svg+xml">\n'
        f'<link rel="stylesheet" href="{up}door.css">\n</head>\n<body>\n'
        f'<header><a href="{up}index.html">'
        f'<img src="{up}icon.svg" alt="" width="22" height="22">Tourelle</a>'
        f'<nav><a href="{up}play/">Play</a>'
        f'<a href="{up}build.html">Build</a><a href="{up}docs/index.html">Program</a>'
        f'<a href="{up}licences.html">Licences</a></nav></header>\n<main>\n{body}</main>\n'
        "</body>\n</html>\n"
    )


def _document(name: str, text: str, names: set[str], pictures: dict[str, Path]) -> str:
    """A document as a page; links lead to what is on the site."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(text)
    title = "Tourelle"
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            words = tokens[at + 1].content
            token.attrSet("id", _anchor(words))
            title = f"{words} · Tourelle" if token.tag == "h1" else title
        if token.children:
            token.children = _led(token.children, name, names, pictures)
    up = "../" * name.count("/")
    return _page(markdown.renderer.render(tokens, markdown.options, {}), up, title)


def _anchor(words: str) -> str:
    """A heading's name in links, made as code forges do."""
    return re.sub(r"[^\w -]", "", words.lower()).replace(" ", "-")


def _led(tokens: list[Token], name: str, names: set[str], pictures: dict[str, Path]) -> list[Token]:
    """Make links to documents lead to their pages; links to files not on the site become text."""
    found: list[Token] = []
    dropped = 0
    for token in tokens:
        if token.type == "link_open":
            target = _target(str(token.attrGet("href")), name, names, pictures)
            if target is None:
                dropped += 1
                continue
            token.attrSet("href", target)
        elif token.type == "link_close" and dropped:
            dropped -= 1
            continue
        found.append(token)
    return found


def _target(href: str, name: str, names: set[str], pictures: dict[str, Path]) -> str | None:
    if re.match(r"[a-z]+:|#", href):
        return href
    path, hash_, anchor = href.partition("#")
    full = normpath(f"{dirname(name)}/{path}")
    if full in names:
        full = f"{full.removesuffix('.md')}.html"
    elif full == "README.md":
        full = "index.html"
    elif full not in pictures:
        return None
    return relpath(full, dirname(name)) + hash_ + anchor


def _contents(names: list[str]) -> str:
    """The list of all documents, by their titles."""
    groups: dict[str, list[str]] = {title: [] for _, title in _GROUPS}
    for name in names:
        first = (_ROOT / name).read_text(encoding="utf-8").partition("\n")[0]
        page = relpath(f"{name.removesuffix('.md')}.html", "docs")
        title = next(title for start, title in _GROUPS if name.startswith(start))
        groups[title].append(f'<li><a href="{page}">{first.removeprefix("# ").strip()}</a></li>')
    lead = (
        "<h1>Program</h1>\n<p>How the firmware, the simulator, the boards and the games are made, "
        'and how to add one: begin with <a href="architecture.html">the architecture</a>, or with '
        'a guide for <a href="guides/game.html">a game</a>, <a href="guides/board.html">a board'
        '</a>, <a href="guides/sensor.html">a sensor</a>.</p>\n'
    )
    lists = [
        f"<h2>{title}</h2>\n<ul>\n{chr(10).join(rows)}\n</ul>\n" for title, rows in groups.items()
    ]
    return _page(lead + "".join(lists), "../", "Program · Tourelle")
