"""Watching a running board: the mirror, the log, the record; and replaying a record."""

import asyncio
import json
import os
import random
import threading
from pathlib import Path

import pytest

from beside import NAMES
from hearing import awaited
from mpremote_port import board_on_port
from patience import PATIENCE_S
from table import Table
from test_record import played
from tourelle.games import opening, read
from tourelle.grids import grid
from tourelle_host import cli, connection, ports, texts
from tourelle_host import record as records
from tourelle_host.commands.watch import Savers
from tourelle_host.connection import Connection, Gone
from tourelle_host.errors import UserError
from tourelle_host.following import Follower, Saver
from tourelle_host.hello import NoAnswer, advice
from tourelle_host.recorder import Recorder
from tourelle_host.server import feeding
from tourelle_host.server.mirror import Mirror
from tourelle_host.server.replay import Replay
from tourelle_host.server.watcher import Watcher

HELLO = "@hello tourelle 0.1.0 link 1 board avalam cells 49"


# -- the connection


def test_it_greets_with_lines_alone(terminal):
    with Connection(terminal.path) as link:
        terminal.say(f"half a li\r\n@turn y\r\n{HELLO}\r\n")
        assert link.greet() == ["half a li", "@turn y", HELLO]
    sent = terminal.until(b"hello\n")
    assert sent == b"\nhello\n", "no control byte"


def test_a_line_that_a_power_cut_left_is_cut_off(terminal):
    with Connection(terminal.path) as link:
        terminal.say(f"@move 3 y c9{HELLO}\r\n@turn y\r\n")
        assert [link.line(PATIENCE_S) for _ in range(3)] == ["@move 3 y c9", HELLO, "@turn y"]


@pytest.mark.parametrize(
    "answer, prompt, words",
    [
        (">>> hello\r\nNameError\r\n>>> ", True, "MicroPython's prompt is on"),
        ("temperature 21\r\n", False, "does not answer as a Tourelle board does"),
        ("", False, "does not answer as a Tourelle board does"),
    ],
)
def test_whatever_else_is_there_is_named(terminal, monkeypatch, answer, prompt, words):
    if not prompt:
        monkeypatch.setattr(connection, "PATIENCE_S", 0.3)  # for what never comes
    with Connection(terminal.path) as link:
        terminal.say(answer)
        with pytest.raises(NoAnswer, match=words) as error:
            link.greet()
    assert error.value.prompt == prompt


def test_a_board_that_goes_is_told_in_a_sentence(terminal):
    with Connection(terminal.path) as link:
        terminal.unplug()
        with pytest.raises(Gone, match="look after its cable"):
            link.line(PATIENCE_S)


def test_a_port_that_is_in_use(terminal):
    with (
        Connection(terminal.path),
        pytest.raises(UserError, match="is in use by another program"),
    ):
        Connection(terminal.path)


@pytest.mark.parametrize(
    "path, words",
    [
        ("/dev/nothing", "there is no port /dev/nothing"),
        ("socket://127.0.0.1:1", "nobody answers at socket://127.0.0.1:1"),
        ("strange://here", "'strange://here' is not a port"),
        (__file__, "cannot be opened as a serial port"),
    ],
)
def test_ports_that_cannot_be_opened(path, words):
    with pytest.raises(UserError, match=words):
        ports.open_port(path)


@pytest.mark.parametrize(
    "hello, words",
    [
        (HELLO, None),
        (HELLO.replace("0.1.0", "0.0.9"), "runs Tourelle 0.0.9"),
        (HELLO.replace("link 1", "link 2"), "install a newer tourelle here"),
        (HELLO.replace("link 1", "link 0"), "flash the board again"),
    ],
)
def test_versions_that_do_not_fit_are_told(hello, words):
    told = advice(hello)
    assert told is None if words is None else words in (told or "")


@pytest.mark.parametrize("theirs, words", [(10, "install a newer"), (8, "flash the board again")])
def test_versions_of_the_link_are_compared_as_numbers(theirs, words, monkeypatch):
    monkeypatch.setattr("tourelle_host.hello.LINK", 9)
    assert words in (advice(HELLO.replace("link 1", f"link {theirs}")) or "")


class Usb:
    """What pyserial tells of a port."""

    def __init__(self, device, vid=None, pid=None, description="n/a"):
        self.device, self.vid, self.pid, self.description = device, vid, pid, description
        self.serial_number = "e66"

    def __lt__(self, other):
        return self.device < other.device


