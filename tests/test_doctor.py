"""The doctor: what it finds on a port, and its self-test on the virtual board, with any fault."""

import json
import subprocess

import pytest

from depth import first
from mpremote_port import board_on_port
from tourelle import VERSION
from tourelle.games import load
from tourelle.grids import grid
from tourelle_host import cli, paths
from tourelle_host.commands import doctor as command
from tourelle_host.doctor import inquiry
from tourelle_host.doctor.examination import Examination, Verdict, examine, examine_strip
from tourelle_host.doctor.guide import BOARD, PERSON, Guide
from tourelle_host.doctor.inquiry import Facts, findings
from tourelle_host.errors import UserError
from tourelle_host.hello import NoAnswer
from tourelle_host.matrix import parse
from tourelle_host.sim.board import SimulatedBoard
from tourelle_host.sim.disk import Stored

GAMES = {"avalam": "avalam", "square": "tawol", "hex": "cabale"}
PIECES = {"avalam": "y1", "square": "wC", "hex": "t1"}


class FakeBench:
    """A simulated board, and somebody who does what the guide asks for, and looks at the lights."""

    def __init__(self, board: SimulatedBoard, blind: tuple[str, ...] = ()):
        """blind: buttons that this person cannot get to work."""
        self.board = board
        self.blind = blind
        self.grid = board.world.grid.name
        board.world.game = load(GAMES[self.grid]).Position
        self.guide = Guide(self, board.world.grid, of_board(self.grid))
        self.asked: list[str] = []
        self._events: list[tuple[str, str]] = []
        self._plan: list[list[str]] = []  # what the hands do next, one list after the other
        self._reply = ""
        board.on_line.append(lambda line: self._events.append((BOARD, line)))

    def send(self, line: str) -> None:
        self.board.send(line.encode() + b"\n")

    def say(self, text: str) -> None:
        """The person hears what to do next."""
        self.asked.append(text)
        words = text.split()
        for gesture in [gesture for left in self._plan for gesture in left]:
            self.board.do(gesture)  # what the guide did not wait for
        self.board.advance(100)
        self._reply = ""
        self._plan = [
            [f"remove {name}" for name in self._standing() if "Take everything off" in text]
        ]
        if text.startswith("Touch "):
            self._plan = [[f"place {words[1]} {PIECES[self.grid]}"], [f"remove {words[1]}"]]
        elif text.startswith("The diodes."):
            cells = set(text.partition(": ")[2].partition(".")[0].split())
            standing = set(self._standing())
            self._plan = [
                [f"remove {name}" for name in sorted(standing - cells)]
                + [f"place {name} {PIECES[self.grid]}" for name in sorted(cells - standing)]
            ]
        elif text.startswith("Lift the piece on "):
            self._plan = [[f"lift {words[4].rstrip('.')}"]]
        elif text.startswith("Put it back on "):
            self._plan = [[f"drop {words[4].rstrip('.')}"]]
        elif text.startswith("Press the button "):
            button = words[3].rstrip(".")
            self._plan = [[f"press {button}"]] if button not in self.blind else []
        elif text.startswith("Light "):
            self._reply = "look"

    def event(self) -> tuple[str, str]:
        while not self._events:
            if self._reply == "look":
                self.board.advance(50)
                self._reply = self._look()
                return PERSON, self._reply
            if not self._plan and not self._quiet():
                continue
            if not self._plan:
                return PERSON, ""
            for gesture in self._plan.pop(0):
                self.board.do(gesture)
            self.board.advance(300)
        return self._events.pop(0)

    def _quiet(self) -> bool:
        self.board.advance(300)
        return not self._events

    def _standing(self) -> list[str]:
        names = self.board.world.grid.names
        return [names[cell] for cell, stack in enumerate(self.board.world.cells) if stack]

    def _look(self) -> str:
        """The cell that is lit, as somebody sees it."""
        rgb = self.board.rgb()
        names = self.board.world.grid.names
        lit = [name for cell, name in enumerate(names) if max(rgb[3 * cell : 3 * cell + 3])]
        assert len(lit) <= 1
        return lit[0] if lit else "none"


def chain(name: str) -> list[str]:
    return json.loads(paths.board(name).read_text())["leds"]["chain"].split()


def of_board(name: str) -> Examination:
    return examine(grid(name), chain(name))


def of_strip(name: str, row: int) -> Examination:
    """The examination of the strip of this row, counted from 1."""
    return examine_strip(grid(name), chain(name), row - 1)


def verdict_on(name: str, vm: str, *faults: str, **options) -> tuple[Verdict, list[str]]:
    """The verdict on a virtual board with these faults, and what it says about itself."""
    with SimulatedBoard(name, vm, faults=faults) as board:
        bench = FakeBench(board, **options)
        verdict = bench.guide.run()
        board.advance(100)
        assert "@self-test off" in board.lines
        assert not any("Traceback" in line or line.startswith("@error") for line in board.lines)
        return verdict, bench.asked


