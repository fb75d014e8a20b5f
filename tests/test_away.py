"""A board at a table that is shared with boards elsewhere: what it keeps, what it only offers."""

import re

import pytest

from hands import led, move, stands
from sharing import keep, log, shared, told
from table import Memory, Table
from tourelle.away import FIRM_MS, Shared
from tourelle.buttons import OK, UNDO
from tourelle.games import opening, read
from tourelle.memory import NoRoom


@pytest.fixture
def avalam():
    """Yellow is played here, red elsewhere."""
    table = Table("avalam", store=Memory())
    table.start(opening("avalam"))
    shared(table)
    return table


def resumed(table: Table) -> Table:
    """The same board after a power cut."""
    assert isinstance(table.store, Memory)
    again = Table("avalam", store=Memory(table.store.journal), switches=bytes(table.switches))
    again.run(50)
    return again


@pytest.fixture
def unloaded(avalam, monkeypatch):
    """The same board after a power cut, where the code for shared tables could not be loaded."""

    def fail(*_):
        raise MemoryError

    with monkeypatch.context() as failing:
        failing.setattr(Shared, "__init__", fail)
        table = resumed(avalam)
    assert [words for words in table.said("say") if words.startswith("Nobody plays r now")]
    move(table, "c9", "d9")
    assert table.moves() == ["y c9-d9"]
    return table


@pytest.mark.parametrize("command", ["seat", "hint"])
def test_no_hand_plays_an_away_side_once_its_player_can_be_loaded(unloaded, command):
    unloaded.send(command)
    unloaded.run(500)
    move(unloaded, "g3", "f3")
    unloaded.run(1500)
    assert unloaded.moves() == []


def test_hands_play_all_sides_of_a_new_game_after_an_away_side_was_nobodys(unloaded):
    unloaded.send("new avalam")
    led(unloaded)
    for origin, target in (("c9", "d9"), ("g3", "f3")):
        move(unloaded, origin, target)
    assert unloaded.moves() == ["y c9-d9", "r g3-f3"]


def put_away(table: Table) -> Table:
    """The same board, switched on with nothing on it."""
    table.switches[:] = bytes(table.cells.size)
    return resumed(table)


def test_pieces_that_were_put_away_are_led_back_while_somebody_elsewhere_waits(avalam):
    played(avalam)
    again = put_away(avalam)
    assert again.position.text() == avalam.position.text()
    assert again.lit("put-back") and not stands(again)


def test_pieces_of_a_shared_game_that_is_over_stay_away(avalam):
    played(avalam)
    avalam.core.session.play.agree()
    avalam.run(50)
    assert put_away(avalam).core.session.play.game is None


def played(table: Table) -> None:
    """Yellow makes a step, which gets firm."""
    table.said("kept")
    move(table, "c9", "d9")
    table.run(FIRM_MS)


def test_a_step_is_kept_when_it_has_stood_for_a_second(avalam):
    assert avalam.said("kept") == [told()]
    move(avalam, "c9", "d9")
    assert avalam.moves() == ["y c9-d9"]
    avalam.run(FIRM_MS - 500)
    assert avalam.said("kept") == []
    avalam.run(500)
    assert avalam.said("kept") == [told("c9-d9")]


@pytest.mark.parametrize("who", ["hand", "host"])
def test_a_step_gets_firm_no_later_where_a_host_here_has_the_turn(who):
    table = Table("hex", store=Memory())
    table.start(opening("cabale", {"players": "3"}))
    shared(table, "3")
    table.send(f"seat 2 {who}")
    table.said("kept")
    table.drop("f1", ms=FIRM_MS + 500)
    assert table.moves() == ["1 f1"] and table.said("kept") == [told("f1")]


def test_ok_makes_a_step_firm(avalam):
    avalam.said("kept")
    move(avalam, "c9", "d9")
    avalam.press(OK)
    assert avalam.said("kept") == [told("c9-d9")]


def test_what_is_heard_is_kept_at_once_and_led_by_light(avalam):
    played(avalam)
    avalam.said("kept")
    keep(avalam, ("c9-d9",), 1, "e4-e3")
    assert avalam.said("kept") == [told("c9-d9", "e4-e3")]
    assert not stands(avalam)
    led(avalam)
    assert stands(avalam)
    assert resumed(avalam).said("kept") == [told("c9-d9", "e4-e3")]


