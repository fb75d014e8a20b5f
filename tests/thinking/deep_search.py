"""The search on MicroPython: it allocates nothing, and does without its table."""

import gc

from tourelle import games
from tourelle.games.catalogue import GAMES
from tourelle.search import Search

NAMES = [entry.name for entry in GAMES]


def taken():
    """The heap that is taken, in bytes."""
    return gc.mem_alloc()  # type: ignore[attr-defined]


def test_thinking_allocates_nothing():
    for name in NAMES:
        position = games.opening(name)
        position.push(next(position.legal_moves()))
        found = Search(games.model(name), 1024)
        found.begin(position)
        found.run(64)
        gc.collect()
        gc.disable()
        before = taken()
        for _ in range(300):
            found.run(64)
        after = taken()
        gc.enable()
        assert after - before < 64, (name, after - before)


def test_it_plays_without_its_table_where_there_is_no_room():
    hold = []
    try:
        while True:
            hold.append(bytearray(2048))
    except MemoryError:
        del hold[-60:]
    gc.collect()
    found = Search(games.model("avalam"), 32768)
    assert not found.tabled
    hold.clear()
    found.begin(games.opening("avalam"))
    while found.run(1000) and found.nodes < 5000:
        pass
    assert found.best()


def test_it_takes_no_more_memory_than_is_meant_for_it():
    gc.collect()
    before = taken()
    found = Search(games.model("cabale"), 0)
    gc.collect()
    assert found is not None and taken() - before < 70_000  # objects are twice the Pico's
