"""Plays whole games on the site, and prints what they cost in memory: make site-games."""

import sys
from pathlib import Path

from browser import Browser, chromium, folder_served
from site_bench import processes
from tourelle import games
from tourelle_host.chance import Chance

LINES = 5
# Sends the steps one after the other, each when the board has told whose turn it is.
PLAY = """
const [request, steps, done] = arguments;
const socket = window.sockets.at(-1);
const send = (what) => socket.send(JSON.stringify(what));
const left = [...steps];
let begun = false;
const heard = window.heard;
heard.length = 0;
heard.push = (text) => {
  if (typeof text !== "string") return 0;
  if (text.startsWith("@position")) begun = true;
  if (begun && text.startsWith("@turn") && left.length) send({do: `send move ${left.shift()}`});
  if (text.startsWith("@over") || text.startsWith("@error")) {
    delete heard.push;
    done(text);
  }
  return 0;
};
send(request);
"""


def some_game(name: str, chance: Chance) -> list[str]:
    """The turns of a whole game of random steps."""
    position = games.opening(name)
    turns: list[str] = []
    going = False
    while position.outcome() is None:
        moves = list(position.legal_moves())
        move = moves[chance.below(len(moves))]
        text = position.move_text(move)
        if going:
            turns[-1] += f",{text}"
        else:
            turns.append(text)
        position.push(move)
        going = position.mid_turn
    return turns


def memory(browser: Browser) -> tuple[float, float]:
    """Megabytes of the page's objects and of all the browser's processes, after a collection."""
    driver = browser.driver
    driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
    used = driver.execute_cdp_cmd("Runtime.getHeapUsage", {})["usedSize"]
    resident = 0
    for pid in processes(driver.service.process.pid):
        try:
            text = Path(f"/proc/{pid}/smaps_rollup").read_text()
        except OSError:
            continue
        resident += int(text.partition("Pss:")[2].split()[0])
    return used / 1e6, resident / 1000


def main(folder: Path, count: int) -> None:
    chance = Chance(9)
    with chromium() as browser, folder_served(folder) as served:
        browser.open(f"{served}play/")
        browser.driver.set_script_timeout(300)
        for number in range(count + 1):
            if number % max(1, count // LINES) == 0:
                page, whole = memory(browser)
                print(
                    f"after {number} games: {page:.1f} MB page, {whole:.0f} MB browser", flush=True
                )
            if number == count:
                break
            turns = some_game("avalam", chance)
            request = {"new": "avalam", "options": {}, "seats": {}}
            said = browser.driver.execute_async_script(PLAY, request, turns)
            assert said.startswith("@over"), (number, said)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
