"""The rules by which boards share a game: one test a rule, each told by messages alone."""

from typing import Any

import pytest

from together.rules import Rules
from tourelle_host.together.decide import AGAIN_S, GONE_S, QUIET_S, TRUST_S, Decider
from tourelle_host.together.log import course, later, mark


def journal(player=0, players=2, log=(), **more):
    """What a board's flash holds of a game; each player's first device is 10 and its number."""
    holders = tuple((1, 10 + each) for each in range(players))
    kept = {"game": "g", "log": log, "generation": 1, "device": 10 + player, "run": 1}
    return {**kept, "holders": holders, "claim": None, "verdict": None, **more}


class Home:
    """A player's board, whose flash takes at once what it is told, and the bridge."""

    def __init__(self, player=0, players=2, log=(), **more):
        kept = journal(player, players, tuple(log), **more)
        self.bridge = Decider(player, Rules(players), kept, wait=60)
        self.log = tuple(log)
        self.said = []
        self.noted = {}
        self.published: Any = None

    def hear(self, *event):
        """The acts that follow; those for the board are carried out."""
        acts = self.bridge.decide(event)
        for act in acts:
            if act[0] == "publish":
                self.published = act[1]
            elif act[0] == "note":
                self.noted[act[1]] = act[2]
            elif act[0] == "say":
                self.said.append(act[1:])
        for act in acts:
            if act[0] == "keep" and act[1] == mark(self.log):
                self.keep(*self.log[: act[2]], *act[3])
        return acts

    def keep(self, *log):
        """The board's flash holds this."""
        self.log = log
        self.hear("board", log)
        self.hear("kept", *mark(log))

    def connect(self):
        self.hear("connected")
        self.hear("echo")
        return self

    def tell(self, other, retained=False):
        """What this one has published comes to the other."""
        other.hear("record", self.published, retained)

    def wait(self, player, seconds=60):
        """That player is gone for this long."""
        serial = (1, 10 + player, 1, 1)
        self.hear("here", player, serial, False)
        self.hear("passed", seconds)


def both(log=(), players=2):
    """All players at home, connected, with the same log."""
    homes = [Home(player, players, log).connect() for player in range(players)]
    talk(*homes)
    return homes


def talk(*homes):
    """Each hears what the others have published, until nothing changes."""
    for _ in range(4):
        for one in homes:
            for other in homes:
                if one is not other:
                    one.tell(other)


# -- steps


def test_only_what_is_kept_is_published():
    home = Home().connect()
    home.hear("board", ("1",))
    assert home.published.log == ()
    home.hear("kept", *mark(("1",)))
    assert home.published.log == ("1",)


def test_a_step_of_another_is_kept_at_once():
    one, other = both()
    one.keep("1")
    talk(one, other)
    assert other.log == ("1",)


def test_a_step_made_without_a_network_is_told_later():
    one, other = both()
    one.hear("cut")
    one.keep("1")
    assert one.published.log == ()
    one.connect()
    one.tell(other)
    assert other.log == ("1",)


def test_a_flash_that_holds_something_else_is_read():
    home = Home(log=("1",))
    assert ("read",) in home.hear("kept", 1, 12345)
    assert home.bridge.own.log == ("1",)


def test_a_step_that_the_rules_forbid_is_not_followed():
    one, other = both()
    strange = one.published._replace(log=("nonsense",), number=9)
    other.hear("record", strange, False)
    assert other.log == ()


def test_a_record_of_another_game_is_not_followed():
    one, other = both()
    other.hear("record", one.published._replace(log=("1",), game="another", number=9), False)
    assert other.log == ()


def test_ones_own_steps_are_not_taken_from_others():
    one, other = both()
    one.hear("record", other.published._replace(log=("1",), number=9), False)
    assert one.log == ()


def test_a_retained_record_is_not_trusted_over_a_longer_one():
    one, other = both()
    early = one.published
    one.keep("1")
    talk(one, other)
    other.hear("record", early, True)
    assert other.log == ("1",) and other.bridge.best.log == ("1",)


# -- taking back, draws, giving up


def test_an_agreed_take_back_begins_a_new_epoch():
    one, other = both(("1", "2", "3"))
    one.hear("offer", "undo", 1)
    one.tell(other)
    assert ("offers", [(0, "undo", 1)]) in other.said
    other.hear("offer", "undo", 1)  # accepting is offering the same; player 1 is to move
    talk(one, other)
    assert one.log == other.log == ("1", "2", "3", "=undo 1")
    assert one.bridge.best.epoch == 1 and one.bridge.best.steps == ("1",)


