"""What shops call each part and what pages say it costs, from suppliers.toml, with the pages."""

import tomllib
from dataclasses import dataclass
from functools import cache

from electronics.description import HARDWARE

ASSEMBLER = "JLCPCB"  # its number is LCSC's
SHOPS = (ASSEMBLER, "LCSC", "DigiKey", "Mouser")
PAGE = "product "  # a number that is only the end of a shop's product page begins so


@dataclass(frozen=True)
class Number:
    """A shop's number for a part, and the page it was read on."""

    number: str
    page: str

    @property
    def orderable(self) -> bool:
        """Whether a shop's import takes it; the end of a product page is for people."""
        return not self.number.startswith(PAGE)


def checked(text: str) -> dict:
    """suppliers.toml, as read; ValueError where a number or a price has no page, a page no day."""
    found = tomllib.loads(text)
    for key, page in found["pages"].items():
        if not (page.get("where") and page.get("read")):
            raise ValueError(f"suppliers.toml, page {key}: its place or the day of reading is "
                             "missing")
    for key, shops in found["numbers"].items():
        for shop, entry in shops.items():
            if shop not in SHOPS:
                raise ValueError(f"suppliers.toml, {key}: {shop} is no shop of {', '.join(SHOPS)}")
            _with_page(found, key, entry)
    for key, entry in found["prices"].items():
        _with_page(found, key, entry)
    return found


def _with_page(found: dict, key: str, entry: object) -> None:
    if not (isinstance(entry, list) and len(entry) == 2 and entry[1] in found["pages"]):
        raise ValueError(f"suppliers.toml, {key}: {entry} names no page of [pages]")


@cache
def _read() -> dict:
    return checked((HARDWARE / "suppliers.toml").read_text(encoding="utf-8"))


def keys() -> set[str]:
    """Every part that the file speaks of."""
    made = _read()
    return {*made["numbers"], *made["without"], *made["prices"]}


def numbers(key: str) -> dict[str, Number]:
    """Shop -> its number, for a key of parts.toml or kit.toml."""
    return {shop: Number(*entry) for shop, entry in _read()["numbers"].get(key, {}).items()}


def orderable(key: str, *shops: str) -> str:
    """The number that the first of these shops takes in an import, or ""."""
    found = numbers(key)
    return next((found[shop].number for shop in shops
                 if shop in found and found[shop].orderable), "")


def why_without(key: str) -> str:
    """Why an assembled part has no number of the assembler's."""
    return _read()["without"].get(key, "")


def cited(page: str) -> str:
    """A page with the day that it speaks of and the day it was read."""
    made = _read()["pages"][page]
    of = f", of {made['of']}" if made["of"] else ""
    return f"{made['where']}{of}; read {made['read']}"


def pages(key: str) -> str:
    """Where the numbers of a part were read, or why it has none."""
    found = [cited(page) for page in dict.fromkeys(n.page for n in numbers(key).values())]
    if why_without(key):
        found.append(f"no JLCPCB number: {why_without(key)}")
    return "; ".join(found)


def price(key: str) -> tuple[float, str] | None:
    """US dollars apiece, and the page; None where no page that was read says it."""
    entry = _read()["prices"].get(key)
    return (float(entry[0]), entry[1]) if entry else None


def price_days() -> str:
    """The days that the pages with prices speak of, first to last."""
    made = _read()
    days = sorted({made["pages"][page]["of"] or made["pages"][page]["read"]
                   for _, page in made["prices"].values()})
    return f"{days[0]} to {days[-1]}"
