"""What a board may be in the middle of: STATES, by name, each from a scene to a table."""

from collections.abc import Callable

from hands import gesture, set_right
from scenes import Scene, cut
from sharing import keep, log, shared
from table import Table
from tourelle.buttons import OK, UNDO
from tourelle.player import GONE_MS


def at_start(scene: Scene) -> Table:
    return scene.table()


def after_line(table: Table, line: str) -> Table:
    """The table a moment after this line from a host or a bridge."""
    table.send(line)
    table.run(100)
    return table


def after_a_step(scene: Scene) -> Table:
    table = scene.table()
    gesture(table, scene.first)
    table.run(1000)
    assert table.core.session.play.step_count == 1
    return table


def after_two_steps(scene: Scene) -> Table:
    table = after_a_step(scene)
    gesture(table, scene.reply)
    table.run(1000)
    assert table.core.session.play.step_count == 2
    return table


def with_a_piece_up(scene: Scene) -> Table:
    table = scene.table()
    table.lift(scene.first.split()[1], ms=500)
    return table


def with_a_piece_up_after_a_step(scene: Scene) -> Table:
    table = after_a_step(scene)
    table.lift(scene.reply.split()[1], ms=500)
    return table


def with_two_pieces_up(scene: Scene) -> Table:
    table = scene.table()
    table.lift(scene.first.split()[1], scene.reply.split()[1], ms=500)
    return table


def in_doubt(scene: Scene) -> Table:
    """Cells are lit `touch`, or the board already asks."""
    table = scene.table()
    gesture(table, scene.unclear)
    table.run(5500)
    assert table.lit("touch") or table.lit("which")
    return table


def asking(scene: Scene) -> Table:
    table = scene.table()
    gesture(table, scene.unclear)
    table.run(2200)
    table.press(OK)
    table.run(400)
    assert table.lit("which")
    return table


def proposing_an_answer(scene: Scene) -> Table:
    table = asking(scene)
    table.press(OK)
    assert table.lit("proposed")
    return table


def proposing_a_silent_step(scene: Scene) -> Table:
    table = scene.table()
    gesture(table, scene.silent)
    assert table.lit("proposed")
    return table


def owing_a_captured_piece(scene: Scene) -> Table:
    table = scene.table()
    gesture(table, scene.owing)
    table.run(1000)
    assert table.lit("capture")
    return table


def on_the_way_back(scene: Scene) -> Table:
    table = scene.table()
    gesture(table, scene.adrift)
    table.run(500)
    assert table.lit("put-back")
    return table


def believing_a_switch(scene: Scene) -> Table:
    table = on_the_way_back(scene)
    table.run(11_000)
    table.press(OK)
    table.run(500)
    assert not table.lit("put-back")
    return table


def after_a_step_of_what_is_a_hosts_side_now(scene: Scene) -> Table:
    return after_line(after_a_step(scene), f"seat {scene.sides[0]} host")


def shared_after_a_step_of_an_away_side(scene: Scene) -> Table:
    table = after_a_step(scene)
    shared(table, scene.sides[0])
    return table


def over_by_agreement_with_the_board(scene: Scene) -> Table:
    table = after_a_step(scene)
    table.send(f"seat {scene.sides[0]} board 1")
    table.send("resign")
    table.run(3000)
    return table


def led_after_undo(scene: Scene) -> Table:
    table = after_a_step(scene)
    table.press(UNDO)
    table.run(200)
    assert table.lit("put-back") | table.lit("remove")
    return table


def half(table: Table) -> Table:
    """The hands have begun what the lights ask for."""
    for name in sorted(table.lit("put-back")):
        table.drop(name)
        return table
    table.lift(sorted(table.lit("remove"))[0])
    return table


def half_led_after_undo(scene: Scene) -> Table:
    return half(led_after_undo(scene))


def led_back_from_a_piece_up(scene: Scene) -> Table:
    table = with_a_piece_up(scene)
    table.press(UNDO)
    assert table.lit("put-back")
    return table


def led_to_a_hosts_step_for_a_person(scene: Scene) -> Table:
    table = scene.table()
    table.send(f"move {scene.host}")
    table.run(200)
    return table


def led_to_a_hosts_step(scene: Scene) -> Table:
    table = waiting_for_a_host(scene)
    table.send(f"move {scene.host}")
    table.run(200)
    return table


def half_led_to_a_hosts_step(scene: Scene) -> Table:
    return half(led_to_a_hosts_step(scene))


def waiting_for_a_host(scene: Scene) -> Table:
    table = scene.table()
    table.send(f"seat {scene.sides[0]} host")
    table.run(200)
    return table


def forsaken_by_a_host(scene: Scene) -> Table:
    table = waiting_for_a_host(scene)
    table.run(GONE_MS + 1000)
    return table


