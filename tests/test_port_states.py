"""The TCP port as a state machine: whoever comes, says what and leaves in whatever order."""

import contextlib
import select
import socket

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle as Things
from hypothesis.stateful import RuleBasedStateMachine, consumes, invariant, rule

from tourelle_host.sim.port import TcpPort

CLIENTS = [b"\r\x03", b"hello\n", b"hello\r\n", b"\nhello\n"]
STRANGERS = [
    b"GET / HTTP/1.1\r\n\r\n",
    b"\x16\x03\x01\r\x03",
    b"\x00\x03\r\x03",
    b"\x03",
    b"hellO\n",
]


def made_of(text: bytes, parts: set[bytes]) -> bool:
    """Whether it is some of these one after the other, the last one perhaps not to its end."""
    return not text or any(
        part.startswith(text) or (text.startswith(part) and made_of(text[len(part) :], parts))
        for part in parts
    )


class PortMachine(RuleBasedStateMachine):
    """What gets through came from one connection at a time, which began as it should."""

    callers = Things("callers")

    def __init__(self):
        super().__init__()
        self.now = 0.0
        self.port = TcpPort(0, lambda: self.now)
        self.sent: dict[socket.socket, bytes] = {}  # by those that are there
        self.cut: set[bytes] = set()  # what they had sent when the power failed
        self.through = b""

    def serve(self):
        # What was sent to this machine itself is there at once; the port has to look, that is all.
        for _ in range(3):
            poll = select.poll()
            for descriptor, events in self.port.descriptors().items():
                poll.register(descriptor, events)
            poll.poll(5)
            self.through += self.port.serve(True)

    @rule(target=callers)
    def comes(self):
        number = int(self.port.address.rpartition(":")[2])
        caller = socket.create_connection(("127.0.0.1", number))
        self.sent[caller] = b""
        self.serve()
        return caller

    @rule(caller=callers, words=st.sampled_from(CLIENTS + STRANGERS), cut=st.integers(0, 4))
    def says(self, caller, words, cut):
        for part in (words[:cut], words[cut:]):
            with contextlib.suppress(OSError):
                caller.sendall(part)
                self.sent[caller] += part
            self.serve()

    @rule(seconds=st.sampled_from([0.1, 0.6, 1.1]))
    def waits(self, seconds):
        self.now += seconds
        self.serve()

    @rule(caller=consumes(callers))
    def leaves(self, caller):
        caller.close()
        self.serve()

    @rule()
    def the_power_fails(self):
        self.cut |= set(self.sent.values())  # what they say to a closed connection is lost
        self.port.hang_up()
        self.serve()

    @invariant()
    def only_serial_clients_get_through(self):
        # What came through is made of what such clients have said, each from its beginning.
        said = self.cut | set(self.sent.values())
        began = {words for words in said if words.startswith(tuple(CLIENTS))}
        assert made_of(self.through, began), self.through

    def teardown(self):
        self.port.close()
        for caller in self.sent:
            caller.close()


PortMachine.TestCase.settings = settings(stateful_step_count=12)
TestPort = PortMachine.TestCase
