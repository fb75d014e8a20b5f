"""The faults of a file: Cosmic Ray's operators, those of them that are not much alike."""

import ast
from pathlib import Path
from typing import NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator

_COMPARISONS = (
    "Lt_LtE Lt_GtE LtE_Lt LtE_Gt Gt_GtE Gt_LtE GtE_Gt GtE_Lt Eq_NotEq NotEq_Eq Is_IsNot IsNot_Is"
).split()
_ARITHMETIC = "Add_Sub Sub_Add Mul_FloorDiv FloorDiv_Mul Mod_Mul BitAnd_BitOr BitOr_BitAnd".split()
_OPERATORS = [
    *(f"core/ReplaceComparisonOperator_{name}" for name in _COMPARISONS),
    *(f"core/ReplaceBinaryOperator_{name}" for name in _ARITHMETIC),
    "core/AddNot",
    "core/ReplaceAndWithOr",
    "core/ReplaceOrWithAnd",
    "core/ReplaceTrueWithFalse",
    "core/ReplaceFalseWithTrue",
    "core/ReplaceBreakWithContinue",
    "core/ReplaceContinueWithBreak",
    "core/ZeroIterationForLoop",
    "core/NumberReplacer",
]


class Fault(NamedTuple):
    """One fault: in which function (its qualified name, "" outside of all) and line; the source."""

    function: str
    line: int
    was: str
    now: str
    source: str


def functions(source: str) -> list[str]:
    """By line, from 1 on, the qualified name of the function that it is in; "" outside of all."""
    found = [""] * (source.count("\n") + 2)

    def enter(node: ast.AST, names: tuple[str, ...]) -> None:
        for child in ast.iter_child_nodes(node):
            below = names
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                below = (*names, child.name)
                if not isinstance(child, ast.ClassDef):
                    lines = range(child.body[0].lineno, (child.end_lineno or 0) + 1)
                    for line in lines:
                        found[line] = ".".join(below)
            enter(child, below)

    enter(ast.parse(source), ())
    return found


def faults(path: Path) -> list[Fault]:
    """All faults of a file, by line."""
    source = path.read_text(encoding="utf-8")
    where = functions(source)
    lines = source.splitlines()
    nodes = list(ast_nodes(get_ast(source)))
    found: dict[str, Fault] = {}
    for name in _OPERATORS:
        operator = get_operator(name)()
        places = [place for node in nodes for place in operator.mutation_positions(node)]
        for occurrence in range(len(places)):
            changed = mutate_code(source, operator, occurrence)
            if changed is None or changed == source:
                continue
            pairs = enumerate(zip(lines, changed.splitlines(), strict=False), 1)
            line, (was, now) = next((n, pair) for n, pair in pairs if pair[0] != pair[1])
            found[changed] = Fault(where[line], line, was.strip(), now.strip(), changed)
    return sorted(found.values(), key=lambda fault: fault.line)
