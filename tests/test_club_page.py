"""`tourelle club` as processes at a real broker, and what a browser shows of it."""

import asyncio
from pathlib import Path

import pytest

from browser import LAPTOP, PHONE, Browser, chromium, serving
from mosquitto import Mosquitto, running
from together.said import Said
from tourelle_host.together import broker as brokers

pytestmark = [
    pytest.mark.deep,
    pytest.mark.needs_mosquitto,
    pytest.mark.needs_chromium,
    pytest.mark.needs_axe,
]

NAMES = ("<script>document.title = 'x'</script>"[:30], "مريم")


@pytest.fixture(scope="module")
def broker():
    with running("anna", "ben", "wall") as made:
        yield made


@pytest.fixture(scope="module")
def page():
    with chromium() as made:
        yield made


def say(broker: Mosquitto, *tables: Said) -> None:
    """Each player publishes their own messages, as the broker's ACL demands."""

    async def all_of_it(user: str) -> None:
        async with brokers.client(broker.broker(user), authority=broker.authority) as client:
            for table in tables:
                for topic, payload in table.all():
                    if f"/by/{user}/" in topic:
                        await client.publish(topic, payload, qos=1, retain=True)

    for user in ("anna", "ben"):
        asyncio.run(all_of_it(user))


def club(broker: Mosquitto, folder: Path):
    where = broker.broker("wall").whole
    words = ("--broker", where, "--authority", broker.authority, "--folder", str(folder))
    return serving("club", *words)


def look(page: Browser, address: str, size: tuple[int, int] = LAPTOP) -> str:
    """All that the page says, once it shows tables."""
    metrics = {"width": size[0], "height": size[1], "deviceScaleFactor": 1}
    page.driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", metrics | {"mobile": size == PHONE}
    )
    page.rest()
    page.driver.get(address)
    page.until(lambda: len(page.all("#tables li")) == 2 and len(page.all("#results li")) == 1)
    return page.text("main")


def test_two_clubs_and_a_restarted_one_show_the_same(broker, page, tmp_path):
    over = Said("anna-bbbbbbbbbbbb", "tours", ("anna", "ben"), NAMES)
    assert over.play(500)
    say(broker, Said("anna-abcdefghijkm", "avalam", ("anna", "ben"), NAMES), over)
    with club(broker, tmp_path / "one") as one, club(broker, tmp_path / "other") as other:
        told = look(page, one)
        assert NAMES[0] in told and NAMES[1] in told
        assert look(page, other) == told
        assert page.driver.title == "Tourelle: the tables"
        for size in (LAPTOP, PHONE):
            look(page, one, size)
            assert page.violations() == []
            across = "return document.documentElement.scrollWidth <= window.innerWidth"
            assert page.run(across)
        assert page.log() == []
        page.one("#tables a").click()
        page.until(lambda: page.all("[data-cell]") and NAMES[1] in page.text("#status"))
        assert page.violations() == []
        page.one("#club").click()
        page.until(lambda: page.all("#tables li"))
    with club(broker, tmp_path / "one") as again:
        assert look(page, again) == told


def test_no_browser_is_told_a_password(broker, page, tmp_path):
    over = Said("anna-bbbbbbbbbbbb", "tours", ("anna", "ben"), NAMES)
    over.play(500)
    say(broker, Said("anna-abcdefghijkm", "avalam", ("anna", "ben"), NAMES), over)
    with club(broker, tmp_path) as address:
        look(page, address)
        broker.kill()
        page.until(lambda: "does not answer" in page.text("#network"))
        assert len(page.all("#tables li")) == 2
        whole = page.run("return document.documentElement.innerHTML + JSON.stringify(window.heard)")
        assert "secret" not in page.text("#network") and "secret" not in whole
        broker.start()
        page.until(lambda: page.text("#network") == "")
