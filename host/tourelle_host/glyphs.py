"""Glyphs: how a piece is named where it is shown, its shape and its side's number: "d0", "t1"."""


def split(stack: str) -> list[str]:
    """The glyphs of a stack, "d0d1", one by one, the lowest first."""
    return [stack[at : at + 2] for at in range(0, len(stack), 2)]
