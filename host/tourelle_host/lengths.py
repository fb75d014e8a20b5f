"""Counts the firmware's lines of code, longest file first: `python -m tourelle_host.lengths`.

Blank lines, comments and docstrings do not count. There is no limit, since files would only be cut
to fit it; ruff's complexity rule limits functions instead (pyproject.toml).
"""

import ast
import io
import tokenize

from tourelle_host import paths

_NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


def code_lines(source: str) -> int:
    """The number of lines with code in a Python source."""
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


def main() -> None:
    counts = {
        name: code_lines(path.read_text(encoding="utf-8"))
        for name, path in paths.firmware().items()
    }
    for name, count in sorted(counts.items(), key=lambda item: -item[1]):
        print(f"{count:5} {name}")


if __name__ == "__main__":
    main()
