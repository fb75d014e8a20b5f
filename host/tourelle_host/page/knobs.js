// The board's own two buttons. A long press holds the button for as long as the board needs.

import { byId } from "./dom.js";
import { pageKey } from "./shortcuts.js";

/** @import { Act } from "./types.js" */

const HELD_AFTER_MS = 400; // a press that lasts longer is a long one
const HOLD_MS = 1200; // how long the board's button is then down

/**
 * @param {Act} act
 * @param {string[]} names the buttons, also their elements' ids
 * @param {Record<string, string | undefined>} keys the button of each key
 */
export function knobs(act, names, keys) {
  /**
   * The timer of the press under way, by name; null where it is held already.
   * @type {Map<string, number | null>}
   */
  const down = new Map();

  /** @param {string} name */
  function push(name) {
    if (down.has(name)) return;
    const element = byId(name, HTMLElement);
    element.classList.add("down");
    down.set(name, setTimeout(() => {
      down.set(name, null);
      element.classList.add("held");
      act(`hold ${name} ${HOLD_MS}`);
      setTimeout(() => element.classList.remove("held"), HOLD_MS);
    }, HELD_AFTER_MS));
  }

  /**
   * The press is over. One that was given up (done = false) does nothing, unless it is held already.
   * @param {string} name
   */
  function release(name, done = true) {
    if (!down.has(name)) return;
    const timer = down.get(name) ?? null;
    down.delete(name);
    if (timer !== null) clearTimeout(timer);
    byId(name, HTMLElement).classList.remove("down");
    if (timer !== null && done) act(`press ${name}`);
  }

  for (const name of names) {
    const element = byId(name, HTMLElement);
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      push(name);
    });
    element.addEventListener("pointerup", () => release(name));
    for (const lost of ["pointercancel", "blur"]) {
      element.addEventListener(lost, () => release(name, false));
    }
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    element.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      push(name);
    });
    element.addEventListener("keyup", (event) => {
      if (event.key === "Enter" || event.key === " ") release(name);
    });
  }
  document.addEventListener("keydown", (event) => {
    const name = keys[pageKey(event)];
    if (name) push(name);
  });
  document.addEventListener("keyup", (event) => {
    const name = keys[event.key.toLowerCase()];
    if (name) release(name);
  });
  window.addEventListener("blur", () => {
    for (const name of names) release(name, false);
  });
}
