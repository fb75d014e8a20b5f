"""The firmware's lines are counted as a reader would."""

import pytest

from tourelle_host import lengths

SOURCE = '''"""A module's docstring,
of two lines."""

# A comment.
VALUE = """a text
of three
lines"""  # that is none


class Some:
    """What it is."""

    def method(self):
        """What it does."""
        "an expression"
        return (
            1,
        )
'''


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("", 0),
        ("# only a comment\n\n", 0),
        ('"""only a docstring"""\n', 0),
        ("x = 1; y = 2\n", 1),
        (SOURCE, 9),
    ],
)
def test_lines_of_code_are_neither_blank_comment_nor_docstring(source, count):
    assert lengths.code_lines(source) == count
