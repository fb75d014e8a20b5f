"""Deliberate faults: deciders that each forget one rule. The checker has to find each of them."""

from typing import NamedTuple

from tourelle_host.together.decide import Decider
from tourelle_host.together.log import common, course


class PublishedBeforeKept(Decider):
    """What the board shows is taken for what its flash holds."""

    def _board(self, log):
        super()._board(log)
        self.own = course(self.rules, self._shown)
        self._believe(self.own)


class RetainedTrusted(Decider):
    """What the broker kept counts for more than a longer record."""

    def _record(self, record, retained):
        super()._record(record, retained)
        told = course(self.rules, record.log)
        if retained and record.player != self.me and told:
            self.best = told
            at = common(told.log, self.own.log)
            self._act("keep", self.own.mark, at, told.log[at:])


class EpochForgotten(Decider):
    """The record with more steps is the later one, whatever was taken back."""

    def _believe(self, told):
        if len(told.steps) > len(self.best.steps) or told is self.own:
            self.best = told


class WillWins(Decider):
    """A last will counts, also when who left has come back since."""

    def _newest(self, player, serial):
        return True


class NumbersNotChecked(Decider):
    """The record that is heard last is taken for the newest one."""

    def _counts(self, serial, known):
        return True


class AcceptedTwice(Decider):
    """An offer stands until it is withdrawn, and so also after it was accepted."""

    def _stands(self, kind, entry):
        return (kind == "resign" and super()._stands(kind, entry)) or entry[1] is not None

    def _agreed(self, now):
        undo = self.entries.get("undo")
        others = [self.heard.get(p, (0, {}))[1] for p in range(self.rules.players) if p != self.me]
        if undo and all(each.get("undo", (0, None))[1] == undo[1] for each in others):
            return "=undo %d" % undo[1]
        return super()._agreed(now)


class OldGenerationBelieved(Decider):
    """A device that no longer has its seat is listened to."""

    def _old(self, player, holder):
        return False


class ClaimOutlives(Decider):
    """A claim stays, whatever was written since."""

    def _claimed(self, claim):
        return claim is not None


class LateRecordRevives(Decider):
    """Records are told apart by their number alone, and not by the run that they are of."""

    def _counts(self, serial, known):
        return not known or (serial[:2], serial[3]) >= (known[:2], known[3])


class SpeaksFirst(Decider):
    """It says its record before it has heard what is there."""

    def _connected(self):
        super()._connected()
        self._listened = True


class Fault(NamedTuple):
    """decider: with the fault in it; theme: of the schedules in which it shows."""

    decider: type[Decider]
    theme: str = ""


FAULTS = {
    "published before kept": Fault(PublishedBeforeKept),
    "retained state trusted over a longer record": Fault(RetainedTrusted),
    "an epoch forgotten": Fault(EpochForgotten),
    "a will that wins over a return": Fault(WillWins),
    "numbers not checked": Fault(NumbersNotChecked, "offers"),
    "an offer accepted twice": Fault(AcceptedTwice),
    "an old generation believed": Fault(OldGenerationBelieved, "devices"),
    "a claim that outlives a kept step": Fault(ClaimOutlives, "claims"),
    "a withdrawn offer that a late record revives": Fault(LateRecordRevives, "offers"),
    "a bridge that speaks before it has listened": Fault(SpeaksFirst, "devices"),
}
