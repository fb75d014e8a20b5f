"""Which tests are quick, for `make test`, and which deep, for `make test-deep`.

A test is quick unless it is marked `deep`, or the value of its parameter is. Tests of properties
run in both, with fewer and with more examples: see the profiles in conftest.py.
"""

from collections.abc import Iterable
from typing import Any

import pytest

ParameterSet = type(pytest.param())


def deep(*values: Any) -> list:
    """These values of a parameter, or tuples of several parameters, for `make test-deep`."""
    return [_marked(value) for value in values]


def first(count: int, values: Iterable[Any]) -> list:
    """The first so many values of a parameter as they are, and the others deep."""
    whole = list(values)
    return whole[:count] + deep(*whole[count:])


def _marked(value: Any) -> Any:
    if isinstance(value, ParameterSet):
        return value._replace(marks=[*value.marks, pytest.mark.deep])
    each = value if isinstance(value, tuple) else (value,)
    return pytest.param(*each, marks=pytest.mark.deep)


# Values of the parameter `vm`: where both VMs do the same, one of them is deep.
MICROPYTHON = pytest.param("micropython", marks=pytest.mark.needs_micropython)
ONE_VM = [MICROPYTHON, *deep("cpython")]
