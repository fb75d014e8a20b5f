"""Builds the static site: python -m tourelle_host.site.build FOLDER (make site)."""

import ast
import hashlib
import json
import re
import shutil
import sys
from pathlib import Path, PurePosixPath

from tourelle.games.catalogue import GAMES
from tourelle_host import paths, wasm
from tourelle_host.errors import UserError
from tourelle_host.flash.contents import Target, compiled, on_board
from tourelle_host.rewriting import rewritten
from tourelle_host.server import rules
from tourelle_host.server.meanings import meanings
from tourelle_host.site import door, viper
from tourelle_host.site.dialect import module, translated

_HOST = Path(__file__).parents[1]
_PACKAGE = "tourelle_host"
_PAGE = _HOST / "page"
_WEB = Path(__file__).parent / "web"
_DEVICE = Path(__file__).parent / "device"
_CONNECT = Path(__file__).parent / "connect.html"  # a button, and the dialog that it opens
_SIM = _HOST / "sim" / "device"
_BYTECODE = Target(6, 3, "")  # .mpy files that every MicroPython from 1.23 on can load

# What the firmware's worker holds besides the firmware: the simulated board's modules.
_BOARD = {
    **{f"{name}.py": _SIM / f"{name}.py" for name in ("pins", "wire")},
    **{
        f"{name}.py": _SIM / "micropython" / f"{name}.py"
        for name in ("machine", "neopixel", "soldered", "time")
    },
    **{f"{name}.py": _SIM / "wasm" / f"{name}.py" for name in ("lacking", "program", "words")},
}
# The host's modules for the workers of the table and its engines: these, and what they import.
_TABLE = ("site/worker", "site/engine", "server/mirror", "server/replay")
_ADDED = ("engine/analysis.py",)  # the host's additions to the search
_MADE = "server/meanings"  # generated here
# Nothing may be loaded from elsewhere, and no text of a board or a link is ever run.
_POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; "
    "object-src 'none'; base-uri 'none'; form-action 'none'"
)
_ALONE = ("sw.js", "offline.js")  # not imported by any module of the page
_OFFLINE = '<script type="module" src="offline.js"></script>'


def build(folder: Path) -> None:
    """Write the site into a folder, replacing what is there. UserError."""
    _write(folder, page() | door.pages() | door.downloads())


def page() -> dict[str, bytes]:
    """The page and everything it needs, by name below the site's folder. UserError."""
    if not wasm.MODULE.exists():
        raise UserError("no MicroPython for WebAssembly here; in a checkout, make wasm brings it")
    files = {f"play/{name}": content for name, content in _play().items()}
    files["play/sw.js"] = _worker(files)
    return files


def write_page(folder: Path) -> None:
    """Write the page alone into a folder, without the site's other pages."""
    _write(folder, page())


def _write(folder: Path, files: dict[str, bytes]) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _play() -> dict[str, bytes]:
    """The page and everything it needs, by name below the page's own folder."""
    found = {
        path.name: path.read_bytes()
        for path in sorted(_PAGE.iterdir())
        if path.is_file() and path.name != "types.js" and not path.name.startswith("club")
    }
    for path in sorted(_WEB.rglob("*.*")):
        found[path.relative_to(_WEB).as_posix()] = path.read_bytes()
    modules = [
        name for name in found if name.endswith(".js") and "/" not in name and name not in _ALONE
    ]
    found["index.html"] = _index(found["index.html"].decode(), modules).encode()
    for entry in GAMES:
        there = f"rules/{entry.name}"
        found[f"{there}/page.html"] = rules.page(entry.name).encode()
        for name, path in rules.pictures(entry.name).items():
            found[f"{there}/{name}"] = path.read_bytes()
    found["worker/firmware.pack"] = _pack({"device": _firmware()})
    boards = {path.name: _short(path) for path in paths.boards().values()}
    found["worker/table.pack"] = _pack({"device": _table(), "boards": boards})
    found["worker/kernels.js"] = viper.translated(search_sources()).encode()
    found["worker/micropython.mjs"] = wasm.MODULE.read_bytes()
    found["worker/micropython.wasm"] = wasm.MODULE.with_suffix(".wasm").read_bytes()
    return found


def _index(page: str, modules: list[str]) -> str:
    """The page's HTML, with the policy that the server sends as a header, and the offline script.

    modules: those of the page, requested at once instead of one after another."""
    head = f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    head += '\n<link rel="manifest" href="manifest.webmanifest">'
    head += '\n<script type="module" async src="start.js"></script>'
    head += "".join(f'\n<link rel="modulepreload" href="{name}">' for name in modules)
    button, dialog = _CONNECT.read_text(encoding="utf-8").split("\n", 1)
    places = (
        ('<meta charset="utf-8">', f'<meta charset="utf-8">\n{head}'),
        ("</head>", f"{_OFFLINE}\n</head>"),
        ('<button id="rules"', f'{button}\n    <button id="rules"'),
        ("<noscript>", f"{dialog}\n<noscript>"),
    )
    for place, made in places:
        if page.count(place) != 1:
            raise UserError(f"the page has no place for the site's parts: {place}")
        page = page.replace(place, made)
    return page


