"""What a web page of somebody else can do to the product through its visitor's browser."""

import contextlib
import json
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from browser import playing
from mpremote_port import board_on_port, mpremote
from patience import PATIENCE_S
from tourelle_host.sim.port import TcpPort

pytestmark = pytest.mark.needs_chromium

# Everything by which a page has a browser send bytes to a port of this machine.
ATTACK = """
const [port, done] = [arguments[0], arguments[1]];
const run = "\\r\\x03\\x03\\r\\x01import os; os.rename('board.json', 'caught')\\n\\x04";
const there = `http://127.0.0.1:${port}/`;
const tries = [
  () => fetch(there, {method: "POST", mode: "no-cors", body: run}),
  () => fetch(there, {method: "PUT", headers: {"X-Run": "1"}, body: run}),
  () => fetch(there + encodeURIComponent(run), {mode: "no-cors"}),
  () => fetch(`https://127.0.0.1:${port}/`, {method: "POST", mode: "no-cors", body: run}),
  () => navigator.sendBeacon(there, run),
  () => new Promise((end) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`);
    socket.onerror = socket.onclose = end;
    socket.onopen = () => socket.send(run);
  }),
  () => new Promise((end) => {
    const frame = document.createElement("iframe");
    frame.name = "there";
    document.body.append(frame);
    const form = document.createElement("form");
    Object.assign(form, {method: "post", enctype: "text/plain", action: there, target: "there"});
    const field = document.createElement("textarea");
    field.name = field.value = run;
    form.append(field);
    document.body.append(form);
    form.submit();
    setTimeout(end, 1500);
  }),
  () => new Promise((end) => {
    const server = {urls: `turn:127.0.0.1:${port}?transport=tcp`, username: run, credential: run};
    const peer = new RTCPeerConnection({iceServers: [server]});
    peer.createDataChannel("there");
    peer.onicegatheringstatechange = () => peer.iceGatheringState === "complete" && end();
    peer.createOffer().then((offer) => peer.setLocalDescription(offer));
    setTimeout(end, 3000);
  }),
];
(async () => {
  for (const attempt of tries) try { await attempt(); } catch {}
  done(tries.length);
})();
"""


@contextlib.contextmanager
def elsewhere():
    """A page of another origin; its address."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>elsewhere</title>")

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


@pytest.mark.needs_micropython
def test_a_page_runs_nothing_through_the_serial_port(browser, monkeypatch):
    called = []
    accept = TcpPort._vet

    def vet(port):
        called.extend(port._waiting)
        received = accept(port)
        assert received == b""
        return received

    with board_on_port() as board, elsewhere() as address:
        assert board.port
        number = int(board.port.address.rpartition(":")[2])
        mpremote(board, "reset")  # the port is open, and the firmware runs
        monkeypatch.setattr(TcpPort, "_vet", vet)
        browser.driver.set_script_timeout(PATIENCE_S)
        browser.driver.get(address)
        tries = browser.driver.execute_async_script(ATTACK, number)
        assert len(set(called)) >= tries - 1, "the browser has reached the port each way"
        monkeypatch.undo()
        assert board.trouble is None
        assert "board.json" in mpremote(board, "fs", "ls")


LOOK = """
const [address, done] = arguments;
const socket = new WebSocket(address.replace("http", "ws") + "ws");
socket.onmessage = (event) => done(event.data);
socket.onclose = () => done("refused");
"""


def test_a_page_of_another_origin_has_no_socket_of_ours(browser):
    with playing("--vm", "cpython") as board, elsewhere() as address:
        for page, answer in ((board, "board"), (address, "refused")):
            browser.driver.get(page)
            told = browser.driver.execute_async_script(LOOK, board)
            assert (told if told == "refused" else json.loads(told)["type"]) == answer


def test_nothing_else_of_the_product_listens():
    """The page's server has the checks of Host and Origin, the port that of how one begins."""
    host = Path(__file__).resolve().parent.parent / "host" / "tourelle_host"
    listening = re.compile(
        r"create_server|start_server|(?<!serve)\.listen\(|\.bind\(|socketserver|uvicorn"
    )
    found = [path for path in host.rglob("*.py") if listening.search(path.read_text("utf-8"))]
    assert {path.relative_to(host).as_posix() for path in found} == {
        "server/serve.py",
        "sim/port.py",
    }
