"""Measures the site in Chromium, from a plain server and without one: make site-bench."""

import gzip
import os
import sys
import time
from pathlib import Path
from statistics import median

from browser import Browser, chromium, folder_served

LIFTS = 20
IDLE_S = 10
LIGHT = """
const [done] = arguments;
const shines = (light) => Number(light.getAttribute("opacity")) > 0;
const look = () => [...document.querySelectorAll(".light")].some(shines)
  ? done(performance.now()) : requestAnimationFrame(look);
look();
"""
# From the pointer's event to the cell that is drawn empty.
LIFT = """
const [name, done] = arguments;
const cell = document.querySelector(`[data-cell=${name}]`);
const began = performance.now();
const seen = new MutationObserver(() => {
  seen.disconnect();
  done(performance.now() - began);
});
seen.observe(cell, {subtree: true, childList: true, attributes: true});
window.sockets.at(-1).send(JSON.stringify({do: `lift ${name}`}));
"""


def processes(root: int) -> list[int]:
    """A process and all below it."""
    parents = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = entry.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(entry.parent.name)] = int(words[1])
    found = [root]
    for pid in found:
        found += [child for child, parent in parents.items() if parent == pid]
    return found


def busy_s(root: int) -> float:
    """Seconds of processors that they have taken."""
    ticks = 0
    for pid in processes(root):
        try:
            words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        ticks += int(words[11]) + int(words[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def measure(browser: Browser, address: str, where: str) -> None:
    """Print how soon the first light is there, and how soon a lift is seen."""
    driver = browser.driver
    driver.get(address)
    print(f"first light {where}: {driver.execute_async_script(LIGHT):.0f} ms (goal 2000)")
    browser.open(address)
    browser.ask({"new": "avalam", "options": {}})
    browser.until(lambda: len(browser.lit()) == 49)
    took = []
    for _ in range(LIFTS):
        took.append(driver.execute_async_script(LIFT, "c9"))
        browser.do("drop c9")
        time.sleep(0.3)
    print(f"a lift {where}: {median(took):.1f} ms, {max(took):.1f} at worst (goal 20)")


def main(folder: Path) -> None:
    size = sum(len(gzip.compress(path.read_bytes())) for path in folder.rglob("play/**/*.*"))
    print(f"load of the machine: {os.getloadavg()[0]:.1f}")
    print(f"to the first move: {size} bytes compressed (goal 1000000)")
    with chromium() as browser:
        driver = browser.driver
        with folder_served(folder) as served:
            address = f"{served}play/"
            measure(browser, address, "from a server")
            driver.execute_async_script("navigator.serviceWorker.ready.then(arguments[0])")
        measure(browser, address, "without one")
        pid = driver.service.process.pid
        before = busy_s(pid)
        time.sleep(IDLE_S)
        idle = 100 * (busy_s(pid) - before) / IDLE_S
        print(f"idle: {idle:.1f} % of a core, of the whole browser (goal 3)")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