def test_what_belongs_to_another_log_is_refused_and_the_boards_own_is_told(avalam):
    played(avalam)
    avalam.said("kept")
    keep(avalam, ("c9-d9", "e4-e3"), 2, "c8-d8")
    assert avalam.said("kept") == [told("c9-d9")]
    assert log(avalam) == ["c9-d9"]


def test_nobody_here_plays_for_a_player_who_is_away(avalam):
    played(avalam)
    for line in ("seat r hand", "seat r board 1", "move e4-e3"):
        avalam.said("error")
        avalam.send(line)
        avalam.run(20)
        assert len(avalam.said("error")) == 1, line
    avalam.send("table away r")
    avalam.run(20)
    avalam.press(OK)
    avalam.run(12_000)
    again = resumed(avalam)
    for table in (avalam, again):
        table.said("seat")
        table.send("seat")
        assert table.said("seat") == ["y hand", "r away"]
        table.moves()
        move(table, "e4", "e3")
        assert table.moves() == [] and log(table) == ["c9-d9"]
        table.drop("e4")


def test_two_crashes_take_nothing_back_that_was_told(avalam):
    played(avalam)
    store = Memory(avalam.store.journal)
    again = Table("avalam", store=store, switches=bytes(avalam.switches), crashed=2)
    again.run(50)
    assert log(again) == ["c9-d9"]


def test_no_hand_replaces_a_firm_step(avalam):
    played(avalam)
    avalam.lift("d9")
    avalam.drop("c9")
    avalam.run(3000)
    assert avalam.said("undo") == [] and log(avalam) == ["c9-d9"]


def test_undo_takes_back_what_is_not_firm_and_else_offers(avalam):
    move(avalam, "c9", "d9")
    avalam.press(UNDO)
    assert avalam.said("undo") == ["1 c9-d9"]
    led(avalam)
    played(avalam)
    avalam.press(UNDO)
    assert avalam.said("offer") == ["undo 0"] and log(avalam) == ["c9-d9"]
    avalam.press(UNDO)
    assert avalam.said("withdraw") == ["undo"]


def test_a_take_back_is_asked_by_light_and_leads_the_hands_back(avalam):
    played(avalam)
    avalam.send("table ask undo 0")
    avalam.run(20)
    assert avalam.lit("proposed") == set(avalam.cells.names)
    avalam.press(OK)
    assert avalam.said("offer") == ["undo 0"]
    keep(avalam, ("c9-d9",), 1, "=undo 0")
    assert log(avalam) == ["c9-d9", "=undo 0"] and avalam.position.turns == 0
    led(avalam)
    assert stands(avalam)
    move(avalam, "c9", "d9")
    avalam.run(FIRM_MS)
    assert log(avalam) == ["c9-d9", "=undo 0", "c9-d9"]
    assert log(resumed(avalam)) == ["c9-d9", "=undo 0", "c9-d9"]


def test_what_is_asked_is_declined_by_undo(avalam):
    played(avalam)
    avalam.send("table ask undo 0")
    avalam.run(20)
    avalam.press(UNDO)
    assert avalam.lit("proposed") == set() and avalam.said("offer") == []


def test_a_power_cut_at_any_byte_leaves_the_log_before_or_after_a_take_back(avalam):
    played(avalam)
    keep(avalam, ("c9-d9",), 1, "e4-e3")
    led(avalam)
    store = avalam.store
    states = []
    add, anew = store.add, store.anew

    def added(entry):
        states.append(store.journal)
        return add(entry)

    def noted(lines, size, aside):
        states.append(store.journal)
        yield from anew(lines, size, aside)

    store.add, store.anew = added, noted
    keep(avalam, ("c9-d9", "e4-e3"), 2, "=undo 1", "e4-d4")
    states.append(store.journal)
    logs = []
    for state in states:
        again = Table("avalam", store=Memory(state), switches=bytes(avalam.switches))
        again.run(50)
        logs.append(log(again))
    assert logs[0] == ["c9-d9", "e4-e3"]
    assert logs[-1] == ["c9-d9", "e4-e3", "=undo 1", "e4-d4"]
    assert all(one in (logs[0], logs[-1]) for one in logs)


