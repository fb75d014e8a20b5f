"""Bundles the modules that every start loads into one file, so that a board starts sooner.

MicroPython takes some 6 ms to find a file and to enter names that other files have as well, and
each module takes a dict and tables on the heap (docs/chip.md). So everything that `tourelle.core`
and `tourelle.loop` import is put before them in one file, the first module's, in the order in which
it would be loaded. What is imported within a function stays a file of its own; so do the packages
of all these modules, and what the packages import.

A global name that two modules use gets a number. A name for an integer is replaced by the integer:
looking up a global takes the longer the more of them there are, since MicroPython for a Pico hashes
names to 8 bits; a name that is missing, like each builtin, takes longest.
"""

import ast
import builtins
from collections import Counter
from collections.abc import Iterable, Iterator

from tourelle_host.errors import UserError

INTO = "tourelle.core"
_ROOTS = (INTO, "tourelle.loop")
_APART = ("tourelle.scanner",)  # needed earlier, by the code that takes its large piece of the heap

_Function = ast.FunctionDef | ast.Lambda
_Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
# Module -> its global names -> the name in the file, or the integer that it stands for.
_Names = dict[str, dict[str, str | int]]

_ARITHMETIC = (
    *(ast.Constant, ast.Name, ast.Load, ast.UnaryOp, ast.BinOp),
    *(ast.operator, ast.unaryop),
)
_SMALL = 1 << 30  # MicroPython's small integers on 32 bits


def bundle(sources: dict[str, str]) -> dict[str, str]:
    """Fewer files that do the same. sources: name of a file -> its Python text.

    UserError where a module is used in a way that cannot be bundled.
    """
    files = {_module(file): file for file in sources}
    if INTO not in files:
        return sources
    trees = {module: ast.parse(sources[file]) for module, file in files.items()}
    needed = _needed(_ROOTS, trees)
    packages = [_module(file) for file in sources if file.endswith("__init__.py")]
    around = [name for name in packages if any(f"{one}.".startswith(f"{name}.") for one in needed)]
    apart = {*_needed(around, trees), *_APART}
    inside = [module for module in needed if module not in apart]
    names = _final_names({module: trees[module] for module in inside})
    texts = {}
    for module, file in files.items():
        if module not in names:
            before = ast.dump(trees[module])
            tree = _Renamed(names).visit(trees[module])
            texts[file] = sources[file] if ast.dump(tree) == before else ast.unparse(tree) + "\n"
    bodies = [_Renamed(names, module).visit(trees[module]) for module in inside]
    texts[files[INTO]] = "\n".join(map(ast.unparse, bodies)) + "\n"
    return texts


def _module(file: str) -> str:
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _needed(modules: Iterable[str], trees: dict[str, ast.Module]) -> list[str]:
    """These modules and those they load, in the order in which they are loaded."""
    order: dict[str, None] = {}

    def load(name: str) -> None:
        if name in trees and name not in order:
            for other in _imported(trees[name]):
                load(other)
            order[name] = None

    for module in modules:
        load(module)
    return list(order)


def _imported(tree: ast.AST) -> Iterator[str]:
    """Names imported outside of functions: of modules, and of what may be a module."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif not isinstance(node, ast.FunctionDef):
            yield from _imported(node)


def _final_names(trees: dict[str, ast.Module]) -> _Names:
    """The names of each module's globals where all of them are in one file."""
    origin_of = dict.fromkeys(dir(builtins), "")
    for tree in trees.values():
        for node in ast.walk(tree):
            if isinstance(node, _Function | _Comprehension):
                origin_of.update(dict.fromkeys(_bound(node), ""))  # a variable would hide it
    final: _Names = {}
    for module, tree in trees.items():
        final[module] = {}
        for name, value in _numbers(tree, final):
            final[module][name] = value
        origins = {name: f"{module}.{name}" for name in _bound(tree)} | _origins(tree)
        for name in sorted(_bound(tree) - final[module].keys()):
            source, _, original = origins[name].rpartition(".")
            if source in final and source != module:
                final[module][name] = _found(final, source, original)
            elif origins[name] not in trees:
                new, number = name, 1
                while origin_of.setdefault(new, origins[name]) != origins[name]:
                    number += 1
                    new = f"{name}{number}"
                final[module][name] = new
    return final


