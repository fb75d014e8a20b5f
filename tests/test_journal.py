"""The journal as it is written: which lines, when, and how many at once."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from recording import play, steps_of, work
from table import Memory
from tourelle.files import line
from tourelle.games import opening
from tourelle.journal import Journal, Texts
from tourelle.timers import run_due


@given(
    st.lists(st.one_of(st.none(), st.text("ab 12-", min_size=1))),
    st.integers(0, 40),
    st.integers(1, 20),
)
@example([*"abcdefghijklmnopqrs", *[None] * 12, "t"], 0, 20)  # there and back, over pages
def test_texts_are_a_list(changes, first, count):
    """A change of None takes the last one away."""
    plain: list[str] = []
    texts = Texts()
    for text in changes:
        if text is not None:
            plain.append(text)
            texts.append(text)
        elif plain:
            plain.pop()
            texts.pop()
        assert len(texts) == len(plain)
    assert list(texts) == list(texts.copy()) == list(Texts(plain)) == plain
    assert texts.part(first, count) == plain[first : first + count]


def test_the_lines_before_a_note_are_written_and_work_is_in_small_pieces():
    """So however quick the players are, a power cut costs one entry at most."""
    disk = Memory()
    made = Journal(disk)
    made.begin(opening("avalam").text())
    made.finish()
    for number, (move, text) in enumerate(steps_of("avalam", 4, 5)):
        made.played(number + 1, "y", move, text)
        assert disk.journal.count(b" step ") == number
    run_due((made.adding,), 0)
    assert made.adding.at is None and disk.journal.count(b" step ") == 5


def test_work_alone_writes_all_of_it_and_sets_nothing_aside():
    """Games with and without a step, who plays them: all are sound."""
    disk = Memory()
    made = Journal(disk)
    for steps in (0, 0, 1, 1):
        made.begin(opening("avalam").text())
        work(made)
        assert Journal(Memory(disk.journal)).resume() is not None
        made.keep("seat", "r", "board 3")
        for move, text in steps_of("avalam", 4, steps):
            made.played(1, "y", move, text)
        work(made)
        again = Journal(Memory(disk.journal))
        assert len(again.resume()[1]) == steps and again.kept("seat") == [("r", "board 3")]
        assert not disk.damaged() and disk.aside == b""


def test_what_is_written_at_once_is_written_whole_and_sets_nothing_aside():
    disk = Memory()
    made = Journal(disk)
    made.begin(opening("avalam").text())
    steps = steps_of("avalam", 4, 12)

    def act():
        for number, (move, text) in enumerate(steps, 1):
            made.played(number, "y", move, text)

    made.finish()
    before = disk.journal
    made.at_once(act)
    assert disk.journal == before, "nothing of it yet"
    made.compact()
    made.finish()
    position, turns, _ = Journal(disk).resume()
    assert [len(turns), position.pop()] == [12, steps[-1][0]]
    assert not disk.damaged()


def test_what_fails_while_it_is_written_at_once_costs_no_later_step():
    disk = Memory()
    made = Journal(disk)
    made.begin(opening("avalam").text())

    def act():
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        made.at_once(act)
    for number, (move, text) in enumerate(steps_of("avalam", 4, 3), 1):
        made.played(number, "y", move, text)
    made.finish()
    assert len(Journal(disk).resume()[1]) == 3


def test_steps_that_other_boards_have_heard_of_are_not_left_out():
    disk = Memory()
    texts = list(play(Journal(disk), "avalam", seed=3, most=5))
    made = Journal(disk)
    count = len(made.resume()[1])
    assert len(made.resume(1)[1]) == count - 1
    disk.journal += line("seat r away")
    position, turns, _ = made.resume(1)
    assert (position.text(), len(turns)) == (texts[-1], count)


def test_of_a_new_game_too_only_the_last_step_may_be_lost():
    """A journal of it is not there yet, and a host tells steps faster than it is written."""
    disk = Memory()
    made = Journal(disk)
    made.begin(opening("avalam").text())
    written = []
    for number, (move, text) in enumerate(steps_of("avalam", 4, 5), 1):
        made.played(number, "y", move, text)
        written.append(disk.journal.count(b" step "))
    assert written == [0, 1, 2, 3, 4]


def test_what_is_noted_waits_until_the_journal_is_written_anew():
    disk = Memory()
    made = Journal(disk)
    made.begin(opening("avalam").text())
    made.finish()
    made.resume()
    for number, (move, text) in enumerate(steps_of("avalam", 4, 2), 1):
        made.played(number, "y", move, text)
        assert _due(made) == (False, True)
    work(made)
    assert _due(made) == (False, False) and disk.journal.count(b" step ") == 2
    made.undone(2, move, text)
    assert _due(made) == (True, False)
    run_due((made.adding,), 0)
    assert _due(made) == (False, False) and disk.journal.count(b" undo ") == 1


def _due(journal: Journal) -> tuple[bool, bool]:
    """Whether lines wait to be added, and whether the journal is being written anew."""
    return journal.adding.at is not None, journal.rewriting.at is not None


def test_an_excerpt_is_some_steps():
    made = Journal(Memory())
    made.begin(opening("avalam").text())
    steps = steps_of("avalam", 4, 10)
    for number, (move, text) in enumerate(steps, 1):
        made.played(number, "y", move, text)
    texts = [text for _, text in steps]
    assert made.start == opening("avalam").text()
    assert made.excerpt(1, 0) == made.excerpt(11, 5) == []
    assert made.excerpt(7, 3) == texts[6:9] and made.excerpt(10, 3) == texts[9:]


def test_of_each_side_the_last_player_counts():
    made = Journal(Memory())
    made.begin(opening("avalam").text())
    for side, who in (("y", "board 3"), ("r", "board 1"), ("y", "hand"), ("r", "host")):
        made.keep("seat", side, who)
    assert made.kept("seat") == [("y", "hand"), ("r", "host")]


@pytest.mark.parametrize("failing", [1, 2])
def test_a_flash_that_fails_is_tried_once_more_and_each_time_anew(failing, monkeypatch):
    disk = Memory()
    left = failing
    usual = disk.anew

    def anew(*given):
        nonlocal left
        left -= 1
        if left >= 0:
            raise OSError(5, "I/O error")
        return usual(*given)

    monkeypatch.setattr(disk, "anew", lambda *given: (yield from anew(*given)))
    said: list[str] = []
    made = Journal(disk, said.append)
    for game in (1, 2):
        made.begin(opening("avalam").text())
        work(made)
        assert len(said) == (game if failing > 1 else 0) and bool(made.full) == (failing > 1)
        assert bool(disk.journal) == (failing == 1)
        left = failing


def test_a_flash_that_fails_later_does_not_replace_the_damaged_journal(monkeypatch):
    disk = Memory()
    list(play(Journal(disk), "avalam", seed=3, most=5))
    damaged = disk.journal = disk.journal[:-10] + b"?" + disk.journal[-9:]
    made = Journal(disk)
    position, _, _ = made.resume()
    made.finish()
    assert disk.aside == damaged and disk.journal != damaged
    usual = disk.add
    failing = iter((True,))

    def add(text):
        if next(failing, False):
            raise OSError(5, "I/O error")
        return usual(text)

    monkeypatch.setattr(disk, "add", add)
    move = next(position.legal_moves())
    made.played(position.turns + 1, "y", move, position.move_text(move))
    made.finish()
    assert not made.full and b" step " in disk.journal
    assert disk.aside == damaged, "the sound journal was set aside over it"


def test_what_is_recorded_stays_where_no_more_can_be(monkeypatch):
    def fail(*_):
        raise OSError(5, "I/O error")

    disk = Memory()
    made = Journal(disk)
    made.begin(opening("avalam").text())
    work(made)
    kept = disk.journal
    monkeypatch.setattr(disk, "add", fail)
    monkeypatch.setattr(disk, "anew", lambda *_: (fail() for _once in range(1)))
    made.played(1, "y", *steps_of("avalam", 4, 1)[0])
    made.finish()
    assert "not recorded" in made.full and disk.journal == kept


def test_the_room_that_a_journal_asks_for_is_what_it_takes(monkeypatch):
    disk = Memory()
    asked = []
    usual = disk.anew

    def anew(lines, size, aside):
        asked.append(size)
        return usual(lines, size, aside)

    monkeypatch.setattr(disk, "anew", anew)
    list(play(Journal(disk), "avalam", seed=3, most=40))
    again = Journal(disk)
    again.resume()
    again.finish()
    assert len(disk.journal) <= asked[-1] <= 1.5 * len(disk.journal)


def test_a_resumed_game_that_can_be_recorded_no_more_is_still_there():
    disk = Memory()
    list(play(Journal(disk), "avalam", seed=3, most=5))
    kept = disk.journal
    made = Journal(disk)

    def anew(*_):
        for _once in range(1):
            raise OSError(28, "No space left on device")
        yield

    disk.anew = anew  # type: ignore[method-assign]
    made.resume()
    made.finish()
    assert "not recorded" in made.full and disk.journal == kept


def test_steps_that_come_while_the_journal_is_begun_are_in_it():
    disk = Memory()
    made = Journal(disk)
    made.begin(opening("avalam").text())
    steps = steps_of("avalam", 4, 20)
    for number, (move, text) in enumerate(steps, 1):
        made.played(number, "y", move, text)
    made.undone(number, move, text)
    made.finish()
    assert len(Journal(disk).resume()[1]) == 19


# -- files
