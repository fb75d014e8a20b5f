"""No traceback reaches a user: whatever comes in, wherever output goes, whenever Ctrl-C comes."""

import contextlib
import http.client
import json
import os
import re
import resource
import signal
import socket
import subprocess
import sys

import pytest

from browser import serving
from patience import PATIENCE_S
from test_server import link, until
from tourelle_host import cli
from tourelle_host.server.carrier import Carrier
from tourelle_host.server.shown import ShownBoard
from tourelle_host.sim.board import SimulatedBoard
from tourelle_host.sim.clock import Virtual

DIGITS = "9" * 5000
RECORD = "Game: avalam\n\n1. y c9-d9\n"


def tourelle(*arguments, text="", **options):
    """Run the command; (status, output, complaints). `stdin` and the like as Popen takes them."""
    if "stdin" not in options:
        options["input"] = text
    done = subprocess.run(
        [sys.executable, "-m", "tourelle_host", *arguments],
        stdout=options.pop("stdout", subprocess.PIPE),
        stderr=subprocess.PIPE,
        text=True,
        timeout=PATIENCE_S,
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
        **options,
    )
    return done.returncode, done.stdout, done.stderr


def one_sentence(complaints):
    short = len(complaints) < 700  # though it may quote thousands of digits
    return short and complaints.startswith("tourelle: ") and complaints.count("\n") == 1


SCRIPTS = [
    f"lift c9 {DIGITS}",
    f"drop c9 {DIGITS}",
    f"wait {DIGITS}",
    f"nudge c9 {DIGITS}",
    f"hold ok {DIGITS}",
    f"bounce {DIGITS}",
    f"remove c9 {DIGITS}",
    f"place c9 y{DIGITS}",
    f"lift {DIGITS}",
    f"set avalam y c9=y{DIGITS}",
    f"set cabale 1 i3=J1 ; tokens {DIGITS}",
    f"set tours w a1=w{DIGITS}",
    f"set tawol w a1=w{DIGITS}",
    f"expect light c9 remove/{DIGITS}",
    f"expect position avalam y c9=y{DIGITS}",
    f"expect question {DIGITS}",
]


@pytest.mark.parametrize("line", SCRIPTS, ids=lambda line: line[:30])
def test_a_number_of_thousands_of_digits_in_a_script(line, monkeypatch, capsys, tmp_path):
    path = tmp_path / "script"
    path.write_text(f"set avalam\n{line}\nexpect turn y\n")
    assert cli.main(["script", str(path), "--vm", "cpython"]) == 2
    assert one_sentence(capsys.readouterr().err)


@pytest.mark.parametrize(
    "text",
    [
        f"Game: avalam\nPosition: avalam y c9=y{DIGITS}\n\n",
        f"Game: cabale\nPosition: cabale 1 i3=J1 ; tokens {DIGITS}\n",
        f"Game: cabale\nOptions: players={DIGITS}\n",
        f"Game: avalam\n\n1. y c9-d{DIGITS}\n",
        f"Game: tours\n\n1. w a{DIGITS}-b1\n",
        f"Game: cabale\n\n1. 1 i3,x{DIGITS}\n",
        f"{DIGITS}",
    ],
    ids=lambda text: text[:40],
)
def test_a_number_of_thousands_of_digits_in_a_record(text, capsys, tmp_path):
    path = tmp_path / "record"
    path.write_text(text)
    assert cli.main(["replay", "--text", str(path)]) == 2
    assert one_sentence(capsys.readouterr().err)


def test_a_number_of_thousands_of_digits_before_a_move_is_passed_over(capsys, tmp_path):
    path = tmp_path / "record"
    path.write_text(f"Game: avalam\n\n{DIGITS}. y c9-d9\n")
    assert cli.main(["replay", "--text", str(path)]) == 0


@pytest.mark.parametrize("content", [None, "no certificate"])
@pytest.mark.parametrize("command", ["club", "play"])
def test_an_authority_that_is_none(command, content, capsys, tmp_path):
    file = tmp_path / "ca.pem"
    if content:
        file.write_text(content)
    with pytest.raises(SystemExit, match="2"):
        cli.main([command, "--broker", "mqtts://ann:x@club.example", "--authority", str(file)])
    assert f"--authority: {file} has no certificate that can be read" in capsys.readouterr().err