def _numbers(tree: ast.Module, names: _Names) -> Iterator[tuple[str, int]]:
    """The module's names for integers, with their values; names: of the modules before it."""
    known = {
        alias.asname or alias.name: names[node.module][alias.name]
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module in names
        for alias in node.names
        if alias.name in names[node.module]
    }
    stored = Counter(name for node in ast.walk(tree) for name in _declared(node))
    stored.update(name for node in tree.body for name in _stored(node))
    for node in tree.body:
        if not isinstance(node, ast.Assign):
            continue
        bound, value = _stored(node), _number(node.value, known)
        if value is not None and len(bound) == 1 and stored[bound[0]] == 1:
            known[bound[0]] = value
            yield bound[0], value


def _declared(node: ast.AST) -> list[str]:
    return node.names if isinstance(node, ast.Global) else []


def _stored(statement: ast.stmt) -> list[str]:
    """Global names that a module's statement sets."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return []
    names = [node for node in ast.walk(statement) if isinstance(node, ast.Name)]
    return [name.id for name in names if isinstance(name.ctx, ast.Store)]


def _number(value: ast.expr, known: dict[str, str | int]) -> int | None:
    """The small integer that an expression of integers and their names gives, or None."""
    if isinstance(value, ast.Call) and ast.unparse(value.func) == "const":
        value = value.args[0]
    for node in ast.walk(value):
        if isinstance(node, ast.Name) and not isinstance(known.get(node.id), int):
            return None
        if not isinstance(node, _ARITHMETIC):
            return None
    try:
        number = eval(compile(ast.Expression(value), "", "eval"), dict(known))
    except (ArithmeticError, TypeError, ValueError):
        return None  # it fails on the board, too, and the traceback says where
    return number if type(number) is int and -_SMALL <= number < _SMALL else None


def _found(names: _Names, module: str, name: str) -> str | int:
    """The name's new name. UserError where the module has no such name."""
    if name not in names[module]:
        raise UserError(f"{module} has no {name}")
    return names[module][name]