PICO = {"vid": 0x2E8A, "pid": 0x0005, "description": "Board in FS mode"}


@pytest.mark.parametrize(
    "there, words",
    [
        ([Usb("/dev/ttyS0")], "no board with MicroPython is plugged in"),
        ([Usb("/dev/ttyACM0", **PICO), Usb("/dev/ttyACM1", **PICO)], "several boards"),
    ],
)
def test_no_board_and_several(monkeypatch, there, words):
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: there)
    with pytest.raises(UserError, match=words):
        ports.choose(None)


def test_the_only_board_is_meant_and_a_port_that_is_named(monkeypatch):
    there = [Usb("/dev/ttyS0"), Usb("/dev/ttyUSB0", 1, 1, "a modem"), Usb("/dev/ttyACM0", **PICO)]
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: there)
    assert ports.choose(None) == "/dev/ttyACM0"
    assert ports.choose("/dev/other") == "/dev/other"
    assert [(port.path, port.board) for port in ports.find()] == [
        ("/dev/ttyACM0", True),
        ("/dev/ttyUSB0", False),
    ]


# -- the mirror


def mirrored(table: Table, mirror: Mirror, recorder: Recorder) -> None:
    for line in table.lines:
        recorder.hear(line)
        mirror.hear(line)
    table.lines.clear()


def told_to(watcher: Watcher) -> dict:
    """What a browser is told next, by kind of message."""
    messages = map(json.loads, watcher.take())
    return {message["type"]: message for message in messages}


def shown(mirror: Mirror) -> dict:
    """What a browser that comes now is told, by kind of message."""
    return told_to(mirror.hub.join())


@pytest.fixture
def attached():
    """A table at which a game goes on, and its mirror."""
    table = Table("avalam")
    table.start(opening("avalam"))
    table.send("move c9-d9")
    table.drop("d9")
    table.lift("c9")
    recorder = Recorder(asks=True)
    mirror = Mirror(grid("avalam"), recorder)
    table.run(500)
    table.lines.clear()
    for line in ("hello", "follow on", "switches", "record 0", "record 1", "record 2"):
        table.send(line)
    mirrored(table, mirror, recorder)
    return table, mirror, recorder


def test_the_mirror_shows_pieces_lights_and_the_moves_so_far(attached):
    _, mirror, _ = attached
    told = shown(mirror)
    assert told["board"]["acts"] is False
    assert told["world"]["cells"]["d9"] == ["d1", "d0"] and "c9" not in told["world"]["cells"]
    assert told["world"]["game"] == "avalam"
    assert "@move 1 y c9-d9" in told["story"]["lines"]
    rgb = bytes.fromhex(told["frame"]["rgb"])
    e5 = grid("avalam").cell("e5")
    assert max(rgb[3 * e5 : 3 * e5 + 3]) > 0


def test_what_is_lifted_is_in_the_hand_until_the_next_position(attached):
    table, mirror, recorder = attached
    table.lift("e4", "e3")
    mirrored(table, mirror, recorder)
    world = shown(mirror)["world"]
    assert world["hand"] == ["d0", "d1"] and "e4" not in world["cells"]
    table.drop("e3")
    mirrored(table, mirror, recorder)
    assert shown(mirror)["world"]["hand"] == ["d1"], "until the board says that it went there"
    table.run(500)
    mirrored(table, mirror, recorder)
    assert shown(mirror)["world"]["cells"]["e3"] == ["d0", "d1"]
    assert recorder.record and recorder.record.steps == ["c9-d9", "e4-e3"]


def test_what_is_put_back_comes_out_of_the_hand(attached):
    table, mirror, recorder = attached
    before = shown(mirror)["world"]["cells"]
    table.lift("e4", "d9")
    table.drop("e4", "d9")
    mirrored(table, mirror, recorder)
    assert shown(mirror)["world"]["cells"] == before


def test_a_cell_is_the_same_however_its_name_is_written(attached):
    _, mirror, _ = attached
    before = shown(mirror)["world"]["cells"]
    for line in ("@lift E4", "@lift d9", "@down e4", "@down D9"):
        mirror.hear(line)
    assert shown(mirror)["world"]["cells"] == before