def test_steps_replaced_by_as_many_are_those_in_the_flash_again_if_that_fails(avalam, monkeypatch):
    keep(avalam, (), 0, "c9-d9", "f1-e2", "f2-e3")
    play = avalam.core.session.play
    show = play.play_shown
    shown = []

    def fail(move):
        shown.append(move)
        if len(shown) == 3:
            raise MemoryError
        show(move)

    monkeypatch.setattr(play, "play_shown", fail)
    kept = avalam.said("kept")[-1]
    keep(avalam, ("c9-d9", "f1-e2", "f2-e3"), 1, "=undo 1", "f3-f4", "a4-b5", "a5-b6")
    assert len(avalam.said("error")) == 1
    assert play.journal.excerpt(1, 9) == ["c9-d9", "f1-e2", "f2-e3"] and play.step_count == 3
    assert avalam.said("kept")[-1:] == [kept]
    assert avalam.position.text() == resumed(avalam).position.text()


def test_giving_up_is_confirmed_here_and_written_when_the_bridge_says_so(avalam):
    played(avalam)
    avalam.core.session.seats.players.offer("resign")
    avalam.run(20)
    avalam.press(OK)
    assert avalam.said("offer") == ["resign"] and avalam.said("over") == []
    keep(avalam, ("c9-d9",), 1, "=lost 0")
    assert avalam.said("over") == ["r 24 23"] and avalam.said("why") == ["resigned"]
    assert log(resumed(avalam)) == ["c9-d9", "=lost 0"]


@pytest.mark.parametrize("what", ["resign", "draw"])
def test_whoever_says_it_twice_means_it_and_undo_withdraws_it(avalam, what):
    played(avalam)
    for _ in range(2):
        avalam.send("menu")
        avalam.send(f"choose {what}")
        avalam.run(20)
        if what == "resign":
            avalam.press(OK)
    assert avalam.said("offer") == [what, what] and avalam.said("withdraw") == []
    avalam.press(UNDO)
    assert avalam.said("withdraw") == [what] and log(avalam) == ["c9-d9"]
    avalam.press(UNDO)
    assert avalam.said("offer") == ["undo 0"]


def test_a_draw_that_is_asked_for_after_the_end_is_not_asked_about(avalam):
    played(avalam)
    keep(avalam, ("c9-d9",), 1, "=lost 1")
    assert avalam.said("over")
    avalam.send("table ask draw")
    avalam.run(20)
    assert not avalam.core.session.play.game.offered and avalam.said("error") == []
    avalam.send("table ask rematch")
    assert avalam.core.session.play.game.offered == "rematch"


def test_an_undo_from_elsewhere_turns_down_no_reading_that_is_proposed_here(avalam):
    played(avalam)
    keep(avalam, ("c9-d9",), 1, "g3-f3")
    led(avalam)
    avalam.run(1000)
    avalam.lift("a4")
    avalam.drop("a5", ms=6000)  # a switch sticks somewhere: no step does this
    for _ in range(2):
        avalam.press(OK)
        avalam.run(400)
    question = avalam.core.session.play.reader.view.question
    assert question and question.proposed
    keep(avalam, ("c9-d9", "g3-f3"), 2, "=undo 1")
    avalam.run(500)
    assert log(avalam) == ["c9-d9", "g3-f3", "=undo 1"]
    assert not any(avalam.core.session.play.reader.line.left_out)
    assert "a4" in avalam.lit("put-back")


def test_an_agreed_draw_is_not_reopened_by_undo(avalam):
    played(avalam)
    avalam.send("draw")
    avalam.run(20)
    assert avalam.said("offer") == ["draw"]
    keep(avalam, ("c9-d9",), 1, "=draw")
    assert [over.split()[0] for over in avalam.said("over")] == ["draw"]
    avalam.run(3000)
    avalam.press(UNDO)
    assert log(avalam) == ["c9-d9", "=draw"] and avalam.said("offer") == ["undo 0"]
    avalam.press(UNDO)
    avalam.send("table ask undo 0")
    avalam.run(20)
    avalam.press(OK)  # not: leaves the game
    keep(avalam, ("c9-d9", "=draw"), 2, "=undo 0")
    assert log(avalam) == ["c9-d9", "=draw", "=undo 0"]
    assert avalam.core.session.play.mode == "play"


