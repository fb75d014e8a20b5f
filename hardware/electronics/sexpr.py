"""KiCad's file format: nested lists of words, texts and numbers, read and written."""

import re
from uuid import NAMESPACE_URL, UUID, uuid5

_NAMESPACE: UUID = uuid5(NAMESPACE_URL, "tourelle/hardware")
_TOKEN = re.compile(r'\(|\)|"(?:[^"\\]|\\.)*"|[^\s()"]+')


class Word(str):
    """A bare word of the format, as opposed to a text in quotes."""


def identity(*path: object) -> str:
    """A UUID that depends on nothing but the path given: the same in every run."""
    return str(uuid5(_NAMESPACE, "/".join(str(part) for part in path)))


def number(value: float) -> str:
    """A number as KiCad writes it: at most six digits behind the point, none that say nothing."""
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _atom(item: object) -> str:
    if isinstance(item, Word):
        return str(item)
    if isinstance(item, str):
        return '"' + item.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    if isinstance(item, bool):
        return "yes" if item else "no"
    if isinstance(item, int | float):
        return number(item)
    raise TypeError(f"{item!r} has no place in a KiCad file")


def _line(node: list) -> str:
    return f"({' '.join(_line(i) if isinstance(i, list) else _atom(i) for i in node)})"


def _write(node: list, depth: int, out: list[str]) -> None:
    indent = "\t" * depth
    if node[0] == "pts" or not any(isinstance(item, list) for item in node):
        out.append(indent + _line(node))
        return
    head = []
    for item in node:
        if isinstance(item, list):
            break
        head.append(_atom(item))
    out.append(f"{indent}({' '.join(head)}")
    for item in node[len(head) :]:
        if isinstance(item, list):
            _write(item, depth + 1, out)
        else:
            out.append(f"{indent}\t{_atom(item)}")
    out.append(f"{indent})")


def dumps(node: list) -> str:
    """The text of a file. The first item of each list is its name, given as a plain str."""
    out: list[str] = []
    _write(_named(node), 0, out)
    return "\n".join(out) + "\n"


def _named(node: list) -> list:
    """The same with each list's name as a word."""
    return [Word(node[0])] + [
        _named(item) if isinstance(item, list) else item for item in node[1:]
    ]


def loads(text: str) -> list:
    """A file's content: lists of str (words and texts alike); numbers stay texts."""
    stack: list[list] = [[]]
    for token in _TOKEN.findall(text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        elif token.startswith('"'):
            stack[-1].append(re.sub(r"\\(.)", lambda m: {"n": "\n"}.get(m[1], m[1]), token[1:-1]))
        else:
            stack[-1].append(token)
    if len(stack) != 1 or len(stack[0]) != 1:
        raise ValueError("brackets do not match: not a whole KiCad file")
    return stack[0][0]


def children(node: list, name: str) -> list[list]:
    """The lists in a list that bear that name."""
    return [item for item in node if isinstance(item, list) and item and item[0] == name]


def child(node: list, name: str) -> list:
    """The one list of that name; LookupError where there is none."""
    found = children(node, name)
    if not found:
        raise LookupError(f"no ({name} …) in ({node[0]} …)")
    return found[0]
