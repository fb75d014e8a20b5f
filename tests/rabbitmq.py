"""Three nodes of Debian's RabbitMQ with its MQTT plugin, which are one broker, on the loopback."""

import contextlib
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

from mosquitto import PASSWORD, PATHS, certify, free_port
from patience import until
from tourelle_host.together.broker import Broker

# Debian's command becomes another user, with that one's folders; the server's own does not.
_SERVERS = sorted(Path("/usr/lib/rabbitmq/lib").glob("rabbitmq_server-*/sbin/rabbitmq-server"))
_EPMD = shutil.which("epmd", path=PATHS) or ""
SERVER = str(_SERVERS[-1]) if _SERVERS and _EPMD else ""
NODES = 3
_DOMAIN = ".cluster.test"
_PLUGINS = "[rabbitmq_mqtt,rabbitmq_web_mqtt]."
_QUEUES = "mqtt-subscription-.*"


class Cluster:
    """A running cluster in a folder of its own; each node has an address of the loopback.

    All have the same port, so that a name with these addresses is the cluster.
    """

    def __init__(self, folder: Path, users: tuple[str, ...]):
        self.folder = folder
        self.port, self.web, self.plain = free_port(), free_port(), free_port()
        self.addresses = [f"127.0.0.{node + 1}" for node in range(NODES)]
        self._users = users
        self._ports = [free_port() for _ in range(NODES)]  # of what nodes say to each other
        self._epmd_port = free_port()
        self._cookie = secrets.token_hex(16)
        self._epmd: subprocess.Popen | None = None
        self._nodes: list[subprocess.Popen | None] = [None] * NODES
        self._made = False
        certify(folder, f"*{_DOMAIN}")
        (folder / "plugins").write_text(_PLUGINS)
        (folder / "users.json").write_text(json.dumps(_definitions(users)))

    def _configure(self, node: int) -> dict[str, str]:
        """Write a node's configuration; gives its environment."""
        here = self.folder / f"node{node}"
        here.mkdir(exist_ok=True)
        at = self.addresses[node]
        lines = [
            "listeners.tcp = none",
            "mqtt.allow_anonymous = false",
            f"mqtt.listeners.tcp.1 = {at}:{self.plain}",
            f"mqtt.listeners.ssl.1 = {at}:{self.port}",
            f"web_mqtt.tcp.ip = {at}",
            f"web_mqtt.tcp.port = {self.web}",
            "web_mqtt.ws_path = /mqtt",
            f"ssl_options.certfile = {self.folder}/broker.pem",
            f"ssl_options.keyfile = {self.folder}/broker.key",
            f"ssl_options.cacertfile = {self.folder}/broker.pem",
            "ssl_options.verify = verify_none",
            f"load_definitions = {self.folder}/users.json",
            "cluster_formation.peer_discovery_backend = classic_config",
        ]
        lines += [
            f"cluster_formation.classic_config.nodes.{each + 1} = {self._name(each)}"
            for each in range(NODES)
        ]
        (here / "rabbitmq.conf").write_text("\n".join(lines) + "\n")
        return os.environ | {
            "HOME": str(here),
            "ERL_EPMD_ADDRESS": "127.0.0.1",
            "ERL_EPMD_PORT": str(self._epmd_port),
            "RABBITMQ_NODENAME": self._name(node),
            "RABBITMQ_DIST_PORT": str(self._ports[node]),
            "RABBITMQ_CONF_ENV_FILE": "/dev/null",
            "RABBITMQ_CONFIG_FILE": str(here / "rabbitmq.conf"),
            "RABBITMQ_ADVANCED_CONFIG_FILE": str(here / "none.config"),
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(self.folder / "plugins"),
            "RABBITMQ_MNESIA_BASE": str(here),
            "RABBITMQ_LOG_BASE": str(here),
            "RABBITMQ_PID_FILE": str(here / "pid"),
            "RABBITMQ_GENERATED_CONFIG_DIR": str(here / "generated"),
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "-kernel inet_dist_use_interface {127,0,0,1} "
            f"-setcookie {self._cookie} +S 1:1 +A 8",
        }

    def _name(self, node: int) -> str:
        return f"node{node}@localhost"

    def start(self) -> None:
        """Start the nodes that do not run, and wait until all listen."""
        if self._epmd is None:
            command = [_EPMD, "-address", "127.0.0.1", "-port", str(self._epmd_port)]
            log = (self.folder / "log").open("ab")
            self._epmd = subprocess.Popen(command, stdout=log, stderr=log)
            until(lambda: _listens("127.0.0.1", self._epmd_port), self._log)
        if not self._made:  # else each might make a cluster of its own
            self._start(0)
            until(lambda: self._ready(0), self._log)
            self._made = True
        for node in range(NODES):
            if self._nodes[node] is None:
                self._start(node)
        until(lambda: all(map(self._ready, range(NODES))), self._log)

    def _start(self, node: int) -> None:
        log = (self.folder / f"log{node}").open("ab")
        # A group of its own, since it starts helpers.
        self._nodes[node] = subprocess.Popen(
            [SERVER],
            cwd=self.folder,
            env=self._configure(node),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )

    def _ready(self, node: int) -> bool:
        process = self._nodes[node]
        assert process and process.poll() is None, self._log()
        at = self.addresses[node]
        return all(_listens(at, port) for port in (self.port, self.web, self.plain))

    def _log(self) -> str:
        logs = sorted(self.folder.glob("log*"))
        return "\n".join(log.read_text(errors="replace")[-3000:] for log in logs)

    def kill_node(self, node: int) -> None:
        """Kill a node with SIGKILL."""
        process = self._nodes[node]
        if process:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            self._nodes[node] = None

    def kill(self) -> None:
        """Kill every node."""
        for node in range(NODES):
            self.kill_node(node)
        if self._epmd:
            self._epmd.kill()
            self._epmd.wait()
            self._epmd = None

    @property
    def authority(self) -> str:
        """The certificate that vouches for it."""
        return str(self.folder / "broker.pem")

    def node(self, user: str) -> int:
        """The node that a user tries first."""
        return self._users.index(user) % NODES if user in self._users else 0

    def broker(self, user: str, password: str | None = None) -> Broker:
        """How this user reaches it."""
        said = PASSWORD % user if password is None else password
        return Broker("mqtts", (user or "nobody") + _DOMAIN, self.port, "", user, said)

    @contextlib.contextmanager
    def resolved(self) -> Iterator[None]:
        """In this context names have addresses: all nodes', in an order that each user has."""
        resolve = socket.getaddrinfo

        def resolved(host, *more, **named):
            if not isinstance(host, str) or not host.endswith(_DOMAIN):
                return resolve(host, *more, **named)
            first = self.node(host.removesuffix(_DOMAIN))
            order = self.addresses[first:] + self.addresses[:first]
            return [each for address in order for each in resolve(address, *more, **named)]

        with mock.patch.object(socket, "getaddrinfo", resolved):
            yield


def _definitions(users: tuple[str, ...]) -> dict:
    """The users, each of whom may read and write only what is theirs."""
    ours = {"vhost": "/", "exchange": "amq.topic", "read": r"^tourelle\.1\."}
    return {
        "vhosts": [{"name": "/"}],
        "users": [{"name": user, "password": PASSWORD % user, "tags": ""} for user in users],
        "permissions": [
            {
                "user": user,
                "vhost": "/",
                "configure": f"^{_QUEUES}$",
                "write": rf"^({_QUEUES}|amq\.topic)$",
                "read": rf"^({_QUEUES}|amq\.topic)$",
            }
            for user in users
        ],
        "topic_permissions": [
            {"user": user, "write": rf"^tourelle\.1\.[^.]+\.by\.{user}\.", **ours} for user in users
        ],
    }


def _listens(host: str, port: int) -> bool:
    with contextlib.suppress(OSError):
        socket.create_connection((host, port), 1).close()
        return True
    return False


@contextlib.contextmanager
def cluster(*users: str) -> Iterator[Cluster]:
    """A cluster for these users."""
    with tempfile.TemporaryDirectory() as folder:
        made = Cluster(Path(folder), users)
        try:
            made.start()
            with made.resolved():
                yield made
        finally:
            made.kill()