def test_a_newer_device_replaces_the_end_of_a_log(avalam):
    played(avalam)
    keep(avalam, ("c9-d9",), 1, "e4-e3", "c8-d8")
    keep(avalam, ("c9-d9", "e4-e3", "c8-d8"), 1, "=seat 1 2 77", "e4-d4")
    assert log(avalam) == ["c9-d9", "=seat 1 2 77", "e4-d4"]
    assert log(resumed(avalam)) == ["c9-d9", "=seat 1 2 77", "e4-d4"]


def test_notes_are_kept_and_told(avalam):
    avalam.send("table note run 7")
    avalam.run(20)
    assert avalam.said("noted")[-1] == "run 7"
    again = resumed(avalam)
    again.send("table log 0")
    assert again.said("note") == ["sides 01", "run 7"]


def test_what_is_noted_outlasts_a_power_cut_and_what_does_not_fit_is_refused(avalam):
    avalam.said("noted")
    for number in range(40):
        avalam.send(f"table note n{number} x")
    avalam.run(50)
    noted = avalam.said("noted")
    assert noted == [f"n{number} x" for number in range(30)]  # beside `seat r` and `sides`
    assert len(avalam.said("error")) == 10
    avalam.send("table note n7 y")
    assert avalam.said("noted") == ["n7 y"]
    again = resumed(avalam)
    again.send("table log 0")
    assert set(again.said("note")) == {"sides 01", "n7 y", *noted} - {"n7 x"}


def test_a_seat_is_recorded_however_much_is_noted(avalam):
    for number in range(40):
        avalam.send(f"table note n{number} x")
    avalam.lines.clear()
    avalam.send("seat y board 1")
    assert avalam.said("error") == [] and avalam.said("seat") == ["y board 1"]
    assert set(resumed(avalam).said("seat")) == {"y board 1", "r away"}


def test_a_log_that_does_not_fit_is_refused_as_a_whole(avalam):
    """The board plays on from the log that it told last, and so it does after a power cut."""
    played(avalam)
    for number in range(29):
        avalam.send(f"table note n{number} x")
    first, second = [f"=seat 1 2 {number:0310}" for number in range(2)]  # a line each
    keep(avalam, ("c9-d9",), 1, first)
    assert log(avalam) == ["c9-d9", first]
    keep(avalam, ("c9-d9", first), 0, "e4-e3", second, first)
    assert len(avalam.said("error")) == 1
    assert log(avalam) == log(resumed(avalam)) == ["c9-d9", first]
    keep(avalam, ("c9-d9", first), 2, "e4-e3")
    assert log(avalam) == log(resumed(avalam)) == ["c9-d9", first, "e4-e3"]


def test_an_emptied_board_leaves_no_table_at_which_somebody_waits(avalam):
    played(avalam)
    avalam.lines.clear()
    avalam.lift(*avalam.cells.names, ms=30)
    avalam.run(3000)
    assert avalam.said("game") == [] and len(avalam.lit("put-back")) > 40
    led(avalam)
    assert stands(avalam) and log(avalam) == ["c9-d9"]


def test_a_new_offer_takes_the_place_of_the_one_before(avalam):
    played(avalam)
    avalam.send("undo")
    avalam.send("draw")
    assert avalam.said("offer") == ["undo 0", "draw"] and avalam.said("withdraw") == ["undo"]
    avalam.send("undo")
    avalam.send("undo")
    assert avalam.said("withdraw") == ["draw"] and avalam.said("offer") == ["undo 0"]


def test_a_step_that_is_not_firm_yet_withdraws_an_offer_for_good(avalam):
    played(avalam)
    keep(avalam, ("c9-d9",), 1, "e4-e3")
    led(avalam)
    avalam.run(1500)
    avalam.send("draw")
    avalam.said("say")
    move(avalam, "g3", "f3")
    assert avalam.said("withdraw") == ["draw"]
    avalam.press(UNDO)
    assert avalam.said("withdraw") == [] and avalam.said("undo") == ["3 g3-f3"]


@pytest.mark.parametrize("line", ["away q", "away", "away y r x", "keep AT"])
def test_a_bridge_hears_what_makes_no_sense(avalam, line):
    played(avalam)
    avalam.send("table " + line.replace("AT", told("c9-d9") + " 9 e4-e3"))
    assert len(avalam.said("error")) == 1 and log(avalam) == ["c9-d9"]