def test_the_player_who_is_not_to_move_leaves_writing_to_the_other():
    one, other = both(("1", "2", "3"))
    other.hear("offer", "undo", 1)
    other.tell(one)
    one.hear("offer", "undo", 1)
    assert one.log == ("1", "2", "3")
    talk(one, other)
    assert one.log == other.log == ("1", "2", "3", "=undo 1")


def test_crossed_offers_agree_only_where_they_are_the_same():
    one, other = both(("1", "2", "3"))
    one.hear("offer", "undo", 1)
    other.hear("offer", "undo", 2)
    talk(one, other)
    assert one.log == other.log == ("1", "2", "3")
    one.hear("offer", "draw")
    other.hear("offer", "draw")
    talk(one, other)
    assert one.bridge.result() == other.bridge.result() == "draw"


def test_an_offer_is_void_once_a_step_was_made():
    one, other = both(("1",))
    one.hear("offer", "draw")
    one.tell(other)
    other.keep("1", "2")
    other.hear("offer", "draw")
    talk(one, other)
    assert one.bridge.result() == "" and not one.published.entries


def test_an_offer_is_accepted_once():
    one, other = both(("1", "2"))
    other.hear("offer", "undo", 1)
    other.tell(one)
    late = other.published
    one.hear("offer", "undo", 1)
    talk(one, other)
    other.keep("1", "2", "=undo 1", "3")
    talk(one, other)
    one.hear("record", late, False)
    one.hear("offer", "undo", 1)
    assert one.log == ("1", "2", "=undo 1", "3")


def test_an_offer_may_be_accepted_until_its_withdrawal_is_heard():
    one, other = both(("1",))
    one.hear("offer", "draw")
    one.tell(other)
    one.hear("withdraw", "draw")
    one.tell(other)
    other.hear("offer", "draw")
    assert other.bridge.result() == ""


@pytest.mark.parametrize("restarted", [False, True])
def test_a_withdrawn_offer_is_not_revived_by_a_late_record(restarted):
    one, other = both(("1",))
    one.hear("offer", "draw")
    one.tell(other)
    late = one.published
    if restarted:
        one = Home(0, log=one.log, run=2).connect()  # an offer is lost with its bridge
    else:
        one.hear("withdraw", "draw")
    one.tell(other)
    other.hear("record", late, False)
    assert other.bridge.offers() == []


def test_giving_up_is_written_by_the_side_to_move():
    one, other = both(("1",))
    one.hear("offer", "resign")
    talk(one, other)
    assert one.log == other.log == ("1", "=lost 0")


def test_giving_up_stands_for_its_epoch():
    one, other = both(("1",))
    one.hear("cut")
    one.hear("offer", "resign")
    other.keep("1", "2")
    other.tell(one)
    assert one.log == ("1", "2", "=lost 0")


def test_giving_up_at_a_won_end_changes_nothing():
    one, other = both(("1",))
    one.hear("offer", "resign")
    other.keep("1", "2!")
    talk(one, other)
    assert one.bridge.result() == other.bridge.result() == "won 1"
    assert one.log == other.log == ("1", "2!")


def test_what_was_ended_goes_on_where_all_take_it_back():
    one, other = both(("1", "2!"))
    one.hear("offer", "undo", 1)
    other.hear("offer", "undo", 1)
    talk(one, other)
    assert one.bridge.result() == "" and one.log[-1] == other.log[-1] == "=undo 1"


def test_a_rematch_is_at_the_table_that_the_writer_names():
    one, other = both(("1", "2!"))
    one.hear("offer", "rematch", "a-7")
    other.hear("offer", "rematch", "b-9")
    talk(one, other)
    assert one.bridge.best.table == other.bridge.best.table == "b-9"


def test_no_rematch_before_the_end_and_no_draw_after_it():
    home = Home(log=("1",)).connect()
    home.hear("offer", "rematch", "a-7")
    assert not home.bridge.entries
    home = Home(log=("1!",)).connect()
    home.hear("offer", "draw")
    assert not home.bridge.entries


# -- who is gone


def test_an_absence_is_told_after_ten_seconds_and_so_is_the_return():
    one, _ = both()
    one.wait(1, GONE_S - 1)
    assert ("away", [1]) not in one.said
    one.hear("passed", 1)
    assert one.said[-1] == ("away", [1])
    one.hear("here", 1, (1, 11, 1, 2), True)
    assert one.said[-1] == ("away", [])


