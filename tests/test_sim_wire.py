"""The world channel and the soldering, as the board's process sees them."""

import struct

import pytest

from tourelle_host.sim.device import pins, wire

SOLDERING = "rows=0,1 columns=9,10 ok=19 undo=20 leds=18 buzzer=21"


class World:
    """The other end: keeps what the board sends, and answers what it was given."""

    def __init__(self):
        self.sent = b""
        self.answers = []
        self.rests = 0
        self.us = 0

    def answer(self, now_ms, first_row, second_row, pressed=0):
        self.rests += 1
        self.answers.append(
            struct.pack("<IHHBB", now_ms, first_row, second_row, pressed, self.rests)
        )

    def read(self, buffer):
        answer = self.answers.pop(0) if self.answers else b""
        buffer[: len(answer)] = answer
        return len(answer)

    def write(self, buffer, count):
        self.sent += bytes(buffer[:count])


@pytest.fixture
def world():
    return World()


@pytest.fixture
def soldered(world):
    return pins.solder(
        SOLDERING, lambda rows: wire.Channel(rows, world.read, world.write, lambda: world.us)
    )


def test_a_rest_is_told_with_the_work_before_it_and_brings_the_time(world, soldered):
    channel, _ = soldered
    world.answer(1234567, 0, 0)
    world.us = 70
    channel.rest(500)
    assert world.sent == b"W" + struct.pack("<IIB", 500, 70, 1)
    assert channel.now_ms == 1234567


def test_work_is_counted_from_the_last_waking(world, soldered):
    channel, _ = soldered
    world.answer(1, 0, 0)
    world.us = 70
    channel.rest(500)
    world.us = 100
    channel.frame(b"abc")
    channel.flush()
    assert world.sent.endswith(b"F" + struct.pack("<IH", 30, 3) + b"abc")


def test_frames_and_tones_go_with_the_next_rest_in_one_piece(world, soldered):
    channel, lines = soldered
    lines[18].shift(b"\1\2\3")
    lines[21].tone(440)
    assert world.sent == b""
    world.answer(5, 0, 0)
    channel.rest(7)
    frame = b"F" + struct.pack("<IH", 0, 3) + b"\1\2\3"
    assert world.sent == frame + b"B" + struct.pack("<H", 440) + b"W" + struct.pack("<IIB", 7, 0, 1)


def test_more_frames_than_there_is_room_for_are_sent_before(world, soldered):
    channel, _ = soldered
    for _ in range(5):
        channel.frame(bytes(243))
    channel.flush()
    assert world.sent.count(b"F" + struct.pack("<IH", 0, 243)) == 5


def test_a_tone_that_does_not_change_is_not_sent_again(world, soldered):
    channel, lines = soldered
    lines[21].tone(440)
    lines[21].tone(440)
    channel.flush()
    assert world.sent == b"B" + struct.pack("<H", 440)


def test_a_column_reads_low_only_while_its_row_is_driven(world, soldered):
    channel, lines = soldered
    world.answer(0, 0b01, 0b10)
    channel.rest(0)
    assert [lines[9].level(), lines[10].level()] == [1, 1]
    lines[0].drive(True)
    assert [lines[9].level(), lines[10].level()] == [0, 1]
    lines[1].drive(True)
    assert [lines[9].level(), lines[10].level()] == [0, 0]
    lines[0].drive(False)
    assert [lines[9].level(), lines[10].level()] == [1, 0]
    lines[1].drive(False)
    assert [lines[9].level(), lines[10].level()] == [1, 1]


def test_buttons_pull_their_pins_low(world, soldered):
    channel, lines = soldered
    world.answer(0, 0, 0, pressed=2)
    channel.rest(0)
    assert [lines[19].level(), lines[20].level()] == [1, 0]


def test_a_sleep_goes_on_when_the_world_moves_meanwhile(world, soldered):
    channel, _ = soldered
    for now_ms in (30, 60, 100):
        world.answer(now_ms, 0, 0)
    channel.sleep(100)
    rests = [struct.unpack_from("<I", world.sent, at + 1)[0] for at in (0, 10, 20)]
    assert rests == [100, 70, 40]


def test_the_board_ends_when_its_world_has_ended(soldered):
    channel, _ = soldered
    with pytest.raises(SystemExit):
        channel.rest(1)


@pytest.mark.parametrize(("ask", "letter"), [("reset", b"R"), ("restart", b"S")])
def test_a_reset_is_asked_for_and_awaited(world, soldered, ask, letter):
    channel, _ = soldered
    with pytest.raises(SystemExit):
        getattr(channel, ask)()
    assert world.sent.startswith(letter + b"W")


def test_ctrl_c_is_heard_at_a_rest(world, soldered):
    channel, _ = soldered
    world.answer(10, 0, 0, wire.INTERRUPT)
    world.answer(20, 0, 0)
    with pytest.raises(KeyboardInterrupt):
        channel.rest(100)
    assert channel.now_ms == 10
    channel.rest(100)
    assert channel.now_ms == 20


def test_an_answer_to_a_rest_that_was_broken_off_is_passed_over(world, soldered):
    channel, _ = soldered
    world.answer(10, 0, 0)
    world.answer(20, 0, 0)
    answers, read = list(world.answers), channel._read

    def interrupted(buffer):
        raise KeyboardInterrupt

    channel._read = interrupted
    with pytest.raises(KeyboardInterrupt):
        channel.rest(100)
    channel._read = read
    assert world.answers == answers
    channel.rest(100)
    assert channel.now_ms == 20
