"""MicroPython's viper on the PC: its functions count in signed words of 32 bits, as on the chip.

In Python a number grows as it must, and in MicroPython's VM for the PC a word has 64 bits; on the
chip a sum, a difference, a product and a shift to the left go round at 32. So the functions that
are marked for viper are rewritten, and the rest of a module is left as it is:

    python viper.py PROGRAM ARGUMENT ...      runs a program with the firmware rewritten; which of
    python viper.py -m MODULE ARGUMENT ...    its functions ran it says at the end on standard error

Of viper is here what the firmware uses of it; anything else is an error when a module is loaded.
"""

import ast
import atexit
import importlib.abc
import importlib.machinery
import runpy
import sys

POINTERS = {"ptr8": 1, "ptr16": 2, "ptr32": 4}
called: set[str] = set()  # functions that ran, as "module.name"

_WORD = "_viper_word"  # the names that a rewritten function finds what is below by
_POINTERS = "_viper_pointers"
_CALLED = "_viper_called"
_ONCE = "_viper_once"  # a value that several names get
_GROW = (ast.Add, ast.Sub, ast.Mult, ast.LShift)
_STAY = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.RShift, ast.FloorDiv, ast.Mod)


def word(value: int) -> int:
    """A number as a signed word of 32 bits holds it."""
    return (value + 0x80000000 & 0xFFFFFFFF) - 0x80000000


def pointer(size: int, what):
    """A buffer, seen as words of so many bytes; those of four have a sign."""
    octets = memoryview(what).cast("B")
    if size == 1:
        return octets
    return octets.cast("H") if size == 2 else octets.cast("i")


def rewrite(source: str, path: str) -> ast.Module:
    """A module whose functions for viper count as on the chip; SyntaxError as Python's own."""
    tree = ast.parse(source, path)
    tree = ast.fix_missing_locations(_Functions().visit(tree))
    return tree


def names(module: str, pointers=pointer) -> dict[str, object]:
    """What a rewritten module must have among its globals. pointers: what makes them."""
    return {_WORD: word, _POINTERS: pointers, _CALLED: lambda name: called.add(f"{module}.{name}")}


class _Functions(ast.NodeTransformer):
    """Finds the functions, and leaves the mark away."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        marks = [ast.unparse(mark) for mark in node.decorator_list]
        if "micropython.viper" not in marks:
            return self.generic_visit(node)
        node.decorator_list = []
        return _Words(node).function()


class _Words(ast.NodeTransformer):
    """Rewrites one function."""

    def __init__(self, node: ast.FunctionDef):
        self._node = node
        self._sizes: dict[str, int] = {}  # of what its pointers point to

    def function(self) -> ast.FunctionDef:
        node = self._node
        begin: list[ast.stmt] = [_call(_CALLED, ast.Constant(node.name))]
        for argument in node.args.args:
            kind = ast.unparse(argument.annotation) if argument.annotation else ""
            argument.annotation = None
            name = ast.Name(argument.arg, ast.Load())
            if kind in POINTERS:
                self._sizes[argument.arg] = POINTERS[kind]
                taken = _value(_POINTERS, ast.Constant(POINTERS[kind]), name)
            elif kind in ("int", "bool"):
                taken = _value(_WORD, name)
            else:
                continue
            begin.append(ast.Assign([ast.Name(argument.arg, ast.Store())], taken))
        self._inner(node)
        node.body = begin + node.body
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        node = self._inner(node)
        kind = ast.unparse(node.func)
        if kind in POINTERS:
            return _value(_POINTERS, ast.Constant(POINTERS[kind]), *node.args)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST | list[ast.AST]:
        if len(node.targets) > 1:
            once = ast.Assign([ast.Name(_ONCE, ast.Store())], node.value)
            each = [ast.Assign([to], ast.Name(_ONCE, ast.Load())) for to in node.targets]
            return [self._assigned(one) for one in [once, *each]]
        return self._assigned(node)

    def _assigned(self, node: ast.Assign) -> ast.AST:
        (target,) = node.targets
        if isinstance(target, ast.Name) and isinstance(node.value, ast.Call):
            kind = ast.unparse(node.value.func)
            if kind in POINTERS:
                self._sizes[target.id] = POINTERS[kind]
        size = self._size(target) if isinstance(target, ast.Subscript) else 0
        node = self._inner(node)
        if size:
            node.value = _stored(size, node.value)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        """As the assignment that it is short for: what is on the left has no effect of its own."""
        source = ast.parse(ast.unparse(node.target), mode="eval").body
        return self._assigned(ast.Assign([node.target], ast.BinOp(source, node.op, node.value)))

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self._size(node)
        return self._inner(node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        node = self._inner(node)
        if isinstance(node.op, _GROW):
            return _value(_WORD, node)
        if isinstance(node.op, _STAY):
            return node
        raise self._error(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        node = self._inner(node)
        return _value(_WORD, node) if isinstance(node.op, ast.USub) else node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if isinstance(node.value, float):
            raise self._error(node)
        return node

    def _size(self, node: ast.Subscript) -> int:
        base = node.value
        if isinstance(base, ast.Name) and base.id in self._sizes:
            return self._sizes[base.id]
        if isinstance(base, ast.Call) and ast.unparse(base.func) in POINTERS:
            return POINTERS[ast.unparse(base.func)]
        raise self._error(node)

    def _inner(self, node):
        return super().generic_visit(node)

    def _error(self, node: ast.expr) -> SyntaxError:
        text = f"viper's {ast.unparse(node)} in {self._node.name} is not known here"
        return SyntaxError(text)


def _stored(size: int, value: ast.expr) -> ast.expr:
    """What is stored through a pointer to so many bytes: the lowest ones."""
    if size == 4:
        return _value(_WORD, value)
    return ast.BinOp(value, ast.BitAnd(), ast.Constant((1 << 8 * size) - 1))


def _value(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def _call(name: str, *arguments: ast.expr) -> ast.Expr:
    return ast.Expr(_value(name, *arguments))


class _Loader(importlib.machinery.SourceFileLoader):
    def exec_module(self, module):
        vars(module).update(names(module.__name__))
        super().exec_module(module)

    def get_code(self, fullname):
        path = self.get_filename(fullname)  # not from the cache, which holds it as it was written
        return compile(rewrite(self.get_data(path).decode("utf-8"), path), path, "exec")


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, fullname, path, target=None):
        if fullname.split(".")[0] != "tourelle":
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec and isinstance(spec.loader, importlib.machinery.SourceFileLoader):
            spec.loader = _Loader(spec.loader.name, spec.loader.path)
        return spec


def install() -> None:
    """From now on the firmware's modules are loaded rewritten; none may be loaded yet."""
    sys.meta_path.insert(0, _Finder())


if __name__ == "__main__":
    install()
    atexit.register(lambda: print(*sorted(called), file=sys.stderr))
    if sys.argv[1] == "-m":
        sys.argv = sys.argv[2:]
        runpy.run_module(sys.argv[0], run_name="__main__")
    else:
        sys.argv = sys.argv[1:]
        runpy.run_path(sys.argv[0], run_name="__main__")
