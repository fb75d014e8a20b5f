"""How to greet a board, and what its answer says about it."""

from tourelle import VERSION
from tourelle.grids import NAMES, Grid, grid
from tourelle.link import LINK
from tourelle_host.errors import UserError
from tourelle_host.lines import HELLO

ASKED = ("", "hello")  # lines; the first one ends a half line that somebody may have left
_PROMPT = ">>>"


class NoAnswer(UserError):
    """What is on the port is not a running board of ours.

    prompt   whether MicroPython's prompt is there
    heard    what came instead of an answer
    """

    def __init__(self, sentence: str, prompt: bool, heard: str):
        super().__init__(sentence)
        self.prompt = prompt
        self.heard = heard


class Greeting:
    """Listens for a board's answer to hello.

    heard   the lines so far
    """

    def __init__(self) -> None:
        self.heard: list[str] = []

    def hear(self, line: str) -> bool:
        """Take in a line; returns whether it is the answer."""
        self.heard.append(line)
        return line.startswith(HELLO) and "board" in about(line)  # not just the first half of it

    @property
    def hopeless(self) -> bool:
        """Whether something else has answered."""
        return bool(self.heard) and self.heard[-1].startswith(_PROMPT)

    def failure(self, rest: str, path: str = "") -> NoAnswer:
        """Why there was no answer. rest: the last line, which did not end; path: of the port,
        "" where it has none."""
        text = "\n".join([*self.heard, rest])
        where, named = path or "that port", f" --port {path}" if path else ""
        if _PROMPT in text:
            return NoAnswer(
                f"MicroPython's prompt is on {where}, and the firmware does not run: press "
                "the board's reset, or put the firmware on it: tourelle flash",
                True,
                text,
            )
        return NoAnswer(
            f"what is on {where} does not answer as a Tourelle board does; see what it is: "
            f"tourelle doctor{named}",
            False,
            text,
        )


def about(hello: str) -> dict[str, str]:
    """What "@hello tourelle 0.1.0 link 1 board avalam cells 49" says, by name."""
    words = hello.split()[1:]
    return dict(zip(words[::2], words[1::2], strict=False))


def grid_of(hello: str) -> Grid:
    """The grid of the board that says this. UserError where this tourelle does not know it."""
    name = about(hello).get("board", "")
    if name not in NAMES:
        raise UserError(
            f"the board says that it is a '{name}' board, which is not known here: install a "
            "newer tourelle, or flash the board again: tourelle flash"
        )
    return grid(name)


def advice(hello: str) -> str | None:
    """What a person has to know about the versions, in a sentence, or None."""
    told = about(hello)
    link, ours = told.get("link", "0"), str(LINK)
    if link != ours:
        older = (len(link), link) < (len(ours), ours)  # as numbers, however many digits are told
        what = "flash the board again: tourelle flash" if older else "install a newer tourelle here"
        return f"The board speaks version {link} of the link, and this {LINK}: {what}."
    if told.get("tourelle") != VERSION:
        return f"The board runs Tourelle {told.get('tourelle')}, and this is {VERSION}."
    return None
