"""A club's page as its server makes it: tables, results and standings, from messages and files."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.sync.client import connect

from patience import PATIENCE_S
from together.said import Said
from tourelle_host.club import archive, wall
from tourelle_host.club.archive import Archive, Finished
from tourelle_host.club.sight import Sight
from tourelle_host.club.site import site
from tourelle_host.club.standings import standings, written
from tourelle_host.club.wall import Wall
from tourelle_host.record import Record
from tourelle_host.server import serve
from tourelle_host.server.carrier import Carrier
from tourelle_host.together.decide import GONE_S
from tourelle_host.together.log import mark

TODAY = "2026-11-24"
NAMES = ("Anna", "<script>Bén 王")


class Today(Carrier):
    def today(self) -> str:
        return TODAY


def table(steps: int = 0, name: str = "anna-abcdefghijkm", game: str = "avalam") -> Said:
    said = Said(name, game, ("anna", "ben"), NAMES)
    said.play(steps)
    return said


def hung(folder: Path, *tables: Said, say: Callable[[str], None] = print) -> Wall:
    """A wall that has heard what a broker retains of these tables."""
    made = Wall(Archive(folder), Today(), say)
    made.connected()
    for each in tables:
        hear(made, *each.all(), retained=True)
    return made


def hear(made: Wall, *messages: tuple[str, bytes], retained: bool = False) -> None:
    for topic, payload in messages:
        made.receive(topic, payload, retained)


def shown(made: Wall) -> dict[str, dict]:
    """What a browser that comes now is told, by kind; tables by their name."""
    messages = [json.loads(text) for text in made.join().take()]
    return {message.get("name", message["type"]): message for message in messages}


# -- a table


def test_a_table_is_shown_as_it_is_played(tmp_path):
    said = table(7)
    made = hung(tmp_path, said)
    told = shown(made)[said.table.name]
    assert [player["name"] for player in told["players"]] == list(NAMES)
    assert [player["sides"] for player in told["players"]] == ["y", "r"]
    assert (told["turn"], told["over"], told["nobody"]) == ("r", None, False)
    assert len(told["rgb"]) == 6 * 49 and set(told["rgb"]) != {"0"}
    watcher = made.join()
    watcher.take()
    said.play(1, seed=8)
    hear(made, said.record(1))
    (news,) = map(json.loads, watcher.take())
    assert (news["name"], news["turn"]) == (said.table.name, "y")


def test_what_comes_in_another_order_comes_to_the_same(tmp_path):
    said = table(7)
    messages = said.all()
    there = hung(tmp_path)
    hear(there, *reversed(messages), retained=True)
    assert shown(there) == shown(hung(tmp_path, said))


def test_an_absence_is_shown_after_ten_seconds_and_no_longer_after_the_return(tmp_path):
    said = table(3)
    made = hung(tmp_path, said)

    def gone() -> list[bool]:
        return [player["gone"] for player in shown(made)[said.table.name]["players"]]

    hear(made, said.here(1, False))
    made.tick(GONE_S - 1)
    assert gone() == [False, False]
    made.tick(GONE_S)
    assert gone() == [False, True]
    hear(made, said.here(1))
    assert gone() == [False, False]


def test_an_offer_is_shown_while_it_stands(tmp_path):
    said = table(4)
    made = hung(tmp_path, said)
    draw = (("draw", mark(said.log), None),)
    hear(made, said.record(0, entries=draw))
    assert shown(made)[said.table.name]["said"] == ["Anna offers a draw"]
    said.play(1, seed=4)
    hear(made, said.record(0, entries=draw))
    assert shown(made)[said.table.name]["said"] == []


def test_what_was_taken_back_is_not_on_the_board(tmp_path):
    said = table(5)
    before = said.log[:3]
    made = hung(tmp_path, said)
    hear(made, said.record(1, (*said.log, "=undo 3")))
    one = shown(made)[said.table.name]
    other = Said("anna-abcdefghijkm", "avalam", ("anna", "ben"), NAMES)
    other.log = before
    assert one["world"] == shown(hung(tmp_path, other))[said.table.name]["world"]


def test_a_device_that_has_lost_its_seat_is_not_listened_to(tmp_path):
    said = table(4)
    made = hung(tmp_path, said)
    newer = (*said.log[:3], "=seat 1 2 9")
    hear(made, said.record(0, newer, holders=((1, 5), (2, 9))))
    draw = (("draw", mark(newer), None),)
    hear(made, said.record(1, entries=draw))  # of the older one
    told = shown(made)[said.table.name]
    assert (told["turn"], told["said"]) == ("r", []), "three steps, and no offer"
    hear(made, said.record(1, newer, entries=draw, generation=2, device=9))
    assert shown(made)[said.table.name]["said"] == [f"{NAMES[1]} offers a draw"]


def test_what_a_stranger_says_is_nothing(tmp_path):
    said = table(3)
    made = hung(tmp_path, said)
    before = shown(made)[said.table.name]
    said.log += ("=lost 1",)
    of_others = Said("anna-abcdefghijkm", "tours", ("cleo", "ben"), NAMES)
    forged = (of_others.announced()[1], said.record(1)[1], b"{", b"[" * 60_000, b"x" * 70_000)
    for payload in forged:
        for user, what in (("cleo", "table"), ("cleo", "record"), ("ben", "table"), ("ben", "x")):
            hear(made, (f"tourelle/1/{said.table.name}/by/{user}/{what}", payload))
    assert shown(made)[said.table.name] == before


USUAL = Said("anna-abcdefghijkm", "avalam", ("anna", "ben"), NAMES).all()


@given(
    st.sampled_from(("record", "here", "table", "join", "x")),
    st.sampled_from(("anna", "ben", "cleo", "A")),
    st.one_of(
        st.binary(max_size=40),
        st.recursive(
            st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5)),
            lambda inner: st.lists(inner, max_size=11),
            max_leaves=20,
        ).map(lambda told: json.dumps(told).encode()),
    ),
)
def test_nothing_from_the_network_is_an_error(what, user, payload):
    sight = Sight("anna-abcdefghijkm")
    for topic, told in USUAL:
        sight.hear(topic.split("/")[4], topic.split("/")[5], told, True, 0)
    before = sight.seen
    sight.hear(user, what, payload, False, 0)
    if (user, what) == ("anna", "table"):
        assert sight.seen is None, "who has announced a table can take it away"
    else:
        assert before and sight.seen and sight.seen.record() == before.record()


def test_tables_that_are_over_and_left_make_room_for_new_ones(tmp_path, monkeypatch):
    monkeypatch.setattr(wall, "MOST_TABLES", 2)
    over = table(500)
    made = hung(tmp_path, over, table(2, "anna-bbbbbbbbbbbb"))
    hear(made, *table(2, "anna-cccccccccccc").all())
    assert "anna-cccccccccccc" not in shown(made)
    hear(made, over.here(0, False), over.here(1, False), retained=True)
    hear(made, *table(2, "anna-cccccccccccc").all())
    assert {"anna-bbbbbbbbbbbb", "anna-cccccccccccc"} <= set(shown(made))
    assert over.table.name not in shown(made)


def test_a_table_that_the_broker_has_forgotten_is_gone_once_it_has_told_all(tmp_path):
    made = hung(tmp_path, table(2), table(2, "anna-bbbbbbbbbbbb"))
    made.connected()
    hear(made, *table(2).all(), retained=True)
    made.tick(1)
    assert "anna-bbbbbbbbbbbb" in shown(made)
    made.tick(30)
    assert "anna-bbbbbbbbbbbb" not in shown(made) and "anna-abcdefghijkm" in shown(made)


# -- results


def test_a_game_that_is_over_is_a_file_from_which_all_is_known_again(tmp_path):
    said = table(500)
    made = hung(tmp_path, said, table(3, "anna-bbbbbbbbbbbb"))
    told = shown(made)["results"]
    assert [game["name"] for game in told["results"]] == [said.table.name]
    winner = [row["user"] for row in told["standings"] if row["points"] == "1"]
    assert len(winner) == 1 and len(told["standings"]) == 2
    again = shown(hung(tmp_path))["results"]
    assert again == told
    text = (tmp_path / f"{said.table.name}.txt").read_text("utf-8")
    assert archive.read(said.table.name, text).record.players["r"] == NAMES[1]


def test_two_clubs_and_a_restarted_one_show_the_same(tmp_path):
    tables = [table(500), table(9, "anna-bbbbbbbbbbbb"), table(20, "ben-cccccccccccc", "tours")]
    tables[1].play(3)
    one, other = hung(tmp_path / "one"), hung(tmp_path / "other")
    for each in tables:
        hear(one, *each.all(), retained=False)
        hear(other, *reversed(each.all()), retained=False)
    assert shown(one) == shown(other) == shown(hung(tmp_path / "one", *tables))


def test_nobody_is_said_to_have_lost_by_what_only_others_say(tmp_path):
    said = table(500)
    whole = said.log
    made = hung(tmp_path)
    hear(made, said.announced(), said.record(0))
    assert shown(made)["results"]["results"] == []  # Ben has not said any of it
    hear(made, said.record(1, whole[:-3]))
    assert shown(made)["results"]["results"] == []  # nor all of his own steps
    hear(made, said.record(1, whole if len(whole) % 2 == 0 else whole[:-1]))
    assert len(shown(made)["results"]["results"]) == 1  # what is missing he has not made


@pytest.mark.parametrize(
    ("word", "result", "why"),
    (("=draw", "draw", "agreed"), ("=lost 0", "r", "resigned")),
)
def test_a_game_that_its_players_ended_counts(tmp_path, word, result, why):
    said = table(4)
    said.log += (word,)
    (game,) = shown(hung(tmp_path, said))["results"]["results"]
    won = [player["sides"] for player in game["players"] if player["won"]]
    assert (won or ["draw"]) == [result] and game["why"] == why


def test_a_player_claimed_against_has_lost_though_gone(tmp_path):
    said = table(4)
    made = hung(tmp_path, said)
    hear(made, said.record(1, verdict=(4, 0)))
    (game,) = shown(made)["results"]["results"]
    assert [player["won"] for player in game["players"]] == [False, True]


def test_a_verdict_on_somebody_else_than_a_player_is_nothing(tmp_path):
    said = table(4)
    made = hung(tmp_path, said)
    hear(made, said.record(1, verdict=(4, 2)))
    told = shown(made)
    assert told["results"]["results"] == [] and told[said.table.name]["over"] is None


def test_a_game_that_goes_on_after_all_does_not_count_meanwhile(tmp_path):
    said = table(4)
    said.log += ("=lost 0",)
    made = hung(tmp_path, said)
    assert len(shown(made)["results"]["results"]) == 1
    said.log += ("=undo 2",)
    hear(made, said.record(0), said.record(1))
    told = shown(made)
    assert told["results"]["results"] == [] and told[said.table.name]["over"] is None


def test_a_file_that_is_not_a_record_does_not_count_and_is_reported(tmp_path):
    (tmp_path / "anna-bbbbbbbbbbbb.txt").write_text("nonsense")
    (tmp_path / "notes.txt").write_text("Game: avalam\nResult: y\n")
    (tmp_path / "anna-cccccccccccc.txt").write_bytes(b"\xff\xfe\xff")
    said: list[str] = []
    made = hung(tmp_path, table(500), say=said.append)
    assert len(shown(made)["results"]["results"]) == 1
    assert len(said) == 3 and all("does not count" in why for why in said)
    assert (tmp_path / "notes.txt").read_text().startswith("Game")


def test_a_folder_that_cannot_be_written_is_told_in_a_sentence(tmp_path):
    (tmp_path / "club").write_text("a file")
    said: list[str] = []
    assert "anna-abcdefghijkm" in shown(hung(tmp_path / "club", table(500), say=said.append))
    assert any("cannot be written" in why for why in said)


def finished(result: str, **users: str) -> Finished:
    names = {side: user.title() for side, user in users.items()}
    return Finished("x", Record("", [], names, TODAY, result), users)


def test_a_point_is_shared_by_those_who_won_or_by_all_in_a_draw():
    rows = standings(
        [
            finished("y", y="anna", r="ben"),
            finished("draw", y="ben", r="cleo"),
            finished("13", **{"1": "anna", "2": "ben", "3": "dora"}),
        ]
    )
    assert [(row.rank, row.name, row.played, row.won, row.drawn, row.lost) for row in rows] == [
        (1, "Anna", 2, 2, 0, 0),
        (2, "Cleo", 1, 0, 1, 0),
        (2, "Dora", 1, 1, 0, 0),
        (2, "Ben", 3, 0, 1, 2),
    ]
    assert [written(row.points) for row in rows] == ["1½", "½", "½", "½"]
    assert standings([finished("y", y="anna", r="anna")]) == []


# -- what browsers see


async def served(made: Wall, look: Callable[[str], None]) -> None:
    """Run `look` on the page, in a thread of its own."""
    bound, _ = serve.listen(0)
    with bound:
        ready = asyncio.get_running_loop().create_future()
        serving = asyncio.create_task(serve.serve_site(site(made), bound, ready.set_result))
        await asyncio.wait([serving, ready], return_when=asyncio.FIRST_COMPLETED)
        try:
            await asyncio.to_thread(look, ready.result())
        finally:
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)


def get(address: str, **headers: str) -> str:
    with urlopen(Request(address, headers=headers), timeout=PATIENCE_S) as answer:
        return answer.read().decode()


def test_the_page_is_of_all_tables_and_of_each(tmp_path):
    said = table(6)
    made = hung(tmp_path, said, table(500, "anna-bbbbbbbbbbbb"))

    def look(address: str) -> None:
        assert "club.js" in get(address)
        for name in (said.table.name, "anna-bbbbbbbbbbbb"):
            there = f"{address}table/{name}/"
            assert "main.js" in get(there)
            assert get(there + "main.js") and get(there + "rules/avalam/page.html")
        for wrong, headers in (
            ("table/anna-xxxxxxxxxxxx/", {}),
            ("", {"Origin": "http://x.example"}),
        ):
            with pytest.raises(HTTPError):
                get(address + wrong, **headers)
        sockets = address.replace("http", "ws")
        with connect(f"{sockets}table/{said.table.name}/ws") as socket:
            board, *heard = (json.loads(socket.recv(PATIENCE_S)) for _ in range(4))
            assert (board["acts"], board["names"]) == (False, dict(zip("yr", NAMES, strict=True)))
            assert f"@move 6 r {said.log[5]}" in heard[-1]["lines"]
            socket.send(json.dumps({"do": "lift c9"}))
            while (told := json.loads(socket.recv(PATIENCE_S)))["type"] != "error":
                pass
            assert "only look" in told["text"]
        with connect(f"{sockets}ws") as socket:
            socket.send(json.dumps({"save": "passwords"}))
            while (told := json.loads(socket.recv(PATIENCE_S)))["type"] != "error":
                assert "password" not in json.dumps(told)

    asyncio.run(served(made, look))


def test_a_table_that_is_opened_goes_on_and_is_closed_with_its_last_browser(tmp_path):
    said = table(6)
    made = hung(tmp_path, said)
    hub = made.hub(said.table.name)
    assert hub and hub is made.hub(said.table.name)
    watcher = hub.join()
    watcher.take()
    said.play(1, seed=9)
    hear(made, said.record(0), said.here(1, False))
    made.tick(GONE_S)
    lines = json.loads(watcher.take()[-2])["lines"]
    assert f"@move 7 y {said.log[6]}" in lines and f"@say {NAMES[1]} is gone." in lines
    hub.heard(watcher, json.dumps({"look": 3, "tag": "1"}))
    assert json.loads(watcher.take()[-1])["step"] == 3
    hub.leave(watcher)
    made.tick(GONE_S + 1)
    assert made.hub(said.table.name) is not hub
