"""Translates the host's Python into MicroPython's dialect.

Annotations and docstrings are dropped; dataclasses and named tuples are written out; f-strings
become calls of `format`; stars within displays become sums; dicts keep their order. What a module
does as a script is dropped.
"""

import ast

_TYPING = ("typing", "types", "collections.abc", "dataclasses", "__future__")
_GENERIC = ("dict", "frozenset", "list", "set", "tuple", "type")  # generic in other types
_ORDERED = "_Ordered"  # the name of the dict that keeps its order
# Methods of texts and bytes that MicroPython lacks; a call of one fails only when it is met.
LACKING = frozenset(
    "capitalize casefold expandtabs format_map isalnum isascii isdecimal isidentifier isnumeric "
    "isprintable istitle ljust maketrans removeprefix removesuffix rjust swapcase title translate "
    "zfill".split()
)


class DialectError(ValueError):
    """Something that MicroPython lacks and that cannot be rewritten; names the line."""


def translated(source: str) -> str:
    """The translated source of a module. DialectError."""
    tree = module(source)
    typing = {
        name.asname or name.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module in _TYPING
        for name in node.names
    }
    made = _Dialect(typing).visit(tree)
    return ast.unparse(ast.fix_missing_locations(made)) + "\n"


def module(source: str) -> ast.Module:
    """A module's syntax tree, without what it does as a script."""
    tree = ast.parse(source)
    tree.body = [
        node
        for node in tree.body
        if not (isinstance(node, ast.If) and ast.unparse(node.test) == "__name__ == '__main__'")
    ]
    return tree