def test_without_a_game_it_shows_that_something_stands_there():
    table = Table("avalam")
    mirror = Mirror(grid("avalam"), Recorder(asks=True))
    table.drop("a4")
    table.lines.clear()
    for line in ("hello", "switches"):
        table.send(line)
    mirrored(table, mirror, Recorder(asks=True))
    assert shown(mirror)["world"]["cells"] == {"a4": ["d?"]}
    table.drop("c9")
    table.lift("a4")
    mirrored(table, mirror, Recorder(asks=True))
    assert shown(mirror)["world"]["cells"] == {"c9": ["d?"]}


def test_the_rhythms_go_on_at_the_host():
    mirror = Mirror(grid("avalam"), Recorder(asks=True))
    mirror.hear("@lights capture=c9 remove/2=d8 turn:y=a4 last-move=b4")
    frames = []
    for _ in range(16):
        frames.append(shown(mirror)["frame"]["rgb"])
        mirror.tick()
    assert shown(mirror)["frame"]["rgb"] == frames[0]
    cells = grid("avalam")

    def lit(name):
        at = 6 * cells.cell(name)
        return [frame[at : at + 6] != "000000" for frame in frames]

    assert "".join("█" if on else "·" for on in lit("c9")) == "█··█··█·" * 2
    assert sum(lit("d8")) == 2 and all(lit("a4")) and all(lit("b4"))


def test_lines_of_another_version_do_not_stop_the_mirror():
    mirror = Mirror(grid("avalam"), Recorder(asks=True))
    for line in ("@lights glow=c9", "@position chess", "@lift z9", "@new thing", "", "@", "text"):
        mirror.hear(line)
    assert "@new thing" in shown(mirror)["story"]["lines"]


def test_a_board_that_is_gone_is_dark():
    mirror = Mirror(grid("avalam"), Recorder(asks=True))
    mirror.hear("@lights capture=c9 last-move=b4")
    mirror.unplugged("it was unplugged")
    for _ in range(16):
        assert set(shown(mirror)["frame"]["rgb"]) == {"0"}
        mirror.tick()
    assert shown(mirror)["world"]["power"] is False


class Spoken:
    """Follows a board that says these lines, and then fails or is silent."""

    def __init__(self, *lines, error=None):
        self._lines = lines
        self._error = error

    def lines(self, stop):
        yield from self._lines
        if self._error:
            raise self._error
        while not stop():
            yield ""


async def fed(mirror, follower, save=str, until=lambda: False):
    """Feed it until this is so, and raise what feeding raises."""
    feeding_it = asyncio.create_task(feeding.feed(mirror, follower, save))
    try:
        while not until():
            if feeding_it.done():
                await feeding_it
            await asyncio.sleep(0)
    finally:
        feeding_it.cancel()
        await asyncio.gather(feeding_it, return_exceptions=True)


def said_so_far(mirror):
    return shown(mirror)["story"]["lines"]


def test_a_file_that_cannot_be_saved_is_told_and_the_board_is_still_there():
    mirror = Mirror(grid("avalam"), Recorder(asks=True))
    lines = Spoken("@game none", "@switches a4")
    asyncio.run(
        fed(mirror, lines, lambda: "The disk is full.", lambda: len(said_so_far(mirror)) > 1)
    )
    assert "@say The disk is full." in said_so_far(mirror)
    assert shown(mirror)["world"]["power"] is True


def test_a_board_that_goes_is_told_at_once_and_its_game_stays_on_the_page(capsys):
    mirror = Mirror(grid("avalam"), Recorder(asks=True))
    lines = Spoken("@game none", "@switches a4", error=Gone("it is gone"))
    asyncio.run(fed(mirror, lines, until=lambda: not shown(mirror)["world"]["power"]))
    assert shown(mirror)["world"]["cells"] == {"a4": ["d?"]}
    assert capsys.readouterr().err == "tourelle: it is gone\n"


@pytest.mark.parametrize("error", [UserError("another"), ZeroDivisionError("fault")], ids=repr)
def test_whatever_else_fails_ends_the_command(error):
    mirror = Mirror(grid("avalam"), Recorder(asks=True))
    with pytest.raises(type(error), match=str(error)):
        asyncio.run(fed(mirror, Spoken("@game none", error=error)))
    assert shown(mirror)["world"]["power"] is True