@pytest.mark.parametrize("port", ["99999", "-1", "0", "x", "", DIGITS, "١٢"])
@pytest.mark.parametrize("command", [["replay", "game.txt"], ["play"]], ids=lambda c: c[0])
def test_a_port_number_out_of_range_is_refused(command, port, capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main([*command, f"--port={port}"])
    assert ended.value.code == 2
    assert "must be a number from 1 to 65535, not" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["script", "-"], ["replay", "--text", "-"]])
def test_standard_input_that_is_closed(command):
    status, _, complaints = tourelle(
        *command, stdin=subprocess.DEVNULL, preexec_fn=lambda: os.close(0)
    )
    assert status == 2
    assert one_sentence(complaints) and "standard input is closed" in complaints


@pytest.mark.needs_proc
@pytest.mark.parametrize(
    "command", [["replay"], ["replay", "--text"], ["replay", "--events"], ["script"]], ids=str
)
def test_a_file_without_an_end_is_not_read_to_it(command, capsys):
    assert cli.main([*command, "/dev/full"]) == 2
    complaints = capsys.readouterr().err
    assert one_sentence(complaints) and "/dev/full is larger than 4 MB" in complaints


@pytest.mark.needs_proc
@pytest.mark.parametrize(
    "command",
    [["perft", "avalam", "1"], ["replay", "--text", "-"], ["--help"], ["play", "--help"]],
    ids=lambda command: command[0],
)
def test_a_full_output_is_told_in_a_sentence(command):
    with open("/dev/full", "w") as full:
        status, _, complaints = tourelle(*command, text=RECORD, stdout=full)
    assert status == 1
    assert complaints == "tourelle: the output: No space left on device\n"


@pytest.mark.parametrize(
    "command", [["perft", "avalam", "1"], ["replay", "--text", "-"], ["--help"]]
)
@pytest.mark.parametrize("closed", [(1,), (2,), (1, 2)])
def test_an_output_that_is_closed(command, closed):
    def close():
        for descriptor in closed:
            os.close(descriptor)

    _, _, complaints = tourelle(*command, text=RECORD, preexec_fn=close)
    assert "Traceback" not in complaints and "ignored" not in complaints


def test_a_pipe_that_nobody_reads():
    reads, writes = os.pipe()
    os.close(reads)
    status, _, complaints = tourelle("replay", "--text", "-", text=RECORD, stdout=writes)
    os.close(writes)
    assert (status, complaints) == (1, "")


# -- the page's server


@pytest.mark.parametrize(
    "text",
    [
        "[" * 4000,
        '{"do":' * 600,
        '{"do": "wait ' + "9" * 4000 + '"}',
        "\ud800",
        "",
        "null",
        "1e999",
    ],
    ids=lambda text: ascii(text[:12]),
)
def test_what_no_page_sends_is_answered_and_the_board_goes_on(one_process, text):
    board = SimulatedBoard("avalam", "cpython", clock=Virtual())
    shown = ShownBoard(board, Carrier())
    watcher = shown.hub.join()
    board.advance(1000)
    watcher.take()
    shown.hub.heard(watcher, text)
    board.advance(1000)
    (answer,) = [message for message in map(json.loads, watcher.take()) if "text" in message]
    assert answer["type"] == "error"
    shown.hub.heard(watcher, '{"do": "send hello"}')
    board.advance(1000)
    assert any("@hello" in message for message in watcher.take())
    shown.close()


@pytest.fixture(scope="module")
def address():
    with serving("play", "--vm", "cpython") as address:
        yield address


SOCKET = {
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    "Sec-WebSocket-Version": "13",
}


@pytest.mark.parametrize(
    "origin", ["http://[", "http://[::1", "null", "", "http://", "https://127.0.0.1", "\\", "%"]
)
@pytest.mark.parametrize("path", ["/", "/ws"])
def test_a_malformed_origin_is_refused(address, origin, path):
    refused(address, origin, path)


