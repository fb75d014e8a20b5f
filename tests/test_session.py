"""Around the game: options, settings, the self-test and the limit of the current."""

from hands import move
from table import Memory, Table
from tourelle.buttons import OK, UNDO


def test_options_apply_at_once_before_the_first_step_and_later_to_the_next_game(avalam):
    avalam.send("option tie-break=none")
    assert avalam.said("game")[-1] == "avalam tie-break=none placing=fixed"
    avalam.run(500)
    move(avalam, "c9", "d9")
    avalam.send("option tie-break=fives")
    assert avalam.said("game") == []
    assert avalam.said("say") == ["tie-break is fives in the next game."]


def test_an_option_is_for_the_next_game_where_this_one_began_elsewhere(avalam):
    avalam.send("position avalam y c9=y1 d9=r1 e5=r1 f5=y1")
    avalam.run(50)
    avalam.lines.clear()
    avalam.send("option tie-break=none")
    assert avalam.said("say") == ["tie-break is none in the next game."]
    assert avalam.said("game") == []
    avalam.send("option tie-break=none placing=free")
    assert avalam.said("error") == ["option NAME=VALUE"]


def test_an_option_set_at_the_board_holds_for_the_next_game_from_the_menu():
    table = Table("hex")
    table.send("new cabale")
    assert table.said("game")[-1] == "cabale players=2"
    table.send("option players=4")
    assert table.said("game")[-1] == "cabale players=4"
    table.send("menu")
    table.send("choose new-game")
    table.send("choose cabale")
    assert table.said("game")[-1] == "cabale players=4"


def test_settings_are_kept_over_a_power_cut():
    store = Memory()
    table = Table("avalam", store=store)
    table.send("brightness 96")
    table.send("mute on")
    assert table.said("setting") == ["brightness 96", "mute on"]
    again = Table("avalam", store=store)
    assert (again.core.session.settings.brightness, again.core.sound.muted) == (96, True)


def test_in_the_self_test_nothing_is_to_be_set_up_or_put_back(avalam):
    avalam.lift("e4")
    for set_up_first in (False, True):
        avalam.send("stop" if set_up_first else "position avalam y c9=y1 d9=r1")
        avalam.send("self-test")
        avalam.run(300)
        avalam.lines.clear()
        avalam.send("show remove d9 e5 put-back c4")
        avalam.run(300)
        assert avalam.said("set-up") == avalam.said("way-back") == []
        avalam.send("self-test off")
        avalam.run(300)
        assert avalam.said("set-up" if set_up_first else "way-back")


def test_a_self_test_that_begins_again_is_over_first(avalam):
    avalam.send("self-test")
    avalam.send("self-test")
    assert avalam.said("self-test") == ["on", "off", "on"]
    avalam.press(OK, 1200)
    avalam.run(300)
    assert avalam.said("self-test") == ["off"]


def test_what_was_lifted_in_a_self_test_after_the_end_is_put_back_when_the_game_goes_on(avalam):
    move(avalam, "c9", "d9")
    avalam.send("resign")
    avalam.run(3000)
    avalam.send("self-test")
    avalam.run(300)
    avalam.lift("f6")
    avalam.press(OK, 1200)
    avalam.press(UNDO)
    avalam.run(1000)
    assert avalam.lit("put-back") == {"f6"} and not avalam.core.session.play.rests()


def test_the_power_limiter_holds_every_frame_to_the_budget(avalam):
    leds = avalam.board["leds"]

    def current():
        lit = sum(avalam.core.frame) * leds["full_ma"] / 255
        return lit + leds["rest_ma"] * len(avalam.core.frame) / 3

    lamps = avalam.core.lights.lamps
    drawn = []
    for lamp in range(17):
        for cell in range(len(lamps)):
            lamps[cell] = lamp
        for slot in range(16):
            avalam.core.lights.restart(0)
            avalam.core.lights.act(slot * 125)
            drawn.append(current())
    assert 0.9 * avalam.board["budget_ma"] < max(drawn) <= avalam.board["budget_ma"]
    avalam.core.lights.restart(0)