def test_a_player_never_heard_of_since_connecting_is_gone_as_well():
    one = Home().connect()
    one.hear("expected", 1)
    one.hear("passed", GONE_S)
    assert one.said[-1] == ("away", [1])
    one.hear("here", 1, (1, 11, 1, 1), True)
    assert one.said[-1] == ("away", [])


def test_a_player_who_falls_silent_is_gone_though_no_will_says_so():
    one, _ = both()
    one.hear("here", 1, (1, 11, 1, 1), True)
    one.hear("passed", TRUST_S + GONE_S - 1)
    assert ("away", [1]) not in one.said
    one.hear("passed", 1)
    assert one.said[-1] == ("away", [1])


def test_a_will_does_not_win_over_a_return():
    one, _ = both()
    one.hear("here", 1, (1, 11, 1, 2), True)
    one.hear("here", 1, (1, 11, 1, 1), False)
    one.hear("passed", GONE_S)
    assert not one.bridge.gone()


def test_an_old_will_on_ones_own_topic_is_answered():
    one, _ = both()
    assert ("here", one.bridge.serial()) in one.hear("here", 0, (1, 10, 1, 0), False)


def test_absence_is_not_counted_while_one_is_not_connected():
    one, _ = both(("1",))
    one.wait(1, 59)
    one.hear("cut")
    one.hear("passed", 100)
    one.connect()
    one.hear("claim")
    assert one.bridge.claim is None


def test_a_claim_is_written_by_the_player_it_is_made_against():
    one, other = both(("1",))
    one.wait(1)
    one.hear("claim")
    assert one.published.claim == (mark(("1",)), 1)
    talk(one, other)
    assert one.log == other.log == ("1", "=lost 1")


def test_a_claim_against_a_step_made_offline_is_void():
    one, other = both(("1",))
    one.wait(1)
    one.hear("claim")
    other.keep("1", "2")
    other.tell(one)
    one.hear("left")
    talk(one, other)
    assert one.noted["claim"] is None and "verdict" not in one.noted
    assert one.bridge.result() == other.bridge.result() == ""


def test_a_claim_is_final_once_its_claimer_has_left():
    one, other = both(("1",))
    one.wait(1)
    one.hear("claim")
    one.hear("left")
    other.keep("1", "2!")  # played without a network, and too late
    talk(one, other)
    assert one.bridge.result() == other.bridge.result() == "lost 1"
    assert other.noted["verdict"] == (1, 1)


def test_of_two_claims_the_earlier_one_decides():
    home, other, _ = both(players=3)
    for number, verdict in enumerate([(7, 2), (4, 1), (5, 2)], 2):  # a count of words, a player
        home.hear("record", other.published._replace(number=number, verdict=verdict), False)
    assert home.bridge.result() == "lost 1"


def test_nobody_claims_on_their_own_turn_or_before_having_waited():
    one, _ = both()
    one.wait(1)
    one.hear("claim")
    assert one.bridge.claim is None
    one, _ = both(("1",))
    one.wait(1, 59)
    one.hear("claim")
    assert one.bridge.claim is None


# -- the broker


def test_nothing_is_said_before_all_was_heard():
    home = Home(log=("1",))
    acts = home.hear("connected")
    assert acts[0] == ("ask",) and not home.published
    home.hear("echo")
    assert home.published.log == ("1",)


def test_what_the_broker_forgot_is_said_again():
    home = Home(log=("1",)).connect()
    home.published = None
    home.hear("cut")
    home.connect()
    assert home.published.log == ("1",)


def test_an_older_record_on_ones_own_topic_is_answered():
    home = Home().connect()
    early = home.published
    home.keep("1")
    home.hear("record", home.published, False)
    home.published = None
    home.hear("record", early, False)
    assert home.published.log == ("1",)


def test_a_player_who_is_asked_answers_once_in_a_while():
    home = Home().connect()
    home.hear("passed", QUIET_S)
    answers = [home.hear("asked") for _ in range(3)]
    assert [any(act[0] == "publish" for act in acts) for acts in answers] == [True, False, False]
    assert any(act[0] == "publish" for act in home.hear("passed", QUIET_S))


def test_all_is_said_again_once_in_a_while_though_nobody_asks():
    one, other = both()
    for home in (one, other):
        kinds = {act[0] for act in home.hear("passed", AGAIN_S)}
        assert kinds == {"here", "publish"}
    assert AGAIN_S < TRUST_S


