"""Counts the firmware's lines of code, and complains of a file that is too long to keep in mind.

Lines that are blank, a comment or a docstring do not count.

    python -m tourelle_host.lengths [--all]

`--all` prints every file's count, the longest first.
"""

import ast
import io
import sys
import tokenize

from tourelle_host import paths

MOST = 350
MOST_OF_A_GAME = 600  # rules, or kernels of the search: by subject where one file would be longer

_NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


def code_lines(source: str) -> int:
    """How many lines of a Python source hold code."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in _NO_CODE:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if ast.get_docstring(node, clean=False) is not None and first is not None:
                lines -= set(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    return len(lines)


def allowed(name: str) -> int:
    """How many lines the firmware's file with this name may have."""
    return MOST_OF_A_GAME if name.startswith("tourelle/games/") else MOST


def complaints(counts: dict[str, int]) -> list[str]:
    """What is too long, a sentence a file; counts: lines by the firmware's names."""
    return [
        f"{name} has {count} lines of code, and {allowed(name)} are allowed: split it by subject"
        for name, count in counts.items()
        if count > allowed(name)
    ]


def main() -> int:
    counts = {
        name: code_lines(path.read_text(encoding="utf-8"))
        for name, path in paths.firmware().items()
    }
    if "--all" in sys.argv[1:]:
        for name, count in sorted(counts.items(), key=lambda item: -item[1]):
            print(f"{count:5} {name}")
    found = complaints(counts)
    for complaint in found:
        print(complaint, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
