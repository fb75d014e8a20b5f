"""An invitation to a shared table: a link, and its QR code."""

import base64
import io
import secrets
import zlib
from typing import NamedTuple
from urllib.parse import parse_qs, quote, urlencode, urlsplit

import segno

from tourelle_host.errors import UserError
from tourelle_host.together import broker as brokers
from tourelle_host.together import table as tables

_SCHEME = "tourelle"
_TOKEN_BYTES = 16


class Invitation(NamedTuple):
    """An invitation to one seat, which can be used once.

    broker   its address; a user and password in it are a guest's account
    table    name of the table
    game     name of the game
    player   whose seat it is
    token    128 bits, as text
    """

    broker: brokers.Broker
    table: str
    game: str
    player: int
    token: str


def token() -> str:
    """A token that nobody can guess."""
    return base64.urlsafe_b64encode(secrets.token_bytes(_TOKEN_BYTES)).decode().rstrip("=")


def write(invitation: Invitation) -> str:
    """The link."""
    broker = invitation.broker
    at = broker.whole if broker.user else broker.url
    words = {"b": at, "t": invitation.table, "g": invitation.game}
    words |= {"p": str(invitation.player), "k": invitation.token}
    text = urlencode(words, quote_via=quote)
    return f"{_SCHEME}://join?{text}&c={_check(text)}"


def read(text: str) -> Invitation:
    """The invitation in a link. UserError."""
    try:
        parts = urlsplit(text.strip())
    except ValueError:
        parts = urlsplit("")
    words, _, check = parts.query.rpartition("&c=")
    if parts.scheme != _SCHEME or parts.netloc != "join":
        raise UserError(f"that is not an invitation: it has to begin with {_SCHEME}://join")
    if _check(words) != check:
        raise UserError("the invitation is mistyped, or a part of it is missing: copy all of it")
    fields = {name: values[0] for name, values in parse_qs(words).items()}
    try:
        player = int(fields["p"])
        found = Invitation(brokers.read(fields["b"]), fields["t"], fields["g"], player, fields["k"])
    except (KeyError, ValueError):
        raise UserError("the invitation is of another version of tourelle") from None
    tables.creator(found.table)
    return found


def _check(text: str) -> str:
    return f"{zlib.crc32(text.encode()):08x}"


def picture(link: str) -> str:
    """Its QR code in characters for a terminal."""
    written = io.StringIO()
    segno.make(link, error="l").terminal(written, compact=True)
    return written.getvalue()


def data(link: str) -> str:
    """Its QR code as a data: URL for a page, black on white."""
    return segno.make(link, error="l").svg_data_uri(scale=4, light="#fff")
