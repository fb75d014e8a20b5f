"""A newcomer who sees nothing: plays by keys, and by what a screen reader says."""

from selenium.webdriver.common.keys import Keys

from browser import Browser
from newcomer import SENTENCE, Newcomer

ANNOUNCED = """
window.announced = [];
new MutationObserver(() => {
  const text = document.querySelector("#announced").textContent;
  if (text) window.announced.push(text);
}).observe(document.querySelector("#announced"), {childList: true, subtree: true});
"""
FOCUS = """
const at = document.activeElement;
return at?.dataset.cell ?? at?.getAttribute("aria-label") ?? "";
"""
# Where each arrow key leads from each cell, by the page's own board.
WAYS = """
const done = arguments[0];
const {Board} = await import("./board.js");
const {beside} = await import("./finding.js");
const {TILT} = await import("./pieces.js");
const cells = [...document.querySelectorAll("[data-cell]")].map((cell) => {
  const [x, y] = cell.getAttribute("transform").match(/-?[\\d.]+/g).map(Number);
  return {name: cell.dataset.cell, x: x / 100, y: -y / 100 / TILT};
});
const drawn = new Board(document.createElement("div"), {shape: "round", cells}).cells;
const arrows = {right: [1, 0], left: [-1, 0], up: [0, -1], down: [0, 1]};
done(Object.fromEntries([...drawn].map(([name, cell]) => [name, Object.fromEntries(
  Object.entries(arrows).map(([way, arrow]) => [way, beside(drawn, cell, ...arrow)]))])));
"""
ARROWS = {
    "right": Keys.ARROW_RIGHT,
    "left": Keys.ARROW_LEFT,
    "up": Keys.ARROW_UP,
    "down": Keys.ARROW_DOWN,
}


class Listener(Newcomer):
    """Hears the card by the key that says it again, and the labels of cells and of the box."""

    def __init__(self, page: Browser, seed: str):
        super().__init__(page, seed)
        page.run(ANNOUNCED)
        self._ways = page.driver.execute_async_script(WAYS)
        self._heard: list[str] = [""]

    def look(self) -> dict:
        super().look()
        self.seen |= {"headline": self._heard[0], "lines": self._heard[1:]}
        return self.seen

    def is_wanted(self) -> bool:
        self.page.run("window.announced.length = 0")
        self.page.keys("s")
        self.page.until(lambda: self.page.run("return announced.length"))
        self._heard = SENTENCE.split(self.page.run("return announced.at(-1)"))
        return super().is_wanted()

    def click(self, cell: str) -> None:
        if self._focus() not in self._ways:
            self._tab(lambda at: at in self._ways)
        start = self._focus()
        self.page.keys(*(ARROWS[way] for way in self._path(start, cell)))
        self.page.until(lambda: self._focus() == cell)
        self.page.keys(Keys.ENTER)
        self.clicks += 1

    def take(self, label: str) -> None:
        self._tab(lambda at: at == label)
        self.page.keys(Keys.ENTER)
        self.page.until(lambda: self._focus() in self._ways)
        self.clicks += 1

    def press_ok(self) -> None:
        self.page.keys("o")
        self.clicks += 1

    def _focus(self) -> str:
        return self.page.run(FOCUS)

    def _tab(self, found) -> None:
        while not found(self._focus()):
            self.page.keys(Keys.TAB)

    def _path(self, start: str, end: str) -> list[str]:
        """The arrows of a shortest way."""
        reached: dict[str, list[str]] = {start: []}
        for here in (queue := [start]):
            for way, there in self._ways[here].items():
                if there and there not in reached:
                    reached[there] = [*reached[here], way]
                    queue.append(there)
        return reached[end]