@pytest.mark.parametrize("more", [".elsewhere.example", "0", "@elsewhere.example", "/", ":80"])
@pytest.mark.parametrize("path", ["/", "/ws"])
def test_an_origin_that_only_begins_with_ours_is_refused(address, more, path):
    refused(address, address.rstrip("/") + more, path)


def refused(address, origin, path):
    """A request from there is refused, and the board goes on."""
    headers = {"Origin": origin, **(SOCKET if path == "/ws" else {})}
    connection = http.client.HTTPConnection(address.removeprefix("http://").strip("/"))
    connection.request("GET", path, headers=headers)
    assert connection.getresponse().status == 403
    connection.close()
    with link(address) as socket:
        until(socket, lambda message: message["type"] == "board")


HTTP = b"HTTP/1.1\r\nHost: localhost\r\n"
UPGRADE = b"".join(f"{name}: {value}\r\n".encode() for name, value in SOCKET.items())
NO_REQUESTS = [
    b"GET /record " + HTTP + b"Transfer-Encoding: chunked\r\n\r\nzz\r\nqq\r\n",
    b"POST / " + HTTP + b"Transfer-Encoding: chunked\r\n\r\n-5\r\n",
    b"POST / " + HTTP + b"Content-Length: " + DIGITS.encode() + b"\r\n\r\n",
    b"GET /ws " + HTTP + UPGRADE + b"Origin: http://elsewhere\r\n\r\n",
    b"GET /ws " + HTTP.replace(b"localhost", b"elsewhere") + UPGRADE + b"\r\n",
    b"GET /ws " + HTTP + UPGRADE + b"\r\n\xff\xff\xff\xff",
    b"GET / " + HTTP + b"Upgrade: h2c\r\nConnection: upgrade\r\n\r\n",
    b"GET /\xff " + HTTP + b"\r\n",
    b"\x16\x03\x01\x02\x00\x01",
]


def test_malformed_requests_and_silent_connections_do_not_fill_the_terminal():
    """Nor do 400 of them keep a browser out where a process may open 256 files, as on macOS."""
    command = [sys.executable, "-m", "tourelle_host", "play", "--vm", "cpython", "--no-browser"]
    server = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256)),
    )
    try:
        said = server.stdout or ()
        port = int(next(found[1] for line in said if (found := re.search(r":(\d+)/", line))))
        for data in NO_REQUESTS * 3:
            with socket.create_connection(("127.0.0.1", port)) as caller:
                caller.sendall(data)
                caller.shutdown(socket.SHUT_WR)
                with contextlib.suppress(ConnectionError):
                    while caller.recv(4096):
                        pass
        quiet = [socket.create_connection(("127.0.0.1", port)) for _ in range(400)]
        browser = http.client.HTTPConnection("localhost", port, timeout=PATIENCE_S)
        browser.request("GET", "/")
        assert browser.getresponse().status == 200
        browser.close()
        for connection in quiet:
            connection.close()
    finally:
        server.send_signal(signal.SIGINT)
        _, complaints = server.communicate(timeout=PATIENCE_S)
    assert complaints.count("\n") <= 1 and "Traceback" not in complaints


# -- Ctrl-C

# Ctrl-C at the n-th thing that Python tells its auditors of, imports mostly, since the first line
# of the command.
INTERRUPTED = """
import os, runpy, signal, sys
left = int(sys.argv[1])
begun = False
def audit(event, arguments):
    global left, begun
    if event == "import" and arguments[0] == "tourelle_host.cli":
        begun = True
    if begun and event in ("import", "open", "compile", "exec", "os.listdir", "subprocess.Popen"):
        left -= 1
        if left == 0:
            os.write(1, b"interrupted\\n")
            os.kill(os.getpid(), signal.SIGINT)
sys.addaudithook(audit)
sys.argv = ["tourelle", *sys.argv[2:]]
try:
    runpy.run_module("tourelle_host", run_name="__main__")
finally:
    begun = False
"""


@pytest.mark.parametrize("at", [1, 2, 5, 10, 20, 30, 45, 60, 80, 100, 130, 160, 200])
def test_ctrl_c_at_any_time_leaves_no_traceback(at):
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, str(at), "perft", "avalam", "2"],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    assert done.stderr == ""
    assert "interrupted" in done.stdout