def test_a_journal_older_than_what_was_said_speaks_up_after_it():
    home = Home().connect()
    home.hear("record", home.published._replace(run=7), True)
    assert home.noted["run"] == 8


# -- one device a seat


def taker(player=1, players=2):
    home = Home(player, players, generation=0, device=99).connect()
    assert not (home.published or home.bridge.holds())
    home.hear("take")
    return home


def taken(home):
    """It notes the seat, and comes back to the broker with it."""
    home.hear("noted", "seat", home.noted["seat"])
    home.connect()


def test_a_lost_journal_comes_back_from_the_others():
    one, _ = both(("1", "2"))
    new = taker()
    one.tell(new)
    assert new.noted["seat"] == (2, 99)
    taken(new)
    assert new.log == ("1", "2") and new.bridge.holds()


def test_a_device_that_takes_over_waits_for_a_record_that_is_published_now():
    one, _ = both(("1", "2"))
    new = taker()
    one.tell(new, retained=True)
    assert "seat" not in new.noted


def test_a_device_that_does_not_wait_for_all_has_heard_one():
    one, *_ = both(("1",), players=3)
    new = taker(1, 3)
    new.hear("hurry")
    assert "seat" not in new.noted
    one.tell(new)
    assert new.noted["seat"] == (2, 99)


def test_one_player_at_two_devices_plays_at_the_last():
    one, old = both(("1",))
    new = taker()
    one.tell(new)
    taken(new)
    new.tell(old)
    assert not old.bridge.holds() and ("seat", "elsewhere") in old.said
    old.published = None
    old.hear("asked")
    old.hear("passed", QUIET_S)
    assert old.published is None


def test_an_old_generation_is_not_believed():
    one, old = both(("1",))
    new = taker()
    one.tell(new)
    taken(new)
    new.tell(one)
    old.keep("1", "2")
    old.tell(one)
    assert one.log == ("1",)


def test_what_an_older_device_had_not_told_all_is_led_back():
    one, old, third = both(("1",), players=3)
    new = taker(1, 3)
    for each in (one, third):
        each.tell(new)
    taken(new)
    old.keep("1", "2")
    old.tell(third)  # which has not heard of the new one
    third.keep("1", "2", "3")
    new.keep("1", "=seat 1 2 99", "4")
    new.tell(third)
    assert third.log == ("1", "=seat 1 2 99", "4")
    assert ("lost", ("2", "3")) in third.said


def test_of_two_devices_that_take_over_at_once_one_has_the_seat():
    one, _ = both(("1",))
    first, second = taker(), taker()
    second.bridge.device = 98
    for new in (first, second):
        one.tell(new)
        taken(new)
    first.tell(second)
    second.tell(first)
    assert first.bridge.holds() and not second.bridge.holds()


# -- three players


def test_three_players_must_all_agree():
    homes = both(("1", "2", "3"), players=3)
    for home in homes[:2]:
        home.hear("offer", "undo", 1)
    talk(*homes)
    assert {home.log for home in homes} == {("1", "2", "3")}
    homes[2].hear("offer", "undo", 1)
    talk(*homes)
    assert {home.log for home in homes} == {("1", "2", "3", "=undo 1")}


def test_a_step_reaches_a_third_player_through_the_second():
    one, other, third = both(players=3)
    one.keep("1")
    one.tell(other)
    other.tell(third)
    assert third.log == ("1",)


# -- logs


@pytest.mark.parametrize(
    "log",
    [
        ("",), ("=undo 0",), ("1", "=undo 1"), ("1", "=undo -1"), ("1", "=undo +0"), ("=lost 2",),
        ("=draw", "1"), ("=draw", "=draw"), ("1!", "2"), ("1!", "=draw"), ("=next t",), ("=x",),
        ("=draw", "=next"), ("1!", "=next t", "=undo 0"), ("=seat 2 2 1",), ("=seat 0 1 5",),
        ("=seat 0 2",), ("=seat 0 3 5", "=seat 0 2 9"), ("1", "=undo ²"),
    ],
)  # fmt: skip
def test_a_log_that_breaks_a_rule_is_invalid(log):
    assert course(Rules(2), log) is None


def test_of_two_logs_whoever_holds_them_holds_the_same_one():
    logs = [(), ("1",), ("1", "2"), ("=seat 0 2 5",), ("=seat 0 2 7", "3"), ("=seat 0 3 1",)]
    for one in logs:
        for other in logs:
            assert later(one, other) == later(other, one)
            for third in logs:
                assert later(one, later(other, third)) == later(later(one, other), third)