def test_a_host_at_this_board_plays_its_side_of_a_shared_table(avalam):
    avalam.send("seat y host")
    avalam.send("move c9-d9")
    assert avalam.said("error") == [] and avalam.moves() == ["y c9-d9"]
    led(avalam)
    avalam.run(1500)
    avalam.send("move e4-e3")
    assert avalam.said("error") == ["the player of this side is at another board"]


@pytest.mark.parametrize("way", ["stop", "new avalam", "learn", "position"])
def test_a_log_without_a_standing_step_is_kept_whatever_comes_after_its_table(avalam, way):
    played(avalam)
    keep(avalam, ("c9-d9",), 1, "=undo 0")
    avalam.send(f"position {avalam.position.text()}" if way == "position" else way)
    avalam.run(100)
    avalam.send("menu")
    avalam.send("choose last-game")
    avalam.run(100)
    assert log(avalam) == ["c9-d9", "=undo 0"]


def test_the_last_game_does_not_take_the_place_of_a_shared_table(avalam):
    avalam.send("stop")
    avalam.send("new avalam")
    shared(avalam)
    avalam.send("menu")
    avalam.send("choose last-game")
    assert avalam.said("error") and avalam.core.session.journal.shared()


def test_what_is_offered_is_withdrawn_by_who_leaves_the_table(avalam):
    played(avalam)
    avalam.send("draw")
    avalam.send("stop")
    assert avalam.said("withdraw") == ["draw"]


@pytest.mark.parametrize("first", ["table share y", "seat y hand"])
def test_a_game_after_a_shared_one_begins_as_any_other(first):
    table = Table("avalam")
    table.start(opening("avalam"))
    table.send(first)
    table.switches[:] = bytes(len(table.switches))
    table.send("new avalam")
    table.run(500)
    assert len(table.lit("put-back")) == 48 and table.said("way-back") == [], "led by no step"


def test_another_game_is_not_of_the_table(avalam):
    avalam.send("new avalam")
    avalam.run(50)
    avalam.send("seat")
    assert avalam.said("seat")[-2:] == ["y hand", "r hand"]
    avalam.send("table log 0")
    assert len(avalam.said("error")) == 1


@pytest.mark.parametrize("way", ["option tie-break=none", "choose tie-break=none"])
def test_an_option_is_for_the_next_game_and_does_not_end_this_one(avalam, way):
    avalam.send("menu")
    avalam.send("choose options")
    avalam.send(way)
    assert avalam.said("say") == ["tie-break is none in the next game."]
    assert avalam.said("game") == [] and avalam.position.options["tie-break"] == "fives"
    assert seats(avalam) == ["y hand", "r away"]
    avalam.send("new avalam")
    assert avalam.position.options["tie-break"] == "fives"  # as it is without any
    avalam.send("menu")
    avalam.send("choose new-game")
    avalam.send("choose avalam")
    assert avalam.position.options["tie-break"] == "none"


@pytest.mark.parametrize(
    "line",
    (
        "table",
        "table x",
        "table keep",
        "table keep 0",
        "table keep 0 00000000 99999999999999 x",
        "table keep 0 00000000 0 zz",
        "table keep 0 00000000 0 =undo",
        "table keep 0 00000000 0 =undo x",
        "table keep 0 00000000 0 ,,,",
        "table note",
        "table note x",
        "table log",
        "table log x",
        "table ask x",
        "table note a " + "x" * 700,
    ),
)
def test_what_makes_no_sense_changes_nothing(avalam, line):
    played(avalam)
    avalam.lines.clear()
    avalam.send(line)
    avalam.run(50)
    keeps = line.startswith("table keep")  # it is told what is kept, which is what was
    assert (len(avalam.said("kept")), len(avalam.said("error"))) == ((1, 0) if keeps else (0, 1))
    assert log(avalam) == ["c9-d9"]


def seats(table: Table) -> list[str]:
    """Who plays each side, as the board tells it."""
    table.said("seat")
    table.send("seat")
    return table.said("seat")


def choices(table: Table) -> list[str]:
    """The cells of the open menu's choices."""
    opened = [line for line in table.said("menu") if line != "none"]
    return [re.split("[:=]", entry)[-1] for entry in opened[-1].split(" ")] if opened else []


