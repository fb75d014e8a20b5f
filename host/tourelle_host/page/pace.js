// How fast the board runs: an emulated chip may be slower than real time.

/** @import { Messages } from "./types.js" */

/**
 * @param {HTMLElement} element shows it
 * @param {Messages["pace"]} pace
 */
export function showPace(element, { slower, seconds }) {
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const pace = slower > 1 ? `${slower} times slower than real time` : "in real time";
  element.hidden = false;
  element.textContent = `The board is running ${pace}; its time is ${time}.`;
}