@pytest.mark.parametrize(
    "name, fault, words",
    first(
        3,
        [
            ("avalam", "switch c4 dead", "switch of c4 is dead"),
            ("avalam", "switch e5 stuck", "switch of e5 is stuck closed"),
            ("avalam", "led c4 dead", "LED of c4 is dead"),
            ("square", "led c7 cut", "chain of LEDs ends before c7"),
            ("avalam", "row 3 open", "Row 3 is open"),
            ("square", "row 8 open", "Row 8 is open"),
            ("avalam", "column i open", "Column i is open"),
            ("avalam", "rows 4 5 shorted", "Rows 4 and 5 are shorted"),
            ("hex", "columns d e shorted", "Columns d and e are shorted"),
            ("avalam", "columns c d swapped", "Columns c and d are swapped"),
            ("square", "rows 1 8 swapped", "Rows 1 and 8 are swapped"),
            ("avalam", "leds reversed", "order of the LEDs is reversed"),
            ("avalam", "diode g6 missing", "diode of g6 is missing"),
            ("square", "diode a1 missing", "diode of a1 is missing"),
        ],
    ),
)
def test_each_fault_of_the_virtual_board_is_named(name, fault, words, capsys):
    verdict, _ = verdict_on(name, "cpython", fault)
    assert not verdict.unclear
    assert command.report(verdict, grid(name), of_board(name))
    said = [line for line in capsys.readouterr().out.splitlines() if line.startswith("!")]
    assert len(said) == 1 and words in said[0]


@pytest.mark.parametrize("name", first(1, ["hex", "avalam", "square"]))
def test_a_sound_virtual_board_is_found_to_be_sound(name, vm, capsys):
    verdict, asked = verdict_on(name, vm)
    assert not command.report(verdict, grid(name), of_board(name))
    assert "All lights, switches, diodes and buttons are right." in capsys.readouterr().out
    assert sum(text.startswith("Light ") for text in asked) == grid(name).size
    assert sum(text.startswith("Touch ") for text in asked) == grid(name).size


def test_several_faults_at_once_on_the_micropython_board(vm):
    faults = ("switch b6 dead", "led a4 dead", "row 1 open", "diode e3 missing")
    verdict, _ = verdict_on("avalam", vm, *faults)
    assert set(verdict.faults) == {parse(text, grid("avalam")) for text in faults}
    assert not verdict.unclear


def test_a_dead_button_is_named():
    verdict, _ = verdict_on("avalam", "cpython", blind=("undo",))
    assert verdict.unclear == ["The button undo is dead: look at its wire and its joints."]


def test_a_cell_that_lights_for_another_is_told():
    class Confused(FakeBench):
        def _look(self):
            seen = super()._look()
            return {"c9": "d9", "d9": "c9"}.get(seen, seen)

    with SimulatedBoard("avalam", "cpython") as board:
        verdict = Confused(board).guide.run()
    assert verdict.unclear == ["d9 is lit for c9.", "c9 is lit for d9."]


def test_ending_the_test_on_the_board_is_reported():
    class Impatient(FakeBench):
        def say(self, text):
            super().say(text)
            if text.startswith("Touch c4 "):
                self._plan = [["hold ok 1500"], [], [], [], []]

    with SimulatedBoard("avalam", "cpython") as board, pytest.raises(UserError, match="ended on"):
        Impatient(board).guide.run()


def test_switches_that_a_game_leaves_out_are_told():
    with SimulatedBoard("avalam", "cpython") as board:
        board.do("set avalam")
        board.advance(1500)
        board.do("stuck e5 closed")
        board.advance(6000)
        board.do("press ok")  # it is right as it is
        board.advance(500)
        bench = Brief(board)
        with pytest.raises(StopAsking):
            bench.guide.run()
    assert bench.asked == [
        "The game on the board leaves out e5, since somebody said OK to what is there: look at "
        "these switches first."
    ]


class StopAsking(Exception):
    """The person has been told something, and the test needs no more."""


class Brief(FakeBench):
    """A person who leaves after the first sentence."""

    def say(self, text):
        self.asked.append(text)
        raise StopAsking


def test_nonsense_for_an_answer_is_asked_again():
    class Mumbling(FakeBench):
        mumbled = False

        def _look(self):
            self.mumbled = not self.mumbled
            return "what?" if self.mumbled else super()._look()

        def say(self, text):
            super().say(text)
            if "Enter, the name of a cell, or none?" in text:
                self._reply = "look"

    with SimulatedBoard("avalam", "cpython") as board:
        assert Mumbling(board).guide.run().faults == []


