"""Where programs reach the simulated board's serial port, and the commands that offer it."""

import os
import select
import signal
import socket
import struct
import subprocess
import sys
import threading

import pytest

from depth import deep
from hand_clock import Clock
from mpremote_port import board_on_port
from patience import PATIENCE_S
from tourelle_host import cli
from tourelle_host.errors import UserError
from tourelle_host.sim.board import SimulatedBoard
from tourelle_host.sim.port import TcpPort, open_port
from tourelle_host.sim.terminal import Terminal


@pytest.fixture(params=["tcp://127.0.0.1:0", "pty"])
def port(request):
    made = open_port(request.param)
    yield made
    made.close()


@pytest.fixture
def tcp():
    made = open_port("tcp://127.0.0.1:0")
    yield made
    made.close()


OPENING = b"hello\n"


def until(port, condition):
    """Serve the port whenever something is to be done there, until that is so."""
    while not condition():
        poll = select.poll()
        for descriptor, events in port.descriptors().items():
            poll.register(descriptor, events)
        assert poll.poll(PATIENCE_S * 1000)


def gone(descriptor):
    """Whether the other end has hung up, without a word."""
    if not select.select([descriptor], [], [], 0)[0]:
        return False
    try:
        return os.read(descriptor, 1) == b""
    except ConnectionError:
        return True


class Program:
    """A program that opens a port."""

    def __init__(self, port):
        if port.address.startswith("socket://"):
            host, _, number = port.address.removeprefix("socket://").partition(":")
            self.fileno = socket.create_connection((host, int(number)), PATIENCE_S).detach()
            self.write(OPENING)
            until(port, lambda: port.serve(True) == OPENING or gone(self.fileno))
        else:
            self.fileno = os.open(port.address, os.O_RDWR | os.O_NOCTTY)
            port.serve(True)

    def read(self, count):
        data = b""
        while len(data) < count:
            assert select.select([self.fileno], [], [], PATIENCE_S)[0], data
            part = os.read(self.fileno, count - len(data))
            if not part:
                break
            data += part
        return data

    def write(self, data):
        os.write(self.fileno, data)

    def close(self):
        os.close(self.fileno)


def received(port):
    """What has come from the program; waits until something has."""
    poll = select.poll()
    for descriptor, events in port.descriptors().items():
        poll.register(descriptor, events)
    assert poll.poll(PATIENCE_S * 1000)
    return port.serve(True)


def test_bytes_pass_unchanged_in_both_directions(port):
    every = bytes(range(256))
    program = Program(port)
    port.give(every)
    assert program.read(256) == every
    program.write(every)
    assert received(port) == every
    program.close()


def test_what_nobody_listens_to_is_lost(port):
    port.serve(True)
    port.give(b"early")
    program = Program(port)
    port.give(b"now")
    assert program.read(3) == b"now"
    program.close()
    port.serve(True)
    port.give(b"late")
    program = Program(port)
    port.give(b"again")
    assert program.read(5) == b"again"
    program.close()


def test_a_program_that_does_not_read_fills_the_port_until_it_does(port):
    program = Program(port)
    sent = 0
    while not port.full:
        port.give(b"x" * 10000)
        sent += 10000
    while sent:
        got = len(program.read(min(sent, 1000)))
        assert got
        sent -= got
        port.serve(True)
    assert not port.full
    program.close()


def test_a_program_that_leaves_a_full_port_frees_it(port):
    program = Program(port)
    while not port.full:
        port.give(b"x" * 10000)
    program.close()
    port.serve(True)
    assert not port.full


def test_one_program_at_a_time(tcp):
    first = Program(tcp)
    with caller(tcp) as second:
        second.sendall(OPENING)
        assert tcp.serve(True) == b""
        assert hung_up(second)
    tcp.give(b"yours")
    assert first.read(5) == b"yours"
    first.close()
    third = Program(tcp)
    tcp.give(b"mine")
    assert third.read(4) == b"mine"
    third.close()


def test_without_power_nobody_gets_through_and_an_open_connection_is_cut(tcp):
    program = Program(tcp)
    tcp.hang_up()
    assert program.read(1) == b""
    with caller(tcp) as other:
        other.sendall(OPENING)
        assert tcp.serve(False) == b""
        assert hung_up(other)
    program.close()


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def guarded(clock):
    made = TcpPort(0, clock)
    yield made
    made.close()


