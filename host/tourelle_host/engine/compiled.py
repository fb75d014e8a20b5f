"""The search, with its kernels compiled by numba from the same source that viper compiles.

A game's kernels and those of alphabeta.py become one module of compiled functions. It is kept with
numba's machine code in this user's cache folder, since making it takes 10 to 20 s, once for each
version of the source. The functions run without the interpreter's lock, so that several searches in
one process can share a table.
"""

import ast
import hashlib
import importlib.util
import inspect
import os
import sys
import tempfile
import threading
from pathlib import Path
from types import ModuleType

from tourelle import alphabeta, games, transpositions
from tourelle_host import texts
from tourelle_host.engine import analysis
from tourelle_host.engine.analysis import Analyst

_HEAD = """import numpy as np
from numba import njit
"""
# Arguments of `think` that are globals here.
_HANDED = ("expand", "make", "unmake", "key", "probe", "store", "least")


MISSING = "no numba here to compile the search: .venv/bin/pip install numba; or take another --vm"


def available() -> bool:
    """Whether numba is installed."""
    return importlib.util.find_spec("numba") is not None


class _Plain(ast.NodeTransformer):
    """Rewrites a module's functions for numba: loads are signed, and names become numbers."""

    def __init__(self, module: ModuleType):
        self._numbers = {n: v for n, v in vars(module).items() if type(v) is int}

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        node.decorator_list = [ast.parse("njit(cache=True, nogil=True)", mode="eval").body]
        node.returns = None
        node.args.args = [ast.arg(each.arg) for each in node.args.args]
        node.args.args = [each for each in node.args.args if each.arg not in _HANDED]
        if ast.get_docstring(node) is not None:
            node.body = node.body[1:]
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in self._numbers and isinstance(node.ctx, ast.Load):
            return ast.Constant(self._numbers[node.id])
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load):
            return ast.Call(ast.parse("np.int64", mode="eval").body, [node], [])
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name):
            if node.func.id in ("ptr8", "ptr16"):
                return node.args[0]
            if node.func.id == "ptr32":
                view = ast.Attribute(node.args[0], "view", ast.Load())
                return ast.Call(view, [ast.parse("np.uint32", mode="eval").body], [])
        return node


def source(*modules: ModuleType) -> str:
    """One module with the functions of these; numba compiles each at its first call."""
    parts = [_HEAD]
    for module in modules:
        plain = _Plain(module)
        for node in ast.parse(inspect.getsource(module)).body:
            if isinstance(node, ast.FunctionDef):
                parts.append(ast.unparse(ast.fix_missing_locations(plain.visit(node))))
    return "\n\n\n".join(parts) + "\n"


def _folder() -> Path:
    """Where compiled code is kept: in the user's cache, else in a temporary folder."""
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(cache) / "tourelle"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        folder = Path(tempfile.mkdtemp())
    return folder


def _made(name: str) -> tuple[str, Path]:
    """The source of a game's kernels, and where it is kept with its machine code."""
    game = sys.modules[type(games.model(name)).__module__]
    text = source(game, analysis, transpositions, alphabeta)
    return text, _folder() / f"{name}_{hashlib.sha256(text.encode()).hexdigest()[:16]}.py"


def ready(name: str) -> bool:
    """Whether a game's kernels have been compiled before."""
    return _made(name)[1].exists()


def kernels(name: str) -> ModuleType:
    """The compiled kernels of a game's search, as a module with all of its functions."""
    text, path = _made(name)
    if not path.exists():
        texts.replace(path, text)
    spec = importlib.util.spec_from_file_location(f"tourelle_kernels_{path.stem}", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # numba finds the machine code by this name
    spec.loader.exec_module(module)
    return module


class CompiledSearch(Analyst):
    """A search with compiled kernels, which can share its table with others."""

    def __init__(self, model, compiled: ModuleType, entries=0, *size, share=None):
        """compiled: the kernels of the model's game; size: room and plies, as for any search;
        share: a search whose table to use."""
        import numpy as np

        super().__init__(model, 0 if share else entries, *size)
        if share:
            self.share_table(share)
        self._kernel = compiled.think

        def view(held):
            return np.frombuffer(held, (np.uint8, np.uint16)[memoryview(held).itemsize - 1])

        words, moves, past = map(view, (self._words, self._moves, self._past))
        state, cells, tables = map(view, (model.state, model.cells, model.tables))
        table, undo = view(self._table), view(self._undo)
        self._fore = (words, moves)
        self._aft = (words, moves, state, past, table, cells, tables, undo)

    def _think(self, budget):
        return self._kernel(*self._fore, budget, *self._aft)


class Team(CompiledSearch):
    """A compiled search with helpers: threads that search the same position with the same table.

    Their findings reach it through the table alone. Each searches one step deeper than the one
    before it, so that they seldom do the same work.

    lost   what became of the last helper that broke off, in words, or ""
    """

    def __init__(self, game: str, entries: int, threads: int):
        compiled = kernels(game)
        super().__init__(games.model(game), compiled, entries)
        self._helpers = [
            CompiledSearch(games.model(game), compiled, share=self) for _ in range(threads - 1)
        ]
        self._running: list[threading.Thread] = []
        self._rest = threading.Event()
        self.lost = ""
        # Compile it, or load it from the cache, before the clock runs.
        super().begin(games.opening(game))
        super().run(1)
        super().forget()

    @property
    def all_nodes(self) -> int:
        return self.nodes + sum(helper.nodes for helper in self._helpers)

    def note(self, position):
        self._pause()
        for helper in self._helpers:
            helper.note(position)
        super().note(position)

    def forget(self):
        self._pause()
        for helper in self._helpers:
            helper.forget()
        super().forget()

    def begin(self, position, *how, **more):
        self._pause()
        for helper in self._helpers:
            helper.begin(position, *how, **more)
        super().begin(position, *how, **more)
        self._rest.clear()
        self._running = [
            threading.Thread(target=self._help, args=(number, helper), daemon=True)
            for number, helper in enumerate(self._helpers, 1)
        ]
        for thread in self._running:
            thread.start()

    def run(self, budget):
        more = super().run(budget)
        if not more:
            self._pause()
        return more

    def choose(self):
        self._pause()
        return super().choose()

    def _pause(self) -> None:
        """Wait until the helpers have stopped."""
        self._rest.set()
        for thread in self._running:
            thread.join()
        self._running = []

    def _help(self, number: int, helper: CompiledSearch) -> None:
        try:
            while not self._rest.is_set() and helper.run(30000):
                helper.go_deeper(number % 2)
        except Exception as error:  # whatever it is, the search goes on without this helper
            self.lost = f"a thread broke off: {type(error).__name__}: {error}"
            self._helpers = [each for each in self._helpers if each is not helper]