def _worker(files: dict[str, bytes]) -> bytes:
    """The service worker, which keeps all these files once the page was loaded."""
    names = [name.removeprefix("play/") for name in files]
    sha = hashlib.sha256()
    for name in sorted(files):
        sha.update(name.encode() + hashlib.sha256(files[name]).digest())
    text = files.pop("play/sw.js").decode()
    names = [name for name in names if name != "sw.js"]
    text = text.replace("__VERSION__", sha.hexdigest()[:16])
    return text.replace('["__FILES__"]', json.dumps(["./", *names])).encode()


def _firmware() -> dict[str, bytes]:
    """The firmware, and the modules through which it sees its board, compiled."""
    found = {}
    for name, path in on_board(paths.firmware()).items():
        text = path.read_text(encoding="utf-8")
        if viper.has_search(name):
            text = viper.stubs(name, text)
        found |= _module(name, rewritten(name, text))
    for name, path in _BOARD.items():
        found |= _module(name, rewritten(name, path.read_text(encoding="utf-8")))
    for name in ("kernel.py", "start.py"):
        found[name] = (_DEVICE / name).read_bytes()
    return found


def search_sources() -> dict[str, str]:
    """The files that contain the search, by name: the firmware's, and the host's additions."""
    there = [*paths.firmware().items(), *((f"{_PACKAGE}/{name}", _HOST / name) for name in _ADDED)]
    return {
        name: path.read_text(encoding="utf-8") for name, path in there if viper.has_search(name)
    }


def table_sources() -> dict[str, str]:
    """The host's modules for the table's worker, in MicroPython's dialect, by name."""
    found = {}
    for name, text in _imported(_TABLE).items():
        name = f"{_PACKAGE}/{name}.py"
        found[name] = translated(viper.stubs(name, text) if viper.has_search(name) else text)
    known = {entry.name: meanings(entry.name) for entry in GAMES}
    text = f"_ALL = {known!r}\n\n\ndef meanings(name):\n    return _ALL[name]\n"
    found["tourelle_host/server/meanings.py"] = text
    for entry in GAMES:
        for path in sorted(paths.page(entry.name).glob("*.py")):
            name = f"tourelle/games/{entry.name}/page/{path.name}"
            found[name] = translated(path.read_text(encoding="utf-8"))
    for path in (_DEVICE / "contextlib.py", _DEVICE / "time.py"):
        found[path.name] = path.read_text(encoding="utf-8")
    return found


def _imported(roots: tuple[str, ...]) -> dict[str, str]:
    """These modules of the host, and all host modules that they import: name -> source."""
    found: dict[str, str] = {}
    open_ = list(roots)
    while open_:
        name = open_.pop()
        path = _HOST / f"{name}.py"
        if name in found or name == _MADE or not path.exists():
            continue
        found[name] = path.read_text(encoding="utf-8")
        for folder in PurePosixPath(name).parents:
            open_.append((folder / "__init__").as_posix())
        for node in ast.walk(module(found[name])):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(_PACKAGE):
                within = str(node.module).removeprefix(_PACKAGE).replace(".", "/").strip("/")
                open_ += [within, *(f"{within}/{one.name}".strip("/") for one in node.names)]
    return found


def _table() -> dict[str, bytes]:
    """Those modules, compiled."""
    found = {}
    for name, text in table_sources().items():
        found |= _module(name, text)
    return found


def _module(name: str, text: str) -> dict[str, bytes]:
    """A Python file in the form in which it goes into a pack."""
    if name == "main.py":  # it is looked for by this name
        return {name: text.encode()}
    return {re.sub(r"\.py$", ".mpy", name): compiled(name, text, _BYTECODE)}


def _short(path: Path) -> bytes:
    return json.dumps(json.loads(path.read_text(encoding="utf-8")), separators=(",", ":")).encode()


def _pack(folders: dict[str, dict[str, bytes]]) -> bytes:
    """Several files in one; web/vm.js unpacks it."""
    entries = [
        (folder, name, content)
        for folder, files in sorted(folders.items())
        for name, content in sorted(files.items())
    ]
    head = json.dumps([[folder, name, len(data)] for folder, name, data in entries]).encode()
    return len(head).to_bytes(4, "little") + head + b"".join(data for _, _, data in entries)


if __name__ == "__main__":
    try:
        build(Path(sys.argv[1]))
    except UserError as error:
        sys.exit(str(error))
