"""The broker: its address, how to connect to it, and error messages for people."""

import asyncio
import ssl
from typing import NamedTuple
from urllib.parse import quote, unquote, urlsplit

import aiomqtt

from tourelle_host.errors import UserError

_PORTS = {"mqtt": 1883, "mqtts": 8883, "ws": 80, "wss": 443}
FAILS = aiomqtt.MqttError, OSError, ValueError  # ValueError: of a host that no name can be
_KEEPALIVE_S = 5  # a broker notices after one and a half times this that a client is gone
_PATIENCE_S = 5
_MOST_WAITING = 1000
AGAIN_S = (0.2, 0.4, 0.4, 0.4, 0.4, 2.0, 5.0)  # pauses between attempts to connect
_REFUSED = {
    1: "does not speak MQTT 3.1.1",
    2: "does not accept this client's name",
    3: "is not available just now",
    4: "does not know this user name or password",
    5: "does not let this user in with this password",
    134: "does not know this user name or password",
    135: "does not let this user in with this password",
}


class Broker(NamedTuple):
    """A broker's address, and the user who connects.

    scheme   mqtt, mqtts (TLS), ws (WebSocket) or wss
    """

    scheme: str
    host: str
    port: int
    path: str
    user: str
    password: str

    @property
    def url(self) -> str:
        """Its address, without the user."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == _PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{host}{port}{self.path}"

    @property
    def whole(self) -> str:
        """Its address with user and password, for a file that nobody else can read."""
        return self.url.replace("://", f"://{quote(self.user)}:{quote(self.password, '')}@", 1)


def read(url: str, password: str = "") -> Broker:
    """The broker of an address like mqtts://anna:secret@example.org; UserError."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme not in _PORTS or not parts.hostname:
        raise UserError(
            f"'{url[:80]}' is not a broker's address: mqtts://NAME:PASSWORD@HOST, or mqtt, ws, wss"
        )
    path = parts.path or ("/mqtt" if parts.scheme in ("ws", "wss") else "")
    return Broker(
        parts.scheme,
        parts.hostname,
        port or _PORTS[parts.scheme],
        path,
        unquote(parts.username or ""),
        unquote(parts.password or "") or password,
    )


def client(
    broker: Broker,
    will: tuple[str, bytes] | None = None,
    authority: str | None = None,
    waiting: int = _MOST_WAITING,
) -> aiomqtt.Client:
    """A connection, to be entered. will: topic and payload, retained when the connection breaks.

    authority: file with the certificate of the authority that signed the broker's, where this
    computer does not know it. waiting: how many incoming messages may queue; more are dropped.
    """
    asyncio.get_running_loop().set_exception_handler(_unheard)
    secure = broker.scheme in ("mqtts", "wss")
    last = aiomqtt.Will(will[0], will[1], qos=1, retain=True) if will else None
    web = broker.scheme in ("ws", "wss")
    return aiomqtt.Client(
        broker.host,
        broker.port,
        username=broker.user or None,
        password=broker.password or None,
        will=last,
        transport="websockets" if web else "tcp",
        websocket_path=broker.path if web else None,
        tls_context=ssl.create_default_context(cafile=authority) if secure else None,
        protocol=aiomqtt.ProtocolVersion.V311,
        keepalive=_KEEPALIVE_S,
        timeout=_PATIENCE_S,
        max_queued_incoming_messages=waiting,
    )


def _unheard(loop: asyncio.AbstractEventLoop, context: dict) -> None:
    """Drops an error nobody waits for: one from a connection that breaks while it is closed."""
    if not isinstance(context.get("exception"), aiomqtt.MqttError):
        loop.default_exception_handler(context)


def sentence(broker: Broker, error: BaseException) -> str:
    """What went wrong, in a sentence for people."""
    where = f"the broker {broker.host}:{broker.port}"
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            why = cause.verify_message
            return f"{where} cannot prove that it is the one ({why}): see --authority"
        if isinstance(cause, ssl.SSLError):
            return f"{where} does not speak TLS as it should; is it mqtt instead of mqtts?"
        cause = cause.__cause__ or cause.__context__
    code = getattr(error, "rc", None)
    reason = getattr(code, "value", code)
    if reason in _REFUSED:
        return f"{where} {_REFUSED[reason]}"
    return f"{where} does not answer ({' '.join(str(error).split())[:100]})"