def _origins(tree: ast.Module) -> dict[str, str]:
    """Where imported names come from."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            before = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            for alias in node.names:
                found[alias.asname or alias.name] = before + alias.name
    return found


def _read(part: ast.AST) -> set[str]:
    names = [node for node in ast.walk(part) if isinstance(node, ast.Name)]
    return {name.id for name in names if isinstance(name.ctx, ast.Load)}


def _bound(scope: ast.AST) -> set[str]:
    """The names bound in a scope, but not in the scopes within it."""
    found: set[str] = set()
    elsewhere: set[str] = set()

    def look(node: ast.AST) -> None:
        name = _bound_by(node)
        if name:
            found.add(name)
        if isinstance(node, ast.Global | ast.Nonlocal):
            elsewhere.update(node.names)
        if not isinstance(node, _Function | ast.ClassDef | _Comprehension):
            for child in ast.iter_child_nodes(node):
                look(child)

    for child in ast.iter_child_nodes(scope):
        look(child)
    return found - elsewhere


def _bound_by(node: ast.AST) -> str | None:
    """The name that a node itself binds, or None."""
    if isinstance(node, ast.arg):
        return node.arg
    if isinstance(node, ast.Name):
        return None if isinstance(node.ctx, ast.Load) else node.id
    if isinstance(node, ast.alias):
        return node.asname or node.name
    if isinstance(node, ast.ExceptHandler | ast.FunctionDef | ast.ClassDef):
        return node.name
    return None


class _Renamed(ast.NodeTransformer):
    """A module as it is in the bundle, or beside it, with the imported names renamed."""

    def __init__(self, names: _Names, module: str | None = None):
        """names: of the bundled modules. module: which of them this is, if it is one."""
        self._names = names
        self._inside = module is not None
        self._own = names[module] if module is not None else {}
        self._scopes: list[set[str]] = []
        self._modules: dict[str, str] = {}  # local name of a bundled module -> its name

    def visit_ImportFrom(self, node: ast.ImportFrom) -> list[ast.stmt]:
        kept, moved = [], []
        result: list[ast.stmt] = []
        for alias in node.names:
            name = alias.asname or alias.name
            if node.module in self._names:
                final = _found(self._names, node.module, alias.name)
                if isinstance(final, str):
                    moved.append(_alias(final, name))
                elif self._scopes:
                    result.append(ast.Assign([ast.Name(name, ast.Store())], _literal(final)))
                else:
                    self._own = {**self._own, name: final}
            elif f"{node.module}.{alias.name}" not in self._names:
                kept.append(_alias(alias.name, self._bound_here(name)))
            else:
                self._modules[name] = f"{node.module}.{alias.name}"
                if not self._inside:
                    kept.append(_alias(INTO.rpartition(".")[2], name))
        if self._inside and not self._scopes:
            moved = []
        found = ((node.module, kept), (INTO, moved))
        result += [ast.ImportFrom(module, aliases, 0) for module, aliases in found if aliases]
        return [ast.copy_location(statement, node) for statement in result or [ast.Pass()]]

    def visit_Import(self, node: ast.Import) -> ast.Import:
        if any(alias.name in self._names for alias in node.names):
            raise UserError(f"`{ast.unparse(node)}` cannot be bundled: import from its package")
        return ast.Import(
            [_alias(a.name, self._bound_here(a.asname or a.name)) for a in node.names]
        )

    def visit_Assign(self, node: ast.Assign) -> ast.Assign | None:
        if not self._scopes and any(isinstance(self._here(n), int) for n in _stored(node)):
            return None  # its value is written where it is used
        self.generic_visit(node)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        module = self._modules.get(node.value.id) if isinstance(node.value, ast.Name) else None
        if module is None:
            self.generic_visit(node)
            return node
        final = _found(self._names, module, node.attr)
        if isinstance(final, int):
            return _literal(final)
        return ast.Name(final) if self._inside else ast.Attribute(node.value, final)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if self._inside and node.id in self._modules:
            raise UserError(f"module {node.id} cannot be bundled: it is used as a value")
        final = self._here(node.id)
        return _literal(final) if isinstance(final, int) else ast.Name(final, node.ctx)

    def visit_Global(self, node: ast.Global) -> ast.Global:
        return ast.Global([str(self._own.get(name, name)) for name in node.names])

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.name = str(self._here(node.name))
        node.decorator_list = [self.visit(part) for part in node.decorator_list]
        self._function(node)
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        self._function(node)
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        """Its methods see the globals, not its own names; the rest of it sees its names first."""
        node.name = str(self._here(node.name))
        node.bases = [self.visit(base) for base in node.bases]
        around = self._own
        later = _bound(node)
        within = {name: new for name, new in around.items() if name not in later}
        for part in node.body:
            if isinstance(part, ast.FunctionDef):
                name, self._own = part.name, around
                self.visit(part)
                part.name = name
            else:
                if unclear := {n for n in later & _read(part) if around.get(n, n) != n}:
                    raise UserError(f"{node.name} cannot be bundled: which {min(unclear)} is it?")
                self._own = within
                self.visit(part)
            later -= _bound(ast.Module([part], []))
        self._own = around
        return node

    def _function(self, node: _Function) -> None:
        arguments = node.args  # the defaults belong to the scope around it
        defaults = [self.visit(default) for default in arguments.defaults]
        arguments.defaults = []
        self._within(node)
        arguments.defaults = defaults

    def _comprehension(self, node: _Comprehension) -> _Comprehension:
        first = node.generators[0]  # its iterable belongs to the scope around it
        source = self.visit(first.iter)
        first.iter = ast.Constant(None)
        self._within(node)
        first.iter = source
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension

    def _within(self, node: ast.AST) -> None:
        self._scopes.append(_bound(node))
        self.generic_visit(node)
        self._scopes.pop()

    def _bound_here(self, name: str) -> str:
        """The new name of a name that an import binds."""
        return str(self._here(name))

    def _here(self, name: str) -> str | int:
        """A name's new name or value; it may be a local variable's."""
        local = any(name in scope for scope in self._scopes)
        return name if local else self._own.get(name, name)


def _literal(number: int) -> ast.expr:
    if number < 0:
        return ast.UnaryOp(ast.USub(), ast.Constant(-number))
    return ast.Constant(number)


def _alias(name: str, known_as: str) -> ast.alias:
    return ast.alias(name, known_as if known_as != name else None)
