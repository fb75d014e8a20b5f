"""A bridge at a table that is shared with boards elsewhere: the lines it sends and reads."""

from table import Table
from tourelle_host.together.log import mark


def shared(table: Table, away: str = "r") -> None:
    """Share the table: these sides are played elsewhere, by players with numbers of their own."""
    sides = table.core.session.play.sides()
    table.send(f"table share {' '.join(away)}")
    table.send("table note sides " + "".join(str(number) for number in range(len(sides))))
    table.run(20)


def told(*log: str) -> str:
    """A log as `@kept` tells it."""
    count, checksum = mark(log)
    return f"{count} {checksum:08x}"


def keep(table: Table, log, at: int, *words: str) -> None:
    """Keep the first `at` words of this log, and add these."""
    table.send(f"table keep {told(*log)} {at} {','.join(words)}")
    table.run(50)


def log(table: Table) -> list[str]:
    """The log as the board tells it; empty where no table is shared."""
    count = len(table.lines)
    table.send("table log 0")
    told = [line for line in table.lines[count:] if line.startswith("@log 0 ")]
    words = told[0].split(" ", 2)[2] if told else "none"
    return [] if words == "none" else words.split(",")
