"""The player: makes one step after another, and answers what the lights ask."""

import random

from tourelle.grids import NONE
from tourelle_host.fumble.eye import Look, look
from tourelle_host.fumble.gestures import Step
from tourelle_host.fumble.hand import SEEN_MS, Hand
from tourelle_host.fumble.referee import Tally
from tourelle_host.fumble.slips import Fumbler
from tourelle_host.fumble.table import Table

PATIENCE = 12  # how often a player looks at the lights before giving up
LONG_MS = 3500  # extra time that a player waits when there is nothing new to see


class Player(Hand):
    """A hand and its eye at a table.

    It sees the pieces and the lights, and knows which step it wants to make.
    """

    def __init__(self, table: Table, fumbler: Fumbler, rng: random.Random, tally: Tally):
        super().__init__(table, rng, tally)
        self._fumbler = fumbler
        self._sides = ""
        self._open: list[Step] = []  # steps made, but not yet seen to be taken
        self._later: list[Step] = []  # steps to be made again after those
        self._seen: list[Step] = []  # steps seen to be taken
        self._confirmed = False
        self._waited = False  # to see whether the board takes the step by itself
        self._pressed_ok = False  # what is proposed next is the board's answer to it
        self._turning = NONE  # the cell that is touched repeatedly to go through the proposals
        self._tried: set[int] = set()  # cells tried that way
        self._touched_at: Look | None = None  # what was seen before the last answer by touch
        self._late: Step | None = None  # the step whose only sign, its touches, was left out
        self._stuck: set[int] = set()  # cells whose switches stick unnoticed
        self._placed: tuple = ()  # (cell, letter of the owner) of a piece from the box

    def sit(self, sides: str) -> None:
        """A game begins, whose sides have these letters."""
        self._sides = sides
        self._placed = ()
        self._seen.clear()
        self._open.clear()
        self._later.clear()
        self._off.clear()
        for cell in self._dead | self._stuck:
            self._table.do(f"free {self._name(cell)}")
        self._dead.clear()
        self._stuck.clear()

    def make(self, step: Step, watch: bool) -> bool:
        """Make a step. watch: look until the lights show it; False if they never do."""
        placed = self._name(self._placed[0]) if self._placed else ""
        for line in self._fumbler.lines(step):
            if not self._try(line):
                continue
            word, *rest = line.split()
            if rest[-1] == "askew":
                self._off.add(self._table.grid.cell(rest[0]))
                continue
            if word in ("nudge", "drop", "lift"):
                self._off.discard(self._table.grid.cell(rest[0]))
            if word in ("nudge", "drop") and rest[0] == placed:
                self._look_after_it()
        self._placed = (step.foot.filled[0], step.owner) if step.placed else ()
        if self._fumbler.forgot and step.silent:
            self._late = step
        self._open.append(step)
        return not watch or self._see_it_through()

    @property
    def unseen(self) -> int:
        """How many steps the player has made without looking whether the board took them."""
        return len(self._open)

    @property
    def faulty(self) -> bool:
        """Whether a switch has died, or sticks."""
        return bool(self._dead or self._stuck)

    def lose_a_switch(self) -> None:
        """A switch under a piece dies; OK tells the board that the piece is still there.

        Not under a piece that was just put down: that would look like taking it back.
        """
        spared = self._dead.union(*(step.cells for step in self._seen[-1:]))
        alive = [c for c in range(self._table.grid.size) if self._glyphs(c) and c not in spared]
        if not alive:
            return
        cell = self._rng.choice(alive)
        self._table.do(f"stuck {self._name(cell)} open")
        self._dead.add(cell)
        asked = False
        for _ in range(PATIENCE):
            self._table.wait(2 * LONG_MS)
            seen = look(self._table, self._sides)
            if self._misread(seen) or (asked and seen.cells("which", "proposed")):
                self._table.do("press undo")  # nobody has made that step
            elif seen.cells("which", "put-back", "in-hand") or cell in seen.cells("may-land"):
                self._table.do("press ok")
                asked = True
            else:
                break

    def have_stuck(self, count: int) -> None:
        """This many switches stick closed near the last step, and nobody knows."""
        last = self._seen[-1].cells if self._seen else set()
        beside = {n for cell in last for n in self._table.grid.neighbours(cell)} | last
        cells = [c for c in sorted(beside) if self._glyphs(c)]
        for cell in self._rng.sample(cells, min(count, len(cells))):
            self._table.do(f"stuck {self._name(cell)} closed")
            self._stuck.add(cell)

    def finish(self) -> bool:
        """The game is over: look until the lights show all steps; False if they never do."""
        return not self._open or self._see_it_through()

    def _look_after_it(self) -> None:
        """The piece placed last has been nudged: does its light still show its owner?"""
        cell, owner = self._placed
        self._table.wait(SEEN_MS)
        if look(self._table, self._sides).whose(cell) not in ("", owner):
            self._nudge(cell)

    # -- what the lights ask

    def _see_it_through(self) -> bool:
        """Look and answer until the lights show all steps."""
        self._table.wait(SEEN_MS)
        self._confirmed = self._pressed_ok = self._waited = False
        self._turning = NONE
        self._tried.clear()
        self._touched_at = None
        for _ in range(PATIENCE + 2 * len(self._open)):
            seen = look(self._table, self._sides)
            if seen.cells("unclear"):
                continue
            self._note(seen)
            if self._open:
                self._answer(self._open[0], seen)
            elif self._later:
                self._open.append(self._later.pop(0))
                self._remake(self._open[0])
            else:
                return True
        return False

    def _note(self, seen: Look) -> None:
        """Note the steps that the lights show as taken."""
        for number in reversed(range(len(self._open))):
            if self._taken(self._open[number], seen):
                self._seen += self._open[: number + 1]
                del self._open[: number + 1]
                return

    def _taken(self, step: Step, seen: Look) -> bool:
        """Whether the lights show the step as the last one, with nothing left to do."""
        if seen.cells("which", "proposed", "put-back", "remove", "in-hand"):
            return False
        for cell in seen.cells("capture"):
            # A dead cell cannot tell by touch that the captured piece is off.
            if cell not in self._dead or self._glyphs(cell) != step.after[cell]:
                return False
        if step.placed:
            return seen.whose(step.foot.filled[0]) == step.owner
        return self._shown(step, seen) or self._over(seen)

    def _shown(self, step: Step, seen: Look) -> bool:
        """Whether the lights show this as the last step, or show where its piece may go on to."""
        mine = step.cells - set(step.foot.captured)
        # A piece that it laid on the way is shown in its owner's colour.
        mine -= {cell for cell in step.laid if seen.whose(cell) == step.owner}
        shown = set(seen.cells("last-move"))
        # Where nothing else is lit, only a step on one cell is possible.
        here = bool(shown) or len(mine) == 1
        return here and shown <= mine - step.laid and mine <= shown | set(seen.cells("can-move"))

    def _over(self, seen: Look) -> bool:
        """Whether the lights show only the owners of the pieces: the game is over."""
        owned = set(seen.cells("winner", "turn"))
        return bool(owned) and len(owned) == len(seen) and all(self._glyphs(c) for c in owned)

    def _answer(self, step: Step, seen: Look) -> None:
        """Do what the lights ask for; step: the first one that they do not show yet."""
        self._pressed_ok = self._pressed_ok and bool(seen.cells("proposed"))
        if self._off:
            self._nudge(min(self._off))
            self._table.wait(SEEN_MS)
            return
        for answered in (self._decided, self._taken_off, self._led_back, self._gone_on):
            if answered(step, seen):
                return
        if self._seen and self._shown(self._seen[-1], seen):
            vain = self._in_vain(seen)
            self._again()  # nothing of it has been felt
            if vain:
                self._insist()
        elif seen.cells("last-move") or seen.cells("winner", "turn"):
            self._correct(seen)
        else:
            self._table.wait(LONG_MS)

    def _decided(self, step: Step, seen: Look) -> bool:
        """Whether the lights asked which step was meant; if so, answers them."""
        if seen.cells("proposed"):
            proposed = set(seen.cells("proposed"))
            meant = [s for s in self._open if proposed == s.cells - set(s.foot.captured)]
            self._meant(meant[0] if meant else step, seen)
        elif not seen.cells("which"):
            return False
        elif self._in_vain(seen):
            self._press_ok()
        elif not self._choose(seen):
            self._give_up_touching()
        return True

    def _taken_off(self, step: Step, seen: Look) -> bool:
        """Whether they asked for captured pieces; if so, takes them off."""
        if not self._captured.issuperset(seen.cells("capture")):
            self._correct(seen)  # the board has read a step that captures something else
        elif seen.cells("capture") and self._in_vain(seen):
            self._press_ok()  # it is off, though a switch says otherwise
        elif seen.cells("capture"):
            self._take_off(seen.cells("capture"), self._open)
        else:
            return False
        return True

    def _led_back(self, step: Step, seen: Look) -> bool:
        """Whether they asked for pieces to be put back; if so, does that."""
        if self._dead & set(seen.cells("put-back", "remove")) and not self._amiss(seen):
            self._give_up_touching()
        elif seen.cells("put-back", "remove"):
            self._again()
        elif self._open[-1].placed and seen.whose(self._open[-1].foot.filled[0]):
            if self._in_vain(seen):
                self._correct(seen)
            else:
                self._nudge(self._open[-1].foot.filled[0])
                self._table.wait(SEEN_MS)
        else:
            return False
        return True

    def _gone_on(self, step: Step, seen: Look) -> bool:
        """Whether a step is half made, or cannot be felt; if so, goes on with it."""
        if seen.cells("in-hand") and self._dead.issuperset(seen.cells("in-hand")):
            self._give_up_touching()
        elif seen.cells("in-hand", "touch") or (seen.cells("may-land") and not step.silent):
            self._urge(seen)
        elif self._lost(seen):
            self._open.insert(0, self._seen.pop())
            self._again()
        elif step.silent and not self._misread(seen):
            touches = self._tally.touches
            for cell in step.touched:
                self._nudge(cell)
            self._table.wait(SEEN_MS)
            if self._in_vain(seen):
                self._turn_through(step)
            elif step is self._late:
                self._tally.touches = touches  # count only touches beyond the natural gesture
                self._late = None
        else:
            return False
        return True

    @property
    def _captured(self) -> set[int]:
        """The cells from which the open steps capture something."""
        return {cell for step in self._open for cell in step.foot.captured}

    def _amiss(self, seen: Look) -> bool:
        """Whether the lights want pieces moved on cells that can feel it."""
        return not self._dead.issuperset(seen.cells("put-back", "remove"))

    def _give_up_touching(self) -> None:
        """No touch is answered: press OK if a switch is dead, else make the step again."""
        if self._dead:
            self._press_ok()
        else:
            self._again()

    def _in_vain(self, seen: Look) -> bool:
        """Whether the last touch changed nothing: that switch may not work."""
        vain = seen == self._touched_at
        self._touched_at = None if vain else seen
        return vain

    def _press_ok(self) -> None:
        """Have the board take what it sees, or propose possible steps."""
        self._pressed_ok = True
        self._tally.touches += 1
        self._table.do("press ok")
        self._table.wait(SEEN_MS)

    def _insist(self) -> None:
        """A switch may stick: OK twice after a touch has the board propose possible steps."""
        self._press_ok()
        self._press_ok()

    def _turn_through(self, step: Step) -> None:
        """Touch a cell of the step again: the board proposes each step that is possible there."""
        cells = step.touched if len(step.touched) > 1 else b""
        for cell in reversed(cells):
            if cell not in self._tried:
                self._tried.add(cell)
                for _ in range(3):
                    self._nudge(cell)
                self._table.wait(SEEN_MS)
                self._turning = cell
                return
        self._insist()

    def _lost(self, seen: Look) -> bool:
        """Whether the lights show that the last step taken is no longer taken."""
        shown = [self._shown(step, seen) for step in self._seen[-2:]]
        return shown == [True, False]

    def _misread(self, seen: Look) -> bool:
        """Whether the lights show another step than the last one taken."""
        return bool(self._seen and seen.cells("last-move")) and not self._shown(
            self._seen[-1], seen
        )

    def _urge(self, seen: Look) -> None:
        """The board takes the step for unfinished: wait once, then touch the step's end."""
        held = set(seen.cells("in-hand"))
        feet = [step.foot for step in self._open]
        lit = [foot for foot in feet if foot.vacated and held.issuperset(foot.vacated)]
        marks = [cell for foot in lit or feet for cell in foot.reached + foot.left]
        green = set(seen.cells("touch") or seen.cells("may-land", "may-attack"))
        marks = [cell for cell in marks if cell in green] or marks
        self._waited = not self._waited
        if marks and not self._waited and self._in_vain(seen):
            self._press_ok()
        elif marks and not self._waited:
            self._nudge(self._rng.choice(marks))
            self._table.wait(SEEN_MS)
        else:
            self._table.wait(LONG_MS)

    def _meant(self, step: Step, seen: Look) -> None:
        """Confirm a proposal that is meant; otherwise reject it, or wait until it goes out."""
        proposed = seen.cells("proposed")
        pressed_ok, self._pressed_ok = self._pressed_ok, False
        counted = [cell for cell in proposed if seen[cell].pulses and cell not in step.foot.via]
        other = any(seen[cell].pulses != len(step.after[cell]) // 2 for cell in counted)
        if (pressed_ok and other) or set(proposed) != step.cells - set(step.foot.captured):
            self._pressed_ok = pressed_ok
            again = [c for c in proposed if c in step.touched and c not in self._dead]
            if pressed_ok:
                self._table.do("press undo")  # not that step
                self._table.wait(SEEN_MS)
            elif self._turning in proposed:
                self._nudge(self._turning)  # go to the next proposal
                self._table.wait(SEEN_MS)
            elif again and self._dead & step.cells:
                self._nudge(again[-1])
                self._table.wait(SEEN_MS)
            else:
                self._turning = again[-1] if again else NONE  # in case it is proposed again
                self._table.wait(LONG_MS)
            return
        once = not self._confirmed  # this is part of the natural gesture
        self._confirmed = True
        if not once:
            self._tally.touches += 1
        by_touch = once and len(proposed) > 1 and step.foot.reached and self._rng.random() < 0.5
        if by_touch and self._turning == NONE:
            self._table.do(f"touch {self._name(step.foot.reached[-1])}")
        else:
            self._table.do("press ok")
        self._table.wait(SEEN_MS)

    def _choose(self, seen: Look) -> bool:
        """Touch a lit cell that tells which step this is, or which the one before was.

        False if there is none, or its switch is dead.
        """
        which = seen.cells("which")
        lit = {*seen.cells("which", "in-hand", "may-land", "touch"), *self._dead}
        before = [step for step in self._seen[-1:] if not step.silent]
        steps = self._open + before
        held = self._open[0].foot.vacated
        mine = bool(held) and set(held) <= set(seen.cells("in-hand"))
        if (
            not mine
            and before
            and before[0].foot.vacated
            and all(c in lit for c in before[0].foot.vacated)
        ):
            steps = before + self._open  # its light was on, and the board asks about it again
        ways = [step.touched for step in steps if all(c in lit for c in step.foot.vacated)]
        ways += [step.touched for step in before]
        ways.append(self._open[0].foot.filled + self._open[0].foot.vacated)
        ways += [step.touched for step in self._open]
        for cells in ways:
            if any(cell in which for cell in cells):
                return self._touch_one(cells, which)
        return False

    def _correct(self, seen: Look) -> None:
        """The lights show another step than was made, or nothing at all."""
        self._tally.corrected += 1
        vain = self._in_vain(seen)
        self._table.do("press undo")
        self._table.wait(SEEN_MS)
        if vain:  # the correction has led to the same again
            self._restore(self._open[0])
            self._table.wait(SEEN_MS)
            for cell in self._open[0].touched:
                self._nudge(cell)
            self._insist()
            return
        which = look(self._table, self._sides).cells("which")
        for step in reversed(self._open):
            foot = step.foot
            if self._touch_one(foot.reached + foot.via + foot.left + foot.vacated, which):
                return
        self._again()

    def _again(self) -> None:
        """Put everything back, and make the first open step again, then the others."""
        self._restore(self._open[0])
        for _ in range(3):
            self._table.wait(SEEN_MS)
            seen = look(self._table, self._sides)
            # With nothing in the hand, `in-hand` is as wrong as the way back; but a number of
            # pieces is only for stacks that stand as the board thinks they do.
            wrong = seen.cells("put-back", "remove", "in-hand")
            lit = {cell for cell in wrong if not seen[cell].pulses and cell not in self._dead}
            if not lit and not self._misread(seen):
                break
            if not lit:
                behind = self._lost(seen)  # Undo was pressed once too often before
                self._open.insert(0, self._seen.pop())
                if not behind:
                    self._table.do("press undo")
                    self._table.wait(SEEN_MS)
            elif len(self._open) > 1 and lit <= self._open[0].cells:
                self._seen.append(self._open.pop(0))  # the board had taken that step
            else:
                self._go_further_back(lit)
            self._restore(self._open[0])
        self._later[:0] = self._open[1:]
        del self._open[1:]
        self._remake(self._open[0])

    def _go_further_back(self, lit: set[int]) -> None:
        """The board is not where the hand is: earlier steps were undone, or misread."""
        back: set[int] = set()
        for count in range(1, min(3, len(self._seen)) + 1):
            back |= self._seen[-count].cells
            if lit <= back:
                self._open[:0] = self._seen[-count:]
                del self._seen[-count:]
                return
        self._table.do("press undo")
        self._table.wait(SEEN_MS)