def caller(port):
    """A connection to a TCP port that has not sent anything."""
    number = int(port.address.rpartition(":")[2])
    made = socket.create_connection(("127.0.0.1", number), PATIENCE_S)
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return made


def told(connection):
    """What it says next; it must not have hung up."""
    part = connection.recv(4096)
    assert part
    return part


def hung_up(connection):
    """Whether the port hangs up, without having said anything."""
    try:
        return connection.recv(1) == b""
    except ConnectionError:
        return True


RUN = b"\r\x03\x03\r\x01import os; os.system('touch caught')\x04"  # what a page would have run
STRANGERS = {
    "form": b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" + RUN,
    "fetch": b"OPTIONS / HTTP/1.1\r\nOrigin: http://evil.example\r\n\r\n" + RUN,
    "image": b"GET /" + RUN,
    "http2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + RUN,
    "websocket": b"GET / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n" + RUN,
    "tls": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + RUN,
    "stun": struct.pack(">HHI12s", 0x0001, len(RUN), 0x2112A442, b"transaction.") + RUN,
    "turn": struct.pack(">HHI12s", 0x0003, len(RUN), 0x2112A442, b"transaction.") + RUN,
    # ICE over TCP has the length of its first message in front (RFC 4571).
    **{f"ice {size}": struct.pack(">H", size) + RUN for size in (0x64, 0x103, 0x20D, 0x303)},
    "nearly": b"hell\n" + RUN,
    "in the middle": b"x" + RUN,
    "a lone ctrl-c": b"\x03" + RUN,
}


@pytest.mark.parametrize("said", STRANGERS.values(), ids=STRANGERS)
@pytest.mark.parametrize("cut", [0, 1, 3])
def test_whoever_does_not_begin_as_a_serial_client_gets_nothing_through(guarded, said, cut):
    """In one piece, or with a pause after the first bytes."""
    with caller(guarded) as stranger:
        stranger.sendall(said[:cut])
        assert guarded.serve(True) == b""
        stranger.sendall(said[cut:])

        def dismissed():
            assert guarded.serve(True) == b""
            return gone(stranger.fileno())

        until(guarded, dismissed)


@pytest.mark.parametrize("began", [b"", b"\r", b"hell", b"\nhello"])
def test_whoever_does_not_begin_within_a_second_is_hung_up_on(guarded, clock, began):
    with caller(guarded) as late:
        late.sendall(began)
        until(guarded, lambda: guarded.serve(True) == b"" and guarded.look_ms)
        clock.now += 0.9
        assert guarded.serve(True) == b"" and guarded.look_ms
        clock.now += 0.2
        assert guarded.serve(True) == b"" and guarded.look_ms is None
        assert hung_up(late)


@pytest.mark.parametrize("began", [b"\r\x03", b"hello\r\n", b"\nhello\n", b"\r\x03\x03\r\x01"])
def test_serial_clients_get_all_through_however_it_is_cut(guarded, began):
    with caller(guarded) as client:
        received = []
        for at in range(len(began)):
            client.sendall(began[at : at + 1])
            received.append(guarded.serve(True))

        def complete():
            received.append(guarded.serve(True))
            return b"".join(received) == began

        until(guarded, complete)
        guarded.give(b"welcome")
        assert client.recv(7) == b"welcome"


def test_strangers_do_not_keep_a_serial_client_out(guarded):
    strangers = [caller(guarded) for _ in range(3)]
    program = Program(guarded)
    guarded.give(b"yours")
    assert program.read(5) == b"yours"
    assert all(hung_up(stranger) for stranger in strangers)
    for connection in (*strangers, program):
        connection.close()


@pytest.mark.parametrize("at", [0, 20, 40])
def test_idle_connections_do_not_keep_a_serial_client_out(guarded, at):
    """However many there are, before it and after it."""
    idle = [caller(guarded) for _ in range(at)]
    with caller(guarded) as client:
        client.sendall(OPENING)
        idle += [caller(guarded) for _ in range(40 - at)]
        received = []

        def through():
            received.append(guarded.serve(True))
            return b"".join(received) == OPENING

        until(guarded, through)
        guarded.give(b"yours")
        assert client.recv(5) == b"yours"
    for connection in idle:
        connection.close()


def test_the_simulated_device_is_a_pty_unless_tcp_is_asked_for():
    assert cli.parser().parse_args(["sim"]).serial == "pty"
    assert cli.parser().parse_args(["play"]).serial is None


