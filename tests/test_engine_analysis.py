"""The compiled search, its threads and lines, and Avalam's endings to their margin."""

from typing import Any

import pytest

from depth import deep
from test_engine import best, talk
from thinking.test_search import after, thought
from tourelle import games
from tourelle_host.bench import endings
from tourelle_host.engine import compiled, process, streams, ugi, worker
from tourelle_host.engine.thinker import SLICE_S


def margin(position, known):
    """What Avalam's first side wins by with the best play of both, then the tie-break, by the
    rules alone. known: results by position."""
    text = position.text()
    if text not in known:
        outcome = position.outcome()
        if outcome is not None:
            first, second = position.score()
            won = 1 - 2 * outcome.winners[0] if outcome.winners else 0
            known[text] = 16000 * won + 100 * (first - second)
        else:
            found = []
            for move in list(position.legal_moves()):
                position.push(move)
                found.append(margin(position, known))
                position.pop()
            known[text] = max(found) if position.turn == 0 else min(found)
    return known[text]


@pytest.mark.parametrize("tie_break", ["fives", "none"])
def test_endings_are_proved_to_their_margin(tie_break):
    told = set()
    for seed in range(1, 60):
        position = after(f"avalam ; options tie-break={tie_break}", 30, seed)
        if sum(1 for _ in position.legal_moves()) > 12:
            continue
        truth = margin(position, {})
        found = thought(position, 42, 256)
        assert found.proved
        assert (found.value if position.turn == 0 else -found.value) == truth, position.text()
        told.add(truth)
    assert len(told) > 3


@pytest.mark.skipif(not compiled.available(), reason="numba is not installed")
@pytest.mark.parametrize("name", ["avalam", *deep("tours")])
def test_compiled_kernels_look_at_the_same_positions(name):
    kernels = compiled.kernels(name)
    for turns in (8, 20):
        position = after(name, turns, 5)
        plain = thought(position, 3, 1024)
        fast = compiled.CompiledSearch(games.model(name), kernels, 1024)
        fast.begin(position, 6, 0, 3)
        while fast.run(10000):
            pass
        assert (fast.nodes, fast.value, fast.best()) == (plain.nodes, plain.value, plain.best())


@pytest.mark.skipif(not compiled.available(), reason="numba is not installed")
def test_threads_agree_on_an_ending():
    position = after("avalam", 30, 3)
    alone = thought(position, 42, 1024)
    team = compiled.Team("avalam", 1 << 16, 2)
    team.begin(position, 6, 0, 42, 1, 1 << 30)
    while team.run(10000):
        pass
    assert alone.proved and team.proved and team.value == alone.value
    assert team.all_nodes >= team.nodes and team.lost == ""


@pytest.mark.skipif(not compiled.available(), reason="numba is not installed")
def test_a_thread_that_dies_is_told_once_and_the_search_goes_on():
    answers = worker.Worker("avalam", compiled.Team("avalam", 1 << 12, 2), 2)
    team: Any = answers._search
    position = after("avalam", 20, 3)

    def breaks(budget):
        raise MemoryError("no room")

    team._helpers[0].run = breaks
    answers.answer(f"game {position.text()}")

    def think():
        assert answers.answer("begin 6 0 3 1 0") == "ok"
        while answers.answer("run 5000").startswith("1"):
            pass
        return team.value

    plain = thought(position, 3, 1 << 12)
    assert think() == plain.value
    assert answers.answer("lost") == "a thread broke off: MemoryError: no room"
    assert answers._position.text() == position.text() and not team._running
    assert think() == plain.value and answers.answer("lost") == "-"


def test_a_search_whose_process_ends_is_told_once_and_begins_anew():
    told = []
    thinkers = process.Processes("cpython")
    with ugi.Engine("avalam", {}, thinkers, told.append, lambda: 0.0) as engine:
        streams.run(engine, ["position startpos moves c9-d9\n", "go depth 1\n"])
        thinker: Any = engine._began
        thinker._process.kill()
        thinker._process.wait()
        engine.over = False
        streams.run(engine, ["go depth 1\n", "query p1turn\n", "go depth 1\n"])
        thinker = engine._began
    first, again, last = best(told)
    assert first == again == last and told.count("response false") == 1
    assert sum("broken off" in line for line in told) == 1
    assert thinker._process.returncode == 0


class Sluggish(process.Processes):
    """Thinkers that take a minute to start, by the clock that they carry."""

    now = 0.0

    def clock(self):
        """The time; each look at it takes a slice."""
        self.now += SLICE_S  # so that a slice stays as long as it is
        return self.now

    def thinker(self, game, entries, threads):
        self.now += 60
        return super().thinker(game, entries, threads)


def test_the_start_of_what_thinks_is_not_the_turns_time():
    told = []
    thinkers = Sluggish(process.fastest())
    with ugi.Engine("avalam", {"Hash": "2"}, thinkers, told.append, thinkers.clock) as engine:
        for line in ("position startpos", "go movetime 20000"):
            engine.hear(line)
            while engine.work():
                pass
    assert thinkers.now > 60 and len(best(told)) == 1
    assert any(line.startswith("info depth 2 ") for line in told)


@pytest.mark.skipif(not compiled.available(), reason="numba is not installed")
@pytest.mark.parametrize("how", [[], ["--chip"]])
def test_the_endings_that_are_measured_are_the_same_each_time(how, monkeypatch, capsys):
    told = []
    for _ in range(2):
        monkeypatch.setattr("sys.argv", ["endings", "--left", "4", "--positions", "3", *how])
        assert endings.main() == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1] and "4 turns left: 3 of 3 proved (44 to 100 %)" in told[0]


def test_lines_come_best_first_and_begin_with_different_turns(vm):
    wanted = ("setoption name MultiPV value 3", "setoption name Hash value 2", "go depth 2")
    lines = talk("avalam", *wanted, vm=vm)
    told = [line.split() for line in lines if line.startswith("info depth 2 multipv")]
    assert [words[4] for words in told] == ["1", "2", "3"]
    values = [int(words[words.index("cp") + 1]) for words in told]
    assert values == sorted(values, reverse=True) and all(-500 < value < 500 for value in values)
    turns = [words[words.index("pv") + 1] for words in told]
    assert len(set(turns)) == 3 and turns[0] == best(lines)[0]
    assert all(len(words) > words.index("pv") + 2 for words in told)
    (complaint,) = talk("avalam", "setoption name Size value 3")
    for option in ("Level", "Seed", "Hash", "Threads", "MultiPV", "tie-break"):
        assert option in complaint