def test_lights_that_cannot_pulse_are_no_secret(monkeypatch):
    mirror = Mirror(grid("avalam"), Recorder(asks=True))
    monkeypatch.setattr(mirror, "tick", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        asyncio.run(asyncio.wait_for(feeding.tick(mirror), PATIENCE_S))


# -- files


class Told:
    """A follower whose board has told a game, and no events."""

    def __init__(self):
        self.recorder = Recorder()
        for line in ("@game avalam", f"@position {opening('avalam').text()}", "@move 1 y c9-d9"):
            self.recorder.hear(line)

    def take_events(self):
        return ""


def test_what_cannot_be_saved_is_told_once_and_saved_when_it_can(tmp_path, capsys):
    folder = tmp_path / "folder"
    saver = Savers(Told(), folder / "game.txt", None)
    words = f"the game cannot be saved in {folder / 'game.txt'}: No such file or directory"
    assert [saver.save(), saver.save()] == [words, ""]
    assert capsys.readouterr().err == f"tourelle: {words}\n"
    folder.mkdir()
    assert saver.save() == ""
    assert (folder / "game.txt").read_text().startswith("Game: avalam")


def test_every_game_goes_into_a_file_of_its_own(tmp_path):
    (tmp_path / "game.txt").write_text("somebody's")
    saver = Saver(tmp_path / "game.txt")
    recorder = Recorder()
    for start in ("avalam", "tours"):
        for line in (f"@game {start}", f"@position {opening(start).text()}"):
            recorder.hear(line)
        assert saver.save(recorder) is None, "nothing has been played"
        step = opening(start).move_text(next(iter(opening(start).legal_moves())))
        recorder.hear(f"@move 1 y {step}")
        assert saver.save(recorder)
        assert saver.save(recorder) is None, "it is no new one"
    assert (tmp_path / "game.txt").read_text() == "somebody's"
    assert (tmp_path / "game-2.txt").read_text().startswith("Game: avalam")
    assert (tmp_path / "game-3.txt").read_text().startswith("Game: tours")


def begun():
    """What has heard a game with one step."""
    recorder = Recorder()
    for line in ("@game avalam", f"@position {opening('avalam').text()}", "@move 1 y c9-d9"):
        recorder.hear(line)
    return recorder


def test_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(UserError, match="cannot be saved in"):
        Saver(tmp_path / "nowhere" / "game.txt").save(begun())


def test_a_saved_game_takes_no_other_files_name(tmp_path):
    mine = tmp_path / "game.txt.new"
    mine.write_text("mine")
    game = Saver(tmp_path / "game.txt").save(begun())
    assert game and "c9-d9" in game.read_text()
    assert mine.read_text() == "mine" and set(tmp_path.iterdir()) == {game, mine}


def test_a_file_that_cannot_be_replaced_stays_and_nothing_beside_it(tmp_path):
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError):
        texts.replace(tmp_path / "folder", "a text")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