def test_no_choice_of_the_menu_gives_an_away_seat_to_somebody_else(avalam):
    played(avalam)
    ways: list[tuple[str, ...]] = [()]
    tried = 0
    for way in ways:
        again = resumed(avalam)
        again.press(OK, ms=1200)
        for cell in way:
            again.said("menu")
            again.touch(cell)
            again.run(500)
        further = choices(again)
        ways += [(*way, cell) for cell in further if len(way) < 2]
        again.press(OK)
        again.run(2000)
        if isinstance(again.core.session.seats.players, Shared):  # else it was left
            assert seats(again) == ["y hand", "r away"], way
            assert log(again) == ["c9-d9"], way
            tried += 1
    assert tried > 12


@pytest.mark.parametrize("way", ("undo", "undo turn", "press", "hold"))
def test_undo_towards_an_away_seat_only_offers(avalam, way):
    played(avalam)
    keep(avalam, ("c9-d9",), 1, "e4-e3")
    led(avalam)
    if way == "press":
        avalam.press(UNDO)
    elif way == "hold":
        avalam.press(UNDO, ms=1200)
    else:
        avalam.send(way)
    avalam.run(12_000)
    assert avalam.said("offer") == ["undo 0"]
    assert log(avalam) == ["c9-d9", "e4-e3"] and stands(avalam)


def test_a_restart_without_a_bridge_waits_for_the_player_who_is_away(avalam):
    played(avalam)
    again = resumed(resumed(avalam))
    again.run(60_000)
    for button in (OK, UNDO, OK):
        again.press(button)
        again.run(2000)
    assert seats(again) == ["y hand", "r away"] and log(again) == ["c9-d9"]
    assert again.moves() == []


def ended(table: Table) -> None:
    """Red has given up, and OK is heard again."""
    keep(table, (), 0, "=lost 1")
    table.run(3000)


def test_ok_after_the_end_offers_another_game_and_takes_the_offer_back(avalam):
    ended(avalam)
    avalam.press(OK)
    assert avalam.said("offer") == ["rematch"]
    avalam.press(OK)
    assert avalam.said("withdraw") == ["rematch"]
    assert log(avalam) == ["=lost 1"]


def test_another_game_offered_elsewhere_is_asked_by_light(avalam):
    ended(avalam)
    avalam.send("table ask rematch")
    avalam.run(20)
    assert avalam.lit("proposed") == set(avalam.cells.names)
    avalam.press(UNDO)
    assert avalam.lit("proposed") == set() and avalam.said("offer") == []
    avalam.send("table ask rematch")
    avalam.run(20)
    avalam.press(OK)
    assert avalam.said("offer") == ["rematch"]
    keep(avalam, ("=lost 1",), 1, "=next anna-abcdefghijkm")
    assert log(resumed(avalam)) == ["=lost 1", "=next anna-abcdefghijkm"]


def test_while_a_captured_piece_stands_a_shared_table_rests_and_its_step_waits():
    table = Table("square", store=Memory())
    table.start(read("tours w a1=b3 a5=b1 c7=w2 e8=w1 g8=w2 h5=w1"))
    table.send("table share b")
    table.touch("c7")
    table.drop("b6", ms=1000)
    table.touch("g8")
    table.run(6000)
    assert table.moves() == ["w c7-b6"] and table.light("a5") == "capture"
    assert table.core.tick(table.now) > 0
    assert table.said("kept") == ["0 00000000"]
    table.lift("a5")
    table.run(FIRM_MS + 500)
    assert table.said("kept") == [told("c7-b6")]


def test_no_hand_plays_an_away_side_whose_player_is_loaded_at_the_second_try_only(monkeypatch):
    store = Memory()
    table = Table("avalam", store=store)
    table.start(opening("avalam"))
    table.send("table share r")
    table.send("seat y board 1")
    errors = [NoRoom("there is no room")]

    def second_try(*parts):
        if errors:
            raise errors.pop()
        return Shared(*parts)

    monkeypatch.setattr("tourelle.away.Shared", second_try)
    again = Table("avalam", store=store, switches=bytes(table.switches))
    assert again.said("seat") == ["y board 1", "r away"]
