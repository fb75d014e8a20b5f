// The small menu of what a hand can do at a cell.

/** @import { Act } from "./types.js" */

/**
 * @param {HTMLElement} element
 * @param {Act} act
 */
export function cellMenu(element, act) {
  /** @type {SVGElement | null} */
  let opener = null;

  function close() {
    if (element.hidden) return;
    element.hidden = true;
    opener?.focus({ preventScroll: true });
  }

  element.addEventListener("keydown", (event) => {
    const items = [...element.querySelectorAll("button")];
    const active = document.activeElement;
    const here = active instanceof HTMLButtonElement ? items.indexOf(active) : -1;
    /** @type {Record<string, number | undefined>} */
    const places = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: items.length - 1 };
    const next = places[event.key];
    if (next !== undefined) items.at(next % items.length)?.focus();
    else if (event.key === "Escape" || event.key === "Tab") close();
    else return;
    event.preventDefault();
  });
  document.addEventListener("pointerdown", (event) => {
    if (!(event.target instanceof Node && element.contains(event.target))) element.hidden = true;
  });

  /**
   * Opens at the cell's element.
   * @param {string} cell
   * @param {[words: string, command: string][]} choices
   * @param {SVGElement} at
   */
  return function open(cell, choices, at) {
    opener = at;
    element.setAttribute("aria-label", `At ${cell}`);
    element.replaceChildren(...choices.map(([words, command]) => {
      const item = document.createElement("button");
      item.setAttribute("role", "menuitem");
      item.textContent = words;
      item.addEventListener("click", () => {
        close();
        act(command);
      });
      return item;
    }));
    element.hidden = false;
    const near = at.getBoundingClientRect();
    const own = element.getBoundingClientRect();
    const left = Math.min(near.right + 4, innerWidth - own.width - 8);
    const top = Math.min(near.top, innerHeight - own.height - 8);
    element.style.left = `${Math.max(8, left)}px`;
    element.style.top = `${Math.max(8, top)}px`;
    element.querySelector("button")?.focus({ preventScroll: true });
  };
}
