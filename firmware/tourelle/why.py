"""Explains why the hands are led back, or a step is illegal. Loaded when a host asks."""

from tourelle.games import reasons
from tourelle.reading.line import OWED


def of(reader, step):
    """A sentence, or "". step: in the notation; "": what the hands have done. TextError."""
    position = reader.line.position
    if step:
        return reasons.of_step(position, step)
    if reader.view.leading.on:
        return ""  # they are led by an undo, or to a step that no hand made
    line, tokens = reader.line, reader.tokens
    lifted = []
    put = []
    for cell in range(len(line.closed)):
        if position.occupancy[cell] and not line.closed[cell]:
            lifted.append(cell)
        elif line.left_out[cell] == OWED:
            continue  # a captured piece that is still there: no hand put that down
        elif line.closed[cell] and (
            not position.occupancy[cell] or tokens.touched(cell, reader.evidence.since, tokens.seq)
        ):
            put.append(cell)
    if not lifted and not put:
        return ""
    lifted.sort(key=tokens.change)
    put.sort(key=tokens.change)
    return reasons.of_hands(position, lifted, put)
