"""Lets all functions share the names of their parameters, so that a board starts sooner.

MicroPython keeps these names, since a caller may use them, and it looks up each name of a file
among all that it knows (docs/chip.md). So those that no caller uses become a, b, ... in each
function.
"""

import ast
import builtins
from collections.abc import Iterator
from string import ascii_lowercase

from tourelle_host.flash.shorten import replaced

_Place = tuple[int, int]  # line, column
_Function = ast.FunctionDef | ast.Lambda


def shared(sources: dict[str, str]) -> dict[str, str]:
    """The same files, whose functions share names of parameters.

    sources: name of a file -> its Python text. SyntaxError where one is not Python.
    """
    trees = {file: ast.parse(text) for file, text in sources.items()}
    kept = {"self", "cls", *dir(builtins)}
    for tree in trees.values():
        kept |= _by_name(tree)
    return {
        file: replaced(text, dict(_renamed(trees[file], text, kept)))
        for file, text in sources.items()
    }


def _by_name(tree: ast.Module) -> set[str]:
    """Names that a call uses, and strings, which may be keys that it unpacks."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg:
            names.add(node.arg)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names.add(node.value)
    return names


def _renamed(tree: ast.Module, text: str, kept: set[str]) -> Iterator[tuple[_Place, str]]:
    """The parameters' new names, by where they stand. kept: names that are none of them."""
    lines = text.splitlines()
    outside = {*kept, *_bound_by_statements(tree), *_stored(tree)}
    for function in _outermost(tree):
        nodes = list(ast.walk(function))
        parameters = dict.fromkeys(node.arg for node in nodes if isinstance(node, ast.arg))
        other = _bound_by_statements(function)
        used = {node.id for node in nodes if isinstance(node, ast.Name)} | other
        fresh = (letter for letter in ascii_lowercase if letter not in used)
        own = [name for name in parameters if name not in outside | other]
        new = dict(zip(own, fresh, strict=False))
        for node in nodes:
            name = node.arg if isinstance(node, ast.arg) else getattr(node, "id", None)
            if isinstance(node, ast.arg | ast.Name) and name in new:
                before = lines[node.lineno - 1].encode()[: node.col_offset]
                yield (node.lineno, len(before.decode())), new[name]


def _outermost(node: ast.AST) -> Iterator[_Function]:
    """The functions that are in no other function."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, _Function):
            yield child
        else:
            yield from _outermost(child)


def _bound_by_statements(scope: ast.AST) -> set[str]:
    """Names of what is defined, imported, caught or declared global anywhere in it."""
    names: set[str] = set()
    for node in ast.walk(scope):
        if isinstance(node, ast.alias):
            names.add(node.asname or node.name)
        elif isinstance(node, ast.ExceptHandler | ast.FunctionDef | ast.ClassDef) and node.name:
            names.add(node.name)
        elif isinstance(node, ast.Global | ast.Nonlocal):
            names.update(node.names)
    return names


def _stored(node: ast.AST) -> Iterator[str]:
    """Names of variables of the module and its classes; a class's may be a function's default."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    if not isinstance(node, _Function):
        for child in ast.iter_child_nodes(node):
            yield from _stored(child)