def test_half_lines_cost_the_self_test_nothing():
    class Torn(FakeBench):
        """Before each line about a switch comes a part of it, as after a torn cable."""

        def event(self):
            who, text = super().event()
            word = text.partition(" ")[0]
            if who == BOARD and word in ("@lift", "@down", "@switches") and not self.torn:
                self.torn = True
                self._events.insert(0, (who, text))
                return who, [word, f"{word} ", f"{word} z9", text[:-1]][len(self.asked) % 4]
            self.torn = False
            return who, text

        torn = False

    with SimulatedBoard("avalam", "cpython", faults=["switch c4 dead"]) as board:
        bench = Torn(board)
        bench.guide = Guide(bench, board.world.grid, of_strip("avalam", 4))
        verdict = bench.guide.run()
    assert [fault.kind for fault in verdict.faults] == ["switch-dead"] and not verdict.unclear


# -- what is on a port


STATUS = {
    "python": "micropython-1.28.0",
    "memory-free": "142336",
    "memory": "238080",
    "disk-free": "1187840",
    "disk": "1441792",
}
HELLO = f"@hello tourelle {VERSION} link 1 board avalam cells 49"
FILES = {"files": ["main.py", "tourelle"], "board": '{"grid": "hex"}', "crashes": None}


@pytest.mark.parametrize(
    "facts, wrong, words",
    [
        (Facts("p", HELLO, STATUS), False, "the avalam board with 49 cells"),
        (Facts("p", HELLO, STATUS), False, "142 kB of its 238 kB of memory are free."),
        (Facts("p", HELLO, {**STATUS, "memory-free": "9000"}), True, "which is little: reset it"),
        (Facts("p", HELLO, {**STATUS, "disk-free": "900"}), True, "delete files of your own"),
        (
            Facts("p", HELLO, {**STATUS, "python": "micropython-1.19.1"}),
            True,
            "1.24 is needed",
        ),
        (Facts("p", HELLO.replace("link 1", "link 9"), STATUS), True, "install a newer tourelle"),
        (Facts("p", silent=True), True, "does not answer"),
        (Facts("p", trouble="p is in use"), True, "p is in use"),
        (Facts("p", "", {**STATUS, **FILES}), True, "press its reset button"),
        (Facts("p", "", {**STATUS, **FILES}), False, "describes the hex board"),
        (Facts("p", "", {**STATUS, **FILES, "files": ["boot.py"]}), True, "tourelle flash puts"),
        (Facts("p", "", {**STATUS, **FILES, "board": None}), True, "has no board.json"),
        (Facts("p", "", {**STATUS, **FILES, "board": "[1"}), True, "board.json is broken"),
        (Facts("p", "", {**STATUS, **FILES, "board": ""}), True, "board.json is broken"),
        (Facts("p", "", {**STATUS, **FILES, "board": "[1]"}), True, "board.json is broken"),
        (Facts("p", "", {**STATUS, **FILES, "board": "[" * 4000}), True, "board.json is broken"),
        (Facts("p", HELLO, {**STATUS, "disk-free": str(1 << 44)}), True, "0 kB of its 1441 kB"),
        (Facts("p", HELLO, {**STATUS, "disk-free": "-4096"}), True, "0 kB of its 1441 kB"),
        (Facts("p", HELLO, {**STATUS, "recording": "off"}), True, "no room on it to record"),
        (Facts("p", HELLO, {**STATUS, "damaged": "damaged.txt"}), True, "fs cp :damaged.txt"),
        (Facts("p", "", {**STATUS, **FILES, "crashes": "2"}), True, "crashed 2 times in a row: t"),
        (
            Facts("p", "", {**STATUS, **FILES, "crashes": "3 Oops"}),
            True,
            "safe mode. Hold a button",
        ),
        (
            Facts("p", fault="safe mode after 3 crashes"),
            True,
            "and says: safe mode after 3 crashes.",
        ),
    ],
)
def test_each_finding_says_what_to_do(facts, wrong, words):
    said = [finding for finding in findings(facts) if words in finding.text]
    assert [finding.wrong for finding in said] == [wrong]


