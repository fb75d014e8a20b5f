// The small menu of what a hand can do at a cell.

/** @import { Gesture } from "./gestures.js" */

const EDGE = 8; // pixels, at the window's edges and around the cell

/**
 * @param {HTMLElement} element
 * @param {(command: string) => void} act
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
   * @param {Gesture[]} gestures
   * @param {SVGElement} at
   */
  return function open(cell, gestures, at) {
    opener = at;
    element.setAttribute("aria-label", `At ${cell}`);
    element.replaceChildren(...gestures.map(([words, command]) => {
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
    const { left, top } = beside(at.getBoundingClientRect(), element.getBoundingClientRect());
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
    element.querySelector("button")?.focus({ preventScroll: true });
  };
}

/**
 * Where a menu opens: right of a cell, left of it, above or below, and never under the finger that
 * is on the cell.
 * @param {DOMRect} near the cell's
 * @param {DOMRect} own the menu's
 */
function beside(near, own) {
  const across = Math.max(EDGE, Math.min(near.left, innerWidth - own.width - EDGE));
  const down = Math.max(EDGE, Math.min(near.top, innerHeight - own.height - EDGE));
  if (near.right + own.width + 2 * EDGE <= innerWidth) return { left: near.right + EDGE, top: down };
  if (near.left - own.width >= 2 * EDGE) return { left: near.left - own.width - EDGE, top: down };
  const above = near.top - own.height - EDGE;
  return { left: across, top: above >= EDGE ? above : near.bottom + EDGE };
}
