"""Steps that no switch feels: proposed when all their cells were touched, committed by one more."""

from tourelle.lights import BARRIER, MAY_ATTACK, MAY_LAND

RECENT = 5  # touches that count


class Proposals:
    """The latest touches, and the step that they propose.

    path    the moves of the proposed step, () if none is
    foot    its footprint
    pulses  how many pieces are then on its one cell; 0 where it has several cells
    hints   [(cell, lamp)]: what may be touched next
    """

    def __init__(self, ground):
        self._ground = ground
        self._touched: list = []
        self.forget()

    def forget(self):
        """No touch counts any more."""
        self._touched.clear()
        self.drop()

    def drop(self):
        """Nothing is proposed."""
        self.path = ()
        self.foot = None
        self.pulses = 0
        self.hints = []

    def cells(self):
        """The cells of the proposed step."""
        return _cells(self.foot)

    def confirms(self, cell):
        """Whether one more touch of the cell means the proposed step; of one with a single cell
        it does not."""
        foot = self.foot
        if foot is None or len(_cells(foot)) < 2:
            return False
        return cell in (foot.reached or foot.via or foot.filled)

    def touched(self, cell):
        """Take in a touch: what does it propose, or may it lead to?"""
        self._touched.append(cell)
        if len(self._touched) > RECENT:
            self._touched.pop(0)
        self.drop()

    def propose(self):
        """Look for what the latest touches propose; True if they do."""
        top = self._ground.top
        cell = self._touched[-1]
        best = 0
        for number, foot in top.feet([n for n in top.silent if n in top.about(cell)]):
            cells = _cells(foot)
            latest = self._latest(cells)
            # The last touch is of the target, where both ways are legal.
            rank = 0 if latest < 0 else 2 * latest + 1 + (cell in foot.reached)
            if rank > best:
                best = rank
                self.path = top.path(number)
                self.foot = foot
            if latest < 0:
                self._hint(cell, foot, cells)
        if self.path:
            self.hints = []
            self.pulses = self._count()
        return bool(self.path)

    def _latest(self, cells):
        """The first of the latest touches of all these cells; -1 if one was not touched."""
        first = len(self._touched)
        for cell in cells:
            at = len(self._touched) - 1
            while at >= 0 and self._touched[at] != cell:
                at -= 1
            first = min(first, at)
        return first

    def _hint(self, cell, foot, cells):
        """From the cell that a step leaves, or one beside an edge: where it may go."""
        if cell in foot.reached:
            return
        for other in cells:
            if other not in self._touched:
                lamp = MAY_LAND
                if other in foot.attacked:
                    lamp = MAY_ATTACK
                elif other in foot.via:
                    lamp = BARRIER
                self.hints.append((other, lamp))

    def _count(self):
        cells = _cells(self.foot)
        if len(cells) != 1:
            return 0
        position = self._ground.position
        for move in self.path:
            position.push(move)
        count = len(position.pieces(cells[0])) // 2
        for _ in self.path:
            position.pop()
        return count


def _cells(foot):
    return foot.left + foot.reached + foot.via
