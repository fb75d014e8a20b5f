"""A table shared with boards elsewhere: which steps are firm, what is kept, what is offered.

Loaded when a side's player is away. A bridge, which is a host, carries messages between the boards
and decides about them: docs/together.md. This board accepts nothing before its flash holds it. It
gives no side away: only the bridge plays for somebody elsewhere.
"""

import binascii

from tourelle import games
from tourelle.clock import elapsed, later
from tourelle.games.position import digits, is_number
from tourelle.kernels import const
from tourelle.play import OVER, PLAY
from tourelle.player import Player
from tourelle.players import Players
from tourelle.sound import QUESTION
from tourelle.timers import SOON
from tourelle.who import AWAY

FIRM_MS = 1000  # a step that has stood for this long with nothing in the hand is firm
_LINE = const(600)  # most bytes of words in a line of the link or the journal
_LONGEST = const(400)  # most bytes of a note
_ASKED = ("none", "draw", "rematch")


def obey(players, word, rest):
    """Carry out a bridge's `table` command; ValueError.

    players: who sits at the board; None if there is no game.
    """
    if not isinstance(players, Shared):
        raise ValueError("no table is shared; begin with: table share SIDES")
    if word not in _COMMANDS:
        known = " ".join(sorted(("share",) + tuple(_COMMANDS)))
        raise ValueError("no table '%s'; there are: %s" % (word, known))
    _COMMANDS[word](players, rest)


def mark(words):
    """How many words a log has, and their checksum: what board and bridge compare."""
    return "%d %08x" % (len(words), binascii.crc32("\n".join(words).encode()) & 0xFFFFFFFF)


def standing(words):
    """(texts of the steps that stand, "=draw" or "=lost P" if players ended the game, else "")."""
    steps: list = []
    end = ""
    for word in words:
        if word[:1] != "=":
            steps.append(word)
        elif word[:6] == "=undo ":
            del steps[_number(word[6:]) :]
            end = ""
        elif word == "=draw" or word[:6] == "=lost ":
            end = word
    return steps, end


def _in_lines(words):
    """Yields the words joined by commas, as many at a time as fit into a line."""
    text = ""
    for word in words:
        if text and len(text) + len(word) >= _LINE:
            yield text
            text = ""
        text += "," + word if text else word
    if text:
        yield text


def _number(text):
    if not is_number(text):
        raise ValueError("'%s' is not a number" % text)
    return digits(text)


class Away(Player):
    """Somebody at another board. The bridge plays their steps."""

    text = AWAY
    absence = "The player of this side is gone; the game waits."

    def be_gone(self, gone):
        """Set `gone`, as the bridge tells it; returns whether the player has just left."""
        left = gone and not self.gone
        self.gone = gone
        return left

    def accepts_undo(self):
        return False