class _Dialect(ast.NodeTransformer):
    """typing: this module's names that stand for types only."""

    def __init__(self, typing: set[str]):
        self._typing = typing
        self.ordered = False  # whether the module makes dicts

    def _refuse(self, node: ast.AST, what: str) -> DialectError:
        return DialectError(f"line {getattr(node, 'lineno', '?')}: MicroPython has no {what}")

    # -- modules and classes

    def visit_Module(self, node: ast.Module) -> ast.AST:
        node.body = self._body(node.body)
        if self.ordered:
            node.body[:0] = ast.parse(f"from collections import OrderedDict as {_ORDERED}").body
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | None:
        return None if node.module in _TYPING else node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST | list[ast.stmt]:
        bases = [base.id for base in node.bases if isinstance(base, ast.Name)]
        fields = [entry for entry in node.body if isinstance(entry, ast.AnnAssign)]
        if "NamedTuple" in bases:
            return self._named_tuple(node, fields)
        data = [one for one in node.decorator_list if "dataclass" in ast.unparse(one)]
        node.decorator_list = [self.visit(one) for one in node.decorator_list if one not in data]
        node.body = self._body(node.body)
        if data:
            kept = [entry for entry in node.body if not isinstance(entry, ast.Assign)]
            node.body = [self._made(fields), *kept]
        return node

    def _named_tuple(self, node: ast.ClassDef, fields: list[ast.AnnAssign]) -> list[ast.stmt]:
        if any(isinstance(entry, ast.FunctionDef) for entry in node.body):
            raise self._refuse(node, "methods of named tuples")
        names = [ast.unparse(entry.target) for entry in fields]
        rest = {
            ast.unparse(entry.target): ast.unparse(entry.value) for entry in fields if entry.value
        }
        given = ", ".join(f"{name}={rest[name]}" if name in rest else name for name in names)
        return ast.parse(
            "from collections import namedtuple\n"
            f"_{node.name} = namedtuple({node.name!r}, {tuple(names)!r})\n"
            f"def {node.name}({given}):\n    return _{node.name}({', '.join(names)})\n"
        ).body

    def _made(self, fields: list[ast.AnnAssign]) -> ast.stmt:
        """The __init__ of a dataclass."""
        given, lines = ["self"], []
        for entry in fields:
            name = ast.unparse(entry.target)
            value = entry.value
            if isinstance(value, ast.Call) and ast.unparse(value.func) == "field":
                (factory,) = [one.value for one in value.keywords if one.arg == "default_factory"]
                given.append(f"{name}=None")
                call = f"{ast.unparse(factory)}()"
                lines.append(f"    self.{name} = {call} if {name} is None else {name}\n")
            else:
                given.append(f"{name}={ast.unparse(value)}" if value else name)
                lines.append(f"    self.{name} = {name}\n")
        return ast.parse(f"def __init__({', '.join(given)}):\n{''.join(lines)}").body[0]

    # -- statements

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        arguments = node.args
        if arguments.posonlyargs:
            raise self._refuse(node, "parameters by position alone")
        every = [*arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
        for argument in every:
            if argument:
                argument.annotation = None
        node.returns = None
        node.decorator_list = [self.visit(one) for one in node.decorator_list]
        arguments.defaults = [self.visit(one) for one in arguments.defaults]
        arguments.kw_defaults = [one and self.visit(one) for one in arguments.kw_defaults]
        node.body = self._body(node.body)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        if node.value is None:
            return None
        return ast.Assign([node.target], self.visit(node.value))

    def visit_Assign(self, node: ast.Assign) -> ast.AST | None:
        names = {name.id for name in ast.walk(node.value) if isinstance(name, ast.Name)}
        of = node.value.value if isinstance(node.value, ast.Subscript) else None
        if names & self._typing or (isinstance(of, ast.Name) and of.id in _GENERIC):
            return None  # the name of a type
        return self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        node.cause = None
        return self.generic_visit(node)

    def visit_Match(self, node: ast.Match) -> ast.AST:
        raise self._refuse(node, "match")

    def _body(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Statements, rewritten, without a docstring."""
        first = body[0] if body else None
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
            body = body[1:]
        found: list[ast.stmt] = []
        for statement in body:
            made = self.visit(statement)
            found += made if isinstance(made, list) else [made] if made else []
        return found or [ast.Pass()]

    # -- expressions

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        text, values = "", []
        for part in node.values:
            if isinstance(part, ast.Constant):
                text += str(part.value).replace("{", "{{").replace("}", "}}")
                continue
            assert isinstance(part, ast.FormattedValue)
            value = self.visit(part.value)
            if part.conversion == ord("r"):
                value = ast.Call(ast.Name("repr", ast.Load()), [value], [])
            elif part.conversion != -1:
                raise self._refuse(node, "such conversion")
            spec = part.format_spec
            written = ""
            if isinstance(spec, ast.JoinedStr):
                parts = [str(one.value) for one in spec.values if isinstance(one, ast.Constant)]
                if len(parts) < len(spec.values):
                    raise self._refuse(node, "format within a format")
                written = ":" + "".join(parts)
            text += "{" + written + "}"
            values.append(value)
        if not values:
            return ast.Constant(text.replace("{{", "{").replace("}}", "}"))
        return ast.Call(ast.Attribute(ast.Constant(text), "format", ast.Load()), values, [])

    def visit_List(self, node: ast.List) -> ast.AST:
        return self._summed(node, "list", ast.Add())

    def visit_Tuple(self, node: ast.Tuple) -> ast.AST:
        return self._summed(node, "tuple", ast.Add())

    def visit_Set(self, node: ast.Set) -> ast.AST:
        return self._summed(node, "set", ast.BitOr())

    def _summed(
        self, node: ast.List | ast.Tuple | ast.Set, kind: str, operator: ast.operator
    ) -> ast.AST:
        """A display with stars as a sum of displays and of the starred values."""
        loaded = isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
        starred = any(isinstance(one, ast.Starred) for one in node.elts)
        if not (loaded and starred):
            return self.generic_visit(node)
        parts: list[ast.expr] = []
        run: list[ast.expr] = []
        for one in [*node.elts, None]:
            if one is not None and not isinstance(one, ast.Starred):
                run.append(self.visit(one))
                continue
            if run:
                # A set with one part would be a display again, which MicroPython knows.
                shown = {"list": ast.List, "tuple": ast.Tuple}.get(kind)
                parts.append(shown(run, ast.Load()) if shown else ast.Set(run))
                run = []
            if one is not None:
                parts.append(ast.Call(ast.Name(kind, ast.Load()), [self.visit(one.value)], []))
        made = parts[0]
        for part in parts[1:]:
            made = ast.BinOp(made, operator, part)
        return made

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        self.generic_visit(node)
        made: ast.expr | None = None
        pairs: list[ast.expr] = []
        for key, value in [*zip(node.keys, node.values, strict=True), (None, None)]:
            if key is not None and value is not None:
                pairs.append(ast.Tuple([key, value], ast.Load()))
                continue
            for part in ([self._ordered(pairs)] if pairs else []) + ([value] if value else []):
                made = part if made is None else ast.BinOp(made, ast.BitOr(), part)
            pairs = []
        return made or self._ordered([])

    def visit_DictComp(self, node: ast.DictComp) -> ast.AST:
        self.generic_visit(node)
        pair = ast.Tuple([node.key, node.value], ast.Load())
        self.ordered = True
        return ast.Call(ast.Name(_ORDERED, ast.Load()), [ast.ListComp(pair, node.generators)], [])

    def _ordered(self, pairs: list[ast.expr]) -> ast.expr:
        """A dict that keeps the order of its keys, unlike MicroPython's own."""
        self.ordered = True
        given: list[ast.expr] = [ast.List(pairs, ast.Load())] if pairs else []
        return ast.Call(ast.Name(_ORDERED, ast.Load()), given, [])

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr in LACKING:
            raise self._refuse(node, f"method {node.func.attr}")
        if isinstance(node.func, ast.Name) and node.func.id == "zip":
            node.keywords = []  # it can only be `strict`
        return node
