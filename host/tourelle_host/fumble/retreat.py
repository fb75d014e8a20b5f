"""How a player gets back to where the board and the pieces agree."""

from tourelle_host.fumble.eye import Eye
from tourelle_host.fumble.hand import Hand
from tourelle_host.fumble.history import History


def retreat(hand: Hand, eye: Eye, history: History) -> None:
    """Put the pieces back to before the first unseen step, as far as the board agrees.

    Where it does not, the history changes, and there is another first unseen step.
    """
    hand.restore(history.unseen[0])
    for _ in range(3):
        hand.wait()
        look = eye.look()
        # With nothing held, `in-hand` is as wrong as the way back; but a number of
        # pieces is only for stacks that stand as the board thinks they do.
        wrong = look.cells("put-back", "remove", "in-hand")
        lit = {cell for cell in wrong if not look[cell].pulses and cell not in hand.dead}
        if lit and len(history.unseen) > 1 and lit <= history.unseen[0].cells:
            history.take()  # the board had taken that step
        elif lit:
            _go_further_back(lit, hand, history)
        elif history.misread(look):
            behind = history.lost(look)  # Undo was pressed once too often before
            history.reopen()
            if not behind:
                hand.press("undo")
        else:
            return
        hand.restore(history.unseen[0])


def _go_further_back(lit: set[int], hand: Hand, history: History) -> None:
    """The board is elsewhere: it has lost the latest steps on these cells, or misread something."""
    back: set[int] = set()
    for count in range(1, min(3, len(history.taken)) + 1):
        back |= history.taken[-count].cells
        if lit <= back:
            history.reopen(count)
            return
    hand.press("undo")