class Told:
    """A board that answers `status` with these lines, one at each time it is asked."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.said = []

    def __call__(self, path):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def greet(self):
        return [HELLO]

    def send(self, line):
        self.said += [self.answers.pop(0)] if self.answers else []

    def line(self, patience_s):
        return self.said.pop(0) if self.said else None


WHOLE = "@status " + " ".join(f"{name}={value}" for name, value in STATUS.items())


@pytest.mark.parametrize("half", ["@status python=micropython-1.28.0 sca", "@status", "@status x"])
def test_half_a_status_is_asked_for_again(half, monkeypatch):
    monkeypatch.setattr(inquiry, "Connection", Told(half, WHOLE))
    assert inquiry.look("p").told == STATUS
    monkeypatch.setattr(inquiry, "Connection", Told(half, half))
    assert [one.wrong for one in findings(inquiry.look("p"))] == [False]


@pytest.mark.parametrize("end", range(len("@status "), len(WHOLE)))
def test_a_status_is_read_as_far_as_it_makes_sense(end, monkeypatch):
    monkeypatch.setattr(inquiry, "Connection", Told(WHOLE[:end], WHOLE[:end]))
    assert findings(inquiry.look("p"))


@pytest.mark.parametrize("free", ["", "x", "9" * 5000, "\u0662\u00b2"])
def test_invalid_numbers_in_a_status_are_passed_over(free):
    found = findings(Facts("p", HELLO, {**STATUS, "memory-free": free, "disk": "-"}))
    assert not any("of memory are free" in one.text for one in found) and len(found) == 2


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[1]",
        "1",
        '{"files": 5}',
        '{"files": [1]}',
        '{"files": ["a"], "python": 1}',
        json.dumps({**STATUS, **FILES, "events": "", "board": {"grid": "hex"}}),
        json.dumps({**STATUS, **FILES, "events": []}),
        "[" * 9000,
    ],
)
def test_what_is_not_an_answer_of_the_prompt_is_reported(text, monkeypatch):
    done = subprocess.CompletedProcess([], 0, f"~{text}\n", "")
    monkeypatch.setattr(inquiry, "run", lambda *_, **__: done)
    (found,) = findings(inquiry.interrogate("p"))
    assert found.wrong and "does not answer as MicroPython does" in found.text


def test_without_a_board_it_says_so(monkeypatch, capsys):
    monkeypatch.setattr("serial.tools.list_ports.comports", list)
    assert cli.main(["doctor"]) == 1
    assert "No board is connected" in capsys.readouterr().out


def test_a_port_that_is_not_there(capsys):
    assert cli.main(["doctor", "--port", "/dev/nothing"]) == 1
    assert "! there is no port /dev/nothing" in capsys.readouterr().out


@pytest.mark.needs_micropython
def test_a_running_virtual_board_and_one_at_its_prompt(capsys):
    with board_on_port() as board:
        assert board.port
        address = board.port.address
        facts = inquiry.look(address)
        assert facts.hello.startswith("@hello tourelle") and int(facts.told["memory-free"]) > 0
        assert cli.main(["doctor", "--port", address]) == 0
        assert "runs on it, the avalam board with 49 cells" in capsys.readouterr().out
        facts = inquiry.interrogate(address)  # which interrupts the firmware
        assert facts.told["python"].startswith("micropython-1.")
        facts = inquiry.look(address)
        assert not facts.hello and not facts.silent
        assert any("does not run: press its reset" in one.text for one in findings(facts))


@pytest.mark.needs_micropython
def test_a_board_in_its_safe_mode_is_named(tmp_path, capsys, silent_after_a_fault):
    crashed = tmp_path / "crashes.txt"
    crashed.write_text("3 MemoryError: so large a game")
    files = {**paths.firmware(), "board.json": paths.board("avalam"), "crashes.txt": crashed}
    with board_on_port(stored=Stored(files=files)) as board:
        assert board.port
        address = board.port.address
        assert cli.main(["doctor", "--port", address]) == 1
        said = capsys.readouterr().out
        assert "does not play, and says: safe mode after 3 crashes (MemoryError: so large" in said
        assert "hold a button while you plug it in, or flash it again." in said
        found = findings(inquiry.interrogate(address))
        assert any("safe mode. Hold a button" in one.text for one in found)


def test_what_does_not_answer_is_not_touched(monkeypatch, capsys):
    def silent(link):
        raise NoAnswer("it does not answer", False, "")

    monkeypatch.setattr("tourelle_host.connection.Connection.greet", silent)
    monkeypatch.setattr("tourelle_host.connection.ports.open_port", lambda path: Silence())
    monkeypatch.setattr(inquiry, "interrogate", lambda path: pytest.fail("it was interrupted"))
    assert cli.main(["doctor", "--port", "/dev/other"]) == 1
    assert "another program runs on it" in capsys.readouterr().out


class Silence:
    """A port on which nothing ever comes."""

    in_waiting = 0

    def read(self, count):
        return b""

    def close(self):
        pass


def test_what_the_prompt_leaves_open_is_passed_over(monkeypatch):
    told = {**STATUS, **FILES, "events": None, "python": None, "memory": float("inf")}
    done = subprocess.CompletedProcess([], 0, f"~{json.dumps(told)}\n", "")
    monkeypatch.setattr(inquiry, "run", lambda *_, **__: done)
    said = " ".join(found.text for found in findings(inquiry.interrogate("p")))
    assert "describes the hex board" in said and "It runs" not in said and "memory" not in said
