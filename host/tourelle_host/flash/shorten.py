"""Makes the firmware's files share private names, so that names take less of a board's heap.

MicroPython keeps each distinct name once, for ever, and beyond 1 260 of them takes 8 KB at once
(docs/chip.md). It also looks up each name that it loads, and each string that it makes, among them
all. A name that begins with an underscore is its file's own, so files can use the same ones: all
such names of a file become `_a`, `_b`, ... Classes keep their names, and so do names that a class
and its heir in another file both use.

names.py prints what each short name stands for.
"""

import ast
import io
import tokenize
from collections.abc import Iterator
from itertools import count, product
from string import ascii_lowercase

_Place = tuple[int, int]  # line, column


def shorten(sources: dict[str, str]) -> dict[str, str]:
    """The same files, with shared private names. sources: name of a file -> its Python text.

    SyntaxError where a text is not Python.
    """
    private = {file: _private(text) for file, text in sources.items()}
    new = _new_names(sources, private)
    return {
        file: replaced(text, {at: new[file].get(n, n) for at, n in private[file].items()})
        for file, text in sources.items()
    }


def new_names(sources: dict[str, str]) -> dict[str, dict[str, str]]:
    """The new names of each file's private names: file -> old name -> new name.

    A file whose class inherits from another file's shares no names with it, since an object of
    that class has the names of both.
    """
    return _new_names(sources, {file: _private(text) for file, text in sources.items()})


def _new_names(
    sources: dict[str, str], private: dict[str, dict[_Place, str]]
) -> dict[str, dict[str, str]]:
    trees = {file: list(ast.walk(ast.parse(text))) for file, text in sources.items()}
    words = {word for nodes in trees.values() for word in _kept(nodes)}
    known = {name for places in private.values() for name in places.values()}
    kin = _kin(trees)
    new: dict[str, dict[str, str]] = {}
    for file in sources:
        taken = {name for other in kin[file] for name in new.get(other, {}).values()}
        theirs = {name for other in kin[file] for name in private[other].values()}
        own = _bound(trees[file]) - theirs - words
        fresh = _fresh(known | taken)
        new[file] = {n: next(fresh) for n in dict.fromkeys(private[file].values()) if n in own}
    return new


def _fresh(known: set[str]) -> Iterator[str]:
    """_a to _z, _aa and so on, except those in use."""
    for length in count(1):
        for letters in product(ascii_lowercase, repeat=length):
            name = "_" + "".join(letters)
            if name not in known:
                yield name


def _private(text: str) -> dict[_Place, str]:
    """The private names in the text, by where they stand."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return {
        token.start: token.string
        for token in tokens
        if token.type == tokenize.NAME
        and len(token.string) > 1
        and token.string[0] == "_" != token.string[1]
    }


def _bound(nodes: list[ast.AST]) -> set[str]:
    """Names that the file itself binds; others come from elsewhere."""
    bound = set()
    for node in nodes:
        if isinstance(node, ast.FunctionDef):
            bound.add(node.name)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            bound.add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            bound.add(node.attr)
    return bound


def _kept(nodes: list[ast.AST]) -> set[str]:
    """Names that have to stay: of classes, of imports, and words in strings."""
    words = set()
    for node in nodes:
        if isinstance(node, ast.ClassDef):
            words.add(node.name)
        elif isinstance(node, ast.ImportFrom):
            words.update(alias.name for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            words.update(node.value.split())
    return words


def _kin(trees: dict[str, list[ast.AST]]) -> dict[str, set[str]]:
    """By file, the other files whose names may meet in one object: heirs and ancestors.

    Two heirs of a class have no object in common. trees: file -> the nodes of its text.
    """
    of_module = {file.removesuffix(".py").replace("/", "."): file for file in trees}
    parents: dict[str, set[str]] = {}
    for file, nodes in trees.items():
        classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
        bases = {base.id for made in classes for base in made.bases if isinstance(base, ast.Name)}
        parents[file] = {
            of_module[node.module]
            for node in nodes
            if isinstance(node, ast.ImportFrom) and node.module in of_module
            if {alias.asname or alias.name for alias in node.names} & bases
        }
    kin: dict[str, set[str]] = {file: set() for file in trees}
    for file in trees:
        line = {file}
        while more := set().union(*(parents[each] for each in line)) - line:
            line |= more
        for each in line:
            kin[each] |= line - {each}
    return kin


def replaced(text: str, names: dict[_Place, str]) -> str:
    """The text with these names in place of those that stand there."""
    lines = text.splitlines(keepends=True)
    for (line, column), name in sorted(names.items(), reverse=True):
        before, after = lines[line - 1][:column], lines[line - 1][column:]
        length = next((i for i, c in enumerate(after) if not (c.isalnum() or c == "_")), len(after))
        lines[line - 1] = before + name + after[length:]
    return "".join(lines)
