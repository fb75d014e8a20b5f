"""Parameters that share their names on a board: fewer names, and the same program."""

import pytest

from tourelle_host.flash.parameters import shared


def test_parameters_of_each_function_are_named_anew_wherever_they_are_used():
    text = (
        "def go(first, second=3):\n"
        "    first += max(first for first in second)\n"
        "    return [later(first) for later in second], lambda third: third + first\n"
        "\n"
        "\n"
        "class Some:\n"
        "    def go(self, other):\n"
        '        return "Tawôl", other.other\n'
    )
    assert shared({"a.py": text}) == {
        "a.py": "def go(a, b=3):\n"
        "    a += max(a for a in b)\n"
        "    return [later(a) for later in b], lambda c: c + a\n"
        "\n"
        "\n"
        "class Some:\n"
        "    def go(self, a):\n"
        '        return "Tawôl", a.other\n'
    }


def test_what_somebody_passes_by_name_stays_in_all_files():
    one = "def go(size, other):\n    return size + other\n"
    for call in ("go(1, other=2)", 'go(1, **{"other": 2})'):
        short = shared({"a.py": one, "b.py": f"from a import go\n\n{call}\n"})
        assert short["a.py"] == "def go(a, other):\n    return a + other\n"


@pytest.mark.parametrize(
    "text",
    [
        "size = 3\n\n\ndef go(size):\n    return lambda: size\n",
        "def go(size):\n    def inner():\n        nonlocal size\n        size = 1\n",
        "def go(size):\n    import size\n",
        "def go(size):\n    try:\n        pass\n    except ValueError as size:\n        pass\n",
        "def go(max):\n    return max\n",
        "class A:\n    size = 3\n\n    def go(self, size=size):\n        return size\n",
    ],
)
def test_a_name_that_may_mean_something_else_stays(text):
    assert shared({"a.py": text}) == {"a.py": text}


def test_a_new_name_is_none_that_the_function_uses():
    text = "def go(first, second):\n    a = b = first\n    return a, b, second\n"
    assert shared({"a.py": text})["a.py"] == (
        "def go(c, d):\n    a = b = c\n    return a, b, d\n"
    )