def test_tcp_is_on_another_port_every_time():
    made = [open_port("tcp") for _ in range(2)]
    assert made[0].address != made[1].address
    for port in made:
        port.close()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("/dev/ttyACM0", "there is no serial port"),
        ("tcp://127.0.0.1", "there is no serial port"),
        ("tcp://127.0.0.1:70000", "there is no serial port"),
        ("tcp://0.0.0.0:4000", "run programs on this machine"),
    ],
)
def test_a_port_that_makes_no_sense_is_refused(text, words):
    with pytest.raises(UserError, match=words):
        open_port(text)


def test_a_taken_tcp_port_is_refused(tcp):
    number = tcp.address.rpartition(":")[2]
    with pytest.raises(UserError, match=f"TCP port {number} cannot be had"):
        open_port(f"tcp://127.0.0.1:{number}")


def test_the_other_vm_has_no_port(tcp):
    with pytest.raises(UserError, match="the VM cpython has no serial port"):
        SimulatedBoard("avalam", "cpython", port=tcp)


@pytest.mark.needs_micropython
@pytest.mark.parametrize("times", [500, *deep(2000)])
def test_lines_end_as_on_a_pico_and_a_host_that_does_not_read_stops_nothing(times):
    with board_on_port() as board:
        assert board.port
        number = int(board.port.address.rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", number), PATIENCE_S) as host:
            host.sendall(b"hello\n")
            with host.makefile("rb") as lines:
                told = next(line for line in lines if line.startswith(b"@hello tourelle"))
        assert told.endswith(b"\r\n") and not told.endswith(b"\r\r\n")
        with socket.create_connection(("127.0.0.1", number), PATIENCE_S) as silent:
            lit = threading.Event()
            board.on_frame.append(lambda frame, _: lit.set())
            for _ in range(times):
                silent.sendall(b"hello\n" * 20)
            board.do("set avalam")
            assert lit.wait(PATIENCE_S)


@pytest.mark.needs_micropython
@pytest.mark.parametrize("keys", [b"\x03", b"\x03\x03\x03", b"\r\x03\r\x03"])
def test_ctrl_c_leads_to_the_prompt_however_often_it_is_pressed(keys):
    with board_on_port() as board:
        assert board.port
        number = int(board.port.address.rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", number), PATIENCE_S) as host:
            host.sendall(b"hello\n")
            heard = b""
            for awaited, answer in ((b"@hello", keys), (b">>> ", b"print(6 * 7)\r")):
                while awaited not in heard:
                    heard += told(host)
                host.sendall(answer)
            while b"42\r\n" not in heard:
                heard += told(host)
            assert b"soft reboot" not in heard


@pytest.mark.needs_micropython
def test_what_is_typed_while_the_board_starts_anew_is_not_lost():
    with board_on_port() as board:
        assert board.port
        number = int(board.port.address.rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", number), PATIENCE_S) as host:
            heard = b""
            for keys, awaited in ((b"\r\x03", b">>> "), (b"\x04\r\x03\r\x01", b"raw REPL")):
                host.sendall(keys)
                while awaited not in heard:
                    heard += told(host)
            assert b"soft reboot" in heard


@pytest.mark.needs_micropython
@pytest.mark.parametrize(
    "command",
    [
        ["sim", "--headless", "--serial", "tcp"],
        ["play", "--no-browser", "--serial", "tcp://127.0.0.1:0"],
    ],
)
def test_the_commands_offer_the_port_and_end_by_ctrl_c(command):
    running = subprocess.Popen(
        [sys.executable, "-u", "-m", "tourelle_host", *command], stdout=subprocess.PIPE, text=True
    )
    assert running.stdout
    try:
        line = next(line for line in running.stdout if "socket://" in line)
        address = next(word for word in line.split() if word.startswith("socket://"))
        number = int(address.rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", number), PATIENCE_S) as host:
            host.sendall(b"hello\n")
            with host.makefile("rb") as lines:
                assert any(line.startswith(b"@hello tourelle") for line in lines)
        running.send_signal(signal.SIGINT)
        assert running.wait(PATIENCE_S) == 0
    finally:
        running.kill()
        running.communicate()


def test_all_that_was_typed_is_there_for_the_next_process():
    terminal = Terminal()
    terminal.prepare()
    try:
        for number in range(300):
            keys = b"\r\x03" * (1 + number % 7)
            assert terminal.write(keys) == len(keys)
            assert terminal.unread() == keys
    finally:
        terminal.close()