class Shared(Players):
    """The `Players` of a shared table.

    The log is everything that was kept, including what was taken back. The journal holds it in two
    parts: `past`, up to the last word that is not a step that stands, and then the game's steps.

    firm   how many steps are in the flash; nobody here replaces them
    """

    def __init__(self, play, journal, outputs):
        super().__init__(play, journal, outputs)
        self.firm = play.step_count  # barring a side, which comes next, hardens the last one
        self._offered = ""  # what a person here has offered
        sides = play.sides()
        for letter, who in journal.kept("seat"):  # now, since no hand may play for them meanwhile
            if who == AWAY and letter in sides:
                self.by_side[sides.index(letter)] = Away()

    # -- who plays

    def stays(self, position):
        return False  # another game is not of this table

    def seat(self, letter, text):
        sides = self._play.sides()
        there = letter in sides and isinstance(self.by_side[sides.index(letter)], Away)
        if there and text != AWAY:
            raise ValueError("the player of %s is at another board" % letter)
        super().seat(letter, text)

    def _player(self, text):
        return Away() if text == AWAY else super()._player(text)

    # -- what is kept

    def _log(self):
        """The words of the log, as far as it is firm."""
        past = self._past()
        steps, _ = standing(past)
        return past + self._journal.excerpt(1, self.firm)[len(steps) :]

    def _past(self):
        """The words up to the last one that is not a step that stands."""
        words: list = []
        for _, part in self._journal.kept("past"):
            words += part.split(",") if part else []
        return words

    def make_firm(self):
        """Make all steps firm: write them, and tell the bridge when the flash has them."""
        play = self._play
        self.firm = play.step_count
        play.harden()
        self._tell_kept()

    def _tell_kept(self):
        self._journal.finish()
        if not self._journal.full:  # else the board has said that nothing is recorded
            self._report.emit("kept", mark(self._log()))

    def keep(self, rest):
        """The bridge's "COUNT HASH AT WORD,WORD...": keep AT words of this log, then add these."""
        count, checksum, at, words = (rest.split(" ", 3) + ["", "", ""])[:4]
        log = self._log()
        if mark(log) != count + " " + checksum:
            self._tell_kept()  # the bridge does not know this log yet
            return
        if _number(at) > len(log):
            raise ValueError("the log has %d words, not %s" % (len(log), at))
        made = log[: _number(at)] + (words.split(",") if words else [])
        steps, end = standing(made)
        self._check(steps, end)
        grown = len(made) >= len(log) and made[: len(log)] == log
        if not grown or "=" in words:
            self._journal.at_once(lambda: self._replace(made, steps, end))
        else:
            self._carry_out(steps, end)
        if "=undo" in words:
            self._withdraw()
        elif made != log:
            self._lapse()
        self.firm = self._play.step_count
        if self._play.mode == PLAY:
            self._play.lead()
        self._tell_kept()

    def _replace(self, made, steps, end):
        """Replace the log by `made`, whose steps and end are given, too."""
        last = len(made)
        while last and made[last - 1][0] != "=":
            last -= 1
        self._keep_past(made[:last])  # first: there may be no room for it
        self._carry_out(steps, end)

    def _check(self, steps, end):
        """ValueError if one of the steps is illegal, or the player who lost plays no side."""
        position = games.read(self._journal.start)
        for text in steps:
            position.push(position.parse_move(text))
        if end[6:] and not self._sides_of(end[6:]):
            raise ValueError("nobody plays as %s" % end[6:])

    def _keep_past(self, words):
        """Put these words into the journal, in lines that are short enough."""
        lines = list(_in_lines(words))
        lines += [""] * (len(self._journal.kept("past")) - len(lines))  # empties the old lines
        for number, text in enumerate(lines):
            self._journal.keep("past", str(number), text)

    def _carry_out(self, steps, end):
        """Go back to where the game departs from these steps, play the rest, and the end if any."""
        play = self._play
        play.game.hear_offer("")
        if play.game.agreed():
            play.game.reopen()
        stands = self._journal.excerpt(1, play.step_count)
        same = 0
        while same < min(len(steps), len(stands)) and steps[same] == stands[same]:
            same += 1
        while play.step_count > same:
            play.take_back()
        for text in steps[same:]:
            play.play_shown(play.position.parse_move(text))
        play.finish()
        if end and play.mode == PLAY:
            play.agree(self._sides_of(end[6:]))

    def _sides_of(self, player):
        """The sides that this player plays; "": none. The note `sides` has each side's player."""
        players = dict(self._journal.kept("note")).get("sides", "")
        return [side for side in range(len(players)) if players[side] == player]

    def note(self, rest):
        """The bridge's "NAME VALUE": the journal keeps it for the bridge."""
        name, _, value = rest.partition(" ")
        if not name or not value or len(rest.encode()) > _LONGEST:
            raise ValueError("note NAME VALUE, of at most %d bytes" % _LONGEST)
        self._journal.keep("note", name, value)
        self._journal.finish()
        if not self._journal.full:
            self._report.emit("noted", rest)

    def log(self, rest):
        """The words from that number on, as many as fit; the notes come before word 0."""
        first = _number(rest)
        if not first:
            for name, value in self._journal.kept("note"):
                self._report.emit("note", name, value)
        self._report.emit("log", first, next(_in_lines(self._log()[first:]), "none"))

    def tell(self):
        super().tell()
        self._tell_kept()

    def reopened(self, position):
        super().tell()  # not what is kept: that is changing

    # -- time

    def act(self, now, waiting):
        play = self._play
        if play.mode == OVER and self.firm < play.step_count:
            self.make_firm()
        at = super().act(now, waiting)
        if not play.ready_for_step() or self.firm == play.step_count:
            return at
        if self._resting_since is None:
            return at or SOON
        firm_at = later(self._resting_since, FIRM_MS)
        if elapsed(now, firm_at) >= 0:
            self.make_firm()
            return SOON
        return firm_at if at is None or (at >= 0 and elapsed(at, firm_at) > 0) else at

    def away(self, rest):
        """The bridge's "LETTERS": the players of these sides are gone; "none": all are there."""
        play = self._play
        letters = () if rest == "none" else rest.split(" ")
        sides = play.sides()
        if not all(letter in sides for letter in letters):
            raise ValueError("away none, or sides of the game; not '%s'" % rest)
        for side, player in enumerate(self.by_side):
            if isinstance(player, Away) and player.be_gone(sides[side] in letters):
                play.warn(player.absence)
        play.relight()

    # -- what is offered, here and elsewhere

    def _offer(self, what):
        """Offer this to the others, in place of what was offered before."""
        if self._offered not in ("", what):
            self._withdraw()
        if self.firm < self._play.step_count:
            self.make_firm()  # it is offered in the position as it stands here
        self._offered = what
        self._report.emit("offer", what)
        self._report.say("It is offered to the others.")

    def _withdraw(self):
        """Withdraw what is offered to the others, if anything."""
        if self._offered:
            self._report.emit("withdraw", self._offered.split(" ")[0])
            self._offered = ""

    def _withdraw_offer(self):
        """A person withdraws what is offered to the others; False if nothing is."""
        if not self._offered:
            return False
        self._withdraw()
        self._report.say("The offer is withdrawn.")
        return True

    def ask(self, rest):
        """Ask here what is offered elsewhere: the bridge's "undo N", "draw", "rematch", "none"."""
        play = self._play
        kind, _, count = rest.partition(" ")
        if not (rest in _ASKED or (kind == "undo" and is_number(count))):
            raise ValueError("ask undo N, draw, rematch or none; not '%s'" % rest)
        if rest == "draw" and play.mode == OVER:
            return  # who asks does not know of the end yet
        if rest != "none":
            if rest != self._offered:
                play.game.hear_offer(rest)
                self._sound.play(QUESTION)
        elif play.game.offered != "resign":  # which a person here offers
            play.game.hear_offer("")
        play.relight()

    def moved(self, position, played):
        super().moved(position, played)
        self._lapse()

    def _lapse(self):
        """What is offered was meant for the position as it was, unless somebody gives up."""
        if self._offered != "resign":
            self._withdraw()

    def ended(self, number, position, verdict, agreed):
        super().ended(number, position, verdict, agreed)
        self._offered = ""

    def left(self):
        self._withdraw()
        super().left()

    def close(self):
        self._withdraw()
        super().close()

    def offer(self, what):
        if what == "draw":
            self._offer(what)
        else:
            super().offer(what)  # a person confirms it

    def again(self):
        if not self._withdraw_offer():
            self._offer("rematch")
        return True

    def resign(self):
        self._offer("resign")

    def confirm(self):
        play = self._play
        what = play.game.offered
        if what:
            play.game.hear_offer("")
            self._offer(what)
        elif play.rests() and self.firm < play.step_count:
            self.make_firm()
        else:
            super().confirm()

    def undo(self, whole_turn):
        play = self._play
        pending = play.mode == PLAY or play.game.offered
        if (pending and self.cancel()) or self._withdraw_offer():
            return
        if self.hint is not None:
            super().undo(whole_turn)
        elif play.mode == PLAY and self.firm < play.step_count:
            least = play.game.before_turn() if whole_turn else play.step_count - 1
            while play.step_count > max(least, self.firm):
                play.take_back()
        else:
            self._undo_to(play.game.before_decision(self._their_sides(), whole_turn))

    def _ask_undo(self, back_to):
        self._offer("undo %d" % back_to)

    def _play_for(self, texts):
        if isinstance(self._mover(), Away):
            raise ValueError("the player of this side is at another board")
        super()._play_for(texts)


_COMMANDS = {
    "keep": Shared.keep,
    "note": Shared.note,
    "log": Shared.log,
    "ask": Shared.ask,
    "away": Shared.away,
}
