"""Friends elsewhere, by the page alone: two pages without boards and a broker share a game."""

from contextlib import ExitStack

import pytest
from selenium.webdriver.support.ui import Select

from browser import Browser, serving
from mosquitto import Mosquitto, running
from tourelle import games
from tourelle.aftermath import LINGERS_MS
from tourelle.buttons import HELD_MS

pytestmark = [pytest.mark.needs_chromium, pytest.mark.needs_mosquitto, pytest.mark.deep]


@pytest.fixture(scope="module")
def broker():
    with running("anna") as made:
        yield made


class Pages:
    """Pages of several people, of which one browser shows one at a time."""

    def __init__(self, browser: Browser, addresses: dict[str, str]):
        self.browser = browser
        self.addresses = addresses

    def turn_to(self, name: str) -> Browser:
        """Show this one's page."""
        self.browser.open(self.addresses[name])
        self.browser.until(lambda: self.browser.text("#status .headline"))
        return self.browser


@pytest.fixture
def start(broker: Mosquitto, tmp_path):
    """Starts somebody's `tourelle play`, or another command; gives its address, what ends it."""
    with ExitStack() as stack:

        def started(name: str, *command: str) -> tuple[str, ExitStack]:
            words = ["--folder", str(tmp_path / name), "--authority", broker.authority]
            if name == "anna":
                words += ["--guests", str(broker.folder / "passwords")]
            own = stack.enter_context(ExitStack())
            return own.enter_context(serving(*(command or ("play",)), *words)), own

        yield started


@pytest.fixture
def pages(browser: Browser, start):
    """Anna, who runs the broker, and Ben, who has no account there."""
    yield Pages(browser, {name: start(name)[0] for name in ("anna", "ben")})
    assert browser.log() == []


def choose(page: Browser, selector: str, text: str) -> None:
    page.one(selector).clear()
    page.one(selector).send_keys(text)


def invited(pages: Pages, broker: Mosquitto, players: str = "", here: str = "") -> list[str]:
    """Anna begins Avalam on her page, or Cabale for so many; gives what invitations it shows.

    here: sides that somebody beside her plays.
    """
    anna = pages.turn_to("anna")
    if not anna.one("#new-dialog").is_displayed():
        anna.one("#new-game").click()
    if players:
        anna.one("#new-games [value=cabale]").click()
        Select(anna.one("#new-options [name=players]")).select_by_value(players)
    anna.one("#new-against [value=away]").click()
    for side in here:
        Select(anna.one(f"#new-seats [name='{side}']")).select_by_value("hand")
    choose(anna, "#new-friends [name=name]", "Anna")
    choose(anna, "#new-friends [name=broker]", broker.broker("anna").whole)
    anna.one("#new-dialog [value=new]").click()
    anna.until(lambda: anna.all("#friends .link"))
    return [one.get_attribute("value") or "" for one in anna.all("#friends .link")]


def join(page: Browser, link: str, name: str) -> None:
    if not page.one("#new-dialog").is_displayed():
        page.one("#new-game").click()
    page.one("#new-join").click()
    choose(page, "#join-invitation", link)
    choose(page, "#join-dialog [name=name]", name)
    page.one("#join-dialog [value=join]").click()


def players(page: Browser) -> list[str]:
    return [" ".join(one.text.split()) for one in page.all("#friends .friends-players li")]


def offer_another_game(page: Browser) -> None:
    """Press OK once the board no longer leaves the result lit: two held presses take as long."""
    assert 2 * HELD_MS >= LINGERS_MS
    page.do("hold ok 1200")
    page.until(lambda: page.text("#prompt").startswith("The menu"))
    page.do("hold undo 1200")
    page.until(lambda: "offer another game" in page.text("#ok-does"))
    page.one("#ok").click()
    page.until(lambda: "take the offer back" in page.text("#ok-does"))


def test_a_game_by_two_pages_from_the_invitation_to_the_rematch(pages, broker):
    (link,) = invited(pages, broker)
    assert pages.browser.one("#friends .qr").get_attribute("src").startswith("data:image/svg")
    assert "a secret" not in link
    ben = pages.turn_to("ben")
    join(ben, link, "<script>")
    ben.until(lambda: players(ben) == ["Anna at another board", "<script> here"])
    anna = pages.turn_to("anna")
    anna.until(lambda: players(anna) == ["Anna here", "<script> at another board"])
    assert not anna.all("#friends .link")
    anna.drag("c9", "d9")
    anna.until(lambda: anna.text("#status .headline") == "Waiting for <script>")
    ben = pages.turn_to("ben")
    ben.until(lambda: ben.moves() == ["c9-d9"])
    ben.ask({"help": "step"})
    ben.until(lambda: ben.text("#status .headline") == "Red to move")
    anna = pages.turn_to("anna")
    anna.one("#undo").click()
    ben = pages.turn_to("ben")
    ben.until(lambda: "Anna wants to take back the last step." in ben.text("#prompt"))
    ben.one("#ok").click()
    ben.until(lambda: ben.moves() == [])
    anna = pages.turn_to("anna")
    anna.until(lambda: anna.moves() == [])
    anna.ask({"help": "back"})
    anna.until(lambda: anna.text("#status .headline") == "Yellow to move")
    anna.do("send resign")
    anna.until(lambda: "offer another game" in anna.text("#ok-does"))
    offer_another_game(anna)
    ben = pages.turn_to("ben")
    ben.until(lambda: "Anna wants another game" in ben.text("#prompt"))
    ben.one("#ok").click()
    ben.until(lambda: ben.text("#status .headline") == "Yellow to move")
    ben.until(lambda: ben.text("#status .side p") == "<script>")
    anna = pages.turn_to("anna")
    anna.until(lambda: anna.text("#status .headline") == "Waiting for <script>")