@pytest.mark.parametrize("command", [["watch", "--record"], ["watch", "--events"], ["events"]])
@pytest.mark.parametrize(
    "file, words",
    [
        (".", ". is a folder: name a file"),
        ("/", "/ is a folder: name a file"),
        ("nowhere/game.txt", "nowhere/game.txt cannot be written: there is no folder nowhere"),
    ],
)
def test_a_file_that_cannot_be_written_is_refused_before_the_board_is_asked(
    command, file, words, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    assert cli.main([*command, file, "--port", "/dev/nothing"]) == 2
    assert capsys.readouterr().err == f"tourelle: {words}\n"


def test_a_name_that_has_become_a_folder_takes_no_number(tmp_path):
    for folder in (tmp_path, Path("."), Path("/"), Path("..")):
        with pytest.raises(IsADirectoryError):
            texts.free(folder)


# -- on the virtual board


def address(board) -> str:
    assert board.port
    return board.port.address


@pytest.mark.needs_micropython
@pytest.mark.parametrize("port", ["tcp://127.0.0.1:0", "pty"])
def test_a_virtual_board_is_watched_and_recorded(tmp_path, port):
    board = board_on_port(port)
    asked = []
    with board:
        with awaited(board, "@turn"):
            board.do("set avalam")
        board.do("send move c9-d9")
        with Connection(address(board)) as link:
            follower = Follower(link, Recorder("2026-11-21", asks=True), mirror=True)
            saver = Saver(tmp_path / "game.txt")
            for line in follower.lines(lambda: False):
                saver.save(follower.recorder)
                if line == "@record 2 none" and not asked:
                    asked.append(line)
                    board.do("send move e4-e3")
                if line.startswith("@position") and asked:
                    break
        assert "Traceback" not in "".join(board.lines)
    record = records.read((tmp_path / "game.txt").read_text())
    assert record.steps == ["c9-d9", "e4-e3"]


@pytest.mark.needs_micropython
def test_the_command_watches_and_says_why_it_ends(capfd):
    with board_on_port() as board:
        path = address(board)

        def unplug(line):
            if line.startswith("@hello"):
                threading.Thread(target=board.do, args=["power off"]).start()

        board.on_line.append(unplug)
        assert cli.main(["watch", "--text", "--port", path]) == 2
    out, err = capfd.readouterr()
    assert "@hello tourelle" in out
    assert err.startswith(f"tourelle: the board on {path} is gone")


@pytest.mark.needs_micropython
def test_a_host_that_holds_the_port_and_does_not_read_stops_nothing():
    with board_on_port("pty") as board:
        reader = os.open(address(board), os.O_RDWR | os.O_NOCTTY)
        try:
            os.write(reader, b"hello\n")
            os.read(reader, 1)  # the board has noticed that somebody is there
            lit = threading.Event()
            for _ in range(80):
                board.do("send hello")  # 400 bytes each, far more than all buffers hold
            board.on_frame.append(lambda frame, now: lit.set())
            board.do("set avalam")
            assert lit.wait(PATIENCE_S), "it goes on as if nobody was there"
            heard = b""
            while b"@lost " not in heard:
                heard += os.read(reader, 4096)
            os.write(reader, b"\x03")
            while b">>> " not in heard:
                heard += os.read(reader, 4096)
        finally:
            os.close(reader)
    lines = heard.split(b"@lost ")[0].split(b"\r\n")[1:-1]
    assert {line.split()[0] for line in lines} <= {b"@hello", b"@game", b"@down", b"@set-up"}


# -- replay


def saved(tmp_path, game="avalam", steps=6):
    record = played(opening(game), steps, random.Random(5))
    record.players, record.date = {opening(game).SIDES[0]: "Ann"}, "2026-11-21"
    path = tmp_path / "game.txt"
    path.write_text(records.write(record))
    return path, record


@pytest.mark.parametrize("game", NAMES)
def test_a_record_as_text(tmp_path, capsys, game):
    path, record = saved(tmp_path, game)
    assert cli.main(["replay", "--text", str(path)]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"Game: {game}\nDate: 2026-11-21\nPlayer ")
    for number, (side, steps) in enumerate(record.turns(), 1):
        assert f"\n{number}. {side} {steps}\n" in out


def test_an_illegal_move_is_named_with_its_line_and_reason(tmp_path, capsys):
    path = tmp_path / "bad.txt"
    path.write_text("Game: avalam\n\n1. y c9-d9\n2. r c9-c8\n")
    assert cli.main(["replay", "--text", str(path)]) == 2
    assert capsys.readouterr().err == (
        f"tourelle: {path}: line 4: 'c9-c8' is not a legal move of r here: c9 is empty, and no "
        "move begins there\n"
    )


@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00"])
def test_a_file_that_is_not_a_record(tmp_path, capsys, content):
    path = tmp_path / "game.txt"
    if content:
        path.write_bytes(content)
    assert cli.main(["replay", str(path)]) == 2
    assert str(path) in capsys.readouterr().err


@pytest.mark.parametrize("game", NAMES)
def test_the_page_shows_every_step(tmp_path, game):
    _, record = saved(tmp_path, game, 200)
    replay = Replay(record)
    watcher = replay.hub.join()
    for step in (0, len(record.steps), 3):
        replay.hub.heard(watcher, json.dumps({"step": step}))
        told = told_to(watcher)
        assert told["at"]["step"] == step
        moves = [line for line in told["story"]["lines"] if line.startswith("@move")]
        assert len(moves) == step
        position = read(record.start)
        for text in record.steps[:step]:
            position.push(position.parse_move(text))
        occupied = {n for n in position.grid.names if position.occupancy[position.grid.cell(n)]}
        assert set(told["world"]["cells"]) == occupied
    replay.hub.heard(watcher, json.dumps({"do": "lift c9"}))
    assert "only looked at" in told_to(watcher)["error"]["text"]
    replay.hub.heard(watcher, json.dumps({"save": "record"}))
    assert told_to(watcher)["file"]["text"] == records.write(record)


def test_a_finished_game_ends_with_its_result(tmp_path):
    _, record = saved(tmp_path, "avalam", 100)
    replay = Replay(record)
    replay.show(len(record.steps))
    story = told_to(replay.hub.join())["story"]
    assert f"@over {record.result}" in story["lines"]
