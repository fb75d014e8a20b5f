"""Where programs reach the simulated board's serial port, and the commands that offer it."""

import os
import select
import signal
import socket
import subprocess
import sys
import threading

import pytest

from mpremote_port import PATIENCE_S, board_on_port
from tourelle_host.errors import UserError
from tourelle_host.sim.board import SimulatedBoard
from tourelle_host.sim.port import open_port


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


class Program:
    """A program that opens a port."""

    def __init__(self, port):
        if port.address.startswith("socket://"):
            host, _, number = port.address.removeprefix("socket://").partition(":")
            self._socket = socket.create_connection((host, int(number)), PATIENCE_S)
            self.fileno = self._socket.detach()
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
    second = Program(tcp)
    assert second.read(1) == b""
    tcp.give(b"yours")
    assert first.read(5) == b"yours"
    first.close()
    third = Program(tcp)
    tcp.give(b"mine")
    assert third.read(4) == b"mine"
    second.close()
    third.close()


def test_without_power_nobody_gets_through_and_who_was_there_is_cut_off(tcp):
    program = Program(tcp)
    tcp.hang_up()
    assert program.read(1) == b""
    other = Program.__new__(Program)
    number = int(tcp.address.rpartition(":")[2])
    other.fileno = socket.create_connection(("127.0.0.1", number)).detach()
    tcp.serve(False)
    assert other.read(1) == b""
    program.close()
    other.close()


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
def test_lines_end_as_on_a_pico_and_a_host_that_does_not_read_stops_nothing():
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
            for _ in range(2000):
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
                    heard += host.recv(4096)
                host.sendall(answer)
            while b"42\r\n" not in heard:
                heard += host.recv(4096)
            assert b"soft reboot" not in heard


@pytest.mark.needs_micropython
def test_what_is_typed_while_the_board_starts_anew_is_not_lost():
    with board_on_port() as board:
        assert board.port
        number = int(board.port.address.rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", number), PATIENCE_S) as host:
            heard = b""
            for keys, awaited in ((b"\x03", b">>> "), (b"\x04\r\x03\r\x01", b"raw REPL")):
                host.sendall(keys)
                while awaited not in heard:
                    heard += host.recv(4096)
            assert b"soft reboot" in heard


@pytest.mark.needs_micropython
@pytest.mark.parametrize(
    "command",
    [
        ["sim", "--headless", "--serial", "tcp://127.0.0.1:0"],
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