def test_what_goes_wrong_is_told_in_a_sentence_and_a_restart_goes_on(browser, broker, start):
    address, anna_ends = start("anna")
    pages = Pages(browser, {"anna": address, "ben": start("ben")[0]})
    ben = pages.turn_to("ben")
    join(ben, "tourelle://join?b=x", "Ben")
    ben.until(lambda: "mistyped" in ben.text("#link-note"))
    anna = pages.turn_to("anna")
    anna.one("#new-game").click()
    anna.one("#new-against [value=away]").click()
    choose(anna, "#new-friends [name=broker]", "http://example.org")
    anna.one("#new-dialog [value=new]").click()
    anna.until(lambda: "not a broker's address" in anna.text("#link-note"))
    (link,) = invited(pages, broker)
    ben = pages.turn_to("ben")
    join(ben, link, "Ben")
    ben.until(lambda: players(ben) == ["Anna at another board", "Ben here"])
    anna_ends.close()
    ben.until(lambda: players(ben) == ["Anna gone; the game waits", "Ben here"])
    ben.until(lambda: ben.text("#status .headline") == "Anna is gone")
    pages.addresses["anna"], _ = start("anna")
    anna = pages.turn_to("anna")
    anna.one("#new-game").click()
    anna.until(lambda: anna.text("#new-go") == "Go on with the shared Avalam")
    anna.one("#new-go").click()
    anna.until(lambda: players(anna) == ["Anna here", "Ben at another board"])
    anna.until(lambda: anna.text("#status .headline") == "Yellow to move")
    anna.drag("c9", "d9")
    anna.until(lambda: anna.text("#status .headline") == "Waiting for Ben")
    ben = pages.turn_to("ben")
    ben.until(lambda: ben.moves() == ["c9-d9"])
    ben.ask({"help": "step"})
    ben.until(lambda: ben.text("#status .headline") == "Red to move")
    ben.do("send draw")
    anna = pages.turn_to("anna")
    anna.until(lambda: "Ben offers a draw." in anna.text("#prompt"))
    anna.one("#ok").click()
    for name in ("anna", "ben"):
        page = pages.turn_to(name)
        page.until(lambda: page.text("#status .headline") == "A draw")  # noqa: B023


@pytest.mark.parametrize(
    "sides",
    (
        ("Anna", "Ben", "Cleo"),
        ("Anna", "Ben", "Cleo", "Dora"),
        ("Anna", "Anna", "Ben"),
    ),
    ids=("three", "four", "two at one page against one elsewhere"),
)
def test_a_game_by_three_and_four_sides(sides, browser, broker, start):
    """sides: at whose page each is played."""
    names = list(dict.fromkeys(sides))
    count = str(len(sides))
    pages = Pages(browser, {name.lower(): start(name.lower())[0] for name in names})
    here = "".join(str(n) for n, name in enumerate(sides, 1) if n > 1 and name == "Anna")
    links = invited(pages, broker, count, here)
    assert len(links) == len(names) - 1
    for name, link in zip(names[1:], links, strict=True):
        page = pages.turn_to(name.lower())
        join(page, link, name)
        page.until(lambda: f"{name} here" in players(page))  # noqa: B023
    for name in names:
        page = pages.turn_to(name.lower())
        told = [f"{each} {'here' if each == name else 'at another board'}" for each in names]
        page.until(lambda: players(page) == told)  # noqa: B023
    position = games.opening("cabale", {"players": count})
    steps: list[str] = []
    for number, mover in enumerate(sides, 1):
        page = pages.turn_to(mover.lower())
        step = next(iter(position.legal_moves()))
        steps.append(position.move_text(step))
        position.push(step)
        jester = f"From the box: player {number} jester"
        page.one(f"#box [aria-label^='{jester}']").click()
        page.click(steps[-1])
        for name in (mover, *(each for each in names if each != mover)):
            page = pages.turn_to(name.lower())
            page.until(lambda: page.moves() == steps)  # noqa: B023
            if name != mover:
                page.until(lambda: page.all("#prompt .help-row, #status .help-row"))  # noqa: B023
                page.ask({"help": "step"})


def test_a_player_who_has_waited_as_agreed_claims_the_game_by_a_button(browser, broker, start):
    own = ("--broker", broker.broker("anna").whole, "--name", "Anna")
    anna_at, _ = start("anna", "together", "new", *own, "--side", "r", "--wait", "1")
    ben_at, ben_ends = start("ben")
    pages = Pages(browser, {"anna": anna_at, "ben": ben_at})
    anna = pages.turn_to("anna")
    anna.until(lambda: anna.all("#friends .link"))
    link = anna.one("#friends .link").get_attribute("value") or ""
    ben = pages.turn_to("ben")
    join(ben, link, "Ben")
    ben.until(lambda: players(ben) == ["Anna at another board", "Ben here"])
    anna = pages.turn_to("anna")
    anna.until(lambda: players(anna) == ["Anna here", "Ben at another board"])
    assert "Claim the game" not in anna.text("#friends")
    ben_ends.close()
    anna.until(lambda: "Claim the game" in anna.text("#friends"))
    anna.until(lambda: players(anna) == ["Anna here", "Ben gone; the game waits"])
    next(one for one in anna.all("#friends button") if one.text == "Claim the game").click()
    anna.until(lambda: anna.text("#friends .asked").startswith("Claimed"))
    pages.addresses["ben"], _ = start("ben", "together", "go")
    for name in ("anna", "ben"):
        page = pages.turn_to(name)
        page.until(lambda: "Red wins" in page.text("#status .headline"))  # noqa: B023
