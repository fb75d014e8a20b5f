"""The dialogue about a step: the lights ask, the player answers."""

import random

from tourelle_host.fumble.eye import Eye, Look
from tourelle_host.fumble.gestures import Step
from tourelle_host.fumble.hand import Hand
from tourelle_host.fumble.history import History
from tourelle_host.fumble.proposals import LONG_MS, Proposals
from tourelle_host.fumble.retreat import retreat

PATIENCE = 12  # how often a player looks at the lights before giving up


class Dialogue:
    """One dialogue: it ends when the lights show all steps as taken, or the player gives up."""

    def __init__(self, hand: Hand, eye: Eye, history: History, rng: random.Random):
        self._hand = hand
        self._eye = eye
        self._history = history
        self._rng = rng
        self._proposals = Proposals(hand, rng)
        self._later: list[Step] = []  # steps to be made again after the unseen ones
        self._touched_at: Look | None = None  # what was seen before the last answer by touch
        self._waited = False  # to see whether the board takes the step by itself

    def hold(self) -> bool:
        """Look and answer until the lights show all steps; False if they never do."""
        history = self._history
        self._hand.wait()
        for _ in range(PATIENCE + 2 * len(history.unseen)):
            look = self._eye.look()
            if look.cells("unclear"):
                continue
            self._note(look)
            if history.unseen:
                self._answer(history.unseen[0], look)
            elif self._later:
                history.unseen.append(self._later.pop(0))
                self._hand.remake(history.unseen[0])
            else:
                return True
        return False

    # -- what the lights show

    def _note(self, look: Look) -> None:
        """Note the steps that the lights show as taken."""
        unseen = self._history.unseen
        for count in range(len(unseen), 0, -1):
            if self._is_taken(unseen[count - 1], look):
                self._history.take(count)
                return

    def _is_taken(self, step: Step, look: Look) -> bool:
        """Whether the lights show the step as the last one, with nothing left to do."""
        if look.cells("which", "proposed", "put-back", "remove", "in-hand"):
            return False
        for cell in look.cells("capture"):
            # A dead cell cannot tell by touch that the captured piece is off.
            if cell not in self._hand.dead or self._eye.glyphs(cell) != step.after[cell]:
                return False
        if step.placed:
            return look.whose(step.foot.filled[0]) == step.owner
        return look.shows(step) or self._is_over(look)

    def _is_over(self, look: Look) -> bool:
        """Whether the lights show only the owners of the pieces: the game is over."""
        owned = set(look.cells("winner", "turn"))
        return bool(owned) and len(owned) == len(look) and all(map(self._eye.glyphs, owned))

    # -- what they ask, in the order in which it is answered

    def _answer(self, step: Step, look: Look) -> None:
        """Do what the lights ask for; step: the first one that they do not show yet."""
        self._proposals.see(look)
        if self._hand.off:
            self._hand.tell(min(self._hand.off))
            return
        for answered in (self._decided, self._taken_off, self._led_back, self._gone_on):
            if answered(step, look):
                return
        taken = self._history.taken
        if taken and look.shows(taken[-1]):
            vain = self._in_vain(look)
            self._again()  # nothing of it has been felt
            if vain:
                self._proposals.insist()
        elif look.cells("last-move", "winner", "turn"):
            self._correct(look)
        else:
            self._hand.wait(LONG_MS)

    def _decided(self, step: Step, look: Look) -> bool:
        """Whether the lights asked which step was meant; if so, answers them."""
        if look.cells("proposed"):
            proposed = set(look.cells("proposed"))
            meant = [each for each in self._history.unseen if proposed == each.lit]
            self._proposals.answer(meant[0] if meant else step, look)
        elif not look.cells("which"):
            return False
        elif self._in_vain(look):
            self._proposals.ask()
        elif not self._choose(look):
            self._give_up_touching()
        return True

    def _taken_off(self, step: Step, look: Look) -> bool:
        """Whether they asked for captured pieces; if so, takes them off."""
        captured = look.cells("capture")
        if not self._history.captured.issuperset(captured):
            self._correct(look)  # the board has read a step that captures something else
        elif captured and self._in_vain(look):
            self._proposals.ask()  # it is off, though a switch says otherwise
        elif captured:
            self._hand.take_off(captured, self._history.unseen)
        else:
            return False
        return True

    def _led_back(self, step: Step, look: Look) -> bool:
        """Whether they asked for pieces to be put back; if so, does that."""
        back = set(look.cells("put-back", "remove"))
        last = self._history.unseen[-1]
        if back and back <= self._hand.dead:
            self._give_up_touching()
        elif back:
            self._again()
        elif last.placed and look.whose(last.foot.filled[0]):  # it has another owner's colour
            if self._in_vain(look):
                self._correct(look)
            else:
                self._hand.tell(last.foot.filled[0])
        else:
            return False
        return True

    def _gone_on(self, step: Step, look: Look) -> bool:
        """Whether a step is half made, or cannot be felt; if so, goes on with it."""
        held = look.cells("in-hand")
        if held and self._hand.dead.issuperset(held):
            self._give_up_touching()
        elif look.cells("in-hand", "touch") or (look.cells("may-land") and not step.silent):
            self._urge(look)
        elif self._history.lost(look):
            self._history.reopen()
            self._again()
        elif step.silent and not self._history.misread(look):
            self._tell_silent(step, look)
        else:
            return False
        return True

    # -- answers

    def _in_vain(self, look: Look) -> bool:
        """Whether a touch has just answered the same lights: that switch may not work.

        If not, these are to be answered by a touch now.
        """
        vain = look == self._touched_at
        self._touched_at = None if vain else look
        return vain

    def _give_up_touching(self) -> None:
        """No touch is answered: press OK if a switch is dead, else make the step again."""
        if self._hand.dead:
            self._proposals.ask()
        else:
            self._again()

    def _choose(self, look: Look) -> bool:
        """Touch a lit cell that tells which step this is, or which the one before was.

        False if there is none, or its switch is dead.
        """
        which = look.cells("which")
        for cells in self._telling(look):
            if any(cell in which for cell in cells):
                return self._hand.tell_one(cells, which)
        return False

    def _telling(self, look: Look) -> list[bytes]:
        """For each step that may be asked about, the likeliest first, the cells that tell it."""
        unseen = self._history.unseen
        before = [step for step in self._history.taken[-1:] if not step.silent]
        lit = {*look.cells("which", "in-hand", "may-land", "touch"), *self._hand.dead}
        first = unseen[0].foot
        begun = first.vacated and set(first.vacated) <= set(look.cells("in-hand"))
        origins = before[0].foot.vacated if before else b""
        if origins and lit.issuperset(origins) and not begun:
            steps = before + unseen  # its light was on, and the board asks about it again
        else:
            steps = unseen + before
        cells = [step.touched for step in steps if lit.issuperset(step.foot.vacated)]
        cells += [step.touched for step in before]
        cells.append(first.filled + first.vacated)
        return cells + [step.touched for step in unseen]

    def _urge(self, look: Look) -> None:
        """The board takes the step for unfinished: wait every other time, else touch its end."""
        self._waited = not self._waited
        ends = self._ends(look)
        if self._waited or not ends:
            self._hand.wait(LONG_MS)
        elif self._in_vain(look):
            self._proposals.ask()
        else:
            self._hand.tell(self._rng.choice(ends))

    def _ends(self, look: Look) -> list[int]:
        """The cells where a touch ends a step that is half made: the green ones, if there are."""
        held = set(look.cells("in-hand"))
        feet = [step.foot for step in self._history.unseen]
        begun = [foot for foot in feet if foot.vacated and held.issuperset(foot.vacated)]
        ends = [cell for foot in begun or feet for cell in foot.reached + foot.left]
        green = set(look.cells("touch") or look.cells("may-land", "may-attack"))
        return [cell for cell in ends if cell in green] or ends

    def _tell_silent(self, step: Step, look: Look) -> None:
        """Touch the cells of a step that no switch has felt."""
        vain = self._in_vain(look)
        late = step is self._history.late and not vain  # then these are its natural touches
        self._hand.tell(*step.touched, counts=not late)
        if vain:
            self._proposals.browse(step)
        elif late:
            self._history.late = None

    def _correct(self, look: Look) -> None:
        """The lights show another step than was made, or nothing at all."""
        first = self._history.unseen[0]
        vain = self._in_vain(look)
        self._hand.take_back()
        if vain:  # the correction has led to the same again
            self._hand.restore(first)
            self._hand.wait()
            self._hand.touch(*first.touched)
            self._proposals.insist()
            return
        which = self._eye.look().cells("which")
        for step in reversed(self._history.unseen):
            foot = step.foot
            if self._hand.tell_one(foot.reached + foot.via + foot.left + foot.vacated, which):
                return
        self._again()

    def _again(self) -> None:
        """Put everything back, and make the first unseen step again, the others later."""
        retreat(self._hand, self._eye, self._history)
        first, *others = self._history.unseen
        self._later[:0] = others
        self._history.unseen[:] = [first]
        self._hand.remake(first)