def waiting_for_a_host_with_a_piece_up(scene: Scene) -> Table:
    table = waiting_for_a_host(scene)
    table.lift(scene.first.split()[1], ms=500)
    return table


def thinking(scene: Scene) -> Table:
    table = scene.table()
    table.send(f"seat {scene.sides[0]} board 1")
    table.run(50)
    return table


def led_to_its_own_step(scene: Scene) -> Table:
    table = thinking(scene)
    table.run(2500)
    assert table.core.session.play.step_count == 1
    return table


def half_led_to_its_own_step(scene: Scene) -> Table:
    return half(led_to_its_own_step(scene))


def after_its_reply(scene: Scene) -> Table:
    table = scene.table()
    table.send(f"seat {scene.sides[1]} board 1")
    gesture(table, scene.first)
    table.run(3000)
    assert table.core.session.play.step_count == 2
    return table


def paused(scene: Scene) -> Table:
    table = scene.table()
    for side in scene.sides:
        table.send(f"seat {side} host")
    table.press(UNDO)
    return table


def paused_before_it_thinks(scene: Scene) -> Table:
    table = scene.table()
    for side in scene.sides:
        table.send(f"seat {side} board 1")
    table.press(UNDO)
    return table


def thinking_about_a_hint(scene: Scene) -> Table:
    table = scene.table()
    table.send("hint")
    return table


def with_a_hint(scene: Scene) -> Table:
    table = thinking_about_a_hint(scene)
    table.run(2000)
    assert table.lit("proposed")
    return table


def in_the_menu(scene: Scene) -> Table:
    table = scene.table()
    table.press(OK, 1200)
    return table


def in_the_menu_after_a_step(scene: Scene) -> Table:
    table = after_a_step(scene)
    table.press(OK, 1200)
    return table


def in_the_menu_with_a_piece_up(scene: Scene) -> Table:
    table = with_a_piece_up(scene)
    table.press(OK, 1200)
    table.send("choose options")
    return table


def in_the_self_test(scene: Scene) -> Table:
    table = after_a_step(scene)
    table.send("self-test")
    table.run(3000)
    return table


def showing_itself(scene: Scene) -> Table:
    table = after_a_step(scene)
    table.send("identify")
    table.run(500)
    return table


def offered_a_draw(scene: Scene) -> Table:
    return after_line(after_a_step(scene), "draw")


def resigning(table: Table) -> Table:
    """Somebody chooses to resign, which OK has to confirm."""
    table.press(OK, 1200)
    table.send("choose resign")
    table.run(100)
    return table


def offered_to_resign(scene: Scene) -> Table:
    return resigning(after_a_step(scene))


def offered_a_draw_with_a_piece_up(scene: Scene) -> Table:
    table = offered_a_draw(scene)
    table.lift(scene.reply.split()[1], ms=500)
    return table


def over_by_the_rules(scene: Scene) -> Table:
    table = scene._replace(text=scene.ending).table()
    gesture(table, scene.last)
    table.run(3000)
    assert table.core.session.play.mode == "over"
    return table


def just_over_by_the_rules(scene: Scene) -> Table:
    table = scene._replace(text=scene.ending).table()
    gesture(table, scene.last)
    table.run(600)
    assert table.core.session.play.mode == "over"
    return table


def over_by_a_hosts_step(scene: Scene) -> Table:
    """The hands have not carried out the last step."""
    table = scene._replace(text=scene.ending).table()
    table.send(f"seat {scene.sides[0]} host")
    move = next(iter(table.position.legal_moves()))
    table.send(f"move {table.position.move_text(move)}")
    table.run(3000)
    return table


def over_by_agreement(scene: Scene) -> Table:
    table = offered_a_draw(scene)
    table.press(OK)
    table.run(3000)
    assert table.core.session.play.mode == "over"
    return table


def over_by_giving_up(scene: Scene) -> Table:
    table = with_a_piece_up_after_a_step(scene)
    table.send("resign")
    table.run(3000)
    return table


def begun_with_a_lesson(scene: Scene) -> Table:
    """The hands are led to its first position."""
    table = scene.table()
    table.send("learn")
    table.run(500)
    return table


def in_a_lesson(scene: Scene) -> Table:
    table = begun_with_a_lesson(scene)
    set_right(table)
    table.run(1500)
    return table


def astray_in_a_lesson(scene: Scene) -> Table:
    table = in_a_lesson(scene)
    hint = table.core.session.seats.players.hint
    move = next(move for move in table.position.legal_moves() if move != hint)
    table.send(f"move {table.position.move_text(move)}")
    table.run(500)
    return table


def at_a_shared_table(scene: Scene) -> Table:
    table = scene.table()
    shared(table, scene.sides[1])
    return table


def at_a_shared_table_with_a_piece_up(scene: Scene) -> Table:
    table = at_a_shared_table(scene)
    table.lift(scene.first.split()[1], ms=500)
    return table


