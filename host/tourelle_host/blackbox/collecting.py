"""Asks a board for its last events, and saves them."""

from pathlib import Path

from tourelle_host import texts
from tourelle_host.blackbox.collector import ASK, Collector
from tourelle_host.connection import PATIENCE_S, Connection
from tourelle_host.errors import UserError

ASK_CRASH = "blackbox crash"
TOO_OLD = "the board's firmware keeps no events: tourelle flash puts a newer one on it"


def ask(connection: Connection, crash: bool = False) -> str:
    """A running board's last events, or those kept of its last crash. UserError."""
    connection.greet()
    connection.send(ASK_CRASH if crash else ASK)
    collector = Collector()
    while (line := connection.line(PATIENCE_S)) is not None:
        if line.startswith("@error nothing is kept"):
            raise UserError("the board keeps nothing of a crash: no crash was written down on it")
        if line.startswith("@error no command"):
            raise UserError(TOO_OLD)
        text = collector.hear(line)
        if text is not None:
            return text
    raise UserError("the board did not tell its events to their end: try once more")


def save(text: str, path: Path) -> Path:
    """Save them in a new file: events.txt, or else events-2.txt and so on. UserError."""
    return texts.save(text, path, "the events")
