"""The search's viper functions as JavaScript, over the memory of MicroPython for WebAssembly.

That MicroPython has no viper, and as bytecode the search would look at a hundredth of the
positions. There is one source still: the functions are translated when the site is built, and in
the firmware's files their names stand for calls of the translations (device/kernel.py).
"""

import ast
from importlib import import_module

# How a pointer sees the memory: the typed array, and by how many bits an address is shifted.
_POINTERS = {"ptr8": ("U8", 0), "ptr16": ("U16", 1), "ptr32": ("I32", 2)}
_BINARY = {
    **{ast.Add: "+", ast.Sub: "-", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"},
    **{ast.LShift: "<<", ast.RShift: ">>"},
}
_COMPARED = {
    **{ast.Eq: "===", ast.NotEq: "!==", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="},
}
_PLAIN = {ast.Break: "break;", ast.Continue: "continue;", ast.Pass: ""}


class ViperError(ValueError):
    """Something in a viper function that cannot be translated; names the function and the line."""


def has_search(name: str) -> bool:
    """Whether this file, the firmware's or the host's, contains functions of the search."""
    firmware = ("tourelle/alphabeta.py", "tourelle/transpositions.py", "tourelle/search.py")
    own = (*firmware, "tourelle_host/engine/analysis.py")
    return name in own or (name.startswith("tourelle/games/") and name.endswith("/search.py"))


def _module(name: str) -> str:
    return name.removesuffix(".py").replace("/", ".")


def _functions(source: str) -> list[ast.FunctionDef]:
    """The viper functions of a file."""
    return [
        node
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef)
        and any(ast.unparse(one) == "micropython.viper" for one in node.decorator_list)
    ]


def stubs(name: str, source: str) -> str:
    """The file with a stand-in for each viper function, which calls the translated one."""
    lines = source.split("\n")
    for node in reversed(_functions(source)):
        first = node.decorator_list[0].lineno - 1
        made = f'{node.name} = __import__("kernel").Kernel("{_module(name)}", "{node.name}")'
        lines[first : node.end_lineno] = [made]
    return "\n".join(lines)


def translated(sources: dict[str, str]) -> str:
    """A JavaScript module with the viper functions of these files, by name. ViperError.

    It exports `kernels(memory)`: the functions over a memory, by module and name.
    """
    modules = []
    for name, source in sources.items():
        known = vars(import_module(_module(name)))
        constants = {key: value for key, value in known.items() if isinstance(value, int)}
        functions = _functions(source)
        made = [_Function(node, constants, _module(name)).text() for node in functions]
        names = ", ".join(node.name for node in functions)
        within = f"{''.join(made)}return {{ {names} }};"
        modules.append(f'"{_module(name)}": (() => {{\n{within}\n}})(),')
    body = "\n".join(modules)
    return (
        "// Made of the firmware's viper functions.\n\nexport function kernels(memory) {\n"
        "const U8 = new Uint8Array(memory);\nconst U16 = new Uint16Array(memory);\n"
        f"const I32 = new Int32Array(memory);\nreturn {{\n{body}\n}};\n}}\n"
    )


class _Function:
    """A viper function being translated. Pointers are addresses, whatever they point to."""

    def __init__(self, node: ast.FunctionDef, constants: dict[str, int], module: str):
        self._node = node
        self._constants = constants
        self._module = module
        self._given = [argument.arg for argument in node.args.args]
        self._pointers: dict[str, str] = {}  # variable -> "ptr8" and so on
        self._locals: set[str] = set()
        self._loops = 0
        for argument in node.args.args:
            kind = ast.unparse(argument.annotation) if argument.annotation else ""
            if kind in _POINTERS:
                self._pointers[argument.arg] = kind

    def text(self) -> str:
        body = self._body(self._node.body)
        made = sorted(self._locals - {*self._given})
        variables = f"let {', '.join(f'{name} = 0' for name in made)};\n" if made else ""
        return f"function {self._node.name}({', '.join(self._given)}) {{\n{variables}{body}}}\n"

    def _refuse(self, node: ast.AST) -> ViperError:
        where = f"{self._module}.{self._node.name}, line {getattr(node, 'lineno', '?')}"
        return ViperError(f"{where}: {type(node).__name__} is not translated")

    # -- statements

    def _body(self, body: list[ast.stmt]) -> str:
        return "".join(f"{self._statement(one)}\n" for one in body)

    def _statement(self, node: ast.stmt) -> str:
        if type(node) in _PLAIN:
            return _PLAIN[type(node)]
        if isinstance(node, ast.Expr):
            return "" if isinstance(node.value, ast.Constant) else f"{self._value(node.value)};"
        if isinstance(node, ast.Return):
            return f"return {self._value(node.value) if node.value else ''};"
        if isinstance(node, ast.If):
            rest = f" else {{\n{self._body(node.orelse)}}}" if node.orelse else ""
            return f"if ({self._value(node.test)}) {{\n{self._body(node.body)}}}{rest}"
        if isinstance(node, ast.While) and not node.orelse:
            return f"while ({self._value(node.test)}) {{\n{self._body(node.body)}}}"
        if isinstance(node, ast.Assign):
            self._note_pointer(node)
            targets = " = ".join(self._target(target) for target in node.targets)
            return f"{targets} = {self._value(node.value)};"
        if isinstance(node, ast.AugAssign):
            value = ast.copy_location(ast.BinOp(node.target, node.op, node.value), node)
            return f"{self._target(node.target)} = {self._value(value)};"
        if isinstance(node, ast.For) and not node.orelse:
            return self._for(node)
        raise self._refuse(node)

    def _note_pointer(self, node: ast.Assign) -> None:
        value, target = node.value, node.targets[0]
        if isinstance(value, ast.Call) and isinstance(target, ast.Name):
            kind = ast.unparse(value.func)
            if kind in _POINTERS:
                self._pointers[target.id] = kind

    def _kind(self, node: ast.expr) -> str:
        """What a pointer points to."""
        if isinstance(node, ast.Call):
            return ast.unparse(node.func)
        if isinstance(node, ast.Name) and node.id in self._pointers:
            return self._pointers[node.id]
        raise self._refuse(node)

    def _for(self, node: ast.For) -> str:
        if not (isinstance(node.iter, ast.Call) and ast.unparse(node.iter.func) == "range"):
            raise self._refuse(node)
        given = [self._value(one) for one in node.iter.args]
        low, high = given[:2] if len(given) > 1 else ("0", given[0])
        step = int(eval(given[2])) if len(given) > 2 else 1
        at, end = f"i{self._loops}", f"end{self._loops}"
        self._loops += 1
        goes_on = f"{at} {'<' if step > 0 else '>'} {end}"
        head = f"let {at} = {low}, {end} = {high}; {goes_on}; {at} += {step}"
        return f"for ({head}) {{\n{self._target(node.target)} = {at};\n{self._body(node.body)}}}"

    def _target(self, node: ast.expr) -> str:
        if isinstance(node, ast.Name):
            self._locals.add(node.id)
            return node.id
        return self._value(node)

    # -- expressions

    def _value(self, node: ast.expr) -> str:
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            return str(int(node.value))
        made = getattr(self, f"_of_{type(node).__name__.lower()}", None)
        if made is None:
            raise self._refuse(node)
        return made(node)

    def _of_name(self, node: ast.Name) -> str:
        if node.id in self._locals or node.id in self._given:
            return node.id
        return str(self._constants.get(node.id, node.id))

    def _of_unaryop(self, node: ast.UnaryOp) -> str:
        sign = {ast.USub: "-", ast.Invert: "~", ast.Not: "!"}[type(node.op)]
        return f"({sign}{self._value(node.operand)})"

    def _of_subscript(self, node: ast.Subscript) -> str:
        view, shift = _POINTERS[self._kind(node.value)]
        base = self._value(node.value)
        base = f"({base} >> {shift})" if shift else base
        return f"{view}[{base} + {self._value(node.slice)}]"

    def _of_compare(self, node: ast.Compare) -> str:
        sides = [node.left, *node.comparators]
        parts = [
            f"{self._value(a)} {_COMPARED[type(how)]} {self._value(b)}"
            for a, how, b in zip(sides, node.ops, sides[1:], strict=False)
        ]
        return f"({' && '.join(parts)})"

    def _of_boolop(self, node: ast.BoolOp) -> str:
        joint = " && " if isinstance(node.op, ast.And) else " || "
        return f"({joint.join(self._value(one) for one in node.values)})"

    def _of_ifexp(self, node: ast.IfExp) -> str:
        test, body, rest = map(self._value, (node.test, node.body, node.orelse))
        return f"({test} ? {body} : {rest})"

    def _of_call(self, node: ast.Call) -> str:
        name = ast.unparse(node.func)
        given = [self._value(one) for one in node.args]
        if name in ("int", "bool", *_POINTERS):
            return given[0]
        return f"{name}({', '.join(given)})"

    def _of_binop(self, node: ast.BinOp) -> str:
        left, right = self._value(node.left), self._value(node.right)
        if isinstance(node.op, ast.Mult):
            return f"Math.imul({left}, {right})"
        if isinstance(node.op, ast.FloorDiv):
            return f"Math.floor({left} / {right})"
        if isinstance(node.op, ast.Mod):
            return f"(({left} % {right} + {right}) % {right})"
        made = f"({left} {_BINARY[type(node.op)]} {right})"
        return f"({made} | 0)" if isinstance(node.op, (ast.Add, ast.Sub)) else made