def asking_at_a_shared_table(scene: Scene) -> Table:
    table = at_a_shared_table(scene)
    gesture(table, scene.unclear)
    table.run(2200)
    table.press(OK)
    table.run(400)
    assert table.lit("which")
    return table


def not_firm_at_a_shared_table(scene: Scene) -> Table:
    table = at_a_shared_table(scene)
    gesture(table, scene.first)
    table.run(400)
    assert table.core.session.play.step_count == 1
    return table


def waiting_for_somebody_elsewhere(scene: Scene) -> Table:
    table = not_firm_at_a_shared_table(scene)
    table.run(2000)
    return table


def led_to_a_step_from_elsewhere(scene: Scene) -> Table:
    table = waiting_for_somebody_elsewhere(scene)
    keep(table, log(table), len(log(table)), scene.other)
    assert table.core.session.play.step_count == 2
    return table


def half_led_to_a_step_from_elsewhere(scene: Scene) -> Table:
    return half(led_to_a_step_from_elsewhere(scene))


def asked_for_a_take_back(scene: Scene) -> Table:
    return after_line(waiting_for_somebody_elsewhere(scene), "table ask undo 0")


def asked_for_a_draw(scene: Scene) -> Table:
    return after_line(waiting_for_somebody_elsewhere(scene), "table ask draw")


def offering_a_take_back(scene: Scene) -> Table:
    table = waiting_for_somebody_elsewhere(scene)
    table.press(UNDO)
    return table


def offering_a_draw_elsewhere(scene: Scene) -> Table:
    return after_line(at_a_shared_table(scene), "draw")


def about_to_resign_at_a_shared_table(scene: Scene) -> Table:
    return resigning(at_a_shared_table(scene))


def forsaken_at_a_shared_table(scene: Scene) -> Table:
    return after_line(waiting_for_somebody_elsewhere(scene), f"table away {scene.sides[1]}")


def over_at_a_shared_table(scene: Scene) -> Table:
    table = waiting_for_somebody_elsewhere(scene)
    keep(table, log(table), len(log(table)), "=draw")
    table.run(3000)
    return table


def asked_for_another_game(scene: Scene) -> Table:
    return after_line(over_at_a_shared_table(scene), "table ask rematch")


def offering_another_game(scene: Scene) -> Table:
    table = over_at_a_shared_table(scene)
    table.press(OK)
    return table


def without_a_game(scene: Scene) -> Table:
    table = after_a_step(scene)
    table.send("stop")
    table.run(500)
    return table


def switched_on_with_a_piece_up(scene: Scene) -> Table:
    return cut(with_a_piece_up_after_a_step(scene))


STATES: dict[str, Callable[[Scene], Table]] = {
    made.__name__: made
    for made in (
        at_start,
        after_a_step,
        after_two_steps,
        with_a_piece_up,
        with_a_piece_up_after_a_step,
        with_two_pieces_up,
        in_doubt,
        asking,
        proposing_an_answer,
        proposing_a_silent_step,
        owing_a_captured_piece,
        on_the_way_back,
        believing_a_switch,
        after_a_step_of_what_is_a_hosts_side_now,
        shared_after_a_step_of_an_away_side,
        over_by_agreement_with_the_board,
        led_after_undo,
        half_led_after_undo,
        led_back_from_a_piece_up,
        led_to_a_hosts_step_for_a_person,
        led_to_a_hosts_step,
        half_led_to_a_hosts_step,
        waiting_for_a_host,
        forsaken_by_a_host,
        waiting_for_a_host_with_a_piece_up,
        thinking,
        led_to_its_own_step,
        half_led_to_its_own_step,
        after_its_reply,
        paused,
        paused_before_it_thinks,
        thinking_about_a_hint,
        with_a_hint,
        in_the_menu,
        in_the_menu_after_a_step,
        in_the_menu_with_a_piece_up,
        in_the_self_test,
        showing_itself,
        offered_a_draw,
        offered_to_resign,
        offered_a_draw_with_a_piece_up,
        over_by_the_rules,
        just_over_by_the_rules,
        over_by_a_hosts_step,
        over_by_agreement,
        over_by_giving_up,
        begun_with_a_lesson,
        in_a_lesson,
        astray_in_a_lesson,
        at_a_shared_table,
        at_a_shared_table_with_a_piece_up,
        asking_at_a_shared_table,
        not_firm_at_a_shared_table,
        waiting_for_somebody_elsewhere,
        led_to_a_step_from_elsewhere,
        half_led_to_a_step_from_elsewhere,
        asked_for_a_take_back,
        asked_for_a_draw,
        offering_a_take_back,
        offering_a_draw_elsewhere,
        about_to_resign_at_a_shared_table,
        forsaken_at_a_shared_table,
        over_at_a_shared_table,
        asked_for_another_game,
        offering_another_game,
        without_a_game,
        switched_on_with_a_piece_up,
    )
}
